"""How a claim was read, whether it counts, where it stands, and what rests on it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from remember.context import Context
from remember.domain.sentences import end_in_words, why_claim
from remember.domain.time import AsOf, Current, Mode
from remember.domain.unknown import no_claim
from remember.retrieve.account import evidence_of
from remember.retrieve.explain_sentence import decision_told
from remember.retrieve.moment import Moment, in_utc
from remember.retrieve.paging import turn_page, unsettled, walk_of
from remember.retrieve.retractions import retraction_told
from remember.store import claim_details, names, retractions, sentences, testimony
from remember.store.claim_details import Asserted, BoreOn, Carrying, ClaimDetail, Counted, Named
from remember.store.database import Transaction
from remember.store.retractions import Retraction
from remember.store.sentences import DecisionThere, Stretch
from remember.store.testimony import ShownClaim
from remember.wire import (
    AddedWords,
    ClaimAssertion,
    ClaimExplanation,
    ClaimFact,
    ClaimMention,
    ClaimOccurrence,
    CountedSpan,
    NamedEntity,
)

MOST_TOLD = 50
"""Occurrences and decisions that a claim is told with."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExplainClaim:
    """Which claim, for which time of its facts, as believed when; `limit` is the most facts of a page."""

    claim_id: UUID
    mode: Mode = field(default_factory=Current)
    limit: int = 50
    cursor: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Explained:
    claim: ShownClaim
    detail: ClaimDetail
    counted: Sequence[Counted]
    decisions: Sequence[DecisionThere]
    occurrences: Sequence[Carrying]
    asserted: Sequence[Asserted]
    named: Sequence[Named]
    shown: Mapping[UUID, str]
    taken_back: Sequence[Retraction]
    facts: Sequence[BoreOn]
    position: Mapping[str, Any] | None


async def explain_claim(context: Context, asked: ExplainClaim) -> ClaimExplanation:
    """A claim explained. Raises `NotFound` (`claim_not_found`)."""
    filters = {"claim_id": asked.claim_id}
    walk = walk_of(context, "explain_claim", asked.cursor, mode=asked.mode, filters=filters)

    async def read(tx: Transaction, moment: Moment) -> _Explained:
        return await _read(tx, context, moment, asked, walk.position)

    moment, found = await turn_page(context, walk, read)
    if found is None:
        raise unsettled()
    return _explanation(found, moment.believed_at, walk.continuation(context, moment, found.position))


async def _read(
    tx: Transaction, context: Context, moment: Moment, asked: ExplainClaim, after: Mapping[str, Any] | None
) -> _Explained:
    reader, claim_id = context.reader, asked.claim_id
    detail = await claim_details.detail(tx, reader, claim_id)
    shown = await testimony.show_claims(tx, reader, [claim_id], grouped=True)
    if detail is None or claim_id not in shown:
        raise no_claim(claim_id)
    claim = shown[claim_id]
    where = Stretch(
        version_id=claim.version_id or detail.version_id,
        char_start=claim.char_start,
        char_end=claim.char_start + len(claim.source_span),
    )
    bore_on = await claim_details.facts(
        tx,
        moment.held(reader),
        claim_id,
        as_of=moment.believed_at if isinstance(asked.mode, AsOf) else None,
        after=after,
        most=asked.limit + 1,
    )
    asserted = await claim_details.asserted(tx, reader, claim_id)
    named = await claim_details.named(tx, reader, claim_id)
    who = {end for one in asserted for end in (one.subject_id, one.object_id) if end}
    who |= {one.entity_id for one in named if one.entity_id}
    return _Explained(
        claim=claim,
        detail=detail,
        counted=await claim_details.currency(tx, reader, claim_id),
        decisions=await sentences.decisions_in(tx, reader, where, most=MOST_TOLD),
        occurrences=await claim_details.occurrences(tx, reader, claim_id, most=MOST_TOLD),
        asserted=asserted,
        named=named,
        shown=await names.shown(tx, reader, who) if who else {},
        taken_back=await retractions.about(
            tx,
            reader,
            claim_id=claim_id,
            until=moment.believed_at or moment.evaluated_at,
            most=MOST_TOLD,
        ),
        facts=bore_on[: asked.limit],
        position=bore_on[asked.limit - 1].position if len(bore_on) > asked.limit else None,
    )


