"""Compare: a version's text is recognised where it is a copy of another, of any document of its scope."""

import asyncio
from collections.abc import Iterable
from uuid import UUID

from remember.domain.copies import Sketch, are_copies, exact_sketch, groups, sketch
from remember.domain.documents import VersioningMode, speaking
from remember.ingest.convert import Text
from remember.store import copies, versions
from remember.store.database import Transaction

MOST_PARTED = 1_000
"""Versions of a group that are compared anew when one of it goes; a larger one stays together.

A thousand of which hardly two are alike take most of a second, copies of one text some hundredths.
"""


async def sketch_of(text: Text) -> Sketch:
    """What a text is recognised by. Rows are no prose: only the same rows are copies."""
    return await asyncio.to_thread(sketch if text.layout is None else exact_sketch, text.text)


async def group_with_copies(
    tx: Transaction, tenant_id: UUID, scope_id: UUID, version_id: UUID, own: Sketch
) -> None:
    """Put a version into one group with its copies. Call it last in a transaction."""
    await copies.enter(tx, tenant_id, scope_id)
    await copies.add(tx, tenant_id, scope_id, version_id, own)
    await _join(tx, tenant_id, scope_id, version_id, own)


async def regroup(
    tx: Transaction, tenant_id: UUID, scope_id: UUID, doc_id: UUID, mode: VersioningMode
) -> None:
    """Leave in groups of copies what speaks of a document, and nothing else, after versions came or went.

    What only a version that went held together falls apart; what speaks again is compared again. Call it
    last in a transaction.
    """
    if not _moves(await _sketched(tx, tenant_id, doc_id, mode)):
        return
    await copies.enter(tx, tenant_id, scope_id)
    # Once more, since another of the document may have come or gone before we were alone.
    moving = _moves(await _sketched(tx, tenant_id, doc_id, mode))
    leaving = {one.version_id: one.copy_group for one in moving if one.copy_group is not None}
    await copies.leave_groups(tx, tenant_id, leaving)
    for group in {*leaving.values()}:
        await _part(tx, tenant_id, group)
    for one in moving:
        if one.version_id not in leaving:
            await _join(tx, tenant_id, scope_id, one.version_id, one.sketch)


async def _sketched(
    tx: Transaction, tenant_id: UUID, doc_id: UUID, mode: VersioningMode
) -> list[tuple[copies.SketchedVersion, bool]]:
    """The versions of a document that were compared, and whether each speaks."""
    sketched = await copies.of_document(tx, tenant_id, doc_id)
    speaks = speaking(await versions.kept(tx, tenant_id, doc_id), mode)
    return [(one, one.version_id in speaks) for one in sketched]


def _moves(sketched: Iterable[tuple[copies.SketchedVersion, bool]]) -> list[copies.SketchedVersion]:
    return [one for one, speaks in sketched if speaks is (one.copy_group is None)]


async def _join(tx: Transaction, tenant_id: UUID, scope_id: UUID, version_id: UUID, own: Sketch) -> None:
    others = await copies.candidates(tx, tenant_id, scope_id, own)
    alike = {other.copy_group for other in others if other.copy_group and are_copies(own, other.sketch)}
    await copies.enter_group(tx, tenant_id, version_id, alike)


async def _part(tx: Transaction, tenant_id: UUID, group: UUID) -> None:
    left = await copies.members(tx, tenant_id, group, most=MOST_PARTED + 1)
    if 1 < len(left) <= MOST_PARTED:
        parts = await asyncio.to_thread(groups, {one.version_id: one.sketch for one in left})
        for own in parts[1:]:
            await copies.part(tx, tenant_id, own)
