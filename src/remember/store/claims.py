"""Claims, the passages that carry them, since when they count, and why other sentences are no claims."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from remember.domain.carrying import CarriedClaim, Traced, statement_key
from remember.domain.claims import AddedContext, ClaimPeriod, Decision, DraftClaim, Origin, PeriodKind
from remember.domain.copies import wording
from remember.domain.rewording import KeptStatement
from remember.domain.rows import layout_of
from remember.domain.time import Precision
from remember.store.chunks import FoundBy
from remember.store.database import Transaction, columns, many, none, none_each
from remember.store.versions import VersionWork


@dataclass(frozen=True, slots=True, kw_only=True)
class NewClaim:
    """A draft with its identity, the passage it was read in, and what it is found by."""

    claim_id: UUID
    chunk_id: UUID
    draft: DraftClaim
    found_by: FoundBy


@dataclass(frozen=True, slots=True, kw_only=True)
class Occurrence:
    """A passage of the version carries a claim; `said` are its words, where it has others for the same."""

    chunk_id: UUID
    claim_id: UUID
    char_start: int
    char_end: int
    said: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class NewDecision:
    """Why a piece of a passage is no claim, or is one with a change."""

    decision_id: UUID
    chunk_id: UUID
    decision: Decision


@dataclass(frozen=True, slots=True, kw_only=True)
class Carried:
    """A passage that reads the same as an earlier one, which stands `shift` code points before it."""

    old_chunk_id: UUID
    new_chunk_id: UUID
    shift: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Occurring:
    """A claim where a passage carries it, in these words."""

    chunk_id: UUID
    claim_id: UUID
    char_start: int
    char_end: int
    words: str
    claim_text: str
    source_span: str
    is_current: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class TracedClaim:
    """A claim with its place in a version and in the one before; None where it is not in one of them.

    Without a `claim_id` it is not there yet. `source_span` are the words that say it, in the newer of the
    two that it is in.
    """

    claim_id: UUID | None
    claim_text: str
    is_current: bool
    char_start: int | None
    char_end: int | None
    was_start: int | None
    was_end: int | None
    source_span: str
    is_reworded: bool

    def traced(self) -> Traced:
        """Where it stands in both."""
        return Traced(was_at=self.was_start, is_at=self.char_start, is_reworded=self.is_reworded)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Kept:
    reuse_key: str
    claim_id: UUID
    claim_text: str
    is_attributed: bool
    is_hedged: bool
    speaker: str | None
    asserted_at: datetime | None
    valid_from: datetime | None
    valid_until: datetime | None
    valid_precision: str
    valid_kind: str | None

    def statement(self) -> KeptStatement:
        return KeptStatement(
            claim_id=self.claim_id,
            claim_text=self.claim_text,
            is_attributed=self.is_attributed,
            is_hedged=self.is_hedged,
            speaker=self.speaker,
            period=ClaimPeriod(
                valid_from=self.valid_from,
                valid_until=self.valid_until,
                precision=Precision(self.valid_precision),
                kind=PeriodKind(self.valid_kind) if self.valid_kind else None,
            ),
            said_at=self.asserted_at,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Made:
    claim_id: UUID
    claim_text: str
    source_span: str
    added_context: list[dict[str, Any]]
    is_attributed: bool
    speaker: str | None
    extractor_version: str


async def add(
    tx: Transaction,
    tenant_id: UUID,
    version: VersionWork,
    claims: Sequence[NewClaim],
    *,
    extractor_version: str,
) -> None:
    """Keep claims, each carried by its passage; they count and are searched as soon as this commits."""
    if not claims:
        return
    here = {
        "tenant_id": tenant_id,
        "doc_id": version.doc_id,
        "version_id": version.version_id,
        "scope_id": version.scope_id,
        "extractor_version": extractor_version,
    }
    claim_ids = [claim.claim_id for claim in claims]
    # Two sources that keep the same table write the same row: only prose has a wording of its own.
    is_prose = layout_of(version.mime) is None
    await none_each(tx, "claims.add", (here | _columns(claim, is_prose=is_prose) for claim in claims))
    await add_occurrences(tx, tenant_id, version.version_id, map(_first, claims))
    await none(tx, "claims.begin_currency", tenant_id=tenant_id, doc_id=version.doc_id, claim_ids=claim_ids)
    await none(tx, "claims.count_came", tenant_id=tenant_id, claim_ids=claim_ids)


async def add_occurrences(
    tx: Transaction, tenant_id: UUID, version_id: UUID, occurrences: Iterable[Occurrence]
) -> None:
    """Note which passages of a version carry which claims."""
    here = {"tenant_id": tenant_id, "version_id": version_id}
    await none_each(tx, "claims.add_occurrence", (here | columns(occurrence) for occurrence in occurrences))


async def carry(tx: Transaction, tenant_id: UUID, version_id: UUID, carried: Sequence[Carried]) -> None:
    """Let passages that read the same as earlier ones keep their claims and decisions."""
    if not carried:
        return
    here = {
        "tenant_id": tenant_id,
        "version_id": version_id,
        "old_chunk_ids": [pair.old_chunk_id for pair in carried],
        "new_chunk_ids": [pair.new_chunk_id for pair in carried],
        "shifts": [pair.shift for pair in carried],
    }
    await none(tx, "claims.carry_occurrences", **here)
    await none(tx, "claims.carry_decisions", **here)


async def made_before(
    tx: Transaction, tenant_id: UUID, version_id: UUID, source_spans: Iterable[str]
) -> list[CarriedClaim]:
    """The claims that an earlier version makes in exactly these words, and that still count."""
    rows = await many(
        tx,
        "claims.made_before",
        _Made,
        tenant_id=tenant_id,
        version_id=version_id,
        source_spans=list(source_spans),
    )
    return [
        CarriedClaim(
            claim_id=row.claim_id,
            claim_text=row.claim_text,
            source_span=row.source_span,
            added_context=tuple(_added(added) for added in row.added_context),
            is_attributed=row.is_attributed,
            speaker=row.speaker,
            read_by=row.extractor_version,
        )
        for row in rows
    ]


async def made_in(
    tx: Transaction, tenant_id: UUID, version_id: UUID, *, most: int
) -> list[tuple[str, KeptStatement]]:
    """What a version states by claims that still count, each with the reuse key of a passage that says it.

    The time of each is its said-on.
    """
    rows = await many(tx, "claims.made_in", _Kept, tenant_id=tenant_id, version_id=version_id, most=most)
    return [(row.reuse_key, row.statement()) for row in rows]


async def occurring(tx: Transaction, tenant_id: UUID, version_id: UUID) -> list[Occurring]:
    """Where a version says which claims, in the order of its text."""
    return await many(tx, "claims.occurring", Occurring, tenant_id=tenant_id, version_id=version_id)


async def traced(
    tx: Transaction, tenant_id: UUID, version_id: UUID, before_id: UUID | None
) -> list[TracedClaim]:
    """The claims of a version in the order of its text, then those that only the version before has."""
    here = {"tenant_id": tenant_id, "version_id": version_id, "before_id": before_id}
    return await many(tx, "claims.traced", TracedClaim, **here)


async def stood_in_for(tx: Transaction, tenant_id: UUID, version_id: UUID) -> frozenset[UUID]:
    """The passages of a version that rules read because a model failed: they are to be read again."""
    found = await many(tx, "claims.stood_in_for", UUID, tenant_id=tenant_id, version_id=version_id)
    return frozenset(found)


async def add_decisions(
    tx: Transaction,
    tenant_id: UUID,
    version_id: UUID,
    decisions: Iterable[NewDecision],
    *,
    extractor_version: str,
) -> None:
    """Keep why pieces of text are not in memory, or are there with a change."""
    here = {"tenant_id": tenant_id, "version_id": version_id, "extractor_version": extractor_version}
    await none_each(tx, "claims.add_decision", (here | _decision(decision) for decision in decisions))


def _first(claim: NewClaim) -> Occurrence:
    return Occurrence(
        chunk_id=claim.chunk_id,
        claim_id=claim.claim_id,
        char_start=claim.draft.char_start,
        char_end=claim.draft.char_end,
    )


def _columns(claim: NewClaim, *, is_prose: bool) -> dict[str, Any]:
    draft, period = claim.draft, claim.draft.period
    return claim.found_by.columns() | {
        "claim_id": claim.claim_id,
        "chunk_id": claim.chunk_id,
        "char_start": draft.char_start,
        "char_end": draft.char_end,
        "claim_text": draft.claim_text,
        "source_span": draft.source_span,
        "evidence_spans": [at for span in draft.evidence_spans for at in (span.char_start, span.char_end)],
        "added_context": json.dumps([columns(added) for added in draft.added_context]),
        "is_attributed": draft.is_attributed,
        "is_hedged": draft.hedged,
        "speaker": draft.speaker,
        "asserted_at": draft.asserted_at,
        "valid_from": period.valid_from,
        "valid_until": period.valid_until,
        "valid_precision": period.precision,
        "valid_kind": period.kind,
        "statement_key": statement_key(draft),
        "wording": wording(draft.source_span) if is_prose else None,
    }


def _added(row: dict[str, Any]) -> AddedContext:
    return AddedContext(**row | {"origin": Origin(row["origin"])})


def _decision(new: NewDecision) -> dict[str, Any]:
    return {
        "decision_id": new.decision_id,
        "chunk_id": new.chunk_id,
        "decision": new.decision.type,
        "reason": new.decision.reason,
        "char_start": new.decision.char_start,
        "char_end": new.decision.char_end,
        "detail": new.decision.detail,
    }
