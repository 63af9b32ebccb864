"""Facts: take in what is structured already."""

from typing import Annotated

from pydantic import Field

from remember.context import Context
from remember.domain.documents import TITLE_MAX, IngestRequest, Source, VersioningMode, source_pair
from remember.ingest.receive_facts import receive_facts
from remember.operations.parameters import (
    Filename,
    Name,
    SourceKind,
    SourceModifiedAt,
    SourceRef,
    SourceVersionRef,
    Title,
    Versioning,
)
from remember.operations.registry import Body, operation
from remember.wire import IngestedFacts


@operation("ingest_facts", reads=False, route="POST /ingest-facts", permission="ingest")
async def ingest_facts(
    context: Context,
    *,
    body: Body,
    filename: Filename,
    mime: Annotated[Name, Field(description="text/csv, or application/x-ndjson for JSON lines")],
    title: Title = None,
    source_kind: SourceKind = None,
    source_ref: SourceRef = None,
    source_modified_at: SourceModifiedAt = None,
    versioning_mode: Versioning = "snapshot",
    source_version_ref: SourceVersionRef = None,
) -> IngestedFacts:
    """Store rows of structured facts, one claim a row; no model reads them.

    Rows become facts by the same rules as sentences. Each source that rows name is a document with those
    rows as its text; the same rows again are nothing new. One wrong row and nothing is stored.
    """

    def request(source: Source | None, stored_as: str) -> IngestRequest:
        return IngestRequest(
            filename=filename,
            mime=stored_as,
            title=title if source is None or source == own else source.ref[:TITLE_MAX],
            source_kind=source.kind if source else None,
            source_ref=source.ref if source else None,
            source_modified_at=source_modified_at,
            source_version_ref=source_version_ref,
            versioning_mode=VersioningMode(versioning_mode),
            ingested_by=context.attribution,
        )

    own = source_pair(source_kind, source_ref)
    return await receive_facts(context, request, body, mime=mime, own=own)
