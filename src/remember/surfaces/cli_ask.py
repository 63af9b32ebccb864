"""The `ask` command: an answer with its citations in place, or why there is none."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from remember.surfaces.cli_show import day
from remember.surfaces.terminal import say

if TYPE_CHECKING:
    from remember.wire import Answer, AnswerCitation, AnswerFact

_NO_ANSWER = {
    "insufficient_evidence": "The memory does not answer this.",
    "invalid_response": "The model's answer failed its check and is not shown.",
}


def print_answer(answer: Answer) -> None:
    """The answer, then what it rests on, each part with the words that say it."""
    if answer.status != "answered":
        say(_NO_ANSWER[answer.status])
        for missing in (*answer.missing_evidence, *answer.validation_errors):
            say(f"- {missing}")
    elif answer.method == "model":
        say(answer.answer or "")
    _facts(answer.facts, shown=answer.method == "model")
    if answer.method == "extract":
        say("(an extract, word for word: no language model is configured)")


def _facts(facts: Iterable[AnswerFact], *, shown: bool) -> None:
    for fact in facts:
        if shown:
            say(f"- {fact.label}")
        for citation in fact.citations:
            _citation(citation)


def _citation(one: AnswerCitation) -> None:
    say(f"    “{' '.join(one.quote.split())}”")
    speaker = f", {one.speaker}" if one.speaker else ""
    said = f", {day(one.said_at)}" if one.said_at else ""
    doubt = f", {one.status}" if one.status in ("superseded", "contradicted") else ""
    trust = ", unverified source" if one.trust == "unverified" else ""
    place = f"{one.document_title or 'untitled'}, characters {one.char_start} to {one.char_end}"
    say(f"    {place}{speaker}{said}{doubt}{trust}")
