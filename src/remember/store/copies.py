"""Versions whose texts are copies of one another, and the marks by which documents repeat each other."""

from collections.abc import Collection
from dataclasses import dataclass
from uuid import UUID

from remember.domain.copies import Sketch, probes
from remember.store.database import Transaction, many, maybe, none
from remember.store.held_facts import Held

MOST_CANDIDATES = 256
"""Versions that one is compared with at most: of a template filled in very often, the latest."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SketchedVersion:
    """A version that may be a copy of another."""

    copy_group: UUID
    hashes: list[int]
    shingles: int

    @property
    def sketch(self) -> Sketch:
        """What its text is recognised by."""
        return Sketch(hashes=tuple(self.hashes), shingles=self.shingles)


@dataclass(frozen=True, slots=True, kw_only=True)
class NewSketch:
    """A version with what its text is recognised by."""

    version_id: UUID
    sketch: Sketch


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """By what a document that speaks for a fact may be seen to repeat another."""

    fact_id: UUID
    doc_id: UUID
    copy_group: UUID | None
    wording: int | None


async def is_compared(tx: Transaction, tenant_id: UUID, version_id: UUID) -> bool:
    """Whether a version's sketch is kept."""
    return await maybe(tx, "copies.of_version", UUID, tenant_id=tenant_id, version_id=version_id) is not None


async def candidates(
    tx: Transaction, tenant_id: UUID, scope_id: UUID, sketch: Sketch
) -> list[SketchedVersion]:
    """The versions that may be copies of a text; the scope stays locked until the transaction ends."""
    here = {"tenant_id": tenant_id, "scope_id": scope_id}
    await none(tx, "copies.enter", **here)
    looked_for = list(probes(sketch))
    return await many(
        tx, "copies.candidates", SketchedVersion, **here, probes=looked_for, most=MOST_CANDIDATES
    )


async def add(
    tx: Transaction, tenant_id: UUID, scope_id: UUID, version: NewSketch, *, groups: Collection[UUID]
) -> None:
    """Keep a version's sketch; the groups of its copies become one, with it."""
    copy_group = min(groups, default=version.version_id)
    await none(
        tx,
        "copies.add",
        tenant_id=tenant_id,
        scope_id=scope_id,
        version_id=version.version_id,
        hashes=list(version.sketch.hashes),
        shingles=version.sketch.shingles,
        copy_group=copy_group,
    )
    if len(groups) > 1:
        await none(tx, "copies.join_groups", tenant_id=tenant_id, copy_group=copy_group, groups=list(groups))


async def marks(tx: Transaction, held: Held, fact_ids: Collection[UUID]) -> list[Mark]:
    """The marks of the documents that speak for these facts."""
    name = "copies.marks" if held.believed_at is None else "copies.marks_as_of"
    return await many(tx, name, Mark, **held.values(), fact_ids=list(fact_ids))
