"""How a claim was read and what rests on it; who an entity is, and why mentions are of one."""

from typing import Any

import pytest

from remember.errors import Incorrect, NotFound
from remember.wire import ClaimExplanation, EntityExplanation
from tests.stories.telling import Told

NOBODY = "00000000-0000-4000-8000-00000000000b"
NOTE = "Bo is an engineer. He plays chess with Mio."


async def _claim(memory: Told, words: str, **asked: Any) -> ClaimExplanation:
    (place,) = (await memory.call("explain_sentence", quote=words)).places
    claim_id = str(place.claims[0].claim_id)
    found = await memory.call("explain_claim", claim_id=claim_id, **asked)
    assert isinstance(found, ClaimExplanation)
    return found


async def _entity(memory: Told, name: str, **asked: Any) -> EntityExplanation:
    (only,) = (await memory.call("resolve_entity", name=name)).entities
    found = await memory.call("explain_entity", entity_id=str(only.entity_id), **asked)
    assert isinstance(found, EntityExplanation)
    return found


async def test_a_claim_says_how_it_was_read_and_what_rests_on_it(memory: Told) -> None:
    told = await memory.tell(NOTE, "club", source_modified_at="2024-05-02T00:00:00Z")
    found = await _claim(memory, "He plays chess with Mio.")
    assert (found.claim.claim_text, found.claim.source_span) == (
        "Bo plays chess with Mio.",
        "He plays chess with Mio.",
    )
    assert NOTE[found.claim.char_start : found.claim.char_end] == found.claim.source_span
    (added,) = found.added
    assert (added.text, added.replaced, added.origin) == ("Bo", "He", "pronoun")
    assert added.char_start is not None and NOTE[added.char_start : added.char_end] == "Bo"
    assert found.why == "it was read from version 1, with 1 piece taken from elsewhere; its document says it"
    assert (found.counts, [one.counted_until for one in found.currency]) == (True, [None])
    assert [(one.version_id, one.is_served) for one in found.occurrences] == [(told.version_id, True)]
    (asserted,) = found.asserts
    assert asserted.subject and asserted.subject.name == "Bo"
    assert {mention.surface for mention in found.mentions} == {"He", "Mio"}
    assert all(mention.entity and mention.reason for mention in found.mentions)
    assert [(fact.stance, fact.is_held, fact.linked_until) for fact in found.facts] == [
        ("supports", True, None)
    ]
    assert found.fact_count == 1


async def test_a_claim_that_counts_no_more_says_since_when_and_why(memory: Told) -> None:
    await memory.tell("Mira owns the gate rota.", "pier", versioning_mode="living")
    mine = await _claim(memory, "Mira owns the gate rota.")
    before = (await memory.call("changes")).believed_until
    await memory.tell("Tomas owns the gate rota.", "pier", versioning_mode="living")
    claim_id = str(mine.claim.claim_id)
    now = await memory.call("explain_claim", claim_id=claim_id)
    assert (now.counts, now.claim.is_current_testimony) == (False, False)
    assert now.why.endswith("it counts no more: a newer version of its document no longer says it")
    assert [one.ended for one in now.currency] == ["version_superseded"]
    assert [(fact.label, fact.is_held) for fact in now.facts] == [("Gate rota is owned by Mira", False)]
    then = {"mode": "as_of", "valid_at": "2024-01-01T00:00:00Z", "believed_at": before.isoformat()}
    past = await memory.call("explain_claim", claim_id=claim_id, time=then)
    assert (past.counts, [fact.is_held for fact in past.facts]) == (True, [True])
    assert [(one.counted_until, one.ended) for one in past.currency] == [(None, None)]
    assert [fact.linked_until for fact in past.facts] == [None]
    await memory.call("delete_document", doc_id=str(mine.claim.doc_id))
    with pytest.raises(NotFound, match=f"there is no claim {claim_id}"):
        await memory.call("explain_claim", claim_id=claim_id)


async def test_a_claim_tells_which_of_its_facts_hold_at_the_time_asked_about(memory: Told) -> None:
    await memory.tell("Mira worked for Corvo from 2019-01-01 to 2021-12-31.", "past")
    mine = await _claim(memory, "Mira worked for Corvo from 2019-01-01 to 2021-12-31.")

    async def holds(**time: str) -> list[bool]:
        asked = {"time": time} if time else {}
        found = await memory.call("explain_claim", claim_id=str(mine.claim.claim_id), **asked)
        assert all(fact.is_held for fact in found.facts) and found.facts
        return sorted({fact.holds for fact in found.facts})

    now = (await memory.call("changes")).believed_until.isoformat()
    assert await holds() == [False]
    assert await holds(mode="current") == [False]
    assert await holds(mode="history") == [True]
    assert await holds(mode="at", at="2020-06-01T00:00:00Z") == [True]
    assert await holds(mode="at", at="2023-06-01T00:00:00Z") == [False]
    between = {"from": "2021-06-01T00:00:00Z", "to": "2023-06-01T00:00:00Z"}
    assert await holds(mode="overlap", **between) == [True]
    assert await holds(mode="as_of", valid_at="2020-06-01T00:00:00Z", believed_at=now) == [True]
    assert await holds(mode="as_of", valid_at="2023-06-01T00:00:00Z", believed_at=now) == [False]


