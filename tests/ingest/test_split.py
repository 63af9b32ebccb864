"""One name, two people: the part of an entity that is somebody else, by documents or by mentions."""

from uuid import UUID, uuid4

import pytest

from remember.context import Context
from remember.domain.claims import DraftClaim
from remember.errors import Conflict, Incorrect, NotFound, RememberError
from remember.ingest.merge import Decided, merge, take_back
from remember.ingest.split import Part, split_off
from tests.ingest.drafts import attribute, held, labels, named, relation
from tests.ingest.testimony import tell
from tests.working import rows

_REED = "Alex Reed"


async def _tell(context: Context, *drafts: DraftClaim) -> UUID:
    """Tell a document; its id."""
    claim_ids = await tell(context, *drafts)
    ((doc_id,),) = await rows(context, f"select doc_id from claims where claim_id = '{claim_ids[0]}'")
    assert isinstance(doc_id, UUID)
    return doc_id


async def _two(context: Context) -> tuple[UUID, UUID]:
    """A welder's document and a nurse's; both name Alex Reed, and both say that he likes rain."""
    rain = attribute(_REED, "likes", "rain")
    welder = await _tell(
        context, attribute(_REED, "attribute:role", "welder"), relation(_REED, "located_in", "Oslo"), rain
    )
    nurse = await _tell(
        context, attribute(_REED, "attribute:role", "nurse"), relation(_REED, "located_in", "Leeds"), rain
    )
    return welder, nurse


async def _split(context: Context, entity_id: UUID, *doc_ids: UUID) -> Decided:
    return await split_off(context, entity_id, Part(doc_ids=doc_ids), reason="another Alex Reed")


async def _about(context: Context, entity_id: UUID) -> list[tuple[str, int, int]]:
    return sorted(
        (fact.label, fact.evidence_count, fact.contradict_count)
        for fact in await held(context)
        if fact.subject_key == f"entity:{entity_id}"
    )


async def test_a_document_about_somebody_else_takes_its_facts_along(context: Context) -> None:
    _, nurse = await _two(context)
    entity_id = await named(context, _REED)
    assert sorted(count for *_, count in await _about(context, entity_id)) == [0, 1, 1, 1, 1]
    split = await _split(context, entity_id, nurse)
    assert await _about(context, entity_id) == [
        ("Alex Reed attribute:role welder", 1, 0),
        ("Alex Reed likes rain", 1, 0),
        ("Alex Reed located_in Oslo", 1, 0),
    ]
    assert await _about(context, split.other_id) == [
        ("Alex Reed attribute:role nurse", 1, 0),
        ("Alex Reed likes rain", 1, 0),
        ("Alex Reed located_in Leeds", 1, 0),
    ]


async def test_a_fact_keeps_its_id_when_all_that_says_it_goes(context: Context) -> None:
    _, nurse = await _two(context)
    before = {fact.label: fact.fact_id for fact in await held(context)}
    split = await _split(context, await named(context, _REED), nurse)
    after = {fact.fact_id: fact for fact in await held(context)}
    assert before.items() <= {(fact.label, fact_id) for fact_id, fact in after.items()}
    assert after[before["Alex Reed attribute:role nurse"]].subject_key == f"entity:{split.other_id}"
    assert after[before["Alex Reed likes rain"]].subject_key == f"entity:{split.entity_id}"


async def test_a_fact_that_a_split_adds_is_found_by_meaning(context: Context) -> None:
    _, nurse = await _two(context)
    split = await _split(context, await named(context, _REED), nurse)
    added = await rows(
        context,
        "select label, embedding is not null from facts where revision_no = 1 and"
        f" subject_key = 'entity:{split.other_id}'",
    )
    assert added == [("Alex Reed likes rain", True)]


