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
