"""The gate every claim passes, whoever wrote it: is each word of it in the text, or a recorded resolution?"""

import re
from collections.abc import Iterator, Sequence

from remember.domain.claims import AddedContext, DraftClaim
from remember.domain.names import folded
from remember.domain.wordlists import listed

_WORD = re.compile(r"\d+(?:[.,:/-]\d+)*|[^\W\d_]+(?:['’][^\W\d_]+)?|[^\W_]+")
# Words that only hold a sentence together; a claim may use them where its source did not.
_FUNCTION_WORDS = listed(
    """
    a an the and or of in on at by to from for with as is are was were be been has have had does do did
    will would can could not no that this and others 's s it its
    """
)
_SUFFIXES = ("'s", "’s", "ies", "es", "s", "ed", "ing", "d")


def ungrounded(text: str, allowed: Sequence[str]) -> list[str]:
    """The words and numbers of a text that none of the allowed texts has; inflection does not count."""
    stems: set[str] = set()
    numbers: set[str] = set()
    for passage in allowed:
        for word in _words(passage.replace("`", "'")):
            numbers.add(word) if word[0].isdigit() else stems.update(_stems(word))
    return [
        word
        for word in _words(text)
        if (word not in numbers if word[0].isdigit() else not (_stems(word) & stems or _functional(word)))
    ]


def _words(text: str) -> Iterator[str]:
    """The words of a text; "hasn't" is two, since only its verb is inflected."""
    for word in _WORD.findall(text.replace("’", "'")):
        if word.endswith("n't"):
            yield from (word[:-3], "n't")
        else:
            yield word


def check(claim: DraftClaim, stored: str, start: int) -> list[str]:
    """What is wrong with a claim, in words; `stored` is the stored text from offset `start` on.

    Empty means that it may be stored.
    """
    faults = []
    if (
        stored[claim.char_start - start : claim.char_end - start] != claim.source_span
        or not claim.source_span
    ):
        faults.append("the quoted span is not at its place in the text")
    if not claim.evidence_spans or (claim.evidence_spans[0].char_start, claim.evidence_spans[0].char_end) != (
        claim.char_start,
        claim.char_end,
    ):
        faults.append("the first evidence is not the quoted span")
    passages = [
        stored[max(0, e.char_start - start) : max(0, e.char_end - start)] for e in claim.evidence_spans
    ]
    allowed = [*passages, *(added.text for added in claim.added_context)]
    faults += [f"{word!r} is not in the source" for word in ungrounded(claim.claim_text, allowed)]
    faults += [f"added {a.text!r} without a source" for a in claim.added_context if not _accounted(a)]
    return faults


def _accounted(added: AddedContext) -> bool:
    return bool(added.text.strip()) and (added.char_start is None) == (added.char_end is None)


def _stems(word: str) -> set[str]:
    key = folded(word) or word.casefold()
    found = {key}
    for suffix in _SUFFIXES:
        if key.endswith(suffix) and len(key) > len(suffix) + 1:
            found.add(key[: -len(suffix)])
    if key.endswith("ies"):
        found.add(key[:-3] + "y")
    return found


def _functional(word: str) -> bool:
    return word.casefold() in _FUNCTION_WORDS
