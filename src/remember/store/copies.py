"""Versions whose texts are copies of one another, and the marks by which documents repeat each other."""

from collections.abc import Collection
from dataclasses import dataclass
from uuid import UUID, uuid4

from remember.domain.copies import Sketch, probes
from remember.store.database import Transaction, many, maybe, none
from remember.store.held_facts import Held

MOST_CANDIDATES = 256
"""Versions that one is compared with at most: of a template filled in very often, the latest."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SketchedVersion:
    """A version with what its text is recognised by; in a group of copies where it speaks."""

    version_id: UUID
    copy_group: UUID | None
    hashes: list[int]
    shingles: int

    @property
    def sketch(self) -> Sketch:
        """What its text is recognised by."""
        return Sketch(hashes=tuple(self.hashes), shingles=self.shingles)


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


async def enter(tx: Transaction, tenant_id: UUID, scope_id: UUID) -> None:
    """Change the groups of a scope alone, until the transaction ends. Lock nothing else after it."""
    await none(tx, "copies.enter", tenant_id=tenant_id, scope_id=scope_id)


async def candidates(
    tx: Transaction, tenant_id: UUID, scope_id: UUID, sketch: Sketch
) -> list[SketchedVersion]:
    """The versions in groups that may be copies of a text."""
    here = {"tenant_id": tenant_id, "scope_id": scope_id, "probes": list(probes(sketch))}
    return await many(tx, "copies.candidates", SketchedVersion, **here, most=MOST_CANDIDATES)


async def of_document(tx: Transaction, tenant_id: UUID, doc_id: UUID) -> list[SketchedVersion]:
    """The versions of a document that were compared, oldest first."""
    return await many(tx, "copies.of_document", SketchedVersion, tenant_id=tenant_id, doc_id=doc_id)


async def members(tx: Transaction, tenant_id: UUID, copy_group: UUID, *, most: int) -> list[SketchedVersion]:
    """The versions of a group, `most` of them at the most."""
    here = {"tenant_id": tenant_id, "copy_group": copy_group}
    return await many(tx, "copies.members", SketchedVersion, **here, most=most)


async def add(tx: Transaction, tenant_id: UUID, scope_id: UUID, version_id: UUID, sketch: Sketch) -> None:
    """Keep what a version's text is recognised by."""
    here = {"tenant_id": tenant_id, "scope_id": scope_id, "version_id": version_id}
    await none(tx, "copies.add", **here, hashes=list(sketch.hashes), shingles=sketch.shingles)


async def enter_group(tx: Transaction, tenant_id: UUID, version_id: UUID, groups: Collection[UUID]) -> None:
    """Put a version that is in no group with its copies: their groups become one, or it is its own."""
    here = {"tenant_id": tenant_id, "copy_group": min(groups, default=uuid4())}
    if joined := [group for group in groups if group != here["copy_group"]]:
        await none(tx, "copies.join_groups", **here, groups=joined)
    await none(tx, "copies.enter_group", **here, version_id=version_id)


async def leave_groups(tx: Transaction, tenant_id: UUID, version_ids: Collection[UUID]) -> None:
    """Take versions out of their groups."""
    await none(tx, "copies.leave_groups", tenant_id=tenant_id, version_ids=list(version_ids))


async def part(tx: Transaction, tenant_id: UUID, version_ids: Collection[UUID]) -> None:
    """Make these versions of a group a group of their own."""
    here = {"tenant_id": tenant_id, "copy_group": uuid4()}
    await none(tx, "copies.change_group", **here, version_ids=list(version_ids))


async def marks(tx: Transaction, held: Held, fact_ids: Collection[UUID]) -> list[Mark]:
    """The marks of the documents that speak for these facts."""
    name = "copies.marks" if held.believed_at is None else "copies.marks_as_of"
    return await many(tx, name, Mark, **held.values(), fact_ids=list(fact_ids))
