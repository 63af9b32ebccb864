"""Documents taken in before references were kept get theirs later: once, and whole or not at all."""

import asyncio
from uuid import UUID

import pytest

from remember.context import OWNER
from remember.ingest import references as reading
from remember.store import references
from remember.wiring import Memory
from remember.worker import Worker, working
from tests.stories.telling import Told
from tests.working import rows

_PAGE = b'<html><body><p>See <a href="rota.md">the list</a>.</p></body></html>'
_MAIL = "From: Mira\nTo: crew\nSubject: the gate\nMessage-ID: <{0}@quay.example>\n{1}\n\nAgreed.\n"
_TABLES = ("reference_locators", "document_references", "document_locators")
_KEPT = (
    "select 'points', raw, kind, array_agg(locator order by rank) from document_references"
    " join reference_locators using (tenant_id, reference_id) group by reference_id, raw, kind"
    " union all select 'pointed', '', '', array_agg(locator order by locator) from document_locators"
    " group by version_id order by 1, 2, 3, 4"
)


@pytest.fixture
async def told(opened: Memory) -> Told:
    """A memory with documents of several kinds that point at each other."""
    memory = Told(opened)
    async with working(opened):
        await memory.tell("The plan follows [the rota](rota.md) and [[Gate keys]].", "plan.md")
        await memory.tell("Whoever is on duty opens.", "rota.md")
        await memory.tell(_PAGE, "page.html", filename="page.html", mime="text/html")
        await memory.tell(
            _MAIL.format("two", "In-Reply-To: <one@quay.example>"), "two.txt", mime="text/plain"
        )
        await memory.tell_rows("book", {"subject": "Gate 4", "predicate": "status", "value": "open"})
    return memory


async def _forget(told: Told) -> None:
    """Leave the memory as it was before references were kept."""
    async with told.context.database.write() as tx:
        for table in _TABLES:
            await tx.execute(f"delete from {table}".encode())
        await tx.execute(b"update versions set references_read = false")


async def test_older_documents_point_at_what_they_would_point_at_today(told: Told, opened: Memory) -> None:
    kept = await rows(told.context, _KEPT)
    assert len(kept) > 8
    await _forget(told)
    assert await rows(told.context, _KEPT) == []
    await Worker(opened).read_older_references()
    assert await rows(told.context, _KEPT) == kept
    await Worker(opened).read_older_references()
    assert await rows(told.context, _KEPT) == kept


async def test_a_worker_begins_with_it_and_several_do_it_once(told: Told, opened: Memory) -> None:
    kept = await rows(told.context, _KEPT)
    await _forget(told)
    await asyncio.gather(*(Worker(opened).read_older_references() for _ in range(3)))
    assert await rows(told.context, _KEPT) == kept


async def test_what_is_interrupted_is_not_done_and_done_by_the_next(
    told: Told, opened: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = await rows(told.context, _KEPT)
    await _forget(told)
    add, added = references.add, list[UUID]()

    async def interrupted(*arguments: object) -> None:
        await add(*arguments)  # type: ignore[arg-type]
        added.append(arguments[3])  # type: ignore[arg-type]
        if len(added) == 2:
            raise RuntimeError("interrupted")

    monkeypatch.setattr(references, "add", interrupted)
    await Worker(opened).read_older_references()
    unread = await rows(told.context, "select version_id from versions where not references_read")
    assert unread == [(added[1],)]
    lacking = await rows(
        told.context,
        "select version_id from versions where version_id not in (select version_id from document_locators)",
    )
    assert lacking == unread
    await Worker(opened).read_older_references()
    assert await rows(told.context, _KEPT) == kept


async def test_a_text_that_is_gone_keeps_no_other_from_being_read(told: Told, opened: Memory) -> None:
    await _forget(told)
    context = opened.context(OWNER)
    first = await reading.unread(context, None)
    assert first is not None
    async with context.database.write() as tx:
        await tx.execute(
            b"update representations set text_hash = repeat('0', 64) where text_hash = %s", [first.text_hash]
        )
    await Worker(opened).read_older_references()
    unread = await rows(told.context, "select version_id from versions where not references_read")
    assert unread == [(first.version_id,)]


async def test_a_deleted_document_is_not_looked_through(told: Told, opened: Memory) -> None:
    await _forget(told)
    context = opened.context(OWNER)
    first = await reading.unread(context, None)
    assert first is not None
    ((doc_id,),) = await rows(context, f"select doc_id from versions where version_id = '{first.version_id}'")
    await told.call("delete_document", doc_id=str(doc_id))
    await reading.read_references(context, first)
    await Worker(opened).read_older_references()
    told_of = await rows(context, f"select 1 from document_locators where version_id = '{first.version_id}'")
    assert told_of == []
