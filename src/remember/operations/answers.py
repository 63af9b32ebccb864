"""Answers: a question, read with the caller's own eyes, and answered from what the read brings."""

from collections.abc import Mapping, Sequence
from typing import Annotated

from pydantic import Field

from remember.answering import answer_from_evidence
from remember.context import Context
from remember.domain.answers import EvidenceAnswer, EvidenceOptions
from remember.domain.extracts import told_as_true
from remember.domain.own_words import Words
from remember.domain.time import AsOf, At
from remember.operations.accounted import accounted
from remember.operations.parameters import When
from remember.operations.recall import Anchors, Query
from remember.operations.registry import operation
from remember.providers.chat import Chat
from remember.quoting import Cited, QuotedEvidence, evidence_from, placed, said_in
from remember.retrieve import combined_context as both
from remember.retrieve.extract import best_words
from remember.retrieve.moment import mode_of
from remember.wire import Answer, AnswerCitation, AnswerFact, ContextBundleV2, Negative, NegativeKind

_TOLD = 3
"""Facts by which a refusal tells each of the candidates of a name."""

_OPTIONS = EvidenceOptions(with_trust=True)

NOTHING_SAID = "the memory holds nothing that answers this question"


@operation(
    "ask", reads=True, agents=True, route="POST /answer", intent="answer a question, every part of it cited"
)
async def ask(
    context: Context,
    *,
    query: Query,
    entity_ids: Anchors | None = None,
    time: When | None = None,
    output_language: Annotated[
        str, Field(min_length=1, max_length=128, description="Language of the answer; else the question's")
    ]
    | None = None,
    max_context_tokens: Annotated[
        int, Field(ge=1, le=32_768, description="Estimated tokens of evidence that a model is shown at most")
    ] = 2_048,
    timeout_ms: Annotated[
        int, Field(ge=1, le=300_000, description="Milliseconds that a model may take")
    ] = 25_000,
) -> Answer:
    """An answer from this memory alone, with the words that say it and where they stand; or an honest no.

    A configured chat model writes it and every citation is checked. Without one it is an extract: what
    sources say closest to the question, word for word (`method`). `context` is the read it rests on.
    """
    mode = mode_of(time)
    request = both.CombinedRequest(entity_ids=entity_ids or (), mode=mode)
    read = await accounted(context, both.combined_context(context, query, request))
    if negative := _ambiguous(read) or _negative(read):
        return _refused(context.providers.chat, read, negative)
    if context.providers.chat is None:
        return await _extract(context, query, read)
    at = mode.at if isinstance(mode, At) else mode.valid_at if isinstance(mode, AsOf) else None
    asked = {
        "question": query,
        "question_time": round((at or read.facts.temporal_scope.evaluated_at).timestamp() * 1000),
        "output_language": output_language,
        "max_context_tokens": max_context_tokens,
        "timeout_ms": timeout_ms,
    }
    given = {name: value for name, value in asked.items() if value is not None}
    return await _by_model(
        context.providers.chat, given, evidence_from(read, max_context_tokens=max_context_tokens), read
    )


def _ambiguous(read: ContextBundleV2) -> Negative | None:
    """The "no" to a question about a name of several: whose life it is, nobody may guess."""
    candidates = read.facts.account.candidates if read.facts.account else ()
    if not candidates:
        return None
    told = "; or ".join(
        f"{one.entity_id} ({', '.join(one.facts[:_TOLD] or one.documents[:_TOLD])})" for one in candidates
    )
    return Negative(
        kind=NegativeKind.BOUNDARY,
        explanation=f"{len(candidates)} bear a name that the question gives: {told}",
        workaround="ask again with the one that is meant in entity_ids",
    )


def _negative(read: ContextBundleV2) -> Negative | None:
    """The "no" of a read that brought nothing at all."""
    held, said = read.facts.negative, read.claims_and_sources.negative
    if held is None or said is None:
        return None
    return said if held.kind == NegativeKind.KNOWN_EMPTY else held


def _refused(chat: Chat | None, read: ContextBundleV2, negative: Negative | None) -> Answer:
    return Answer(
        status="insufficient_evidence",
        method="model" if chat else "extract",
        missing_evidence=(negative.explanation if negative else NOTHING_SAID,),
        negative=negative,
        context=read,
    )


async def _extract(context: Context, query: str, read: ContextBundleV2) -> Answer:
    claims, passages, one_sided = said_in(read)
    cited = await best_words(context, query, claims, passages)
    if not cited:
        return _refused(None, read, None).model_copy(update={"one_sided": one_sided})
    return Answer(
        status="answered",
        method="extract",
        answer="\n".join(one.text for one in told_as_true(cited) or cited),
        facts=tuple(_quoted(one) for one in cited),
        citations_verified=True,
        one_sided=one_sided,
        context=read,
    )


def _quoted(words: Words) -> AnswerFact:
    return AnswerFact(label=words.text, citations=(_citation(placed(words, 0, len(words.text))),))


async def _by_model(
    chat: Chat, asked: Mapping[str, object], found: QuotedEvidence, read: ContextBundleV2
) -> Answer:
    answer = await answer_from_evidence({**asked, "sources": found.sources}, chat, options=_OPTIONS)
    return Answer(
        status=answer.status,
        method="model",
        model=getattr(chat, "model_id", None),
        answer=answer.answer,
        facts=_facts(answer, found.cited(answer)),
        missing_evidence=answer.missing_evidence,
        validation_errors=answer.validation_errors,
        citations_verified=answer.citations_verified,
        one_sided=found.one_sided,
        context=read,
    )


def _facts(answer: EvidenceAnswer, cited: Sequence[Cited]) -> tuple[AnswerFact, ...]:
    return tuple(
        AnswerFact(
            label=f"{fact.subject} {fact.relation} {fact.object}",
            citations=tuple(_citation(one) for one in cited if one.fact == number),
        )
        for number, fact in enumerate(answer.facts)
    )


def _citation(one: Cited) -> AnswerCitation:
    return AnswerCitation(
        quote=one.quote,
        doc_id=one.doc_id,
        version_id=one.version_id,
        char_start=one.char_start,
        char_end=one.char_end,
        claim_ids=one.claim_ids,
        document_title=one.document_title,
        source_kind=one.source_kind,
        speaker=one.speaker,
        said_at=one.said_at,
        status=one.status,
        trust=one.trust and one.trust.value,
    )
