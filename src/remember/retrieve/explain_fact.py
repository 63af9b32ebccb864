"""Why a fact is held, or is not: where it stands, what it rests on, and every change of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from remember.context import Context
from remember.domain.explaining import FactStanding, state_of, why_fact
from remember.domain.facts import Stance
from remember.domain.time import Current, Mode
from remember.domain.unknown import no_fact
from remember.domain.vocabulary import is_exclusive
from remember.retrieve.account import SIDES_INLINE, co_member
from remember.retrieve.changes import changes_told
from remember.retrieve.moment import Moment
from remember.retrieve.paging import turn_page, unsettled, walk_of
from remember.retrieve.provenance import Hydrated, HydrateRequest, hydrate_walk, hydrated, told
from remember.retrieve.retractions import retraction_told
from remember.store import names, provenance, retractions, revisions
from remember.store.database import Transaction
from remember.store.provenance import KnownFact
from remember.store.retractions import Retraction
from remember.store.revisions import Place, Rival, Wanted
from remember.wire import FactChange, FactExplanation, FactKind, FactSlot, NamedEntity, NamedFact


@dataclass(frozen=True, slots=True, kw_only=True)
class ExplainFact:
    """Which fact, as of which time; `limit` is the most changes, and claims, of a page."""

    fact_id: UUID
    mode: Mode = field(default_factory=Current)
    limit: int = 50
    cursor: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Explained:
    known: KnownFact
    place: Place
    rivals: Sequence[Rival]
    shown: Mapping[UUID, str]
    page: Hydrated
    taken_back: Sequence[Retraction]
    history: tuple[FactChange, ...]
    history_count: int
    position: Mapping[str, Any] | None


async def explain_fact(context: Context, asked: ExplainFact) -> FactExplanation:
    """A fact explained. Raises `NotFound` (`fact_not_found`) also where it was not believed at that time."""
    walk = walk_of(context, "explain_fact", asked.cursor, mode=asked.mode, filters={"fact_id": asked.fact_id})

    async def read(tx: Transaction, moment: Moment) -> _Explained:
        return await _read(tx, context, moment, asked, walk.position)

    moment, found = await turn_page(context, walk, read)
    if found is None:
        raise unsettled()
    return _explanation(context, asked, moment, found, walk.continuation(context, moment, found.position))


async def _read(
    tx: Transaction, context: Context, moment: Moment, asked: ExplainFact, position: Mapping[str, Any] | None
) -> _Explained:
    held = moment.held(context.reader)
    known = await provenance.fact(tx, held, asked.fact_id)
    if known is None:
        raise no_fact(asked.fact_id)
    place = await revisions.place(tx, held, known.fact_id)
    wanted = Wanted(until=moment.believed_at or moment.evaluated_at, fact_ids=[known.fact_id])
    changes = await revisions.changes(tx, context.reader, wanted, before=position, most=asked.limit + 1)
    ends = [end for end in (place.subject_id, place.object_id) if end]
    return _Explained(
        known=known,
        place=place,
        rivals=await revisions.rivals(tx, held, known.fact_id, place.slot_key, most=SIDES_INLINE),
        shown=await names.shown(tx, context.reader, ends) if ends else {},
        page=await hydrated(tx, held, known, after=0, limit=asked.limit),
        taken_back=await retractions.about(
            tx, context.reader, fact_id=known.fact_id, until=wanted.until, most=SIDES_INLINE
        ),
        history=await changes_told(tx, context, changes[: asked.limit]),
        history_count=changes[0].total if changes else 0,
        position=changes[asked.limit - 1].position if len(changes) > asked.limit else None,
    )


def _explanation(
    context: Context, asked: ExplainFact, moment: Moment, found: _Explained, cursor: str | None
) -> FactExplanation:
    known, place = found.known, found.place
    kind: FactKind = "relation" if known.kind == "relation" else "observation"
    hydrating = HydrateRequest(kind=kind, fact_id=known.fact_id, limit=asked.limit, mode=asked.mode)
    whole = told(context, hydrate_walk(context, hydrating), moment, found.page)
    is_first = asked.cursor is None
    standing = _standing(found)
    return FactExplanation(
        fact=whole.facts[0],
        state=state_of(standing, moment.instant).value,
        why=why_fact(standing, moment.instant),
        independent_sources=found.page.independent.get(known.fact_id, 0),
        slot=_slot(found),
        supersedes=_named(place.earlier_id, place.earlier_label),
        superseded_by=_named(place.next_id, place.next_label),
        merged_into=_named(place.heir_id, place.heir_label),
        split_from=place.split_from,
        evidence=whole.evidence if is_first else (),
        fact_evidence=whole.fact_evidence if is_first else (),
        evidence_totals=whole.evidence_totals,
        sources=whole.sources if is_first else (),
        more_evidence=whole.truncation.continuation if is_first and whole.truncation else None,
        retractions=tuple(retraction_told(one) for one in found.taken_back),
        history=found.history,
        history_count=found.history_count,
        cursor=cursor,
    )


def _standing(found: _Explained) -> FactStanding:
    known, place = found.known, found.place
    against = {
        found.page.claims[link.claim_id].doc_id
        for link in found.page.links
        if link.stance is Stance.CONTRADICTS and link.counts
    }
    return FactStanding(
        valid_from=known.valid_from,
        valid_until=known.valid_until,
        said_until=place.said_until,
        supporting=known.evidence_count,
        contradicting=len(against),
        is_disputed=known.contradiction_group is not None,
        is_withdrawn=known.support == "withdrawn",
        closed_at=known.invalidated_at,
        taken_back=_reason(found) if place.closed_by == "human" else None,
        follower=place.next_label,
        heir=place.heir_label,
    )


def _reason(found: _Explained) -> str:
    """Why a person closed the fact: the reason given with it, or with a claim that spoke for it."""
    own = [one for one in found.taken_back if one.restored_at is None]
    return own[0].reason if own else "no reason is to be seen"


def _slot(found: _Explained) -> FactSlot:
    place = found.place
    return FactSlot(
        subject=_entity(place.subject_id, found.shown),
        predicate=place.predicate,
        object=_entity(place.object_id, found.shown),
        exclusive=is_exclusive(place.predicate),
        positive=place.positive,
        rivals=tuple(co_member(rival) for rival in found.rivals),
        rival_count=found.rivals[0].total if found.rivals else 0,
    )


def _entity(entity_id: UUID | None, shown: Mapping[UUID, str]) -> NamedEntity | None:
    if entity_id is None or entity_id not in shown:
        return None
    return NamedEntity(entity_id=entity_id, name=shown[entity_id])


def _named(fact_id: UUID | None, label: str | None) -> NamedFact | None:
    return NamedFact(fact_id=fact_id, label=label) if fact_id and label else None
