"""What has been so since something, what used to be so, and what is so on some days only."""

from tests.stories.telling import Told

BEFORE, THEN, AFTER = "2025-02-01T00:00:00Z", "2025-03-01T00:00:00Z", "2025-04-01T00:00:00Z"


async def _labels(memory: Told, query: str, **time: str) -> list[str]:
    found = await memory.call("facts_context", query=query, **({"time": time} if time else {}))
    return sorted(fact.label for fact in found.facts)


async def test_what_used_to_be_so_is_held_of_the_past_alone(memory: Told) -> None:
    await memory.tell("Mira Lund lives in Ghent.", "before", source_modified_at=BEFORE)
    await memory.tell("Mira Lund used to live in Ghent.", "after", source_modified_at=AFTER)
    assert await _labels(memory, "is Mira Lund in Ghent") == ["Mira Lund is not in Ghent"]
    then = await _labels(memory, "is Mira Lund in Ghent", mode="at", at=THEN)
    assert then == ["Mira Lund is in Ghent"]


async def test_what_has_been_so_since_an_event_of_a_year_is_no_state_of_that_year_alone(
    memory: Told,
) -> None:
    note = "Corvo has used KeyBox since the audit last year."
    await memory.tell(note, "note", source_modified_at=AFTER)
    found = await memory.call("facts_context", query="what does Corvo use")
    (fact,) = found.facts
    assert (fact.label, fact.validity.valid_from, fact.validity.valid_until) == (
        "Corvo uses KeyBox",
        None,
        None,
    )
    said = await memory.call("hydrate_relation", relation_id=str(fact.fact_id))
    (claim,) = said.evidence
    assert claim.claim_text == "Corvo has used KeyBox since the audit in 2024."


async def test_where_somebody_is_on_some_days_does_not_take_the_place_of_where_they_live(
    memory: Told,
) -> None:
    await memory.tell("Mira Lund lives in Ghent.", "before", source_modified_at=BEFORE)
    await memory.tell("On Mondays Mira Lund is in Vigo.", "after", source_modified_at=AFTER)
    assert await _labels(memory, "where is Mira Lund") == [
        "Mira Lund is in Ghent",
        "On Mondays Mira Lund is in Vigo.",
    ]
