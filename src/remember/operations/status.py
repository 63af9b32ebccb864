"""The memory about itself: what it offers, who asks, and with what it was built."""

from functools import cache
from importlib.metadata import PackageNotFoundError, version

from remember.context import Context
from remember.operations.registry import operation, operations
from remember.store.status import counts
from remember.wire import DeploymentBuildInfo, MemoryStatus, ToolDescriptor, Whoami


@operation("list_operations", reads=True, route="GET /operations")
async def list_operations(context: Context) -> tuple[ToolDescriptor, ...]:
    """The operations that can be run by name, each with its parameters and the shape of its result."""
    return tuple(found.descriptor for found in operations() if found.by_name)


@operation("deployment_build_info", reads=True, route="GET /deployment")
async def deployment_build_info(context: Context) -> DeploymentBuildInfo:
    """Which build answers, with which models, and the version of each operation."""
    return DeploymentBuildInfo(
        build_revision=revision(),
        model_bindings=model_bindings(context),
        tools={found.name: found.version for found in operations() if found.agents},
    )


@operation("status", reads=True, agents=True, route="GET /status")
async def memory_status(context: Context) -> MemoryStatus:
    """How much the memory holds, and how much it still has to do.

    `waiting` and `running` documents may not be in answers yet; a parked one needs a converter that is
    missing here, and a dead letter is not tried any more.
    """
    async with context.database.read() as tx:
        found = await counts(tx, context.tenant_id, context.scope_ids)
    return MemoryStatus(
        deployment_id=context.tenant_id,
        documents=found.documents,
        claims=found.claims,
        facts=found.facts,
        entities=found.entities,
        waiting=found.waiting,
        running=found.running,
        parked=found.parked,
        dead_letters=found.dead,
        model_bindings=model_bindings(context),
        build_revision=revision(),
    )


@operation("whoami", reads=True, route="GET /whoami")
async def whoami(context: Context) -> Whoami:
    """Who the memory takes the caller for, and what they may do in it."""
    caller = context.principal
    return Whoami(
        deployment_id=context.tenant_id,
        kind=caller.kind,
        ref=caller.ref,
        permissions=tuple(sorted(caller.permissions)),
    )


@cache
def revision() -> str:
    """The version of this engine; empty where it runs from a tree that was never installed."""
    try:
        return version("remember-engine")
    except PackageNotFoundError:
        return ""


def model_bindings(context: Context) -> dict[str, str]:
    """Which model does what."""
    models = context.providers
    found = {"embed": models.embed.model_id, "parse": models.parse.model_id}
    found |= {"rerank": models.rerank.model_id} if models.rerank else {}
    return found | ({"extract": models.extract.model_id} if models.extract else {})
