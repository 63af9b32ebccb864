"""Trust: how far the word of a source counts, decided by a person and kept with the reason."""

from typing import Annotated

from pydantic import Field

from remember.context import Context
from remember.domain.documents import SOURCE_KIND_MAX, SOURCE_REF_MAX
from remember.domain.trust import Trust
from remember.ingest.trust_source import trust_source as trusting
from remember.operations.parameters import Continuation, PageSize, Reason
from remember.operations.registry import operation
from remember.retrieve import trust as decisions
from remember.retrieve.listing import Listing
from remember.store.trust import EVERY_REF, Sources
from remember.wire import SourceTrust, SourceTrustPage, TrustDecided


@operation("trust_source", reads=False, route="POST /source-trust")
async def trust_source(
    context: Context,
    *,
    source_kind: Annotated[
        str, Field(min_length=1, max_length=SOURCE_KIND_MAX, description="Class of the sources")
    ],
    source_ref: Annotated[
        str, Field(min_length=1, max_length=SOURCE_REF_MAX, description="Only this one of them")
    ]
    | None = None,
    trust: Annotated[SourceTrust, Field(description="asserted, where nothing was decided")],
    reason: Reason,
) -> TrustDecided:
    """Say how far the sources of a kind, or one of them, are trusted in the scope that is written to.

    What is said with less trust ends and dates nothing that is said with more: it supports, or contradicts.
    Holds for what is in memory, which is folded anew, and for what comes. Deciding again replaces it.
    """
    sources = Sources(scope_id=context.scope_id, source_kind=source_kind, source_ref=source_ref or EVERY_REF)
    decided = await trusting(context, sources, Trust(trust), reason=reason)
    return TrustDecided(
        decision_id=decided.decision_id,
        source_kind=source_kind,
        source_ref=source_ref,
        trust=trust,
        decided_at=decided.decided_at,
        documents=decided.documents,
        slots_folded=decided.slots,
    )


@operation("list_source_trusts", reads=True, route="GET /source-trust")
async def list_source_trusts(
    context: Context,
    *,
    limit: PageSize = 50,
    cursor: Continuation | None = None,
) -> SourceTrustPage:
    """Who decided how far which sources are trusted, when and why, the latest first."""
    listing = Listing(operation="list_source_trusts", limit=limit, cursor=cursor)
    page = await decisions.list_source_trusts(context, listing)
    return SourceTrustPage(decisions=page.items, cursor=page.cursor)
