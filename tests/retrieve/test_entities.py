"""Entities as a person looks them up, and the pairs that may be one."""

from dataclasses import replace
from typing import Any
from uuid import UUID, uuid4

import pytest

from remember.context import OWNER, Context, Principal
from remember.domain.documents import PrincipalKind
from remember.errors import Conflict, Forbidden, Incorrect, NotFound
from remember.operations.registry import call
from remember.wiring import Memory
from tests.ingest.drafts import attribute, named, relation
from tests.ingest.testimony import day, tell


async def _ask(context: Context, operation: str, **arguments: Any) -> Any:
    return await call(context, operation, arguments)


async def _known(context: Context, *names: str) -> list[UUID]:
    for name in names:
        await tell(context, attribute(name, "likes", "rain", said=day(3, 1)))
    return [await named(context, name) for name in names]


async def _proposed(context: Context) -> list[tuple[str, str]]:
    page = await _ask(context, "list_entity_proposals")
    assert page.cursor is None
    return sorted((one.one.name, one.other.name) for one in page.proposals)


async def test_an_entity_is_shown_with_its_names_and_how_much_is_known(context: Context) -> None:
    ana, ruiz = await _known(context, "Ana Ruiz", "A. Ruiz")
    await tell(context, relation("Tide", "owner", "Ana Ruiz", said=day(5, 1)))
    await _ask(context, "add_alias", entity_id=ana, name="Captain", reason="as the crew calls her")
    merged = await _ask(context, "merge_entities", survivor_id=ana, absorbed_id=ruiz, reason="one")
    shown = await _ask(context, "show_entity", entity_id=ana)
    assert (shown.entity_id, shown.name, shown.merged_ids) == (ana, "Ana Ruiz", (ruiz,))
    assert [(one.name, one.given_by) for one in shown.names] == [
        ("Ana Ruiz", "document"),
        ("A. Ruiz", "document"),
        ("Captain", "person"),
    ]
    assert (shown.mention_count, shown.document_count, shown.fact_count) == (3, 3, 2)
    assert (shown.first_said_at, shown.last_said_at) == (day(3, 1), day(5, 1))
    assert [event.event_id for event in shown.merges] == [merged.event_id]


async def test_a_merged_entity_is_shown_as_whom_it_answers_as(context: Context) -> None:
    ana, ruiz = await _known(context, "Ana Ruiz", "A. Ruiz")
    await _ask(context, "merge_entities", survivor_id=ana, absorbed_id=ruiz, reason="one")
    assert (await _ask(context, "show_entity", entity_id=ruiz)).entity_id == ana


async def test_nobody_is_shown_for_an_unknown_id_or_one_that_only_others_see(context: Context) -> None:
    (ana,) = await _known(context, "Ana Ruiz")
    elsewhere = replace(context, scope_id=uuid4(), scope_ids=(uuid4(),))
    for here, entity_id in ((context, uuid4()), (elsewhere, ana)):
        for operation in ("show_entity", "list_mentions", "list_identity_events"):
            with pytest.raises(NotFound, match=f"there is no entity {entity_id}"):
                await _ask(here, operation, entity_id=entity_id)


async def test_mentions_are_listed_in_pages_with_the_reason_of_each(context: Context) -> None:
    (ana,) = await _known(context, "Ana Ruiz")
    for value in ("tea", "fog"):
        await tell(context, attribute("Ana Ruiz", "likes", value))
    first = await _ask(context, "list_mentions", entity_id=ana, limit=2)
    second = await _ask(context, "list_mentions", entity_id=ana, limit=2, cursor=first.cursor)
    assert [(one.claim_text, one.method, one.reason) for one in first.mentions + second.mentions] == [
        ("Ana Ruiz likes rain.", "new", "nothing known bears this name"),
        ("Ana Ruiz likes tea.", "T0", "same name in this scope"),
        ("Ana Ruiz likes fog.", "T0", "same name in this scope"),
    ]
    assert second.cursor is None
    with pytest.raises(Incorrect, match="cursor is malformed"):
        await _ask(context, "list_mentions", entity_id=uuid4(), cursor=first.cursor)


async def test_names_that_may_be_of_one_are_proposed_with_their_reasons(context: Context) -> None:
    ana, ruiz, *_ = await _known(context, "Ana Ruiz", "A. Ruiz", "Server 12", "Server 13", "Mario Lind")
    (found,) = (await _ask(context, "list_entity_proposals")).proposals
    assert (found.one.entity_id, found.other.entity_id) == (ana, ruiz)
    assert (found.names, found.likeness, found.reasons) == (
        ("Ana Ruiz", "A. Ruiz"),
        "possible",
        ("initial",),
    )


async def test_a_pair_that_was_merged_is_not_proposed_and_its_survivor_is(context: Context) -> None:
    ana, ruiz, _ = await _known(context, "Ana Ruiz", "A. Ruiz", "Ana Maria Ruiz")
    await _ask(context, "merge_entities", survivor_id=ana, absorbed_id=ruiz, reason="one")
    assert await _proposed(context) == [("Ana Ruiz", "Ana Maria Ruiz")]


