"""Changes: what the memory came to hold true, gave up or dated anew, and when."""

from typing import Annotated
from uuid import UUID

from pydantic import AfterValidator, Field

from remember.context import Context
from remember.operations.parameters import Continuation
from remember.operations.registry import operation, unique
from remember.retrieve import changes as belief
from remember.retrieve.changes import ChangesRequest
from remember.wire import ChangeKind, ChangePage, RequestDateTime


@operation("changes", reads=True, agents=True, route="GET /changes", intent="see what changed since")
async def changes(
    context: Context,
    *,
    believed_after: Annotated[
        RequestDateTime, Field(description="What changed after this instant of belief; left out: since ever")
    ]
    | None = None,
    believed_until: Annotated[
        RequestDateTime, Field(description="What changed until then, itself included; left out: now")
    ]
    | None = None,
    valid_from: Annotated[
        RequestDateTime, Field(description="Only facts that held in the world at this instant or later")
    ]
    | None = None,
    valid_until: Annotated[
        RequestDateTime, Field(description="Only facts that held in the world at this instant or earlier")
    ]
    | None = None,
    entity_id: Annotated[UUID, Field(description="Only facts of this entity")] | None = None,
    kinds: Annotated[
        tuple[ChangeKind, ...],
        Field(min_length=1, description="Only changes of these kinds"),
        AfterValidator(unique),
    ]
    | None = None,
    limit: Annotated[int, Field(ge=1, le=200, description="Most changes of the page")] = 50,
    cursor: Continuation | None = None,
) -> ChangePage:
    """What changed about what is held true between two instants of belief, the latest change first.

    Each change has the fact as it was held before and after, what took its place, and the decision and claims
    behind it. The `believed_until` of a reply is where the next look goes on: give it as `believed_after`.
    """
    asked = ChangesRequest(
        believed_after=believed_after,
        believed_until=believed_until,
        valid_from=valid_from,
        valid_until=valid_until,
        entity_id=entity_id,
        kinds=kinds,
        limit=limit,
        cursor=cursor,
    )
    return await belief.changes(context, asked)
