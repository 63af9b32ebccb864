"""What ends, ends for good; what fails, says so."""

from dataclasses import replace
from uuid import uuid4

import pytest

from remember.context import OWNER
from remember.errors import Incorrect, NotFound, Unavailable
from remember.retrieve.claims_and_sources import claims_and_sources_context
from remember.retrieve.facts_context import facts_context
from remember.wiring import Memory
from remember.worker import working
from tests.scripted import ScriptedProviders
from tests.stories.telling import Told


async def test_deleting_works_once_and_with_the_right_id_only(memory: Told) -> None:
    told = await memory.tell("Mira owns the gate rota.", "gate")
    ended = await memory.call("delete_document", doc_id=str(told.doc_id))
    assert (ended.doc_id, ended.claims_retired) == (told.doc_id, 1)
    for doc_id in (told.doc_id, uuid4()):
        with pytest.raises(NotFound, match="there is no document"):
            await memory.call("delete_document", doc_id=str(doc_id))


async def test_a_deleted_document_is_found_nowhere(memory: Told) -> None:
    told = await memory.tell("Mira owns the gate rota.", "gate")
    await memory.tell("Tomas checks the well.", "well")
    await memory.call("delete_document", doc_id=str(told.doc_id))
    context = memory.opened.context(OWNER)
    listed = (await memory.call("list_documents")).documents
    said = await claims_and_sources_context(context, "who owns the gate rota")
    held = await facts_context(context, "who owns the gate rota")
    assert [document.title for document in listed] == ["well"]
    assert "gate" not in said.model_dump_json(include={"evidence", "chunks", "sources"})
    assert "gate" not in held.model_dump_json(include={"facts", "evidence", "nodes", "edges"})
    with pytest.raises(NotFound):
        await memory.call("show_document", doc_id=str(told.doc_id))


async def test_a_note_that_no_model_can_read_is_kept_and_said_to_have_failed(
    opened: Memory, models: ScriptedProviders
) -> None:
    models.embed.failures.append(Unavailable("the embedder does not answer"))
    opened.settings = replace(opened.settings, max_attempts=1)
    async with working(opened):
        memory = Told(opened)
        told = await memory.ingest("Mira owns the gate rota.", "gate")
        stages = await memory.wait(told.version_id)
        (row,) = (await memory.call("list_documents")).documents
    assert stages["embed_chunk"] == "dead_letter"
    assert (row.latest.status, row.latest.error, row.serving) == (
        "failed",
        "embed_chunk: the embedder does not answer",
        False,
    )
    assert not (await memory.report(told.version_id)).ready
    assert await opened.content.get(opened.tenant.tenant_id, told.content_hash) == b"Mira owns the gate rota."
    found = await claims_and_sources_context(opened.context(OWNER), "gate rota")
    assert (found.evidence, found.chunks) == ((), ())
    assert found.negative is not None


async def test_a_document_whose_newest_version_failed_still_answers_from_the_one_before(
    memory: Told, models: ScriptedProviders
) -> None:
    await memory.tell("Mira owns the gate rota.", "gate")
    models.embed.failures.append(Incorrect("too strange a text"))
    newest = await memory.tell("Tomas owns the gate rota.", "gate")
    (row,) = (await memory.call("list_documents", status="failed")).documents
    assert (row.latest.version_id, row.latest.status, row.serving) == (newest.version_id, "failed", True)
    found = await claims_and_sources_context(memory.opened.context(OWNER), "gate rota")
    assert [chunk.chunk_text for chunk in found.chunks] == ["Mira owns the gate rota."]
