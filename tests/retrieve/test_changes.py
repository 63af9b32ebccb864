"""Changes page by page, and what is still being written."""

from uuid import UUID

import pytest

from remember.context import Context
from remember.errors import Unavailable
from remember.operations.registry import call
from remember.wire import ChangePage
from tests.retrieve.build import Memory
from tests.working import saving


async def look(context: Context, **asked: object) -> ChangePage:
    found = await call(context, "changes", asked)
    assert isinstance(found, ChangePage)
    return found


async def held(memory: Memory, *labels: str) -> list[UUID]:
    made = []
    for label in labels:
        note = await memory.document(label)
        made.append(await memory.fact(label, supports=[await memory.claim(note, label)]))
    return made


async def test_changes_are_walked_each_once_the_latest_first_while_others_write(memory: Memory) -> None:
    made = await held(memory, *(f"Lamp {n} is lit." for n in range(5)))
    page = await look(memory.context, limit=2)
    seen = [change.fact_id for change in page.changes]
    while page.cursor:
        await held(memory, "One more lamp is lit.")
        page = await look(memory.context, limit=2, cursor=page.cursor)
        assert page.total == 5
        seen += [change.fact_id for change in page.changes]
    assert seen == made[::-1]


async def test_a_look_goes_on_where_the_last_one_ended(memory: Memory) -> None:
    (lamp,) = await held(memory, "The lamp is lit.")
    first = await look(memory.context)
    assert [change.fact_id for change in first.changes] == [lamp]
    await memory.retract(lamp)
    second = await look(memory.context, believed_after=first.believed_until.isoformat())
    assert [(change.fact_id, change.changes) for change in second.changes] == [(lamp, ("retracted",))]
    third = await look(memory.context, believed_after=second.believed_until.isoformat())
    assert third.changes == ()


async def test_what_is_still_being_written_is_waited_for_and_then_said(memory: Memory) -> None:
    await held(memory, "The lamp is lit.")
    async with saving(memory.context):
        with pytest.raises(Unavailable, match="still being written"):
            await look(memory.context)
    assert (await look(memory.context)).total == 1


async def test_a_change_in_a_scope_that_the_caller_does_not_hold_is_not_told(memory: Memory) -> None:
    other = memory.context.new_id()
    await memory.scope(other, project="pier")
    note = await memory.document("The lamp is lit.", scope_id=other)
    await memory.fact("The lamp is lit.", supports=[await memory.claim(note, note.text)], scope_id=other)
    assert (await look(memory.context)).total == 0


async def test_the_cursor_of_one_question_does_not_open_for_another(memory: Memory) -> None:
    await held(memory, "The lamp is lit.", "The gate is shut.")
    page = await look(memory.context, limit=1)
    with pytest.raises(Exception, match="cursor is malformed"):
        await look(memory.context, limit=1, kinds=["retracted"], cursor=page.cursor)
