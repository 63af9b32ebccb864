"""A version's way through its stages, in one go, from wherever an earlier attempt stopped."""

from dataclasses import dataclass, replace

from remember.context import Context
from remember.domain.documents import StageStatus, VersioningMode
from remember.ingest.adjudicate import adjudicate
from remember.ingest.ahead import LabelVectors
from remember.ingest.convert import convert
from remember.ingest.embed import embed
from remember.ingest.extract import extract
from remember.ingest.judge import judge
from remember.ingest.label import label
from remember.ingest.reconcile import reconcile
from remember.ingest.stages import CLAIMS, CONVERTED, FOLDED, JUDGED, PASSAGES, RECONCILE
from remember.store import stages, versions
from remember.store.access import tenant_scope
from remember.store.jobs import Lease
from remember.store.versions import VersionWork


@dataclass(slots=True)
class Progress:
    """The stage that is being worked on: what to blame when it fails."""

    stage: str = "convert"


async def process(context: Context, lease: Lease, progress: Progress) -> None:
    """Do whatever is left to do for a version, and end its job.

    Passages are searched before claims are read. In a living document, what the new version no longer
    says is retired before its claims are adjudicated, so that the two never look like a contradiction.
    """
    async with context.database.write() as tx:
        work = await versions.work(tx, lease.tenant_id, lease.version_id)
        done = await stages.finished(tx, lease.tenant_id, lease.version_id)
        if not done.issuperset(CONVERTED):
            await stages.set(tx, lease.tenant_id, lease.version_id, CONVERTED, StageStatus.RUNNING)
            await versions.set_status(tx, lease.tenant_id, lease.version_id, "converting")
    here = _within(context, lease, work)
    async with LabelVectors.open(here.providers.embed) as labels:
        await _process(here, lease, work, progress, done, labels=labels)


async def _process(
    here: Context,
    lease: Lease,
    work: VersionWork,
    progress: Progress,
    done: frozenset[str],
    *,
    labels: LabelVectors,
) -> None:
    if not done.issuperset(CONVERTED + PASSAGES + CLAIMS):
        await _read(here, lease, work, progress, done, labels=labels)
    if not done.issuperset(RECONCILE):
        progress.stage = "reconcile"
        await reconcile(here, lease, work.scope_id, VersioningMode(work.versioning_mode))
    if not done.issuperset(FOLDED):
        progress.stage = "adjudicate_observations"
        done |= await adjudicate(here, lease, work.scope_id)
    if not done.issuperset(JUDGED):
        progress.stage = "adjudicate_supersession"
        await judge(here, lease, work.scope_id)
    progress.stage = "label_relation"
    await label(here, lease, work.scope_id, labels)


async def _read(
    context: Context,
    lease: Lease,
    work: VersionWork,
    progress: Progress,
    done: frozenset[str],
    *,
    labels: LabelVectors,
) -> None:
    text = await convert(context, lease, work)
    if not done.issuperset(PASSAGES):
        progress.stage = "embed_chunk"
        await embed(context, lease, work, text)
    if not done.issuperset(CLAIMS):
        progress.stage = "extract_claims"
        await extract(context, lease, work, text, labels)


def _within(context: Context, lease: Lease, work: VersionWork) -> Context:
    """The surroundings of the document: its names resolve in its own scope and in the tenant-wide one."""
    wide = tenant_scope(lease.tenant_id)
    scopes = (work.scope_id,) if work.scope_id == wide else (work.scope_id, wide)
    return replace(context, tenant_id=lease.tenant_id, scope_id=work.scope_id, scope_ids=scopes)
