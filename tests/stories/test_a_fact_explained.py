"""Why a fact is held, or is not any more: asked of facts that were told, changed and taken back."""

from typing import Any
from uuid import UUID

import pytest

from remember.errors import Incorrect, NotFound
from remember.wire import FactExplanation
from tests.stories.telling import Told

NOBODY = "00000000-0000-4000-8000-00000000000b"
EMPLOYERS = ("Corvo", "Marlin", "Tern Works", "Heron")


def _works(where: str, since: str, **more: Any) -> dict[str, Any]:
    return {"subject": "Oda Lind", "predicate": "works_for", "object": where, "valid_from": since} | more


async def _facts(memory: Told) -> dict[str, UUID]:
    """Every fact that was ever held, by its label."""
    page = await memory.call("changes", kinds=["added"], limit=200)
    return {change.label: change.fact_id for change in page.changes}


async def _explain(memory: Told, label: str, **more: Any) -> FactExplanation:
    found = await memory.call("explain_fact", fact_id=str((await _facts(memory))[label]), **more)
    assert isinstance(found, FactExplanation)
    return found


async def test_a_value_changed_four_times_is_explained_state_by_state(memory: Told) -> None:
    for month, employer in enumerate(EMPLOYERS, start=1):
        await memory.tell_rows(f"rota {month}", _works(employer, f"2021-0{month}-01"))
    first = await _explain(memory, "Oda Lind works for Corvo")
    assert (first.state, first.supersedes) == ("over", None)
    assert first.superseded_by and first.superseded_by.label == "Oda Lind works for Marlin"
    assert first.why == (
        "it ended on 2021-02-01, where “Oda Lind works for Marlin” begins: 1 document for it"
    )
    assert [change.changes for change in first.history] == [("superseded",), ("added",)]
    assert first.slot.subject and first.slot.subject.name == "Oda Lind"
    assert (first.slot.predicate, first.slot.exclusive) == ("works_for", True)
    assert [rival.label for rival in first.slot.rivals] == [
        f"Oda Lind works for {employer}" for employer in EMPLOYERS[1:]
    ]
    (claim,) = first.evidence
    assert '"Corvo"' in claim.source_span and claim.document_title
    last = await _explain(memory, "Oda Lind works for Heron")
    assert (last.state, last.superseded_by) == ("held", None)
    assert last.supersedes and last.supersedes.label == "Oda Lind works for Tern Works"
    assert last.why == "it holds from 2021-04-01: 1 document for it"


async def test_one_preference_in_three_wordings_is_one_fact_with_every_claim_in_its_own_words(
    memory: Told,
) -> None:
    said = ("Ivo prefers blue.", "Blue is Ivo's preferred colour.", "Ivo mentioned he likes blue.")
    sources = [await memory.tell(words, f"note {n}") for n, words in enumerate(said)]
    (label,) = await _facts(memory)
    found = await _explain(memory, label)
    assert (found.state, found.fact.evidence_count, found.history_count) == ("held", 3, 1)
    assert found.why == "no source dates it, and nothing rules it out: 3 documents for it"
    assert {(claim.doc_id, claim.source_span) for claim in found.evidence} == {
        (source.doc_id, words) for source, words in zip(sources, said, strict=True)
    }
    for claim in found.evidence:
        own = await memory.call("explain_claim", claim_id=str(claim.claim_id))
        assert [(fact.fact_id, fact.stance) for fact in own.facts] == [(found.fact.fact_id, "supports")]


async def test_a_copy_is_one_more_document_and_no_further_source(memory: Told) -> None:
    note = (
        "Mira owns the gate rota. Tomas checks the well. The pier lamp is broken. The ferry leaves at nine."
    )
    for copy in range(2):
        await memory.tell(note, f"copy {copy}")
    found = await _explain(memory, "Gate rota is owned by Mira")
    assert (found.fact.evidence_count, found.independent_sources) == (2, 1)


