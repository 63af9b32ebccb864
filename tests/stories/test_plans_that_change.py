"""What was planned for a day: it is moved, and a question about now gets the new day alone."""

import pytest

from tests.stories.telling import Told

PLANNED, THEN, CHANGED = "2025-05-02T00:00:00Z", "2025-05-10T00:00:00Z", "2025-05-20T00:00:00Z"


async def _labels(memory: Told, query: str, **time: str) -> list[str]:
    found = await memory.call("facts_context", query=query, **({"time": time} if time else {}))
    return sorted(fact.label for fact in found.facts)


@pytest.mark.parametrize(
    ("change", "day"),
    [
        ("The audit has been moved to 19 June.", "2025-06-19"),
        ("The audit was brought forward from 12 June to 28 May.", "2025-05-28"),
        ("Dana put the audit off until 3 July.", "2025-07-03"),
    ],
)
async def test_a_day_of_no_year_to_which_something_was_moved_is_the_one_ahead(
    memory: Told, change: str, day: str
) -> None:
    await memory.tell("The audit is on 12 June.", "plan", source_modified_at=PLANNED)
    await memory.tell(change, "change", source_modified_at=CHANGED)
    assert await _labels(memory, "when is the audit") == [f"The audit is on {day}."]
    then = await _labels(memory, "when is the audit", mode="at", at=THEN)
    assert then == ["The audit is on 2025-06-12."]


@pytest.mark.parametrize(
    ("plan", "end"),
    [
        ("The review is on 12 June.", "The review on 12 June was cancelled."),
        ("The review is due on 12 June.", "The review planned for 12 June has been called off."),
        ("The review is on 12 June.", "Dana cancelled the 12 June review."),
        ("The review is on 12 June.", "The review was cancelled."),
        ("The review is on 12 June.", "The review was cancelled on 15 May."),
        ("The review is on 12 June.", "The review on 12 June was cancelled on 15 May."),
    ],
)
async def test_what_is_called_off_is_on_its_day_no_more(memory: Told, plan: str, end: str) -> None:
    await memory.tell(plan, "plan", source_modified_at=PLANNED)
    (planned,) = await _labels(memory, "when is the review")
    await memory.tell(end, "end", source_modified_at=CHANGED)
    now = await _labels(memory, "when is the review")
    assert planned not in now
    assert any(label.endswith("is cancelled.") for label in now)
    then = await _labels(memory, "when is the review", mode="at", at=THEN)
    assert planned in then and planned.replace(" is ", " is not ") not in then


async def test_another_date_of_the_same_thing_stays(memory: Told) -> None:
    await memory.tell("The review is on 19 June.", "plan", source_modified_at=PLANNED)
    await memory.tell("The review on 12 June was cancelled.", "end", source_modified_at=CHANGED)
    assert "The review is on 2025-06-19." in await _labels(memory, "when is the review")


async def test_what_took_the_place_of_another_is_used_alone(memory: Told) -> None:
    await memory.tell("Larkfield uses KeyBox.", "before", source_modified_at=PLANNED)
    await memory.tell("Larkfield replaced KeyBox with LockJar.", "after", source_modified_at=CHANGED)
    now = await _labels(memory, "what does Larkfield use")
    assert now == ["Larkfield does not use KeyBox", "Larkfield uses LockJar"]
    then = await _labels(memory, "what does Larkfield use", mode="at", at=THEN)
    assert "Larkfield uses KeyBox" in then