async def test_mentions_in_four_notes_are_one_by_their_exact_name_and_it_says_so(memory: Told) -> None:
    for n, words in enumerate(("runs hot", "uses KeyBox", "is in shed nine", "belongs to Corvo")):
        await memory.tell(f"The DGX {words}.", f"note {n}")
    found = await _entity(memory, "DGX", limit=3)
    assert (found.mention_count, found.entity.document_count) == (4, 4)
    assert {ground.entity_id for ground in found.grounds} == {found.entity.entity_id}
    assert sum(ground.mention_count for ground in found.grounds) == 4
    assert all(mention.reason and mention.joined_by == () for mention in found.mentions)
    assert len(found.mentions) == 3 and found.cursor
    rest = await _entity(memory, "DGX", limit=3, cursor=found.cursor)
    assert len({mention.mention_id for mention in (*found.mentions, *rest.mentions)}) == 4
    assert rest.cursor is None


async def test_two_mentions_are_of_one_because_somebody_merged_and_not_any_more_once_split(
    memory: Told,
) -> None:
    await memory.tell("Oda Lind uses KeyBox.", "one")
    await memory.tell("Odile Lind uses KeyBox.", "two")
    mine, other = await _entity(memory, "Oda Lind"), await _entity(memory, "Odile Lind")
    pair = {"survivor_id": str(mine.entity.entity_id), "absorbed_id": str(other.entity.entity_id)}
    merged = await memory.call("merge_entities", **pair, reason="one person, says the rota")
    both = [str(one.mentions[0].mention_id) for one in (mine, other)]
    found = await _entity(memory, "Oda Lind", mention_ids=both)
    assert [(one.entity_id, one.joined_by) for one in found.mentions] == [
        (mine.entity.entity_id, ()),
        (other.entity.entity_id, (merged.event_id,)),
    ]
    assert [(event.event_id, event.kind, event.reason) for event in found.decisions] == [
        (merged.event_id, "merge", "one person, says the rota")
    ]
    assert "by decision" in found.why
    asked_for_the_absorbed = await memory.call("explain_entity", entity_id=str(other.entity.entity_id))
    assert asked_for_the_absorbed.entity.entity_id == mine.entity.entity_id
    await memory.call("split_entity", event_id=str(merged.event_id), reason="two after all")
    with pytest.raises(NotFound, match="1 of the mentions are not of entity"):
        await _entity(memory, "Oda Lind", mention_ids=both)
    alone = await _entity(memory, "Odile Lind")
    assert [event.kind for event in alone.decisions] == ["split", "merge"]


async def test_a_mention_that_a_split_gave_away_names_the_split(memory: Told) -> None:
    first = await memory.tell("Alex Reed is a welder in Oslo.", "one")
    await memory.tell("Alex Reed is a nurse in Leeds.", "two")
    found = await _entity(memory, "Alex Reed")
    split = await memory.call(
        "split_entity",
        entity_id=str(found.entity.entity_id),
        doc_ids=[str(first.doc_id)],
        reason="two people of one name",
    )
    taken = await memory.call("explain_entity", entity_id=str(split.other_id))
    assert {mention.doc_id for mention in taken.mentions} == {first.doc_id}
    assert {mention.moved_by for mention in taken.mentions} == {split.event_id}
    assert {event.kind for event in taken.decisions} == {"split"}


async def test_claims_and_entities_that_there_are_not_are_not_found_and_bounds_are_kept(memory: Told) -> None:
    with pytest.raises(NotFound, match=f"there is no claim {NOBODY}"):
        await memory.call("explain_claim", claim_id=NOBODY)
    with pytest.raises(NotFound, match=f"there is no entity {NOBODY}"):
        await memory.call("explain_entity", entity_id=NOBODY)
    with pytest.raises(Incorrect, match="limit is 0"):
        await memory.call("explain_claim", claim_id=NOBODY, limit=0)
    with pytest.raises(Incorrect, match="stands twice"):
        await memory.call("explain_entity", entity_id=NOBODY, mention_ids=[NOBODY, NOBODY])
