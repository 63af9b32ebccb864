"""States that nobody dates: the last word is current, the one before is not lost, and others stand beside."""

from typing import Any

import pytest

from tests.stories.telling import Told

T1, BETWEEN, T2 = "2025-02-01T00:00:00Z", "2025-03-01T00:00:00Z", "2025-04-01T00:00:00Z"
CHANGES_OF_MIND = [
    ("Rana likes chilli.", "Rana hates chilli.", "what does Rana think of chilli"),
    ("Mia loves tea.", "Mia dislikes tea.", "what does Mia think of tea"),
    ("The refund limit is 500.", "The refund limit is 700.", "what is the refund limit"),
    ("Omar owns the gate rota.", "Tove owns the gate rota.", "who owns the gate rota"),
]


async def _told(memory: Told, query: str, time: dict[str, str] | None = None) -> list[Any]:
    found = await memory.call("facts_context", query=query, **({"time": time} if time else {}))
    return sorted(found.facts, key=lambda fact: fact.label)


async def _labels(memory: Told, query: str, **time: str) -> list[str]:
    return [fact.label for fact in await _told(memory, query, time or None)]


@pytest.mark.parametrize("arrive", ["in order", "the other way"])
async def test_the_last_word_is_current_and_dates_nothing(memory: Told, arrive: str) -> None:
    for first, last, query in CHANGES_OF_MIND:
        await _tell_in_turn(memory, first, last, query, turned=arrive == "the other way")


async def _tell_in_turn(memory: Told, first: str, last: str, query: str, *, turned: bool) -> None:
    notes = [(first, query + "1", T1), (last, query + "2", T2)]
    for text, ref, said in reversed(notes) if turned else notes:
        await memory.tell(text, ref, source_modified_at=said)
    (current,) = await _told(memory, query)
    (before,) = await _told(memory, query, {"mode": "at", "at": BETWEEN})
    assert current.fact_id != before.fact_id
    for fact in (current, before):
        assert (fact.validity.valid_from, fact.validity.valid_until) == (None, None)
        assert (fact.temporal_match, fact.contradiction) == ("possible", None)
    assert await _labels(memory, query, mode="history") == sorted([current.label, before.label])
    said = await memory.call("hydrate_" + current.kind, **{f"{current.kind}_id": str(current.fact_id)})
    assert [claim.source_span for claim in said.evidence] == [last]


@pytest.mark.parametrize(("first", "last", "query"), CHANGES_OF_MIND[1:3])
async def test_two_words_of_one_time_are_both_given_as_a_contradiction(
    memory: Told, first: str, last: str, query: str
) -> None:
    await memory.tell(first, "one", source_modified_at=T1)
    await memory.tell(last, "two", source_modified_at=T1)
    one, other = await _told(memory, query)
    assert one.contradiction_group == other.contradiction_group is not None
    assert [side.fact_id for side in one.contradiction.co_members] == [other.fact_id]


@pytest.mark.parametrize(
    ("first", "then", "query"),
    [
        ("Lena is head of audit at Corvo.", "Lena administers Corvo's code hosting account.", "Lena Corvo"),
        ("Omar founded Duna.", "Omar uses Duna.", "Omar Duna"),
        ("Tove owns the gate rota.", "Tove wrote the gate rota.", "Tove gate rota"),
    ],
)
async def test_another_thing_said_of_the_same_two_ends_nothing(
    memory: Told, first: str, then: str, query: str
) -> None:
    await memory.tell(first, "one", source_modified_at=T1)
    held = await _labels(memory, query)
    await memory.tell(then, "two", source_modified_at=T2)
    both = await _told(memory, query)
    assert len(both) == 2 and set(held) < {fact.label for fact in both}
    assert [fact.contradiction for fact in both] == [None, None]


OVER = [
    (
        "Ada Rolv works for Bergen Docks.",
        "Ada Rolv no longer works for Bergen Docks.",
        "who does Ada work for",
    ),
    ("Omar is a member of the gate choir.", "Omar is no longer a member of the gate choir.", "gate choir"),
    ("Duna uses Coralpay.", "Duna stopped using Coralpay.", "what does Duna use"),
    ("The north gate is open.", "The north gate is no longer open.", "is the north gate open"),
    (
        "Mia plays chess with Bo Senn.",
        "Mia no longer plays chess with Bo Senn.",
        "who plays chess with Bo Senn",
    ),
]


@pytest.mark.parametrize(("before", "after", "query"), OVER)
async def test_what_is_no_longer_so_is_denied_from_when_that_is_said(
    memory: Told, before: str, after: str, query: str
) -> None:
    await memory.tell(after, "after", source_modified_at=T2)
    (denied,) = await _told(memory, query)
    assert " not " in denied.label or "no longer" in denied.label
    await memory.tell(before, "before", source_modified_at=T1)
    assert await _labels(memory, query) == [denied.label]
    (held,) = await _told(memory, query, {"mode": "at", "at": BETWEEN})
    assert held.label.casefold().rstrip(".") == before.casefold().rstrip(".").replace("the ", "")
    assert (held.validity.valid_from, held.validity.valid_until) == (None, None)
    await memory.tell(before, "again", source_modified_at="2025-05-01T00:00:00Z")
    assert [fact.label for fact in await _told(memory, query)] == [held.label]


async def test_a_row_that_ends_something_ends_it_though_it_has_no_date(memory: Told) -> None:
    row = {"subject": "Ada Rolv", "predicate": "uses", "object": "Coralpay"}
    await memory.tell_rows("book", row, row | {"object": "Brightpay"}, source_modified_at=T1)
    await memory.tell_rows("letter", row | {"effect": "ends"}, source_modified_at=T2)
    now = ["Ada Rolv does not use Coralpay", "Ada Rolv uses Brightpay"]
    assert await _labels(memory, "what does Ada Rolv use") == now
    then = await _labels(memory, "what does Ada Rolv use", mode="at", at=BETWEEN)
    assert then == ["Ada Rolv uses Brightpay", "Ada Rolv uses Coralpay"]


@pytest.mark.parametrize("planned", ["The report is due on 2 May 2026.", "The report is on 2 May 2026."])
async def test_what_slips_is_not_due_on_the_day_before(memory: Told, planned: str) -> None:
    await memory.tell(planned, "plan", source_modified_at=T1)
    (before,) = await _labels(memory, "when is the report")
    await memory.tell("The report slipped to 9 May 2026.", "slip", source_modified_at=T2)
    now = await _labels(memory, "when is the report")
    assert before not in now and before.replace("05-02", "05-09") in now
