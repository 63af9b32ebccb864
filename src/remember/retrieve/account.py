"""Account: what was found, as the parts of an envelope that say what it is worth."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import cast
from uuid import UUID

from remember.domain.claims import EvidenceSpan as Span
from remember.domain.claims import moved
from remember.domain.ranking import Ranked
from remember.domain.time import Period, Precision, match_of
from remember.retrieve.moment import in_utc
from remember.store.held_facts import HeldFact, Side, Standing
from remember.store.testimony import ShownChunk, ShownClaim
from remember.wire import (
    ChunkEvidenceResult,
    ClaimAccount,
    ClaimStatus,
    ClaimValidPrecision,
    CoMember,
    Contradiction,
    Envelope,
    EvidenceResult,
    EvidenceSpan,
    FactResult,
    FactSupport,
    Freshness,
    Negative,
    NegativeKind,
    RankedItem,
    SourceRecord,
    SourceTrust,
    TemporalMatch,
    Truncation,
    Validity,
)

SIDES_INLINE = 25
"""Other sides of a contradiction that are always given with a fact."""


def evidence_of(claim: ShownClaim) -> EvidenceResult:
    """A claim as the evidence of an envelope."""
    return EvidenceResult(
        claim_id=claim.claim_id,
        doc_id=claim.doc_id,
        chunk_id=claim.chunk_id,
        claim_text=claim.claim_text,
        source_span=claim.source_span,
        char_start=claim.char_start,
        char_end=claim.char_start + len(claim.source_span),
        evidence_spans=_spans(claim),
        is_attributed=claim.is_attributed,
        is_current_testimony=claim.is_current,
        asserted_at=in_utc(claim.asserted_at),
        claim_valid_from=in_utc(claim.valid_from),
        claim_valid_until=in_utc(claim.valid_until),
        claim_valid_precision=claim.valid_precision,
        claim_valid_kind=claim.valid_kind,
        document_title=claim.title,
        source_kind=claim.source_kind,
        corroboration_count=claim.documents or None,
        grouped_claim_ids=tuple(claim.others or ()),
    )


def _spans(claim: ShownClaim) -> tuple[EvidenceSpan, ...]:
    flat = claim.evidence_spans
    spans: Sequence[Span] = [
        Span(char_start=start, char_end=end) for start, end in zip(flat[::2], flat[1::2], strict=True)
    ]
    if claim.is_moved and claim.chunk_start is not None and claim.chunk_end is not None:
        spans = moved(
            spans, claim.char_start - claim.first_start, within=(claim.chunk_start, claim.chunk_end)
        )
    return tuple(EvidenceSpan(char_start=span.char_start, char_end=span.char_end) for span in spans)


def told_of(claims: Iterable[ShownClaim], standing: Mapping[UUID, Standing], envelope: Envelope) -> Envelope:
    """The envelope with what is told of each of its claims beside the contract."""
    told = {
        claim.claim_id: ClaimAccount(
            version_id=claim.version_id,
            speaker=claim.speaker,
            status=_status(standing.get(claim.claim_id)),
            trust=cast(SourceTrust, claim.trust),
            contradiction_groups=tuple(found.group_ids) if (found := standing.get(claim.claim_id)) else (),
        )
        for claim in claims
    }
    return envelope.accounting(claims=told)


def trust_of(passages: Iterable[ShownChunk]) -> dict[UUID, SourceTrust]:
    """How far the word of the source of each passage counts."""
    return {passage.chunk_id: cast(SourceTrust, passage.trust) for passage in passages}


def of_facts(told: Mapping[UUID, int], envelope: Envelope) -> dict[UUID, int]:
    """What is told of the facts of an envelope, in their order."""
    return {fact.fact_id: told[fact.fact_id] for fact in envelope.facts if fact.fact_id in told}


def _status(found: Standing | None) -> ClaimStatus | None:
    if found is None:
        return None
    if found.group_ids:
        return "contradicted"
    return "current" if found.stands else "superseded"


def passage_of(chunk: ShownChunk) -> ChunkEvidenceResult:
    """A chunk as a passage of an envelope."""
    return ChunkEvidenceResult(
        chunk_id=chunk.chunk_id,
        doc_id=chunk.doc_id,
        version_id=chunk.version_id,
        representation_id=chunk.representation_id,
        chunk_text=chunk.chunk_text,
        context_prefix=chunk.context_prefix,
        char_start=chunk.char_start,
        char_end=chunk.char_end,
        section_role=chunk.section_role,
        document_title=chunk.title,
        source_kind=chunk.source_kind,
        source_modified_at=in_utc(chunk.source_modified_at),
        published_at=in_utc(chunk.published_at),
    )


def sources_of(found: Iterable[ShownClaim | ShownChunk]) -> tuple[SourceRecord, ...]:
    """The documents behind what was found, each once, in the order in which it first appears."""
    records = (
        SourceRecord(
            doc_id=one.doc_id,
            title=one.title,
            source_kind=one.source_kind,
            markdown_uri=f"sha256:{one.text_hash}" if one.text_hash else None,
        )
        for one in found
    )
    first: dict[UUID, SourceRecord] = {}
    for record in records:
        first.setdefault(record.doc_id, record)
    return tuple(first.values())


def fact_of(fact: HeldFact, sides: Sequence[Side]) -> FactResult:
    """A fact with the other sides of its contradiction, if it is in one; `sides` are those of its group."""
    return FactResult(
        fact_id=fact.fact_id,
        kind=fact.kind,
        label=fact.label,
        evidence_count=fact.evidence_count,
        validity=_validity(fact),
        temporal_match=TemporalMatch(_match(fact)),
        contradiction_group=fact.contradiction_group,
        contradiction=_contradiction(fact, sides),
        support=FactSupport(fact.support),
    )


def _match(fact: HeldFact) -> str:
    window = Period(
        valid_from=fact.valid_from,
        valid_until=fact.valid_until,
        precision=Precision(fact.valid_precision),
    )
    return match_of(window).value


def _contradiction(fact: HeldFact, sides: Sequence[Side]) -> Contradiction | None:
    others = [side for side in sides if side.fact_id != fact.fact_id]
    if fact.contradiction_group is None or not others:
        return None
    members = tuple(co_member(side) for side in others[:SIDES_INLINE])
    return Contradiction(
        group_id=fact.contradiction_group,
        co_members=members,
        returned=len(members),
        total=sides[0].total - 1,
    )


def co_member(side: HeldFact | Side) -> CoMember:
    """A fact beside another."""
    return CoMember(
        fact_id=side.fact_id,
        label=side.label,
        evidence_count=side.evidence_count,
        validity=_validity(side),
    )


def _validity(fact: HeldFact | Side) -> Validity:
    return Validity(
        valid_from=in_utc(fact.valid_from),
        valid_until=in_utc(fact.valid_until),
        valid_precision=ClaimValidPrecision(fact.valid_precision),
        ingested_at=fact.ingested_at.astimezone(UTC),
        invalidated_at=in_utc(fact.invalidated_at),
    )


def ranking_of(order: Iterable[Ranked[UUID]]) -> tuple[RankedItem, ...]:
    """Why each item is where it is."""
    return tuple(RankedItem(item_id=one.item, score=one.score, signals=dict(one.signals)) for one in order)


def truncation_of(*, returned: int, found: int, is_exact: bool) -> Truncation:
    """Whether there was more than is given, and which bound cut it."""
    truncated = found > returned or not is_exact
    reason = "k_limit" if found > returned else "candidate_limit"
    return Truncation(
        truncated=truncated,
        returned=returned,
        estimated_total=found,
        total_is_exact=is_exact,
        reason=reason if truncated else None,
    )


def freshness_of(evaluated_at: datetime) -> Freshness:
    """How current the answer is: as of its snapshot, since everything is searchable as it is saved."""
    return Freshness(pg_live_ts=evaluated_at.astimezone(UTC))


def negative(kind: NegativeKind, explanation: str, workaround: str | None = None) -> Negative:
    """A typed no."""
    return Negative(kind=kind, explanation=explanation, workaround=workaround)


UNKNOWN_IDS = negative(
    NegativeKind.UNKNOWN_ENTITY,
    "at least one of the entity ids names no entity in this memory",
    "look the name up with resolve_entity and use the id it gives",
)
"""One answer for ids that are unknown, merged away, erased or another's, so that nothing leaks."""
