"""However many items there are: bounds as the contract states, and a cut list says that it is cut."""

from uuid import UUID

import pytest

from remember.errors import Incorrect
from remember.wire import ChangePage, Envelope
from remember.wiring import Memory
from tests.retrieve.build import Memory as Rows
from tests.stories.telling import Told

_ITEMS = 137


@pytest.fixture
async def many(opened: Memory) -> Told:
    """A memory with 137 notes, a claim and a fact each."""
    memory = Told(opened)
    rows = Rows(memory.context)
    for n in range(_ITEMS):
        note = await rows.document(f"Lantern {n} hangs in shed {n}.")
        await rows.fact(note.text, supports=[await rows.claim(note, note.text)])
    return memory


async def test_reads_give_what_is_asked_for_and_say_what_they_cut(many: Told) -> None:
    asked = {"query": "which lantern hangs in which shed"}
    for arguments, k in (({}, 50), ({"k": 100}, 100)):
        said = await many.call("claims_and_sources_context", **asked, **arguments)
        assert (len(said.evidence), len(said.chunks)) == (k, k)
        assert (said.truncation.truncated, said.truncation.returned) == (True, 2 * k)
        assert (said.truncation.estimated_total, said.truncation.total_is_exact) == (2 * _ITEMS, True)
    for arguments, k in (({}, 15), ({"k": 30}, 30)):
        held = await many.call("facts_context", **asked, **arguments)
        assert len(held.facts) == k
        assert (held.truncation.truncated, held.truncation.estimated_total) == (True, _ITEMS)


async def test_one_more_than_the_most_is_refused(many: Told) -> None:
    for name, too_much in (
        ("claims_and_sources_context", {"k": 101}),
        ("claims_and_sources_context", {"candidate_k": 401}),
        ("facts_context", {"k": 31}),
        ("facts_context", {"evidence_per_fact": 6}),
        ("facts_context", {"hops": 3}),
        ("list_documents", {"limit": 201}),
        ("changes", {"limit": 201}),
        ("aggregate", {"limit": 201}),
    ):
        query = {} if "limit" in too_much else {"query": "lantern"}
        with pytest.raises(Incorrect):
            await many.call(name, **query, **too_much)


async def test_every_list_of_changes_counts_and_times_is_walked_to_its_end_while_others_write(
    opened: Memory,
) -> None:
    memory = Told(opened)
    rows = Rows(memory.context)
    gate = await rows.entity("gate nine")
    note = await rows.document("Gate nine is shut.")
    claim = await rows.claim(note, note.text, about=[gate])
    for n in range(_ITEMS):
        await rows.fact(f"Gate nine is shut, {n}.", gate, predicate=f"p{n}", supports=[claim])
    asked = {"entity_id": str(gate), "limit": 60}
    for operation in ("changes", "timeline", "aggregate"):
        walked: list[object] = []
        late: list[UUID] = []
        cursor: dict[str, str] = {}
        while not late or cursor:
            page = await memory.call(operation, **asked, **cursor)
            items, cursor, total = _page(page)
            assert total == _ITEMS
            walked += items
            late.append(await rows.fact("Gate nine is open.", gate, predicate="late", supports=[claim]))
        assert (len(late), len(walked), len(set(walked))) == (3, _ITEMS, _ITEMS)
        for fact in late:
            await rows.retract(fact)


def _page(page: ChangePage | Envelope) -> tuple[list[object], dict[str, str], int]:
    """The items of a page, what asks for the next one, and how many there are."""
    if isinstance(page, ChangePage):
        changed = [change.fact_id for change in page.changes]
        return [*changed], {"cursor": page.cursor} if page.cursor else {}, page.total
    assert page.truncation
    go_on = page.truncation.continuation
    items: list[object] = [fact.fact_id for fact in page.facts]
    items += [bucket.key for bucket in page.aggregate.buckets] if page.aggregate else []
    return items, {"continuation": go_on} if go_on else {}, page.truncation.estimated_total


async def test_walking_the_list_gives_every_item_once_while_others_are_written(many: Told) -> None:
    seen: list[UUID] = []
    cursor = None
    for page in range(100):
        listed = await many.call("list_documents", limit=20, **({"cursor": cursor} if cursor else {}))
        seen += [row.doc_id for row in listed.documents]
        await many.ingest("Something else.", f"late-{page}")
        cursor = listed.cursor
        if cursor is None:
            break
    assert len(seen) == len(set(seen)) == _ITEMS