async def test_what_a_source_no_longer_says_is_explained_with_what_it_rested_on(memory: Told) -> None:
    await memory.tell("The gate code rota is weekly.", "office", versioning_mode="living")
    await memory.tell("The rota hangs in the office.", "office", versioning_mode="living")
    found = await _explain(memory, "The gate code rota is weekly.")
    assert found.state == "retracted"
    assert found.why == f"since {found.history[0].at.date().isoformat()} no source says it any more"
    assert [claim.is_current_testimony for claim in found.evidence] == [False]
    assert [change.changes for change in found.history] == [("retracted",), ("added",)]


async def test_a_side_of_a_dispute_is_explained_with_what_speaks_against_it(memory: Told) -> None:
    await memory.tell("The gate code rota is weekly.", "office")
    await memory.tell("The gate code rota is monthly.", "guard")
    found = await _explain(memory, "The gate code rota is weekly.")
    assert found.state == "contradicted"
    assert found.why.startswith("it is one side of a contradiction that nothing decides: 1 document for it")
    assert [rival.label for rival in found.slot.rivals] == ["The gate code rota is monthly."]
    assert found.fact.contradiction and found.fact.contradiction.total == 1


async def test_a_fact_is_explained_as_it_was_believed(memory: Told) -> None:
    await memory.tell_rows("rota", _works("Corvo", "2021-01-01"))
    before = (await memory.call("changes")).believed_until
    await memory.tell_rows("letter", _works("Marlin", "2022-03-01"))
    then = {"mode": "as_of", "valid_at": "2024-01-01T00:00:00Z", "believed_at": before.isoformat()}
    past = await _explain(memory, "Oda Lind works for Corvo", time=then)
    assert (past.state, past.superseded_by, past.slot.rival_count) == ("held", None, 0)
    assert [change.changes for change in past.history] == [("added",)]
    assert past.fact.validity.valid_until is None
    now = await _explain(memory, "Oda Lind works for Corvo")
    assert (now.state, now.slot.rival_count) == ("over", 1)
    with pytest.raises(NotFound, match="there is no fact"):
        await _explain(memory, "Oda Lind works for Marlin", time=then)


async def test_a_long_history_is_walked_change_by_change(memory: Told) -> None:
    begun = {"subject": "Oda Lind", "predicate": "works_for", "object": "Corvo", "effect": "begins"}
    for day in range(1, 6):
        said = {"valid_from": f"2021-01-0{day}", "said_at": f"2021-02-0{day}T00:00:00Z"}
        await memory.tell_rows(f"rota {day}", begun | said)
    page = await _explain(memory, "Oda Lind works for Corvo", limit=2)
    seen = [*page.history]
    assert (page.history_count, len(page.evidence)) == (5, 2)
    more = await memory.call(
        "hydrate_relation", relation_id=str(page.fact.fact_id), limit=2, continuation=page.more_evidence
    )
    assert len(more.evidence) == 2
    while page.cursor:
        page = await _explain(memory, "Oda Lind works for Corvo", limit=2, cursor=page.cursor)
        assert page.evidence == ()
        seen += page.history
    assert [change.changes for change in seen] == [("redated",)] * 4 + [("added",)]
    assert len({change.at for change in seen}) == 5


async def test_a_merged_fact_names_the_one_that_it_became(memory: Told) -> None:
    await memory.tell_rows("rota", _works("Corvo", "2021-01-01"))
    await memory.tell_rows("letter", _works("Corvo", "2021-01-01") | {"subject": "O. Lind"})
    (oda,) = (await memory.call("resolve_entity", name="Oda Lind")).entities
    (short,) = (await memory.call("resolve_entity", name="O. Lind")).entities
    facts = await _facts(memory)
    pair = {"survivor_id": str(oda.entity_id), "absorbed_id": str(short.entity_id)}
    await memory.call("merge_entities", **pair, reason="one person")
    found = [await memory.call("explain_fact", fact_id=str(fact)) for fact in facts.values()]
    (gone,) = [one for one in found if one.state == "merged"]
    (kept,) = [one for one in found if one.state == "held"]
    assert gone.merged_into and gone.merged_into.fact_id == kept.fact.fact_id
    assert gone.why.startswith("it became one with “")