async def test_everybody_is_reached_from_who_is_meant_now(context: Context) -> None:
    _, nurse = await _two(context)
    await _tell(context, relation("Tide", "owner", _REED))
    split = await _split(context, await named(context, _REED), nurse)
    for fact in await held(context):
        mine = [place.split()[0] for place in fact.reached_from if place.endswith(("subject", "object"))]
        mentioned = {place.split()[0] for place in fact.reached_from if place.endswith("mentioned")}
        assert set(mine) == mentioned
        assert (str(split.entity_id) in mine) != (str(split.other_id) in mine)


async def test_a_split_by_documents_is_merged_back_and_split_again(context: Context) -> None:
    _, nurse = await _two(context)
    whole = await labels(context)
    entity_id = await named(context, _REED)
    split = await _split(context, entity_id, nurse)
    apart = await held(context)
    back = await merge(context, entity_id, split.other_id, reason="one after all")
    assert await labels(context) == whole
    await take_back(context, back.event_id, reason="two after all")
    assert await held(context) == apart


async def test_both_bear_the_name_and_it_is_given_to_neither_silently(context: Context) -> None:
    _, nurse = await _two(context)
    await _split(context, await named(context, _REED), nurse)
    await _tell(context, attribute(_REED, "likes", "tea"))
    assert await rows(context, "select method, reason from mentions where entity_id is null") == [
        ("ambiguous", "2 entities bear this name")
    ]


async def test_a_name_that_only_the_other_used_goes_with_them(context: Context) -> None:
    await _tell(context, attribute("Ana Ruiz", "likes", "rain"))
    await _tell(context, attribute("Ana", "likes", "rain"))
    await merge(context, await named(context, "Ana Ruiz"), await named(context, "Ana"), reason="one")
    ana = await _tell(context, attribute("Ana", "likes", "tea"), attribute("Ana Ruiz", "likes", "tea"))
    split = await _split(context, await named(context, "Ana Ruiz"), ana)
    assert await rows(
        context, f"select folded from aliases where entity_id = '{split.other_id}' order by folded"
    ) == [("ana",), ("ana ruiz",)]


async def test_a_claim_moves_whole_with_any_of_its_mentions(context: Context) -> None:
    await _tell(context, relation(_REED, "located_in", "Oslo"))
    await _tell(context, relation(_REED, "knows", "Mio"), attribute(_REED, "attribute:role", "nurse"))
    ((mention_id,),) = await rows(
        context,
        "select mention_id from mentions m join claims c using (claim_id)"
        " where m.folded = 'alex reed' and c.claim_text like '%nurse%'",
    )
    part = Part(mention_ids=[mention_id])
    split = await split_off(context, await named(context, _REED), part, reason="the nurse is another")
    assert await _about(context, split.other_id) == [("Alex Reed attribute:role nurse", 1, 0)]
    assert len(await _about(context, split.entity_id)) == 2
    assert await rows(context, "select mention_id, from_entity_id, to_entity_id from mention_moves") == [
        (mention_id, split.entity_id, split.other_id)
    ]
    assert await rows(context, f"select method, reason from mentions where mention_id = '{mention_id}'") == [
        ("person", "the nurse is another")
    ]


async def test_what_cannot_be_split_off_is_refused(context: Context) -> None:
    welder, nurse = await _two(context)
    stranger = await _tell(context, attribute("Mio", "likes", "rain"))
    entity_id = await named(context, _REED)
    for part, error, code in (
        (Part(), Incorrect, "nothing_named"),
        (Part(doc_ids=[stranger]), NotFound, "mention_not_found"),
        (Part(mention_ids=[uuid4()]), NotFound, "mention_not_found"),
        (Part(doc_ids=[welder, nurse]), Conflict, "nothing_left"),
    ):
        with pytest.raises(error) as refused:
            await split_off(context, entity_id, part, reason="x")
        assert isinstance(refused.value, RememberError)
        assert refused.value.code == code
    with pytest.raises(NotFound, match="there is no entity"):
        await split_off(context, uuid4(), Part(doc_ids=[nurse]), reason="x")
    assert len(await rows(context, "select event_id from identity_events")) == 0
