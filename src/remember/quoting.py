"""Reads as evidence: an envelope as sources to answer from, and citations back to where they stand."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from remember.domain.answers import EvidenceAnswer
from remember.domain.evidence_request import EvidenceSource, SourceStatus
from remember.domain.own_words import Places, Quoted, Words, fitted, hold_any, widened, without
from remember.domain.trust import Trust
from remember.wire import (
    ChunkEvidenceResult,
    ClaimAccount,
    ContextBundleV2,
    Envelope,
    EvidenceResult,
    SourceTrust,
)

__all__ = ["Cited", "QuotedEvidence", "evidence_from"]

CONTEXT_TOKENS = 2_048


@dataclass(frozen=True, slots=True, kw_only=True)
class Cited:
    """A citation at its place: code points [char_start, char_end) of the converted text of a version.

    `fact` and `citation` count from 0 in the answer. `version_id` is None where the read did not tell it.
    """

    fact: int
    citation: int
    quote: str
    doc_id: UUID
    version_id: UUID | None
    char_start: int
    char_end: int
    claim_ids: tuple[UUID, ...]
    document_title: str | None
    source_kind: str | None
    speaker: str | None
    said_at: datetime | None
    status: SourceStatus | None
    trust: Trust | None


@dataclass(frozen=True, slots=True, kw_only=True)
class QuotedEvidence:
    """Sources in the sources' own words, best first, and where each of them stands.

    `one_sided` are the contradictions of which the read did not bring every side: their words are left out.
    """

    quoted: tuple[Quoted, ...]
    one_sided: tuple[UUID, ...] = ()

    @property
    def sources(self) -> tuple[EvidenceSource, ...]:
        """The sources, as `answer_from_evidence` takes them."""
        return tuple(one.source for one in self.quoted)

    def cited(self, answer: EvidenceAnswer) -> tuple[Cited, ...]:
        """Each citation of an answer to these sources, at its place."""
        return tuple(self._placed(answer))

    def _placed(self, answer: EvidenceAnswer) -> Iterator[Cited]:
        words = {one.source.id: one.words for one in self.quoted}
        for span in answer.spans:
            citation = answer.facts[span.fact].citations[span.citation]
            yield placed(
                words[citation.source_id], span.start, span.end, fact=span.fact, citation=span.citation
            )


def placed(words: Words, start: int, end: int, *, fact: int = 0, citation: int = 0) -> Cited:
    """The citation of a part of these words, [start, end) of them."""
    return Cited(
        fact=fact,
        citation=citation,
        quote=words.text[start:end],
        doc_id=words.doc_id,
        version_id=words.version_id,
        char_start=words.start + start,
        char_end=words.start + end,
        claim_ids=words.claim_ids,
        document_title=words.title,
        source_kind=words.source_kind,
        speaker=words.speaker,
        said_at=words.said_at,
        status=words.status,
        trust=words.trust,
    )


def evidence_from(
    result: Envelope | ContextBundleV2, *, max_context_tokens: int = CONTEXT_TOKENS
) -> QuotedEvidence:
    """The evidence of a read as sources for `answer_from_evidence`, as much of it as the allowance holds.

    Claims come before passages, what backs a fact before what was only said, and unverified sources last.
    No source holds what a person took back, or came after the belief that was asked about. All that is in
    the account of an envelope, which every client of ours gets.
    """
    claims, passages, one_sided = said_in(result)
    gone = _taken_back(_envelopes(result))
    wide = [one for one in widened(claims, passages) if not hold_any(one, gone)]
    said = sorted([*wide, *_unclaimed(passages, wide)], key=lambda one: one.trust is Trust.UNVERIFIED)
    return QuotedEvidence(quoted=fitted(said, max_context_tokens), one_sided=one_sided)


def said_in(result: Envelope | ContextBundleV2) -> tuple[list[Words], list[Words], tuple[UUID, ...]]:
    """The claims of a read in their own words, its passages, and the contradictions that are left out."""
    envelopes = _envelopes(result)
    gone, later = _taken_back(envelopes), _came_later(envelopes)
    claims = list(_claims(envelopes))
    mute = [one for one in claims if one.version_id in later or hold_any(one, gone)]
    one_sided = _one_sided(claims, envelopes).union(*(one.groups for one in mute))
    said = [one for one in claims if one not in mute and not one.groups & one_sided]
    passages = [
        part
        for envelope in envelopes
        for chunk in envelope.chunks
        if chunk.version_id not in later
        for part in without(_passage(chunk, _passage_trust(envelope)), gone)
    ]
    return said, passages, tuple(sorted(one_sided, key=str))


def _envelopes(result: Envelope | ContextBundleV2) -> list[Envelope]:
    return [result] if isinstance(result, Envelope) else [result.facts, result.claims_and_sources]


def _taken_back(envelopes: Iterable[Envelope]) -> Places:
    places: dict[UUID, list[tuple[int, int]]] = {}
    for envelope in envelopes:
        for version_id, spans in envelope.account.taken_back.items() if envelope.account else ():
            places[version_id] = [(span.char_start, span.char_end) for span in spans]
    return places


def _came_later(envelopes: Iterable[Envelope]) -> frozenset[UUID]:
    return frozenset(
        version_id for envelope in envelopes if envelope.account for version_id in envelope.account.came_later
    )


def _passage_trust(envelope: Envelope) -> Mapping[UUID, SourceTrust]:
    return envelope.account.passage_trust if envelope.account else {}


def _unclaimed(passages: Iterable[Words], said: Iterable[Words]) -> Iterator[Words]:
    """Passages that no claim here comes from."""
    starts: dict[tuple[UUID, UUID | None], list[int]] = {}
    for one in said:
        starts.setdefault((one.doc_id, one.version_id), []).append(one.start)
    for passage in passages:
        begun = starts.get((passage.doc_id, passage.version_id), ())
        if not any(passage.start <= start < passage.end for start in begun):
            yield passage


def _claims(envelopes: Iterable[Envelope]) -> Iterator[Words]:
    seen: set[UUID] = set()
    for envelope in envelopes:
        told = envelope.account.claims if envelope.account else {}
        held = _held(envelope)
        for claim in envelope.evidence:
            if claim.claim_id not in seen:
                seen.add(claim.claim_id)
                known = told.get(claim.claim_id)
                trust = Trust(known.trust) if known else None
                yield _words(claim, known or held.get(claim.claim_id, ClaimAccount()), trust)


def _held(envelope: Envelope) -> Mapping[UUID, ClaimAccount]:
    """What the facts of an envelope say of their claims, for one that came without an account."""
    groups = {fact.fact_id: fact.contradiction_group for fact in envelope.facts}
    told: dict[UUID, ClaimAccount] = {}
    for link in envelope.fact_evidence:
        if link.stance != "supports" or link.fact_id not in groups:
            continue
        group = groups[link.fact_id]
        before = told.get(link.claim_id, ClaimAccount(status="current"))
        told[link.claim_id] = before if group is None else _side(before, group)
    return told


def _side(told: ClaimAccount, group: UUID) -> ClaimAccount:
    groups = (*told.contradiction_groups, group)
    return told.model_copy(update={"status": "contradicted", "contradiction_groups": groups})


def _words(claim: EvidenceResult, told: ClaimAccount, trust: Trust | None) -> Words:
    return Words(
        doc_id=claim.doc_id,
        version_id=told.version_id,
        start=claim.char_start,
        text=claim.source_span,
        said_at=claim.asserted_at,
        speaker=told.speaker,
        status=told.status,
        groups=frozenset(told.contradiction_groups),
        claim_ids=(claim.claim_id,),
        title=claim.document_title,
        source_kind=claim.source_kind,
        trust=trust,
    )


def _passage(chunk: ChunkEvidenceResult, trusts: Mapping[UUID, SourceTrust]) -> Words:
    trust = trusts.get(chunk.chunk_id)
    return Words(
        doc_id=chunk.doc_id,
        version_id=chunk.version_id,
        start=chunk.char_start,
        text=chunk.chunk_text,
        said_at=chunk.source_modified_at,
        title=chunk.document_title,
        source_kind=chunk.source_kind,
        trust=Trust(trust) if trust else None,
    )


def _one_sided(said: Iterable[Words], envelopes: Iterable[Envelope]) -> frozenset[UUID]:
    """The contradictions that these words are a side of, and of which not every side is here."""
    whole = {group for envelope in envelopes for group in _whole(envelope)}
    return frozenset(group for one in said for group in one.groups if group not in whole)


def _whole(envelope: Envelope) -> Iterator[UUID]:
    """The contradictions of which this envelope has words for every side."""
    backed = {link.fact_id for link in envelope.fact_evidence if link.stance == "supports"}
    against = {one.fact_id: one for one in envelope.evidence_totals if one.stance == "contradicts"}
    for fact in envelope.facts:
        told, rivals = fact.contradiction, against.get(fact.fact_id)
        if told is None or fact.fact_id not in backed:
            continue
        sides = {side.fact_id for side in told.co_members}
        spoken = rivals is not None and rivals.returned > 0
        every = rivals is not None and rivals.returned == rivals.total
        backed_all = told.returned == told.total and sides <= backed
        if backed_all or (spoken and (every or told.total == 1)):
            yield told.group_id
