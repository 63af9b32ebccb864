"""Two sources that disagree, until one of them takes its word back."""

import pytest

from remember.errors import Incorrect
from tests.stories.telling import Told


async def test_a_dispute_ends_when_a_source_is_gone_and_that_is_on_record(memory: Told) -> None:
    kept = await memory.tell("The gate code rota is weekly.", "office")
    gone = await memory.tell("The gate code rota is monthly.", "guard")
    disputed = await memory.call("list_contradictions")
    group = disputed.facts[0].contradiction_group
    assert {fact.label for fact in disputed.facts} == {
        "The gate code rota is weekly.",
        "The gate code rota is monthly.",
    }
    assert {claim.doc_id for claim in disputed.evidence} == {kept.doc_id, gone.doc_id}

    await memory.call("delete_document", doc_id=str(gone.doc_id))
    assert (await memory.call("list_contradictions")).negative.kind == "known_empty"
    (left,) = (await memory.call("facts_context", query="how often is the gate code rota")).facts
    assert (left.label, left.contradiction_group) == ("The gate code rota is weekly.", None)
    history = await memory.call("transcript_observation", observation_id=str(left.fact_id))
    assert history.transcript[-1].features["contradiction_before"] == str(group)
    assert history.transcript[-1].features["contradiction_after"] is None


async def test_a_dispute_that_a_new_version_ends_is_listed_as_closed(memory: Told) -> None:
    await memory.tell("The gate code rota is weekly.", "office")
    await memory.tell("The gate code rota is monthly.", "guard", versioning_mode="living")
    group = (await memory.call("list_contradictions")).facts[0].contradiction_group
    await memory.tell("The gate code rota is weekly.", "guard", versioning_mode="living")
    closed = await memory.call("list_contradictions", state="closed")
    assert {(fact.label, fact.contradiction_group) for fact in closed.facts} == {
        ("The gate code rota is weekly.", group),
        ("The gate code rota is monthly.", group),
    }
    assert [(change.id, change.change) for change in closed.changes] == [
        (group, "new"),
        (group, "invalidated"),
    ]


async def test_what_stood_disputed_then_is_listed_as_it_was_believed(memory: Told) -> None:
    await memory.tell("The gate code rota is weekly.", "office")
    await memory.tell("The gate code rota is monthly.", "guard", versioning_mode="living")
    disputed = (await memory.call("changes")).believed_until.isoformat()
    await memory.tell("The rota hangs in the office.", "guard", versioning_mode="living")
    assert (await memory.call("list_contradictions")).negative.kind == "known_empty"
    then = {"mode": "as_of", "valid_at": disputed, "believed_at": disputed}
    found = await memory.call("list_contradictions", time=then)
    assert {fact.label for fact in found.facts} == {
        "The gate code rota is weekly.",
        "The gate code rota is monthly.",
    }
    assert [change.change for change in found.changes] == ["new"]
    assert found.temporal_scope.mode == "as_of"
    with pytest.raises(Incorrect, match="closed contradictions are listed as of now"):
        await memory.call("list_contradictions", time=then, state="closed")


async def test_a_dispute_is_listed_for_the_times_that_it_is_about(memory: Told) -> None:
    for ref, firm in (("roster", "Corvo"), ("wiki", "Norvik")):
        row = {"subject": "Ines", "predicate": "works_for", "object": firm}
        await memory.tell_rows(ref, row | {"valid_from": "2020-01-01", "valid_until": "2022-01-01"})
    told = (await memory.call("changes")).believed_until.isoformat()

    async def listed(time: dict[str, str] | None = None) -> int:
        found = await memory.call("list_contradictions", **({"time": time} if time else {}))
        return len({fact.contradiction_group for fact in found.facts})

    assert await listed() == await listed({"mode": "current"}) == await listed({"mode": "history"}) == 1
    for year, there in (("2019", 0), ("2021", 1), ("2023", 0)):
        day = f"{year}-06-01T00:00:00Z"
        assert await listed({"mode": "at", "at": day}) == there
        assert await listed({"mode": "as_of", "valid_at": day, "believed_at": told}) == there
    assert (
        await listed({"mode": "overlap", "from": "2019-06-01T00:00:00Z", "to": "2020-06-01T00:00:00Z"}) == 1
    )
    assert (
        await listed({"mode": "overlap", "from": "2018-06-01T00:00:00Z", "to": "2019-06-01T00:00:00Z"}) == 0
    )