async def test_nothing_explains_a_fact_that_only_a_deleted_document_told(memory: Told) -> None:
    told = await memory.tell("The gate code rota is weekly.", "office")
    (fact,) = (await _facts(memory)).values()
    await memory.call("delete_document", doc_id=str(told.doc_id))
    with pytest.raises(NotFound, match=f"there is no fact {fact}"):
        await memory.call("explain_fact", fact_id=str(fact))


async def test_a_fact_that_there_is_not_is_not_found_and_bounds_are_kept(memory: Told) -> None:
    with pytest.raises(NotFound, match=f"there is no fact {NOBODY}"):
        await memory.call("explain_fact", fact_id=NOBODY)
    with pytest.raises(Incorrect, match="limit is 201"):
        await memory.call("explain_fact", fact_id=NOBODY, limit=201)
    future = {"mode": "as_of", "valid_at": "2024-01-01T00:00:00Z", "believed_at": "2999-01-01T00:00:00Z"}
    with pytest.raises(Incorrect, match="is in the future"):
        await memory.call("explain_fact", fact_id=NOBODY, time=future)


async def test_what_a_person_retracted_says_so_wherever_it_is_asked_about(memory: Told) -> None:
    told = await memory.tell("The vault uses KeyBox.", "vault")
    ((label, fact_id),) = (await _facts(memory)).items()
    taken = await memory.call("retract", fact_id=str(fact_id), reason="it is the old vault")
    await memory.tell("The vault uses KeyBox.", "vault again")
    found = await _explain(memory, label)
    day = taken.decided_at.date().isoformat()
    assert (found.state, found.why) == ("retracted", f"a person retracted it on {day}: it is the old vault")
    assert [one.reason for one in found.retractions] == ["it is the old vault"]
    assert (found.history[0].changes, found.history[0].decided_by) == (("retracted",), "human")
    (place,) = (await memory.call("explain_sentence", doc_id=str(told.doc_id), char_start=0)).places
    assert [claim.fact_count for claim in place.claims] == [0]
    await memory.call("restore", retraction_id=str(taken.retraction_id), reason="it is this one")
    assert (await _explain(memory, label)).state == "held"


async def test_what_was_restored_since_is_explained_as_retracted_then(memory: Told) -> None:
    await memory.tell("The vault uses KeyBox.", "vault")
    ((label, fact_id),) = (await _facts(memory)).items()
    taken = await memory.call("retract", fact_id=str(fact_id), reason="it is the old vault")
    seen = (await memory.call("changes")).believed_until.isoformat()
    then = {"mode": "as_of", "valid_at": seen, "believed_at": seen}
    at_once = await _explain(memory, label, time=then)
    await memory.call("restore", retraction_id=str(taken.retraction_id), reason="it is this one")
    later = await _explain(memory, label, time=then)
    assert (later.state, later.why) == (at_once.state, at_once.why)
    assert later.why.endswith(": it is the old vault")
    assert later.retractions == at_once.retractions
    (now,) = (await _explain(memory, label)).retractions
    assert now.restored_reason == "it is this one"


async def test_a_claim_that_a_person_retracted_counts_no_more(memory: Told) -> None:
    told = await memory.tell("The vault uses KeyBox.", "vault")
    asked = {"doc_id": str(told.doc_id), "char_start": 0}
    (place,) = (await memory.call("explain_sentence", **asked)).places
    claim_id = str(place.claims[0].claim_id)
    taken = await memory.call("retract", claim_id=claim_id, reason="misread")
    (place,) = (await memory.call("explain_sentence", **asked)).places
    assert (place.state, place.why) == (
        "no_longer_counts",
        "what it said counts no more: a person took it back",
    )
    found = await memory.call("explain_claim", claim_id=claim_id)
    assert (found.counts, [one.reason for one in found.retractions]) == (False, ["misread"])
    await memory.call("restore", retraction_id=str(taken.retraction_id), reason="it was right")
    assert (await memory.call("explain_claim", claim_id=claim_id)).counts
