"""What a version says, and how each claim of it was carried on from the version before."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from typing import Any
from uuid import UUID

from remember.context import Context
from remember.domain.carrying import How, how_carried
from remember.domain.documents import KeptVersion, VersioningMode
from remember.domain.unknown import no_version
from remember.store import claims, documents, versions
from remember.store.claims import TracedClaim
from remember.store.database import Transaction
from remember.store.documents import Document
from remember.wire import CarryCounts, EvidenceSpan, VersionClaim, VersionClaims


async def version_claims(
    context: Context,
    doc_id: UUID,
    version_id: UUID,
    *,
    wanted: Collection[str] | None,
    limit: int,
    cursor: str | None,
) -> VersionClaims:
    """A page of the claims of a version; raises `NotFound` for one that is not kept or not to be seen."""
    purpose = _purpose(context, version_id, wanted)
    after = int(context.cursors.open(cursor, purpose=purpose)["after"]) if cursor is not None else 0
    async with context.database.read() as tx:
        document, version = await _kept(tx, context, doc_id, version_id)
        traced = await claims.traced(tx, context.tenant_id, version_id, version.before_id)
    found = how_carried([claim.traced() for claim in traced], VersioningMode(document.versioning_mode))
    told = list(zip(traced, found, strict=True))
    asked = [pair for pair in told if wanted is None or pair[1] in wanted]
    more = len(asked) > after + limit
    return VersionClaims(
        doc_id=doc_id,
        version_id=version_id,
        version_no=version.version_no,
        before_id=version.before_id,
        counts=counts_of(found),
        claims=tuple(shown(claim, how) for claim, how in asked[after : after + limit]),
        cursor=context.cursors.seal({"after": after + limit}, purpose=purpose) if more else None,
    )


def counts_of(found: Iterable[How]) -> CarryCounts:
    """How many there are of each."""
    counted = Counter(found)
    return CarryCounts(**{how.value: counted[how] for how in How})


def shown(claim: TracedClaim, how: How) -> VersionClaim:
    """A claim as it is told."""
    return VersionClaim(
        claim_id=claim.claim_id,
        claim_text=claim.claim_text,
        how=how.value,
        is_current=claim.is_current,
        source_span=claim.source_span,
        span=_span(claim.char_start, claim.char_end),
        span_before=_span(claim.was_start, claim.was_end),
    )


def _span(start: int | None, end: int | None) -> EvidenceSpan | None:
    return None if start is None or end is None else EvidenceSpan(char_start=start, char_end=end)


async def _kept(
    tx: Transaction, context: Context, doc_id: UUID, version_id: UUID
) -> tuple[Document, KeptVersion]:
    document = await documents.get(tx, context.tenant_id, doc_id, context.scope_ids)
    kept: Sequence[KeptVersion] = (
        await versions.kept(tx, context.tenant_id, doc_id) if document is not None else ()
    )
    version = next((one for one in kept if one.version_id == version_id), None)
    if document is None or version is None:
        raise no_version(version_id, doc_id=doc_id)
    return document, version


def _purpose(context: Context, version_id: UUID, wanted: Collection[str] | None) -> dict[str, Any]:
    caller = context.principal
    return {
        "operation": "list_version_claims",
        "tenant": str(context.tenant_id),
        "caller": [str(caller.kind), caller.ref],
        "version_id": str(version_id),
        "how": sorted(wanted) if wanted is not None else None,
    }
