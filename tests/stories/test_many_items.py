"""However many items there are: bounds as the contract states, and a cut list says that it is cut."""

from uuid import UUID

import pytest

from remember.errors import Incorrect
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
    ):
        query = {} if name == "list_documents" else {"query": "lantern"}
        with pytest.raises(Incorrect):
            await many.call(name, **query, **too_much)


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
