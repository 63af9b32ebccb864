"""Entities, their names and where claims mention them."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from uuid import UUID

from remember.domain.entities import Bearer, InFull
from remember.store.database import Transaction, columns, many, none, none_each


@dataclass(frozen=True, slots=True, kw_only=True)
class NewEntity:
    """An entity with its first name, in the scope of the document that named it."""

    entity_id: UUID
    alias_id: UUID
    scope_id: UUID
    kind: str | None
    alias_text: str
    folded: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NewMention:
    """One mention of one claim; `entity_id` is None where its name is not resolved."""

    mention_id: UUID
    claim_id: UUID
    doc_id: UUID
    chunk_id: UUID
    scope_id: UUID
    surface: str
    folded: str
    role: str
    char_start: int
    char_end: int
    entity_id: UUID | None
    method: str
    reason: str


@dataclass(frozen=True, slots=True)
class _Borne:
    folded: str
    entity_id: UUID
    survivor_id: UUID


async def bearers(
    tx: Transaction, tenant_id: UUID, scope_ids: Collection[UUID], names: Collection[str]
) -> dict[str, frozenset[Bearer]]:
    """For each folded name that is known, the entities that bear it, as merges stand today.

    None of them is merged or split by others until this transaction ends.
    """
    here = {"tenant_id": tenant_id, "scope_ids": list(scope_ids), "names": list(names)}
    rows: list[_Borne] = []
    # The first look may wait for somebody who gives a name to another: the second one sees it.
    for _ in range(2):
        rows = await many(tx, "entities.bearers", _Borne, **here)
    return _by_name(rows)


async def named_in(
    tx: Transaction, tenant_id: UUID, doc_id: UUID, names: Collection[str]
) -> dict[str, frozenset[Bearer]]:
    """For each of these names, whom a document is known to mean by it."""
    if not names:
        return {}
    here = {"tenant_id": tenant_id, "doc_id": doc_id, "names": list(names)}
    return _by_name(await many(tx, "entities.named_in", _Borne, **here))


@dataclass(frozen=True, slots=True)
class _InFull:
    word: str
    name: str
    entity_id: UUID
    survivor_id: UUID
    here: bool


async def in_full(
    tx: Transaction, tenant_id: UUID, scope_ids: Collection[UUID], doc_id: UUID, words: Collection[str]
) -> dict[str, list[InFull]]:
    """For each of these folded words, the people whose longer name begins or ends with it."""
    if not words:
        return {}
    here = {"tenant_id": tenant_id, "scope_ids": list(scope_ids), "doc_id": doc_id, "words": list(words)}
    found: dict[str, list[InFull]] = {}
    for row in await many(tx, "entities.in_full", _InFull, **here):
        bearer = Bearer(entity_id=row.entity_id, survivor_id=row.survivor_id)
        found.setdefault(row.word, []).append(InFull(name=row.name, bearer=bearer, here=row.here))
    return found


def _by_name(rows: Iterable[_Borne]) -> dict[str, frozenset[Bearer]]:
    found: dict[str, frozenset[Bearer]] = {}
    for row in rows:
        bearer = Bearer(entity_id=row.entity_id, survivor_id=row.survivor_id)
        found[row.folded] = found.get(row.folded, frozenset()) | {bearer}
    return found


async def hold_mentioned(tx: Transaction, tenant_id: UUID, claim_ids: Collection[UUID]) -> None:
    """Keep whom these claims mention from being merged or split by others until the transaction ends."""
    await many(tx, "entities.hold_mentioned", UUID, tenant_id=tenant_id, claim_ids=list(claim_ids))


async def add(tx: Transaction, tenant_id: UUID, entities: Iterable[NewEntity]) -> None:
    """Make entities known."""
    await none_each(tx, "entities.add", ({"tenant_id": tenant_id} | columns(entity) for entity in entities))


async def add_mentions(tx: Transaction, tenant_id: UUID, mentions: Iterable[NewMention]) -> None:
    """Keep where claims mention things."""
    rows = ({"tenant_id": tenant_id} | columns(mention) for mention in mentions)
    await none_each(tx, "entities.add_mention", rows)


def name_subject(folded: str) -> str:
    """What is locked where somebody is named by a name for the first time, or a name is given or taken."""
    return f"name:{folded}"


async def lock_subjects(
    tx: Transaction, tenant_id: UUID, scope_id: UUID, subject_keys: Iterable[str]
) -> None:
    """Hold these subjects until the transaction ends: nobody else adjudicates or names them meanwhile."""
    from_here = {"tenant_id": tenant_id, "scope_id": scope_id, "subject_keys": sorted(subject_keys)}
    await none_each(tx, "subjects.ensure", [from_here])
    await many(tx, "subjects.lock", str, **from_here)


async def refresh_profiles(
    tx: Transaction, tenant_id: UUID, scope_id: UUID, version_id: UUID, *, most_facts: int
) -> None:
    """Bring what the entities of a version are known for up to their best supported facts."""
    await none(
        tx,
        "entities.refresh_profiles",
        tenant_id=tenant_id,
        scope_id=scope_id,
        version_id=version_id,
        most_facts=most_facts,
    )
