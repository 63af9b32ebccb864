"""Claims to entities: each name of a claim gets its entity, and each assertion its keys.

No model is asked, so this runs inside the transaction that saves the claims.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from uuid import UUID

from remember.context import Context
from remember.domain.claims import Assertion, AssertionKind, DraftClaim, MentionKind
from remember.domain.entities import (
    Bearer,
    InFull,
    Method,
    Name,
    Resolution,
    ambiguous,
    resolve_names,
    resolve_part,
)
from remember.domain.keys import (
    Ends,
    entity_value,
    indexed,
    keys_of,
    occurrence,
    phrase_value,
    unsaid_subject,
)
from remember.domain.names import folded
from remember.domain.vocabulary import PREDICATES
from remember.store import assertions, entities
from remember.store.database import Transaction


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadClaim:
    """A draft that is being saved as the claim `claim_id`, read in the passage `chunk_id`."""

    claim_id: UUID
    chunk_id: UUID
    draft: DraftClaim


async def resolve(
    tx: Transaction, context: Context, *, doc_id: UUID, scope_id: UUID, claims: Sequence[ReadClaim]
) -> None:
    """Save the mentions of these claims, the entities that are new, and what the claims assert.

    Names that nobody bears yet are locked first, so that two documents that name somebody new at the
    same time make one entity.
    """
    names = _by_key(name for claim in claims for name in _names(claim.draft))
    known = await entities.bearers(tx, context.tenant_id, context.scope_ids, list(names))
    if new := names.keys() - known.keys():
        await entities.lock_subjects(tx, context.tenant_id, scope_id, map(entities.name_subject, new))
        known |= await entities.bearers(tx, context.tenant_id, context.scope_ids, list(new))
    in_document = await entities.named_in(tx, context.tenant_id, doc_id, ambiguous(known))
    found = resolve_names(names.values(), known, in_document, new_id=context.new_id)
    found |= await _parts(tx, context, doc_id, names, found)
    await entities.add(tx, context.tenant_id, _new_entities(context, scope_id, names, found))
    await entities.add_mentions(tx, context.tenant_id, _mentions(context, doc_id, scope_id, claims, found))
    stored = [row for claim in claims for row in _assertions(claim, doc_id, scope_id, found)]
    await assertions.add(tx, context.tenant_id, scope_id, stored)


def _by_key(names: Iterable[Name]) -> dict[str, Name]:
    """Each name once; as that of a person where any mention of it says so."""
    found: dict[str, Name] = {}
    for name in names:
        if name.key not in found or name.kind is MentionKind.PERSON:
            found[name.key] = name
    return found


async def _parts(
    tx: Transaction, context: Context, doc_id: UUID, names: dict[str, Name], found: dict[str, Resolution]
) -> dict[str, Resolution]:
    """First names and surnames alone, by the people whom this document names in full.

    What somebody bears alone already is only asked beside the full names of these claims.
    """
    people: dict[str, list[InFull]] = {}
    for key, name in names.items():
        bearer = found[key].bearer
        if bearer is not None:
            for part in name.parts:
                people.setdefault(part, []).append(InFull(name=name.text, bearer=bearer, here=True))
    parts = [key for key, name in names.items() if name.is_part]
    unknown = [key for key in parts if found[key].method is Method.NEW]
    known = await entities.in_full(tx, context.tenant_id, context.scope_ids, doc_id, unknown)
    both = {key: [*people.get(key, ()), *known.get(key, ())] for key in parts}
    return {key: resolve_part(found[key], both[key]) for key in parts if both[key]}


def _names(draft: DraftClaim) -> list[Name]:
    return [Name(text=mention.name, kind=mention.kind) for mention in draft.mentions]


def _new_entities(
    context: Context, scope_id: UUID, names: dict[str, Name], found: dict[str, Resolution]
) -> Iterable[entities.NewEntity]:
    for key, name in names.items():
        resolution = found[key]
        if resolution.method is Method.NEW and resolution.entity_id is not None:
            yield entities.NewEntity(
                entity_id=resolution.entity_id,
                alias_id=context.new_id(),
                scope_id=scope_id,
                kind=None if name.kind is MentionKind.UNKNOWN else name.kind.value,
                alias_text=name.text,
                folded=key,
            )


def _mentions(
    context: Context,
    doc_id: UUID,
    scope_id: UUID,
    claims: Sequence[ReadClaim],
    found: dict[str, Resolution],
) -> Iterable[entities.NewMention]:
    for claim in claims:
        for mention, name in zip(claim.draft.mentions, _names(claim.draft), strict=True):
            resolution = found[name.key]
            yield entities.NewMention(
                mention_id=context.new_id(),
                claim_id=claim.claim_id,
                doc_id=doc_id,
                chunk_id=claim.chunk_id,
                scope_id=scope_id,
                surface=mention.surface,
                folded=name.key,
                role=mention.role.value,
                char_start=mention.char_start,
                char_end=mention.char_end,
                entity_id=resolution.entity_id,
                method=resolution.method.value,
                reason=resolution.reason,
            )


def _assertions(
    claim: ReadClaim, doc_id: UUID, scope_id: UUID, found: dict[str, Resolution]
) -> Iterable[assertions.StoredAssertion]:
    mentioned = [found[name.key].bearer for name in _names(claim.draft)]
    for ordinal, assertion in enumerate(claim.draft.assertions):
        ends = _ends(assertion, mentioned, doc_id)
        happens = occurrence(assertion.effect, assertion.period)
        keys = keys_of(scope_id, ends, assertion.predicate, positive=assertion.positive, happens=happens)
        yield assertions.StoredAssertion(
            claim_id=claim.claim_id,
            ordinal=ordinal,
            doc_id=doc_id,
            kind=_kind(assertion, ends, attributed=claim.draft.is_attributed).value,
            subject_entity_id=ends.subject_id,
            subject_key=keys.subject_key,
            predicate=assertion.predicate,
            object_entity_id=ends.object_id,
            value_key=keys.value_key,
            polarity=assertion.positive,
            effect=assertion.effect.value,
            valid_from=assertion.period.valid_from,
            valid_until=assertion.period.valid_until,
            valid_precision=assertion.period.precision.value,
            asserted_at=claim.draft.asserted_at,
            char_start=claim.draft.char_start,
            label=assertion.label,
            fact_key=keys.fact_key,
            slot_key=keys.slot_key,
            supposed=assertion.supposed.value if assertion.supposed else None,
        )


def _ends(assertion: Assertion, mentioned: Sequence[Bearer | None], doc_id: UUID) -> Ends:
    subject, target = assertion.subject, assertion.object
    subject_entity = mentioned[subject.mention] if subject and subject.mention is not None else None
    object_entity = mentioned[target.mention] if target and target.mention is not None else None
    if object_entity is not None:
        value = entity_value(object_entity.survivor_id)
    elif target is not None:
        value = phrase_value(target.key)
    elif assertion.value is not None:
        value = f"{assertion.value.kind}:{assertion.value.key}"
    else:
        value = phrase_value(folded(assertion.label))
    if subject_entity is not None:
        key = entity_value(subject_entity.survivor_id)
    elif subject and subject.mention is not None:
        # Somebody of a name of several: of one document they are one, of two perhaps not.
        key = indexed(phrase_value(f"{subject.key} of {doc_id}"))
    else:
        key = indexed(phrase_value(subject.key)) if subject else unsaid_subject(value)
    return Ends(
        subject_id=subject_entity.entity_id if subject_entity else None,
        subject_key=key,
        object_id=object_entity.entity_id if object_entity else None,
        value_key=value,
    )


def _kind(assertion: Assertion, ends: Ends, *, attributed: bool) -> AssertionKind:
    joins_entities = ends.subject_id is not None and ends.object_id is not None
    governed = assertion.predicate in PREDICATES
    if assertion.kind is AssertionKind.RELATION and joins_entities and governed and assertion.positive:
        return AssertionKind.OBSERVATION if attributed else AssertionKind.RELATION
    return AssertionKind.OBSERVATION
