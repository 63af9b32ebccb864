"""A sentence of a source: where it stands, and why it is in the memory or is not."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from remember.domain.claims import DecisionType, Reason

FARTHEST = 2_000
"""Characters before and after a place within which its sentence ends."""

# A full stop behind a single capital is an initial's: "R. Holm".
_END = re.compile(
    r"(?<!\b[A-Z])[.!?…]+[\"'”’)\]]*(?=\s)|[。！？]|\n[ \t\r]*\n|\n(?=[ \t]*(?:[-*+#>|]|\d{1,3}[.)])[ \t])"
)
_UNIMPORTANT = re.compile(r"[\s#>*+|-]*")


class SentenceState(StrEnum):
    """What became of a sentence."""

    IN_MEMORY = "in_memory"
    NO_LONGER_COUNTS = "no_longer_counts"
    NOT_GROUNDED = "not_grounded"
    LEFT_OUT = "left_out"
    NOTHING_RECORDED = "nothing_recorded"
    NOT_PROCESSED = "not_processed"
    FAILED = "failed"
    PARKED = "parked"
    VERSION_DELETED = "version_deleted"


@dataclass(frozen=True, slots=True, kw_only=True)
class SaidThere:
    """A claim that came of a sentence; `ended` is why it counts no more."""

    counts: bool
    ended: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class SentenceFate:
    """What decides what became of a sentence: its version, how far that was read, and what came of it.

    A decision is its type, its reason and what exactly. `stopped` is a stage that failed, and `error` how;
    `waiting` is the first that is still to be done.
    """

    is_deleted: bool = False
    parked: str | None = None
    stopped: str | None = None
    error: str | None = None
    waiting: str | None = None
    is_read: bool = True
    claims: Sequence[SaidThere] = ()
    decisions: Sequence[tuple[str, str, str]] = ()


_REASONS = {
    Reason.QUESTION: "it asks something, and states nothing",
    Reason.GREETING: "it greets, thanks or takes leave",
    Reason.ADVICE: "it tells somebody what to do",
    Reason.HYPOTHETICAL: "it imagines or wishes something",
    Reason.GENERIC: "it says something about anybody",
    Reason.INTRO: "it only announces what follows",
    Reason.NO_INFO: "it says nothing that can be remembered",
    Reason.AMBIGUOUS: "nothing says whom or what it speaks of",
    Reason.BOILERPLATE: "it is code, a reference, a heading of a file or other matter that is not prose",
    Reason.STRUCK: "its writer crossed it out",
    Reason.UNRESOLVED: "it names somebody that nothing says who it is",
    Reason.UNGROUNDED: "a word of the claim is not in the text that it may use",
    Reason.FED_BACK: "it is what the memory itself gave out",
    Reason.MODEL_FAILED: "the model that reads gave nothing that could be used, so the rules read it",
    Reason.RESOLVED_BY_MODEL: "a model said whom or what its words mean",
}
_ENDS = {
    "version_superseded": "a newer version of its document no longer says it",
    "version_deleted": "the version that said it was deleted",
    "reextracted": "its passage was read anew, and gave other claims",
    "review_restored": "a review decided so",
    "retracted": "a person took it back",
}


def reason_in_words(reason: str) -> str:
    """Why a sentence was left out, flagged or changed."""
    return {str(known): words for known, words in _REASONS.items()}.get(reason, reason)


def end_in_words(ended: str | None) -> str:
    """Why a claim counts no more."""
    return _ENDS.get(ended or "", ended or "nothing says why")


def why_claim(*, version_no: int | None, added: int, counts: bool, ended: str | None) -> str:
    """How a claim was read, and whether it counts."""
    words = f"with {added} piece{'s' if added > 1 else ''} taken from elsewhere" if added else "word for word"
    standing = "its document says it" if counts else f"it counts no more: {end_in_words(ended)}"
    return f"it was read from version {version_no or 'unknown'}, {words}; {standing}"


def state_of(fate: SentenceFate) -> SentenceState:
    """What became of a sentence."""
    kinds = [kind for kind, _, _ in fate.decisions]
    if fate.is_deleted:
        return SentenceState.VERSION_DELETED
    if any(claim.counts for claim in fate.claims):
        return SentenceState.IN_MEMORY
    if fate.claims:
        return SentenceState.NO_LONGER_COUNTS
    if DecisionType.GROUNDING_REJECTED in kinds:
        return SentenceState.NOT_GROUNDED
    if DecisionType.SELECTION_DROP in kinds:
        return SentenceState.LEFT_OUT
    if fate.is_read:
        return SentenceState.NOTHING_RECORDED
    if fate.parked is not None:
        return SentenceState.PARKED
    return SentenceState.NOT_PROCESSED if fate.stopped is None else SentenceState.FAILED


def why_sentence(fate: SentenceFate) -> str:
    """Why a sentence is in the memory, or is not."""
    match state_of(fate):
        case SentenceState.VERSION_DELETED:
            return "its version was deleted"
        case SentenceState.IN_MEMORY:
            said = sum(claim.counts for claim in fate.claims)
            return f"{said} claim{'s' if said > 1 else ''} came of it{_rest(fate)}"
        case SentenceState.NO_LONGER_COUNTS:
            ends = dict.fromkeys(end_in_words(claim.ended) for claim in fate.claims)
            return f"what it said counts no more: {'; '.join(ends)}"
        case SentenceState.NOT_GROUNDED:
            rejected = [what for kind, _, what in fate.decisions if kind == DecisionType.GROUNDING_REJECTED]
            found = "; ".join(dict.fromkeys(what for what in rejected if what))
            return f"no claim of it passed the check: {found or reason_in_words(Reason.UNGROUNDED)}"
        case SentenceState.LEFT_OUT:
            dropped = [reason for kind, reason, _ in fate.decisions if kind == DecisionType.SELECTION_DROP]
            reasons = dict.fromkeys(reason_in_words(reason) for reason in dropped)
            return f"no claim was read from it: {'; '.join(reasons)}"
        case SentenceState.PARKED:
            return "nothing converts files of its type yet; the file is kept"
        case SentenceState.FAILED:
            return f"processing failed: {fate.error or fate.stopped}"
        case SentenceState.NOT_PROCESSED:
            return f"it was not read yet: {fate.waiting or 'extract_claims'} is still to be done"
    return "it was read, and is no sentence that a claim could be read from: a heading, say, or a blank line"


def _rest(fate: SentenceFate) -> str:
    if fate.stopped:
        return f"; then processing failed: {fate.error or fate.stopped}"
    return f"; {fate.waiting} is still to be done" if fate.waiting else ""


def sentence_at(text: str, place: int) -> tuple[int, int]:
    """The sentence around a place of a text, by its punctuation and paragraphs, without blanks about it."""
    first, last = max(0, place - FARTHEST), min(len(text), place + FARTHEST)
    start = first
    end = last
    for found in _END.finditer(text, first, last):
        if found.end() <= place:
            start = found.end()
        elif found.end() > place:
            end = found.end()
            break
    opening = _UNIMPORTANT.match(text, start, end)
    if opening is not None and opening.end() <= place:
        start = opening.end()
    stripped = start + len(text[start:end].rstrip())
    return (start, stripped) if stripped > place else (start, max(end, place + 1))