def _explanation(found: _Explained, at: datetime | None, cursor: str | None) -> ClaimExplanation:
    counted = [one.as_of(at) for one in found.counted if at is None or one.counted_from <= at]
    last = counted[-1] if counted else None
    counts = last is not None and last.counted_until is None
    is_retracted = any(one.restored_at is None for one in found.taken_back)
    detail, added = found.detail, found.detail.added_context
    return ClaimExplanation(
        claim=evidence_of(found.claim).model_copy(update={"is_current_testimony": counts}),
        version_id=detail.version_id,
        version_no=detail.version_no,
        speaker=detail.speaker,
        is_hedged=detail.is_hedged,
        counts=counts and not is_retracted,
        why=why_claim(
            version_no=detail.version_no,
            added=len(added),
            counts=counts and not is_retracted,
            ended="retracted" if is_retracted else last.ended if last else None,
        ),
        added=tuple(AddedWords(**one) for one in added),
        decisions=tuple(decision_told(one) for one in found.decisions),
        extractor_version=detail.extractor_version,
        read_at=detail.ingested_at.astimezone(UTC),
        currency=tuple(_counted(one) for one in counted),
        occurrences=tuple(_occurrence(one) for one in found.occurrences),
        occurrence_count=found.occurrences[0].total if found.occurrences else 0,
        asserts=tuple(_assertion(one, found.shown) for one in found.asserted),
        mentions=tuple(_mention(one, found.shown) for one in found.named),
        retractions=tuple(retraction_told(one) for one in found.taken_back),
        facts=tuple(_fact(one) for one in found.facts),
        fact_count=found.facts[0].total if found.facts else 0,
        cursor=cursor,
    )


def _counted(one: Counted) -> CountedSpan:
    return CountedSpan(
        counted_from=one.counted_from.astimezone(UTC),
        began=one.began,
        counted_until=in_utc(one.counted_until),
        ended=one.ended,
        why=end_in_words(one.ended) if one.ended else None,
    )


def _occurrence(one: Carrying) -> ClaimOccurrence:
    return ClaimOccurrence(
        version_id=one.version_id,
        version_no=one.version_no,
        is_served=one.is_served,
        char_start=one.char_start,
        char_end=one.char_end,
    )


def _assertion(one: Asserted, shown: Mapping[UUID, str]) -> ClaimAssertion:
    return ClaimAssertion(
        kind=one.kind,
        subject=_entity(one.subject_id, shown),
        predicate=one.predicate,
        object=_entity(one.object_id, shown),
        positive=one.positive,
        effect=one.effect,
        valid_from=in_utc(one.valid_from),
        valid_until=in_utc(one.valid_until),
        valid_precision=one.valid_precision,
        supposed=one.supposed,
        label=one.label,
    )


def _mention(one: Named, shown: Mapping[UUID, str]) -> ClaimMention:
    return ClaimMention(
        mention_id=one.mention_id,
        surface=one.surface,
        role=one.role,
        entity=_entity(one.entity_id, shown),
        method=one.method,
        reason=one.reason,
    )


def _fact(one: BoreOn) -> ClaimFact:
    return ClaimFact(
        fact_id=one.fact_id,
        kind=one.kind,
        label=one.label,
        stance=one.stance,
        linked_from=one.linked_from.astimezone(UTC),
        linked_until=in_utc(one.linked_until),
        is_held=one.is_held,
        holds=one.holds,
    )


def _entity(entity_id: UUID | None, shown: Mapping[UUID, str]) -> NamedEntity | None:
    if entity_id is None or entity_id not in shown:
        return None
    return NamedEntity(entity_id=entity_id, name=shown[entity_id])
