"""Names that a person gives to an entity, or takes from it."""

import asyncio
from uuid import UUID

import pytest

from remember.context import Context
from remember.errors import Conflict, Incorrect, NotFound, RememberError
from remember.ingest.aliases import add_alias, remove_alias
from remember.ingest.merge import merge, take_back
from tests.ingest.drafts import attribute, labels, named
from tests.ingest.testimony import tell
from tests.working import rows


async def _known(context: Context, name: str = "Ana Ruiz") -> UUID:
    await tell(context, attribute(name, "likes", "rain"))
    return await named(context, name)


async def test_what_is_told_under_a_name_that_was_given_is_of_its_entity(context: Context) -> None:
    ana = await _known(context)
    given = await add_alias(context, ana, "The Captain", reason="as the crew calls her")
    await tell(context, attribute("the captain", "likes", "rain"))
    assert await labels(context) == [("Ana Ruiz likes rain", None, 2)]
    assert given.also_named == []


async def test_a_name_that_somebody_bears_becomes_ambiguous_and_that_is_told(context: Context) -> None:
    ana, cid = await _known(context), await _known(context, "Cid")
    assert (await add_alias(context, ana, "Cid", reason="a nickname")).also_named == [cid]
    await tell(context, attribute("Cid", "likes", "tea"))
    assert await rows(context, "select method from mentions where entity_id is null") == [("ambiguous",)]


async def test_a_name_that_was_taken_away_makes_somebody_new_known(context: Context) -> None:
    ana = await _known(context)
    await add_alias(context, ana, "Captain", reason="as the crew calls her")
    await remove_alias(context, ana, "captain", reason="that was another")
    await tell(context, attribute("Captain", "likes", "tea"))
    assert await named(context, "Captain") != ana


async def test_a_name_that_a_document_gave_can_be_taken_and_given_back(context: Context) -> None:
    ana = await _known(context)
    await add_alias(context, ana, "A. Ruiz", reason="as she signs")
    taken = await remove_alias(context, ana, "ana ruiz", reason="a slip of the pen")
    given = await add_alias(context, ana, "Ana Ruiz", reason="no slip")
    assert taken.name == "Ana Ruiz"
    assert await rows(
        context,
        "select kind, name, reason, reversed_by from identity_events order by decided_at",
    ) == [
        ("add_alias", "A. Ruiz", "as she signs", None),
        ("remove_alias", "Ana Ruiz", "a slip of the pen", given.event_id),
        ("add_alias", "Ana Ruiz", "no slip", None),
    ]
    assert await rows(context, "select alias_text, provenance from aliases where is_canonical") == [
        ("A. Ruiz", "person")
    ]


async def test_what_makes_no_sense_about_a_name_is_refused(context: Context) -> None:
    ana = await _known(context)
    for attempt, error, code in (
        (add_alias(context, ana, "ANA  RUIZ", reason="x"), Conflict, "alias_exists"),
        (add_alias(context, ana, "...", reason="x"), Incorrect, "name_empty"),
        (add_alias(context, ana, "\u200b", reason="x"), Incorrect, "name_empty"),
        (remove_alias(context, ana, "\u2060 +", reason="x"), Incorrect, "name_empty"),
        (remove_alias(context, ana, "Ana Ruiz", reason="x"), Conflict, "last_alias"),
        (remove_alias(context, ana, "Ana", reason="x"), NotFound, "alias_not_found"),
    ):
        with pytest.raises(error) as refused:
            await attempt
        assert isinstance(refused.value, RememberError)
        assert refused.value.code == code
    assert await rows(context, "select name from identity_events") == []


async def test_the_only_name_of_a_merged_entity_is_kept_for_when_it_is_split_off(context: Context) -> None:
    ana, ruiz = await _known(context), await _known(context, "A. Ruiz")
    merged = await merge(context, ana, ruiz, reason="one")
    with pytest.raises(Conflict, match=f"A. Ruiz is the only name of {ruiz}"):
        await remove_alias(context, ana, "A. Ruiz", reason="x")
    await take_back(context, merged.event_id, reason="two")
    assert await named(context, "A. Ruiz") == ruiz


async def test_a_document_that_uses_a_name_while_it_is_given_makes_nobody_twice(context: Context) -> None:
    ana = await _known(context)
    given, *_ = await asyncio.gather(
        add_alias(context, ana, "Captain", reason="as the crew calls her"),
        tell(context, attribute("Captain", "likes", "tea")),
        tell(context, attribute("Captain", "likes", "tea")),
    )
    bearers = await rows(context, "select distinct entity_id from aliases where folded = 'captain'")
    assert {entity for (entity,) in bearers} == {ana, *given.also_named}
