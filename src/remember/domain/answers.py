"""An answer from evidence only: what a model may reply, and what the caller gets."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Literal, TypeAlias

AnswerStatus: TypeAlias = Literal["answered", "insufficient_evidence", "invalid_response"]

MOST_FACTS = 32
MOST_CITATIONS = 8
MOST_MISSING = 16
LONGEST_TERM = 1_024
LONGEST_OBJECT = 4_096
LONGEST_QUOTE = 4_096
LONGEST_ANSWER = 16_384
LONGEST_INFERENCE = 8_192

NOTHING_SENT = "None of the supplied evidence was sent: there is none, or it does not fit the allowance."
"""What is missing where no model was asked: a note for developers, not for users."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Citation:
    """A source that was sent, and an excerpt that stands in it, character for character and in one piece."""

    source_id: str
    quote: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CitedFact:
    """One declarative fact that an answer rests on, with the excerpts that say it."""

    subject: str
    relation: str
    object: str
    citations: tuple[Citation, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CitedSpan:
    """Where the quote of a citation first stands in its source's text: code points [start, end)."""

    fact: int
    citation: int
    start: int
    end: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """What a model replied, once it has the right form. It is not yet checked against the evidence."""

    status: Literal["answered", "insufficient_evidence"]
    facts: tuple[CitedFact, ...]
    answer: str | None
    inference: str | None
    missing_evidence: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class EvidenceOptions:
    """What goes beyond the contract. Every one is off by default, and then changes nothing.

    `with_schema` hands the model a JSON schema of the reply. `forgive_quotes` finds a quote in spite of
    another Unicode form, other quotation marks or other white space, and returns the source's own words.
    `repair` asks once more after an invalid reply, within the same time-out. `present` says that the
    question is about the present: a citation must name a source that is neither superseded nor
    contradicted. `figures_quoted`: every number and date of the answer stands in a quote.
    `least_quote` is the shortest quote, in UTF-16 code units without outer white space. `with_trust` tells
    the model the `trust` of each source that has one, and what that means.
    """

    with_schema: bool = False
    forgive_quotes: bool = False
    repair: bool = False
    present: bool = False
    figures_quoted: bool = False
    least_quote: int = 0
    with_trust: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class EvidenceAnswer:
    """An answer with checked citations, an honest refusal, or a reply that could not be trusted.

    `citations_verified` says that every citation names a source that was sent and quotes it exactly. It
    says nothing about whether the quote supports the fact, or whether either is true. Every string may
    have come from the model or the sources: escape it where it is shown.

    Beyond the contract: `spans` places every quote, `fault_at` is the path of the part of the reply
    that the code in `validation_errors` is about.
    """

    status: AnswerStatus
    answer: str | None = None
    inference: str | None = None
    facts: tuple[CitedFact, ...] = ()
    missing_evidence: tuple[str, ...] = ()
    validation_errors: tuple[str, ...] = ()
    citations_verified: bool = False
    used_source_ids: tuple[str, ...] = ()
    omitted_source_ids: tuple[str, ...] = ()
    context_tokens: int = 0
    model_calls: int = 0
    spans: tuple[CitedSpan, ...] = ()
    fault_at: str | None = None

    def as_dict(self) -> dict[str, Any]:
        """The eleven fields of the contract, as JSON values."""
        return {
            "status": self.status,
            "answer": self.answer,
            "inference": self.inference,
            "facts": [_fact_as_dict(fact) for fact in self.facts],
            "missing_evidence": list(self.missing_evidence),
            "validation_errors": list(self.validation_errors),
            "citations_verified": self.citations_verified,
            "used_source_ids": list(self.used_source_ids),
            "omitted_source_ids": list(self.omitted_source_ids),
            "context_tokens": self.context_tokens,
            "model_calls": self.model_calls,
        }


def _fact_as_dict(fact: CitedFact) -> dict[str, Any]:
    citations = [{"source_id": one.source_id, "quote": one.quote} for one in fact.citations]
    return {
        "subject": fact.subject,
        "relation": fact.relation,
        "object": fact.object,
        "citations": citations,
    }


def _text(longest: int, *, nullable: bool = False) -> dict[str, Any]:
    kind = ["string", "null"] if nullable else "string"
    return {"type": kind, "minLength": 1, "maxLength": longest}


def _closed(**properties: object) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def _several(items: object, *, least: int = 0, most: int) -> dict[str, Any]:
    return {"type": "array", "items": items, "minItems": least, "maxItems": most}


_CITATION = _closed(source_id=_text(512), quote=_text(LONGEST_QUOTE))
_FACT = _closed(
    subject=_text(LONGEST_TERM),
    relation=_text(LONGEST_TERM),
    object=_text(LONGEST_OBJECT),
    citations=_several(_CITATION, least=1, most=MOST_CITATIONS),
)
REPLY_SCHEMA: Mapping[str, Any] = MappingProxyType(
    _closed(
        status={"type": "string", "enum": ["answered", "insufficient_evidence"]},
        facts=_several(_FACT, most=MOST_FACTS),
        answer=_text(LONGEST_ANSWER, nullable=True),
        inference=_text(LONGEST_INFERENCE, nullable=True),
        missing_evidence=_several(_text(LONGEST_TERM), most=MOST_MISSING),
    )
)
"""The reply as a JSON schema. It counts code points where the check counts UTF-16 units."""
