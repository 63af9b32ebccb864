"""Carrying: what a version says again, in other words, anew or no more; and what one would say."""

from collections.abc import Collection
from typing import Annotated, Any, Literal
from uuid import UUID

from pydantic import AfterValidator, Field

from remember.context import Context
from remember.domain.documents import IngestRequest, Upload
from remember.domain.documents import VersioningMode as Mode
from remember.ingest.preview import Preview, preview
from remember.operations.parameters import Continuation, Mime, Name, SourceKind, SourceModifiedAt, SourceRef
from remember.operations.registry import Body, operation, unique
from remember.retrieve.version_claims import counts_of, shown, version_claims
from remember.store.facts import HeldFact
from remember.wire import (
    EndingFact,
    HowCarried,
    PassageCounts,
    VersionClaims,
    VersionPreview,
)

Wanted = Annotated[
    tuple[HowCarried, ...],
    Field(min_length=1, description="Only claims that were carried like this"),
    AfterValidator(unique),
]


@operation(
    "list_version_claims",
    reads=True,
    agents=True,
    route="GET /documents/{doc_id}/versions/{version_id}/claims",
)
async def list_version_claims(
    context: Context,
    *,
    doc_id: Annotated[UUID, Field(description="Which document")],
    version_id: Annotated[UUID, Field(description="Which version of it")],
    how: Wanted | None = None,
    limit: Annotated[int, Field(ge=1, le=200, description="Most claims of the page")] = 50,
    cursor: Continuation | None = None,
) -> VersionClaims:
    """What a version says, and how each claim came to be in it.

    Carried from the version before it unchanged, moved or reworded; new; or left out: `retracted` of a living
    document, `earlier` of a snapshot, where it still counts.
    """
    return await version_claims(context, doc_id, version_id, wanted=how, limit=limit, cursor=cursor)


@operation("preview_version", reads=True, route="POST /preview")
async def preview_version(
    context: Context,
    *,
    body: Body,
    filename: Annotated[Name, Field(description="Name of the file")],
    mime: Mime,
    source_kind: SourceKind = None,
    source_ref: SourceRef = None,
    source_modified_at: SourceModifiedAt = None,
    versioning_mode: Annotated[
        Literal["snapshot", "living"], Field(description="Mode of a new document; a known one keeps its own")
    ] = "snapshot",
    limit: Annotated[int, Field(ge=1, le=200, description="Most claims, and most facts, of the page")] = 50,
    cursor: Annotated[str, Field(description="Where the page before ended; send the same bytes")]
    | None = None,
) -> VersionPreview:
    """What bytes would change if they were ingested, with nothing written.

    Which claims would be carried and how, which are new and which would be retracted; which facts would end
    or lose a supporter. What new claims would make of entities and facts is known only once they are in.
    """
    request = IngestRequest(
        filename=filename,
        mime=mime,
        source_kind=source_kind,
        source_ref=source_ref,
        source_modified_at=source_modified_at,
        versioning_mode=Mode(versioning_mode),
    )
    return _page(context, await preview(context, request, body), limit, cursor)


def _page(context: Context, seen: Preview, limit: int, cursor: str | None) -> VersionPreview:
    purpose = _purpose(context, seen)
    after = int(context.cursors.open(cursor, purpose=purpose)["after"]) if cursor is not None else 0
    ending = [*_ending(seen.facts_ended, "end"), *_ending(seen.facts_weakened, "lose_a_supporter")]
    more = max(len(seen.claims), len(ending)) > after + limit
    return VersionPreview(
        doc_id=seen.doc_id,
        content_hash=seen.content_hash,
        outcome=_outcome(seen),
        versioning_mode=seen.mode.value,
        before_id=seen.before_id,
        passages=PassageCounts(kept=seen.passages_kept, new=seen.passages_new, dropped=seen.passages_dropped),
        counts=counts_of(how for _, how in seen.claims),
        facts_ended=len(seen.facts_ended),
        facts_weakened=len(seen.facts_weakened),
        claims=tuple(shown(claim, how) for claim, how in seen.claims[after : after + limit]),
        facts=tuple(ending[after : after + limit]),
        read_by_rules=seen.read_by_rules,
        pending=seen.pending,
        cursor=context.cursors.seal({"after": after + limit}, purpose=purpose) if more else None,
    )


def _outcome(seen: Preview) -> Literal["new_document", "new_version", "unchanged"]:
    if seen.upload is not Upload.NEW_VERSION:
        return "unchanged"
    return "new_version" if seen.is_known else "new_document"


def _ending(facts: Collection[HeldFact], would: Literal["end", "lose_a_supporter"]) -> list[EndingFact]:
    return [
        EndingFact(
            fact_id=fact.fact_id,
            kind=fact.kind,
            label=fact.label,
            would=would,
            evidence_count=fact.evidence_count,
        )
        for fact in facts
    ]


def _purpose(context: Context, seen: Preview) -> dict[str, Any]:
    caller = context.principal
    return {
        "operation": "preview_version",
        "tenant": str(context.tenant_id),
        "caller": [str(caller.kind), caller.ref],
        "doc_id": str(seen.doc_id),
        "content_hash": seen.content_hash,
    }
