"""What becomes of bytes that are sent: identity, versions, and what the reply says."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from remember.context import Context
from remember.domain.documents import IngestPrincipal, IngestRequest, PrincipalKind, VersioningMode
from remember.errors import Incorrect, TooLarge
from remember.ingest.receive import receive
from remember.store import documents, stages, versions
from remember.store.versions import StoredVersion
from remember.wire import IngestedVersion
from tests.working import work_off

_SPEC = IngestRequest(
    filename="orchard.md", mime="text/markdown", source_kind="notes", source_ref="specs/orchard.md"
)


async def test_a_new_source_is_a_new_document_with_a_first_version(context: Context) -> None:
    received = await receive(context, _SPEC, b"The gate opens at six.")
    async with context.database.read() as tx:
        stored = await versions.of_document(tx, context.tenant_id, received.doc_id)
    assert received == IngestedVersion(
        deployment_id=context.tenant_id,
        doc_id=received.doc_id,
        version_id=received.version_id,
        content_hash="621024da9eb7f70cb6421d7b55b1a4cc9959e8c08458d7192ac56e8aaac699fa",
        created=True,
        mime="text/markdown",
        title="orchard",
        versioning_mode="snapshot",
        parked=None,
    )
    assert [(v.version_no, v.status, v.byte_size, v.filename) for v in stored] == [
        (1, "ingesting", 22, "orchard.md")
    ]


async def test_the_same_bytes_again_are_the_same_version(context: Context) -> None:
    first = await receive(context, _SPEC, b"The gate opens at six.")
    again = await receive(context, _SPEC, b"The gate opens at six.")
    assert again == first.model_copy(update={"created": False})


async def test_the_same_bytes_again_schedule_nothing(context: Context) -> None:
    await receive(context, _SPEC, b"The gate opens at six.")
    await work_off(context)
    await receive(context, _SPEC, b"The gate opens at six.")
    assert await work_off(context) == 0


async def test_a_version_records_what_was_sent(context: Context) -> None:
    sent = datetime(2026, 3, 4, 15, tzinfo=UTC)
    request = replace(_SPEC, source_version_ref="r1", source_modified_at=sent)
    received = await receive(context, request, b"The gate opens at six.")
    async with context.database.read() as tx:
        (stored,) = await versions.of_document(tx, context.tenant_id, received.doc_id)
    assert stored == StoredVersion(
        version_id=received.version_id,
        version_no=1,
        status="ingesting",
        content_hash=received.content_hash,
        byte_size=22,
        mime="text/markdown",
        filename="orchard.md",
        source_modified_at=sent,
        source_version_ref="r1",
        ingested_at=stored.ingested_at,
        parked=None,
        error=None,
    )


async def test_other_bytes_are_a_new_version_of_the_same_document(context: Context) -> None:
    first = await receive(context, _SPEC, b"The gate opens at six.")
    second = await receive(context, _SPEC, b"The gate opens at seven.")
    async with context.database.read() as tx:
        stored = await versions.of_document(tx, context.tenant_id, first.doc_id)
    assert (second.doc_id, second.created) == (first.doc_id, True)
    assert [v.version_id for v in stored] == [second.version_id, first.version_id]


async def test_bytes_that_equal_an_older_version_move_the_document_forward(context: Context) -> None:
    first = await receive(context, _SPEC, b"The gate opens at six.")
    await receive(context, _SPEC, b"The gate opens at seven.")
    third = await receive(context, _SPEC, b"The gate opens at six.")
    async with context.database.read() as tx:
        stored = await versions.of_document(tx, context.tenant_id, first.doc_id)
    assert third.created
    assert third.version_id != first.version_id
    assert [v.version_no for v in stored] == [3, 2, 1]


async def test_a_file_that_is_renamed_stays_the_same_document(context: Context) -> None:
    first = await receive(context, _SPEC, b"The gate opens at six.")
    renamed = await receive(context, replace(_SPEC, filename="gate.md"), b"The gate opens at six.")
    assert (renamed.doc_id, renamed.version_id, renamed.title) == (first.doc_id, first.version_id, "orchard")


async def test_without_a_source_the_bytes_are_the_identity(context: Context) -> None:
    request = IngestRequest(filename="a.txt", mime="text/plain")
    first = await receive(context, request, b"one")
    again = await receive(context, replace(request, filename="b.txt"), b"one")
    other = await receive(context, request, b"two")
    async with context.database.read() as tx:
        document = await documents.get(tx, context.tenant_id, first.doc_id, context.scope_ids)
    assert document is not None
    assert (document.source_kind, document.source_ref) == ("upload", first.content_hash)
    assert (again.doc_id, again.version_id, again.created) == (first.doc_id, first.version_id, False)
    assert other.doc_id != first.doc_id
    assert other.created


async def test_two_sources_with_the_same_bytes_are_two_documents_over_one_content_object(
    context: Context,
) -> None:
    first = await receive(context, _SPEC, b"The gate opens at six.")
    copy = await receive(context, replace(_SPEC, source_ref="copies/orchard.md"), b"The gate opens at six.")
    assert copy.created
    assert copy.doc_id != first.doc_id
    assert copy.content_hash == first.content_hash
    assert await context.content.get(context.tenant_id, first.content_hash) == b"The gate opens at six."


async def test_a_new_revision_marker_with_the_same_bytes_advances_alone(context: Context) -> None:
    sent = datetime(2026, 3, 4, 15, tzinfo=UTC)
    request = replace(_SPEC, source_version_ref="r1", source_modified_at=sent)
    first = await receive(context, request, b"The gate opens at six.")
    later = replace(request, source_version_ref="r2", source_modified_at=datetime(2026, 5, 1, tzinfo=UTC))
    again = await receive(context, later, b"The gate opens at six.")
    async with context.database.read() as tx:
        (stored,) = await versions.of_document(tx, context.tenant_id, first.doc_id)
    assert again == first.model_copy(update={"created": False})
    assert (stored.source_version_ref, stored.source_modified_at) == ("r2", sent)


async def test_title_and_mode_are_those_of_the_first_ingest(context: Context) -> None:
    first = await receive(
        context, replace(_SPEC, title="Orchard", versioning_mode=VersioningMode.LIVING), b"one"
    )
    second = await receive(
        context, replace(_SPEC, title="Gate", versioning_mode=VersioningMode.SNAPSHOT), b"two"
    )
    assert (first.title, first.versioning_mode) == ("Orchard", "living")
    assert (second.title, second.versioning_mode) == ("Orchard", "living")


async def test_who_ingested_is_kept_of_the_first_to_send_the_bytes(context: Context) -> None:
    user = IngestPrincipal(kind=PrincipalKind.USER, ref="u-17")
    machine = IngestPrincipal(kind=PrincipalKind.API_CREDENTIAL, ref="k-3")
    first = await receive(context, replace(_SPEC, ingested_by=user), b"one")
    await receive(context, replace(_SPEC, ingested_by=machine), b"one")
    async with context.database.read() as tx:
        rows = await tx.execute("select ingested_by_kind, ingested_by_ref, doc_id from versions")
        assert await rows.fetchall() == [("user", "u-17", first.doc_id)]


async def test_a_type_that_nothing_converts_is_stored_and_parked(context: Context) -> None:
    request = replace(_SPEC, filename="plan.pdf", mime="application/pdf")
    received = await receive(context, request, b"%PDF-1.7")
    async with context.database.read() as tx:
        rows = await stages.of_versions(tx, context.tenant_id, [received.version_id], context.scope_ids)
    deferred = {row.stage: (row.status, row.defer_reason) for row in rows}
    assert (received.created, received.parked) == (True, "no_route")
    assert deferred["convert"] == ("pending", "no_route")
    assert deferred["chunk"] == ("pending", None)
    assert await context.content.get(context.tenant_id, received.content_hash) == b"%PDF-1.7"


async def test_a_parked_version_is_released_by_the_same_bytes_as_a_known_type(context: Context) -> None:
    parked = await receive(context, replace(_SPEC, mime="application/x-unknown"), b"The gate opens at six.")
    again = await receive(context, _SPEC, b"The gate opens at six.")
    assert again == parked.model_copy(update={"created": False, "mime": "text/markdown", "parked": None})


async def test_an_empty_body_is_refused(context: Context) -> None:
    with pytest.raises(Incorrect, match="the body is empty") as refused:
        await receive(context, _SPEC, b"")
    assert refused.value.code == "empty_body"


async def test_bytes_declared_as_text_that_are_not_utf8_name_the_first_bad_byte(context: Context) -> None:
    with pytest.raises(Incorrect, match="byte 4 is 0xff") as refused:
        await receive(context, _SPEC, b"gate\xff\xfe")
    assert refused.value.data["byte_offset"] == 4
    assert await _documents(context) == 0


async def test_a_body_over_the_limit_is_refused_while_it_arrives(context: Context) -> None:
    small = replace(context, settings=replace(context.settings, body_max_bytes=10))
    with pytest.raises(TooLarge, match="more than 10 bytes"):
        await receive(small, _SPEC, _pieces(b"12345678", 3))
    assert await _documents(context) == 0


async def test_a_body_that_arrives_in_pieces_is_the_same_as_one_that_arrives_whole(context: Context) -> None:
    whole = await receive(context, _SPEC, b"gategategate")
    pieces = await receive(context, _SPEC, _pieces(b"gate", 3))
    assert pieces == whole.model_copy(update={"created": False})


async def test_many_ingests_of_one_source_at_once_end_in_one_version(context: Context) -> None:
    received = await asyncio.gather(*(receive(context, _SPEC, b"The gate opens at six.") for _ in range(6)))
    assert sorted(version.created for version in received) == [False] * 5 + [True]
    assert len({version.version_id for version in received}) == 1


async def test_different_bytes_for_one_source_at_once_are_each_a_version(context: Context) -> None:
    received = await asyncio.gather(*(receive(context, _SPEC, f"body {n}".encode()) for n in range(6)))
    async with context.database.read() as tx:
        stored = await versions.of_document(tx, context.tenant_id, received[0].doc_id)
    assert [version.version_no for version in stored] == [6, 5, 4, 3, 2, 1]
    assert {version.version_id for version in stored} == {version.version_id for version in received}


async def _pieces(piece: bytes, times: int) -> AsyncIterator[bytes]:
    for _ in range(times):
        yield piece


async def _documents(context: Context) -> int:
    async with context.database.read() as tx:
        rows = await tx.execute("select count(*) from documents")
        (count,) = await rows.fetchone() or (0,)
    return int(count)
