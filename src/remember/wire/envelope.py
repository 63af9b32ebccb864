"""The envelope: the results of a read and an account of what they are."""

import json
from collections.abc import Mapping
from typing import Any, Literal, Self
from uuid import UUID

from pydantic import BaseModel, Field, PrivateAttr, model_validator

from remember.wire.identity import CandidateContext
from remember.wire.parts import (
    AggregateReport,
    ChangeRecord,
    ChunkEvidenceResult,
    EntityCandidate,
    EvidenceResult,
    EvidenceSpan,
    EvidenceTotal,
    FactEvidence,
    FactResult,
    Freshness,
    GraphEdge,
    GraphNode,
    GraphPath,
    Negative,
    PageRef,
    RankedItem,
    SourceRecord,
    TranscriptEntry,
    Truncation,
)
from remember.wire.times import TemporalScope
from remember.wire.values import ClaimStatus, Closed, Count, Grain, SourceTrust


class ClaimAccount(Closed):
    """What we tell of a claim beyond the contract: where it stands, whose words it is, what belief says."""

    version_id: UUID | None = None
    speaker: str | None = None
    status: ClaimStatus | None = None
    """At the time asked about; None where the memory holds nothing on the strength of this claim."""
    contradiction_groups: tuple[UUID, ...] = ()
    trust: SourceTrust = "asserted"
    """How far the word of its source counts."""


class Account(Closed):
    """What we tell about an answer beyond the contract; see `Envelope.account`."""

    pending_version_ids: tuple[UUID, ...] = ()
    """Versions that were accepted and whose claims and facts may not all be in this answer; 100 at most."""
    independent_sources: dict[UUID, int] = Field(default_factory=dict)
    """For each fact, how many of its documents are no copies of one another."""
    candidates: tuple[CandidateContext, ...] = ()
    """What tells the candidates of an ambiguous name apart, in their order; 10 at most."""
    timing_ms: dict[str, float] = Field(default_factory=dict)
    """Milliseconds spent in each step of the read."""
    claims: dict[UUID, ClaimAccount] = Field(default_factory=dict)
    """Each claim of the envelope."""
    passage_trust: dict[UUID, SourceTrust] = Field(default_factory=dict)
    """For each passage of `claims_and_sources_context`, how far the word of its source counts."""
    taken_back: dict[UUID, tuple[EvidenceSpan, ...]] = Field(default_factory=dict)
    """Where, in each version that is quoted here, stands what a person had taken back by `believed_at`."""
    came_later: tuple[UUID, ...] = ()
    """Versions that are quoted here and that the memory had not been given yet at `believed_at`."""


class Envelope(Closed):
    """The results of a read, and an account of what they are.

    Check `negative` first: where it is set, the answer is empty and the kind says why.
    """

    grain: Grain
    temporal_scope: TemporalScope
    entities: tuple[EntityCandidate, ...] = ()
    facts: tuple[FactResult, ...] = ()
    evidence: tuple[EvidenceResult, ...] = ()
    fact_evidence: tuple[FactEvidence, ...] = ()
    evidence_totals: tuple[EvidenceTotal, ...] = ()
    chunks: tuple[ChunkEvidenceResult, ...] = ()
    sources: tuple[SourceRecord, ...] = ()
    transcript: tuple[TranscriptEntry, ...] = ()
    nodes: tuple[GraphNode, ...] = ()
    paths: tuple[GraphPath, ...] = ()
    edges: tuple[GraphEdge, ...] = ()
    ranking: tuple[RankedItem, ...] = ()
    changes: tuple[ChangeRecord, ...] = ()
    aggregate: AggregateReport | None = None
    pages: tuple[PageRef, ...] = ()
    freshness: Freshness
    truncation: Truncation | None = None
    dropped_by_hydration: int = 0
    excluded_unstamped: Count = 0
    negative: Negative | None = None

    _account: Account | None = PrivateAttr(default=None)

    @property
    def account(self) -> Account | None:
        """What we tell beyond the contract; not in the dump, and None where a server does not send it."""
        return self._account

    def with_account(self, account: Account | None) -> Self:
        """The same envelope, carrying this account."""
        told = self.model_copy()
        told._account = account
        return told

    def accounting(self, **told: Any) -> Self:
        """The same envelope, telling these fields of an account beside those it tells already."""
        return self.with_account((self._account or Account()).model_copy(update=told))


class ContextBundleV2(Closed):
    """Testimony and belief side by side, never merged: read each of the two envelopes on its own."""

    contract: Literal["ContextBundle/v2"] = "ContextBundle/v2"
    claims_and_sources: Envelope
    facts: Envelope

    @model_validator(mode="after")
    def _keeps_testimony_and_belief_apart(self) -> Self:
        if self.claims_and_sources.grain is not Grain.EVIDENCE:
            raise ValueError("claims_and_sources must be an envelope of grain evidence")
        if self.facts.grain is not Grain.FACT:
            raise ValueError("facts must be an envelope of grain fact")
        return self

    def accounting(self, **told: Any) -> Self:
        """The same bundle, each of its two envelopes telling this too."""
        sides = {side: getattr(self, side).accounting(**told) for side in ("claims_and_sources", "facts")}
        return self.model_copy(update=sides)


Result = Envelope | ContextBundleV2


def to_json(result: BaseModel, *, extended: bool = False) -> bytes:
    """The reply as the contract has it; `extended` adds `account` to each envelope that carries one."""
    if extended and isinstance(result, Envelope | ContextBundleV2):
        return json.dumps(_extended(result), ensure_ascii=False, separators=(",", ":")).encode()
    return result.model_dump_json(by_alias=True).encode()


def _extended(result: Result) -> dict[str, Any]:
    dumped = result.model_dump(mode="json", by_alias=True)
    if isinstance(result, ContextBundleV2):
        return dumped | {
            "claims_and_sources": _extended(result.claims_and_sources),
            "facts": _extended(result.facts),
        }
    if result.account is None:
        return dumped
    return dumped | {"account": result.account.model_dump(mode="json")}


def from_json(reply: Mapping[str, Any]) -> Result:
    """The envelope or bundle in a decoded reply, each envelope with the account that came with it."""
    if "contract" in reply:
        told = {side: from_json(reply[side]) for side in ("claims_and_sources", "facts")}
        return ContextBundleV2.model_validate({**reply, **told})
    account = reply.get("account")
    envelope = Envelope.model_validate({key: value for key, value in reply.items() if key != "account"})
    return envelope if account is None else envelope.with_account(Account.model_validate(account))