async def test_an_excluded_pair_is_never_proposed_or_merged_until_it_is_allowed(context: Context) -> None:
    ana, ruiz = await _known(context, "Ana Ruiz", "A. Ruiz")
    excluded = await _ask(context, "exclude_pair", one_id=ruiz, other_id=ana, reason="mother and son")
    assert await _proposed(context) == []
    with pytest.raises(Conflict, match="are excluded from being one"):
        await _ask(context, "merge_entities", survivor_id=ana, absorbed_id=ruiz, reason="x")
    (listed,) = (await _ask(context, "list_exclusions")).exclusions
    assert (listed.one.entity_id, listed.other.entity_id, listed.because) == (ana, ruiz, "excluded")
    assert (listed.reason, listed.event_id) == ("mother and son", excluded.event_id)
    await _ask(context, "allow_pair", one_id=ana, other_id=ruiz, reason="a misunderstanding")
    assert await _proposed(context) == [("Ana Ruiz", "A. Ruiz")]
    await _ask(context, "merge_entities", survivor_id=ana, absorbed_id=ruiz, reason="one")
    with pytest.raises(Conflict, match=f"{ruiz} is merged into {ana}"):
        await _ask(context, "allow_pair", one_id=ana, other_id=ruiz, reason="x")


async def test_an_exclusion_holds_for_whoever_is_merged_into_either(context: Context) -> None:
    ana, ruiz, anna = await _known(context, "Ana Ruiz", "A. Ruiz", "Anna Ruiz")
    await _ask(context, "exclude_pair", one_id=ana, other_id=ruiz, reason="mother and son")
    await _ask(context, "merge_entities", survivor_id=anna, absorbed_id=ana, reason="one")
    assert await _proposed(context) == []
    with pytest.raises(Conflict, match="are excluded from being one"):
        await _ask(context, "merge_entities", survivor_id=ruiz, absorbed_id=anna, reason="x")
    (mario,) = await _known(context, "Mario")
    with pytest.raises(NotFound, match="nothing keeps"):
        await _ask(context, "allow_pair", one_id=mario, other_id=anna, reason="x")


async def test_a_pair_that_was_split_is_not_proposed_again_and_may_be_merged_again(context: Context) -> None:
    ana, ruiz = await _known(context, "Ana Ruiz", "A. Ruiz")
    merged = await _ask(context, "merge_entities", survivor_id=ana, absorbed_id=ruiz, reason="one")
    await _ask(context, "split_entity", event_id=merged.event_id, reason="two")
    assert await _proposed(context) == []
    (listed,) = (await _ask(context, "list_exclusions")).exclusions
    assert listed.because == "split"
    again = await _ask(context, "merge_entities", survivor_id=ana, absorbed_id=ruiz, reason="one")
    assert (await _ask(context, "list_exclusions")).exclusions == ()
    assert again.facts_merged == 1


async def test_proposals_are_read_in_pages_that_miss_and_repeat_none(context: Context) -> None:
    await _known(context, *(f"Ana {word} Ruiz" for word in ("Lea", "Lia", "Lena", "Lina")), "Ana Ruiz")
    whole = await _proposed(context)
    assert len(whole) >= 4
    walked: list[tuple[str, str]] = []
    cursor = None
    for _ in range(20):
        page = await _ask(context, "list_entity_proposals", limit=1, cursor=cursor)
        walked += [(one.one.name, one.other.name) for one in page.proposals]
        cursor = page.cursor
        if cursor is None:
            break
    assert (sorted(walked), cursor) == (whole, None)


async def test_every_decision_is_listed_with_who_made_it_and_what_takes_it_back(opened: Memory) -> None:
    context = opened.context(OWNER)
    ana, ruiz = await _known(context, "Ana Ruiz", "A. Ruiz")
    mio = opened.context(Principal(kind=PrincipalKind.USER, ref="mio", permissions=frozenset({"write"})))
    await _ask(mio, "add_alias", entity_id=ana, name="Captain", reason="as the crew calls her")
    await _ask(context, "exclude_pair", one_id=ana, other_id=ruiz, reason="two")
    await _ask(context, "allow_pair", one_id=ana, other_id=ruiz, reason="one")
    merged = await _ask(context, "merge_entities", survivor_id=ana, absorbed_id=ruiz, reason="one")
    first = await _ask(context, "list_identity_events", limit=2)
    second = await _ask(context, "list_identity_events", limit=2, cursor=first.cursor)
    assert [(one.kind, one.decided_by_ref, one.reverse_with) for one in first.events + second.events] == [
        ("merge", "local", "split_entity"),
        ("allow", "local", "exclude_pair"),
        ("exclude", "local", None),
        ("add_alias", "mio", "remove_alias"),
    ]
    assert (first.events[0].event_id, second.cursor) == (merged.event_id, None)
    about_ruiz = await _ask(context, "list_identity_events", entity_id=ruiz)
    assert len(about_ruiz.events) == 4


async def test_a_reader_may_look_and_not_decide(opened: Memory) -> None:
    ana, ruiz = await _known(opened.context(OWNER), "Ana Ruiz", "A. Ruiz")
    reader = opened.context(Principal(kind=PrincipalKind.USER, ref="mio", permissions=frozenset({"read"})))
    assert len((await _ask(reader, "list_entity_proposals")).proposals) == 1
    for operation, arguments in (
        ("merge_entities", {"survivor_id": ana, "absorbed_id": ruiz}),
        ("split_entity", {"entity_id": ana, "doc_ids": [uuid4()]}),
        ("add_alias", {"entity_id": ana, "name": "Captain"}),
        ("remove_alias", {"entity_id": ana, "name": "Captain"}),
        ("exclude_pair", {"one_id": ana, "other_id": ruiz}),
        ("allow_pair", {"one_id": ana, "other_id": ruiz}),
    ):
        with pytest.raises(Forbidden, match="may not perform this operation"):
            await _ask(reader, operation, reason="x", **arguments)


async def test_a_split_is_asked_for_in_one_way_at_a_time(context: Context) -> None:
    for arguments in ({}, {"event_id": uuid4(), "entity_id": uuid4()}, {"doc_ids": [uuid4()]}):
        with pytest.raises(Incorrect, match="event_id stands alone, or entity_id with doc_ids"):
            await _ask(context, "split_entity", reason="x", **arguments)
