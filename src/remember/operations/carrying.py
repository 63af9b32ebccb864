"""Carrying: what a version says again, in other words, anew or no more."""

from typing import Annotated
from uuid import UUID

from pydantic import AfterValidator, Field

from remember.context import Context
from remember.operations.registry import operation, unique
from remember.retrieve.version_claims import version_claims
from remember.wire import HowCarried, VersionClaims


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
    how: Annotated[
        tuple[HowCarried, ...],
        Field(min_length=1, description="Only claims that were carried like this"),
        AfterValidator(unique),
    ]
    | None = None,
    limit: Annotated[int, Field(ge=1, le=200, description="Most claims of the page")] = 50,
    cursor: Annotated[str, Field(description="Where the page before ended")] | None = None,
) -> VersionClaims:
    """What a version says, and how each claim came to be in it.

    Carried from the version before it unchanged, moved or reworded; new; or left out: `retracted` of a living
    document, `earlier` of a snapshot, where it still counts.
    """
    return await version_claims(context, doc_id, version_id, wanted=how, limit=limit, cursor=cursor)
