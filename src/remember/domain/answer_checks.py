"""Whether a reply may be trusted: the contract's checks in their order; the first that fails decides."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from remember.domain.answer_reply import Untrusted, read_reply
from remember.domain.answers import (
    NOTHING_SENT,
    Citation,
    CitedFact,
    CitedSpan,
    EvidenceAnswer,
    EvidenceOptions,
    Reply,
)
from remember.domain.evidence_request import CheckedRequest, EvidenceSource
from remember.domain.evidence_selection import Selection
from remember.domain.figures import unquoted_figure
from remember.domain.quotes import FoldedText, find_folded, folded
from remember.domain.utf16 import find, trimmed, units


def nothing_sent(selection: Selection) -> EvidenceAnswer:
    """The refusal that needs no model: there is no evidence, or none fits."""
    return EvidenceAnswer(
        status="insufficient_evidence",
        missing_evidence=(NOTHING_SENT,),
        omitted_source_ids=selection.omitted_ids,
    )


def judged(
    text: object, request: CheckedRequest, selection: Selection, options: EvidenceOptions, *, calls: int = 1
) -> EvidenceAnswer:
    """What a reply amounts to. Of a reply that fails a check nothing is kept but the check's code."""
    outcome = EvidenceAnswer(
        status="invalid_response",
        used_source_ids=selection.used_ids,
        omitted_source_ids=selection.omitted_ids,
        context_tokens=selection.context_tokens,
        model_calls=calls,
    )
    try:
        reply = read_reply(text, request.max_response_chars)
        _check_consistency(reply, request)
        facts, spans = _verified(reply.facts, selection.sources, options)
        _check_options(replace(reply, facts=facts), selection.sources, options)
    except Untrusted as fault:
        return replace(outcome, validation_errors=(fault.code,), fault_at=fault.at)
    return replace(
        outcome,
        status=reply.status,
        answer=reply.answer,
        inference=reply.inference,
        facts=facts,
        missing_evidence=reply.missing_evidence,
        citations_verified=bool(facts),
        spans=spans,
    )


def _check_consistency(reply: Reply, request: CheckedRequest) -> None:
    if reply.status == "answered":
        if reply.answer is None or not reply.facts or reply.missing_evidence:
            raise Untrusted("inconsistent_answer", _first_of_answer(reply))
    elif reply.answer is not None or reply.inference is not None or not reply.missing_evidence:
        raise Untrusted("inconsistent_abstention", _first_of_abstention(reply))
    if request.knowledge == "evidence-only" and reply.inference is not None:
        raise Untrusted("inference_not_allowed", "inference")


def _first_of_answer(reply: Reply) -> str:
    if reply.answer is None:
        return "answer"
    return "missing_evidence" if reply.facts else "facts"


def _first_of_abstention(reply: Reply) -> str:
    if reply.answer is not None:
        return "answer"
    return "missing_evidence" if reply.inference is None else "inference"


def _verified(
    facts: Sequence[CitedFact], sources: Sequence[EvidenceSource], options: EvidenceOptions
) -> tuple[tuple[CitedFact, ...], tuple[CitedSpan, ...]]:
    """The facts with each quote found in its source, and where."""
    texts = _Texts(sources)
    spans: list[CitedSpan] = []
    found: list[CitedFact] = []
    for number, fact in enumerate(facts):
        citations = []
        for at, citation in enumerate(fact.citations):
            path = f"facts[{number}].citations[{at}]"
            verified, (start, end) = texts.cited(citation, path, forgive=options.forgive_quotes)
            citations.append(verified)
            spans.append(CitedSpan(fact=number, citation=at, start=start, end=end))
        found.append(replace(fact, citations=tuple(citations)))
    return tuple(found), tuple(spans)


class _Texts:
    """The texts that were sent, by id; each is folded at most once."""

    def __init__(self, sources: Sequence[EvidenceSource]) -> None:
        self._texts = {source.id: source.text for source in sources}
        self._folded: dict[str, FoldedText] = {}

    def cited(self, citation: Citation, path: str, *, forgive: bool) -> tuple[Citation, tuple[int, int]]:
        """The citation in the source's own words, and where they stand."""
        text = self._texts.get(citation.source_id)
        if text is None:
            raise Untrusted("unknown_source", f"{path}.source_id")
        if span := find(text, citation.quote):
            return citation, span
        if forgive and (span := find_folded(self._fold(citation.source_id), citation.quote)):
            return replace(citation, quote=text[slice(*span)]), span
        raise Untrusted("quote_not_in_source", f"{path}.quote")

    def _fold(self, source_id: str) -> FoldedText:
        if source_id not in self._folded:
            self._folded[source_id] = folded(self._texts[source_id])
        return self._folded[source_id]


def _check_options(reply: Reply, sources: Sequence[EvidenceSource], options: EvidenceOptions) -> None:
    for path, citation in _citations(reply):
        if units(trimmed(citation.quote)) < options.least_quote:
            raise Untrusted("quote_too_short", f"{path}.quote")
    if reply.answer is None:
        return
    cited = [citation for _, citation in _citations(reply)]
    outdated = {source.id for source in sources if source.status in ("superseded", "contradicted")}
    if options.present and all(citation.source_id in outdated for citation in cited):
        raise Untrusted("nothing_current_cited", "facts")
    if options.figures_quoted and unquoted_figure(reply.answer, [citation.quote for citation in cited]):
        raise Untrusted("figure_not_quoted", "answer")


def _citations(reply: Reply) -> Iterator[tuple[str, Citation]]:
    for number, fact in enumerate(reply.facts):
        for at, citation in enumerate(fact.citations):
            yield f"facts[{number}].citations[{at}]", citation
