"""What changed between two looks at a memory: every change of every fact, with why."""

from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import pytest

from remember.errors import Incorrect, NotFound
from remember.wire import ChangePage, FactChange, HeldAs
from tests.stories.telling import Told
from tests.working import rows

Row = dict[str, Any]


def _day(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


async def _look(memory: Told, since: ChangePage | None = None, **more: Any) -> ChangePage:
    after = {"believed_after": since.believed_until} if since else {}
    found = await memory.call("changes", **after, **more)
    assert isinstance(found, ChangePage)
    return found


def _told(page: ChangePage) -> list[tuple[str, tuple[str, ...]]]:
    return sorted((change.label, change.changes) for change in page.changes)


def _of(page: ChangePage, label: str) -> FactChange:
    (found,) = [change for change in page.changes if change.label == label]
    return found


async def test_a_new_value_ends_the_one_before_and_both_changes_are_told(memory: Told) -> None:
    await memory.tell_rows(
        "rota",
        {"subject": "Oda Lind", "predicate": "works_for", "object": "Corvo", "valid_from": "2021-01-01"},
    )
    first = await _look(memory)
    assert _told(first) == [("Oda Lind works for Corvo", ("added",))]
    await memory.tell_rows(
        "letter",
        {"subject": "Oda Lind", "predicate": "works_for", "object": "Marlin", "valid_from": "2022-03-01"},
    )
    second = await _look(memory, first)
    assert _told(second) == [
        ("Oda Lind works for Corvo", ("superseded",)),
        ("Oda Lind works for Marlin", ("added",)),
    ]
    ended, added = _of(second, "Oda Lind works for Corvo"), _of(second, "Oda Lind works for Marlin")
    assert (ended.related_id, ended.related_label) == (added.fact_id, added.label)
    assert ended.before and ended.after
    assert (ended.before.valid_until, ended.after.valid_until) == (None, _day("2022-03-01"))
    assert (added.before, added.claim_count) == (None, 1)
    assert _told(await _look(memory, second)) == []


def _works(who: str, where: str, since: str, **more: Any) -> Row:
    return {"subject": who, "predicate": "works_for", "object": where, "valid_from": since} | more


async def test_an_end_that_is_said_ends_a_fact_and_nothing_takes_its_place(memory: Told) -> None:
    await memory.tell_rows("rota", _works("Oda Lind", "Corvo", "2021-01-01"))
    first = await _look(memory)
    await memory.tell_rows(
        "letter",
        {"subject": "Oda Lind", "predicate": "works_for", "object": "Corvo", "effect": "ends",
         "valid_until": "2023-05-01"},
    )  # fmt: skip
    (ended,) = (await _look(memory, first)).changes
    assert (ended.changes, ended.related_id, ended.claim_count) == (("ended",), None, 1)
    assert ended.after and ended.after.valid_until == _day("2023-05-01")


async def test_better_dates_redate_a_fact(memory: Told) -> None:
    begun = {"subject": "Oda Lind", "predicate": "works_for", "object": "Corvo", "effect": "begins"}
    await memory.tell_rows("rota", begun | {"valid_from": "2021-01-01", "said_at": "2021-01-05T00:00:00Z"})
    first = await _look(memory)
    await memory.tell_rows("letter", begun | {"valid_from": "2021-02-01", "said_at": "2021-03-05T00:00:00Z"})
    (redated,) = (await _look(memory, first)).changes
    assert redated.changes == ("redated",)
    assert redated.before and redated.after
    assert (redated.before.valid_from, redated.after.valid_from) == (_day("2021-01-01"), _day("2021-02-01"))


async def test_the_latest_word_of_two_undated_ones_supersedes_the_other(memory: Told) -> None:
    said = {"source_modified_at": datetime(2024, 5, 1, tzinfo=UTC)}
    await memory.tell("The gate code rota is weekly.", "office", **said)
    first = await _look(memory)
    later = {"source_modified_at": datetime(2024, 6, 1, tzinfo=UTC)}
    await memory.tell("The gate code rota is monthly.", "guard", **later)
    second = await _look(memory, first)
    weekly = _of(second, "The gate code rota is weekly.")
    assert (weekly.changes, weekly.related_label) == (("superseded",), "The gate code rota is monthly.")
    assert weekly.after and weekly.after.said_until == later["source_modified_at"]
    assert weekly.after.valid_until is None


async def test_a_dispute_begins_and_is_settled_when_a_source_takes_its_word_back(memory: Told) -> None:
    await memory.tell("The gate code rota is weekly.", "office")
    first = await _look(memory)
    await memory.tell("The gate code rota is monthly.", "guard", versioning_mode="living")
    second = await _look(memory, first)
    assert _told(second) == [
        ("The gate code rota is monthly.", ("added", "contradicted")),
        ("The gate code rota is weekly.", ("contradicted",)),
    ]
    group = _of(second, "The gate code rota is weekly.").after
    await memory.tell("The rota hangs in the office.", "guard", versioning_mode="living")
    third = await _look(memory, second)
    retracted = _of(third, "The gate code rota is monthly.")
    assert (retracted.changes, retracted.after) == (("retracted",), None)
    assert retracted.outcome == "retracted_source_removal"
    settled = _of(third, "The gate code rota is weekly.")
    assert settled.changes == ("settled",)
    assert group and settled.before and settled.before.contradiction_group == group.contradiction_group
    only = await _look(memory, kinds=["retracted"])
    assert (_told(only), only.total) == ([("The gate code rota is monthly.", ("retracted",))], 1)


async def test_merging_two_entities_and_taking_it_back_changes_their_facts(memory: Told) -> None:
    await memory.tell_rows("rota", _works("Oda Lind", "Corvo", "2021-01-01"))
    await memory.tell_rows("letter", _works("O. Lind", "Corvo", "2021-01-01"))
    (oda,) = (await memory.call("resolve_entity", name="Oda Lind")).entities
    (short,) = (await memory.call("resolve_entity", name="O. Lind")).entities
    first = await _look(memory)
    pair = {"survivor_id": str(oda.entity_id), "absorbed_id": str(short.entity_id)}
    merged = await memory.call("merge_entities", **pair, reason="one person")
    second = await _look(memory, first)
    (gone,) = [change for change in second.changes if "merged" in change.changes]
    assert gone.after is None and gone.related_id
    await memory.call("split_entity", event_id=str(merged.event_id), reason="two after all")
    third = await _look(memory, second)
    assert (gone.fact_id, ("reopened",)) in [(change.fact_id, change.changes) for change in third.changes]
    assert {change.caused_by for change in third.changes} & {merged.event_id} == set()
    assert {change.cause for change in third.changes} == {"split"}


async def test_what_only_a_deleted_document_said_is_in_no_list_of_changes(memory: Told) -> None:
    kept = await memory.tell("The gate code rota is weekly.", "office")
    gone = await memory.tell("The pier lamp is broken.", "harbour")
    assert (await _look(memory)).total == 2
    await memory.call("delete_document", doc_id=str(gone.doc_id))
    assert _told(await _look(memory)) == [("The gate code rota is weekly.", ("added",))]
    await memory.call("delete_document", doc_id=str(kept.doc_id))
    assert (await _look(memory)).total == 0


async def test_changes_are_restricted_to_an_entity_and_to_a_stretch_of_the_world(memory: Told) -> None:
    await memory.tell_rows(
        "rota",
        _works("Oda Lind", "Corvo", "2021-01-01", valid_until="2022-01-01"),
        _works("Bram Teal", "Corvo", "2023-01-01"),
    )
    (oda,) = (await memory.call("resolve_entity", name="Oda Lind")).entities
    assert _told(await _look(memory, entity_id=str(oda.entity_id))) == [
        ("Oda Lind works for Corvo", ("added",))
    ]
    assert _told(await _look(memory, valid_from="2022-06-01T00:00:00Z")) == [
        ("Bram Teal works for Corvo", ("added",))
    ]
    assert _told(await _look(memory, valid_until="2022-06-01T00:00:00Z")) == [
        ("Oda Lind works for Corvo", ("added",))
    ]
    before = await memory.call("changes", believed_until=_day("2020-01-01").isoformat())
    assert (before.changes, before.total) == ((), 0)


_REFUSED: list[tuple[dict[str, Any], type[Exception], str]] = [
    (
        {"believed_after": "2024-02-01T00:00:00Z", "believed_until": "2024-01-01T00:00:00Z"},
        Incorrect,
        "believed_until 2024-01-01",
    ),
    (
        {"valid_from": "2024-02-01T00:00:00Z", "valid_until": "2024-01-01T00:00:00Z"},
        Incorrect,
        "valid_until 2024-01-01",
    ),
    ({"believed_until": "2999-01-01T00:00:00Z"}, Incorrect, "is in the future"),
    ({"believed_after": "2999-01-01T00:00:00Z"}, Incorrect, "is before believed_after 2999-01-01"),
    ({"believed_after": "2024-02-01"}, Incorrect, "believed_after"),
    ({"limit": 201}, Incorrect, "limit is 201"),
    ({"kinds": ["vanished"]}, Incorrect, "kinds"),
    ({"cursor": "nonsense"}, Incorrect, "cursor is malformed"),
    (
        {"entity_id": "00000000-0000-4000-8000-00000000000b"},
        NotFound,
        "there is no entity 00000000-0000-4000-8000-00000000000b",
    ),
]


async def test_a_question_about_changes_that_cannot_be_right_is_refused(memory: Told) -> None:
    for asked, error, said in _REFUSED:
        with pytest.raises(error, match=said):
            await memory.call("changes", **asked)


async def test_the_changes_replayed_in_their_order_give_what_was_held_at_each_moment(memory: Told) -> None:
    moments = []

    async def look() -> None:
        moments.append((await _look(memory)).believed_until)

    await memory.tell_rows("rota", _works("Oda Lind", "Corvo", "2021-01-01"))
    await look()
    await memory.tell_rows(
        "letters",
        _works("Oda Lind", "Marlin", "2022-03-01"),
        _works("Oda Lind", "Heron", "2021-06-01", valid_until="2021-09-01"),
    )
    await look()
    await memory.tell("The gate code rota is weekly.", "office")
    await memory.tell("The gate code rota is monthly.", "guard", versioning_mode="living")
    await look()
    await memory.tell("The rota hangs in the office.", "guard", versioning_mode="living")
    marlin = _of(await _look(memory, kinds=["added"]), "Oda Lind works for Marlin")
    await memory.call("retract", fact_id=str(marlin.fact_id), reason="another Oda")
    await look()
    for moment in moments:
        replayed: dict[UUID, HeldAs] = {}
        for change in reversed((await memory.call("changes", believed_until=moment.isoformat())).changes):
            assert replayed.get(change.fact_id) == change.before
            replayed.pop(change.fact_id, None)
            if change.after:
                replayed[change.fact_id] = change.after
        held = await rows(
            memory.context,
            "select fact_id, lower(valid), upper(valid), contradiction_group from fact_revisions"
            f" where believed @> '{moment.isoformat()}'::timestamptz",
        )
        assert {
            (fact, one.valid_from, one.valid_until, one.contradiction_group) for fact, one in replayed.items()
        } == set(held)
