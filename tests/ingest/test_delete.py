"""Deleting a document: all of it, at once, and nothing of anybody else's."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import Any
from uuid import UUID, uuid4

import pytest

from remember.context import Context
from remember.domain.documents import STAGES, IngestRequest
from remember.errors import Interrupted, NotFound
from remember.ingest.delete import delete
from remember.ingest.receive import receive
from remember.ingest.version import Progress, process
from remember.wire import DocumentDeletion
from tests.scripted import ScriptedProviders
from tests.working import lease_next, rows, work_off

_DRAFT = IngestRequest(filename="draft.md", mime="text/markdown", source_kind="notes", source_ref="draft.md")
_STATUS = replace(_DRAFT, filename="status.md", source_ref="status.md")
_BOTH_SAY = "Mira leads the orchard team."


async def test_a_deleted_document_is_gone_from_search_and_its_claims_count_no_more(context: Context) -> None:
    received = await receive(context, _DRAFT, b"Mira leads the orchard team. Tomas lives in Porto.")
    await work_off(context)
    deleted = await delete(context, received.doc_id)
    assert deleted == DocumentDeletion(
        doc_id=received.doc_id,
        deleted_at=deleted.deleted_at,
        claims_retired=2,
        relations_closed=deleted.relations_closed,
        observations_closed=deleted.observations_closed,
    )
    assert deleted.relations_closed + deleted.observations_closed == 2
    assert await rows(context, "select count(*) from chunks where serving") == [(0,)]
    assert await rows(
        context, "select is_current, ended from claims join claim_currency using (claim_id)"
    ) == [
        (False, "version_deleted"),
        (False, "version_deleted"),
    ]
    assert await rows(context, "select distinct outcome from adjudications where outcome <> 'add'") == [
        ("retracted_source_removal",)
    ]
    assert await rows(context, "select count(*) from facts where invalidated_at is null") == [(0,)]


async def test_deleting_is_not_erasing(context: Context) -> None:
    received = await receive(context, _DRAFT, _BOTH_SAY.encode())
    await work_off(context)
    await delete(context, received.doc_id)
    assert await context.content.get(context.tenant_id, received.content_hash) == _BOTH_SAY.encode()
    assert await rows(context, "select claim_text from claims") == [(_BOTH_SAY,)]
    assert await rows(context, "select status, deleted_at is not null from versions") == [("deleted", True)]


async def test_a_fact_that_somebody_else_supports_stays_with_one_supporter_less(context: Context) -> None:
    draft = await receive(context, _DRAFT, _BOTH_SAY.encode())
    await receive(context, _STATUS, _BOTH_SAY.encode())
    await work_off(context)
    held = "select fact_id, evidence_count, invalidated_at from facts"
    ((fact_id, count, _),) = await rows(context, held)
    assert count == 2
    deleted = await delete(context, draft.doc_id)
    assert (deleted.claims_retired, deleted.relations_closed, deleted.observations_closed) == (1, 0, 0)
    assert await rows(context, held) == [(fact_id, 1, None)]


async def test_a_second_deletion_finds_nothing(context: Context) -> None:
    received = await receive(context, _DRAFT, _BOTH_SAY.encode())
    await delete(context, received.doc_id)
    for doc_id in (received.doc_id, uuid4()):
        with pytest.raises(NotFound) as refused:
            await delete(context, doc_id)
        assert refused.value.code == "document_not_found"


async def test_a_document_of_a_scope_that_the_caller_does_not_hold_is_not_found(context: Context) -> None:
    received = await receive(context, _DRAFT, _BOTH_SAY.encode())
    with pytest.raises(NotFound):
        await delete(replace(context, scope_ids=(uuid4(),)), received.doc_id)


async def test_every_version_goes_with_its_document(context: Context) -> None:
    received = await receive(context, _DRAFT, b"Mira leads the orchard team.")
    await receive(context, _DRAFT, b"Tomas leads the orchard team.")
    await work_off(context)
    assert (await delete(context, received.doc_id)).claims_retired == 2
    assert await rows(context, "select count(*) from versions where deleted_at is null") == [(0,)]


async def test_the_same_bytes_after_a_deletion_are_a_new_version_that_is_processed_from_the_start(
    context: Context, models: ScriptedProviders
) -> None:
    first = await receive(context, _DRAFT, _BOTH_SAY.encode())
    await work_off(context)
    await delete(context, first.doc_id)
    models.parse.asked.clear()
    again = await receive(context, _DRAFT, _BOTH_SAY.encode())
    await work_off(context)
    assert (again.doc_id, again.created) == (first.doc_id, True)
    assert again.version_id != first.version_id
    assert models.parse.asked == [_BOTH_SAY]
    assert await rows(context, "select version_no, status from versions order by 1") == [
        (1, "deleted"),
        (2, "ready"),
    ]
    assert await rows(context, "select is_current, count(*) from claims group by 1 order by 1") == [
        (False, 1),
        (True, 1),
    ]
    # The fact that the deletion closed stays closed; the new testimony has a fact of its own.
    closed_and_held = "select invalidated_at is null, evidence_count from facts order by 1"
    assert await rows(context, closed_and_held) == [(False, 0), (True, 1)]


async def test_what_waits_to_be_processed_is_skipped(context: Context) -> None:
    received = await receive(context, _DRAFT, _BOTH_SAY.encode())
    await delete(context, received.doc_id)
    assert await work_off(context) == 0
    assert await rows(context, "select status, count(*) from stages group by 1") == [("skipped", len(STAGES))]


@pytest.mark.parametrize("asked", ["embed", "parse"])
async def test_what_is_being_processed_publishes_nothing_more(
    context: Context, models: ScriptedProviders, asked: str
) -> None:
    received = await receive(context, _DRAFT, _BOTH_SAY.encode())
    lease = await lease_next(context)
    assert lease is not None
    providers = replace(
        models.all, **{asked: _Before(getattr(models, asked), _delete(context, received.doc_id))}
    )
    with pytest.raises(Interrupted, match="was deleted"):
        await process(replace(context, providers=providers), lease, Progress())
    assert await rows(context, "select count(*) from chunks where serving") == [(0,)]
    assert await rows(context, "select count(*) from claims") == [(0,)]
    assert await rows(context, "select state from jobs") == [("done",)]


async def test_an_ingest_during_a_deletion_ends_before_or_after_it(context: Context) -> None:
    first = await receive(context, _DRAFT, b"body 0")
    await asyncio.gather(
        *(receive(context, _DRAFT, f"body {n}".encode()) for n in (1, 2, 3)), _deleted(context, first.doc_id)
    )
    await work_off(context)
    state = await rows(context, "select version_no, deleted_at is not null from versions order by 1")
    gone = [deleted for _, deleted in state]
    assert [number for number, _ in state] == [1, 2, 3, 4]
    assert gone == sorted(gone, reverse=True)
    assert gone[0]
    ((deleted,),) = await rows(context, "select deleted_at is not null from documents")
    assert deleted == all(gone)
    searched = (
        "select count(*) from chunks join versions using (version_id) where serving and status = 'deleted'"
    )
    assert await rows(context, searched) == [(0,)]


def _delete(context: Context, doc_id: UUID) -> Callable[[], Awaitable[Any]]:
    return lambda: delete(context, doc_id)


async def _deleted(context: Context, doc_id: UUID) -> None:
    await delete(context, doc_id)


class _Before:
    """A model before whose first answer something happens."""

    def __init__(self, model: Any, happens: Callable[[], Awaitable[Any]]) -> None:
        self._model = model
        self._happens: Callable[[], Awaitable[Any]] | None = happens
        self.model_id = model.model_id

    async def embed_passages(self, texts: Sequence[str]) -> Any:
        await self._once()
        return await self._model.embed_passages(texts)

    async def parse(self, texts: Sequence[str]) -> Any:
        await self._once()
        return await self._model.parse(texts)

    async def _once(self) -> None:
        happens, self._happens = self._happens, None
        if happens:
            await happens()
