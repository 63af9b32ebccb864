"""Remember: a memory engine for AI agents that must act.

    import remember

    with remember.Client() as memory:
        memory.ingest("minutes.md", source_kind="notes", source_ref="minutes.md")
        print(memory.facts_context("who leads the audit").facts)

Names are loaded when they are first used, so that the import costs nothing.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from remember.answering import (
        CancelSignal,
        ChatReply,
        ChatRequest,
        Citation,
        CitedFact,
        CitedSpan,
        EvidenceAnswer,
        EvidenceModel,
        EvidenceOptions,
        EvidenceRequest,
        EvidenceSource,
        answer_from_evidence,
        answer_from_evidence_sync,
    )
    from remember.errors import (
        Busy,
        Conflict,
        EvidenceCancelled,
        EvidenceRequestError,
        EvidenceTimeout,
        Fault,
        Forbidden,
        Incorrect,
        Interrupted,
        NotFound,
        RememberError,
        TooLarge,
        Unauthenticated,
        Unavailable,
        Unsupported,
    )
    from remember.quoting import Cited, QuotedEvidence, evidence_from
    from remember.surfaces.calls import PipelineDeadLettered, WaitedTooLong
    from remember.surfaces.client import AsyncClient, Client
    from remember.wire import (
        Account,
        ClaimValidPrecision,
        ContextBundleV2,
        DeploymentBuildInfo,
        DocumentDeletion,
        DocumentDetail,
        DocumentPage,
        DocumentSummary,
        DocumentVersionSummary,
        Envelope,
        EvidenceResult,
        FactResult,
        FactSupport,
        Grain,
        IngestedFacts,
        IngestedVersion,
        Negative,
        NegativeKind,
        PipelineReadinessReport,
        PipelineStageReadiness,
        ReadinessRequirements,
        TemporalMatch,
        ToolDescriptor,
        VersionDeletion,
        VersionPipelineReadiness,
        Whoami,
    )

__all__ = [
    "Account",
    "AsyncClient",
    "Busy",
    "CancelSignal",
    "ChatReply",
    "ChatRequest",
    "Citation",
    "Cited",
    "CitedFact",
    "CitedSpan",
    "ClaimValidPrecision",
    "Client",
    "Conflict",
    "ContextBundleV2",
    "DeploymentBuildInfo",
    "DocumentDeletion",
    "DocumentDetail",
    "DocumentPage",
    "DocumentSummary",
    "DocumentVersionSummary",
    "Envelope",
    "EvidenceAnswer",
    "EvidenceCancelled",
    "EvidenceModel",
    "EvidenceOptions",
    "EvidenceRequest",
    "EvidenceRequestError",
    "EvidenceResult",
    "EvidenceSource",
    "EvidenceTimeout",
    "FactResult",
    "FactSupport",
    "Fault",
    "Forbidden",
    "Grain",
    "Incorrect",
    "IngestedFacts",
    "IngestedVersion",
    "Interrupted",
    "Negative",
    "NegativeKind",
    "NotFound",
    "PipelineDeadLettered",
    "PipelineReadinessReport",
    "PipelineStageReadiness",
    "QuotedEvidence",
    "ReadinessRequirements",
    "RememberError",
    "TemporalMatch",
    "TooLarge",
    "ToolDescriptor",
    "Unauthenticated",
    "Unavailable",
    "Unsupported",
    "VersionDeletion",
    "VersionPipelineReadiness",
    "WaitedTooLong",
    "Whoami",
    "answer_from_evidence",
    "answer_from_evidence_sync",
    "evidence_from",
]

_HOMES = (
    "remember.errors",
    "remember.answering",
    "remember.quoting",
    "remember.wire",
    "remember.surfaces.calls",
    "remember.surfaces.client",
)


def __getattr__(name: str) -> Any:
    if name in __all__:
        for home in _HOMES:
            found = getattr(import_module(home), name, None)
            if found is not None:
                globals()[name] = found
                return found
    raise AttributeError(f"module 'remember' has no attribute {name!r}")
