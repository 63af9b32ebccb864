"""Whether a sentence supports or contradicts another about the same thing, as far as words alone can tell.

What the claim adds to its subject is looked for in the evidence. It counts against the claim that a name,
a number or its last word is missing there, that the word before a shared noun is another ("Indian cricketer"
for "Pakistani cricketer"), or that the evidence denies what both speak of. A claim that itself denies turns
all of this round. Nothing here knows the world: it decides only between two readings of the same words.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from remember.domain.facts import Stance
from remember.domain.wordlists import listed

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")
_ORDINAL = re.compile(r"(\d+)(?:st|nd|rd|th|s)")
_BRACKETS = re.compile(r"-(?:LRB|RRB|LSB|RSB)-")
_GRAMMAR = listed(
    """
    a about also an and any are as at be been being but by can could did do does for from had has have he her
    him his how i if in into is it its me my of on one or our s she should so some than that the their them
    then there these they this those to us was we were what when where which who whom whose why will with
    would you your
    """
)
_DENIALS = listed(
    """
    not n't never no zero none neither nor without refused refuse refuses unable incapable failed fail fails
    yet cannot hardly barely nobody nothing lacks lack avoided denied declined stopped childless other outside
    nonexistent unlike
    """
)
_LIMITS = listed("only solely exclusively entirely just strictly purely merely")
_SAME = tuple(
    map(
        listed,
        (
            "movie film",
            "child children kid kids",
            "song track single",
            "begin began start started",
            "author writer writes wrote written",
            "television tv",
            "american usa us america",
            "british uk britain",
            "show series programme program",
            "die died death dead killed",
            "born birth",
            "group band",
            "company firm corporation",
            "won win winner",
            "actor actress acting acted star starred starring appear appeared role play played",
        ),
    )
)
_OPPOSITES = tuple(
    pair.split("/")
    for pair in listed(
        """
        first/second first/last before/after largest/smallest north/south east/west increased/decreased
        grew/shrank won/lost male/female man/woman started/ended alive/dead above/below more/less most/least
        same/different early/late son/daughter father/mother brother/sister husband/wife true/false
        always/never all/none public/private married/single successful/unsuccessful many/few good/bad
        open/closed
        """
    )
)
_NEAR = 6
_SAME_BEGINNING = 4


@dataclass(frozen=True, slots=True)
class Finding:
    """A stance with what speaks for it; further from 0 is surer."""

    stance: Stance
    score: float
    reasons: tuple[str, ...]


def stance_of(claim: str, evidence: str) -> Finding:
    """Whether the evidence supports or contradicts the claim; both speak of the same subject."""
    said, shown = _words(claim), _words(evidence)
    known = {_norm(word) for word in shown}
    marks = list(_marks(_added(said), shown, known, _limits(said, shown)))
    denied = sum(word.casefold() in _DENIALS for word in said) % 2 == 1
    total = sum(mark for mark, _ in marks)
    score = (0.4 - total) if denied else (0.7 + total)
    stance = Stance.SUPPORTS if score > 0 else Stance.CONTRADICTS
    reasons = tuple(reason for mark, reason in marks if (mark < 0) != (score > 0) or denied)
    return Finding(stance, score, reasons)


def _marks(
    added: Sequence[tuple[int, str]], shown: Sequence[str], known: set[str], limits: float
) -> Iterator[tuple[float, str]]:
    missing = [(at, word) for at, word in added if not _has(word, known)]
    absent = [word for _, word in missing]
    denied = _is_denied([word for _, word in added], shown)
    if not missing and not denied:
        yield 1.3, "every word is there"
    if missing:
        yield -len(missing) / len(added), "words are missing"
    if len(added) > _NEAR - 2:
        yield 0.2, "it says much"
    numbers = [word for word in absent if word[0].isdigit()]
    if numbers:
        yield -0.5, f"{numbers[0]} is missing"
    elif any(word[0].isdigit() for _, word in added):
        yield 0.3, "its numbers are there"
    if names := [word for word in absent if word[0].isupper()]:
        yield -0.9, f"{names[0]} is missing"
    if added and not _has(added[-1][1], known):
        yield -1.0, f"{added[-1][1]!r} is missing"
    if opposite := next((word for _, word in added if _is_opposed(word, known)), ""):
        yield -0.6, f"the opposite of {opposite!r} is there"
    yield from _neighbours(added, known)
    if denied:
        yield -1.6, "the evidence denies it"
    if limits:
        yield limits, "it allows nothing else"


def _neighbours(added: Sequence[tuple[int, str]], known: set[str]) -> Iterator[tuple[float, str]]:
    """Two words side by side of which only one is known: another of its kind, or its kind by another name."""
    beside = [(one, two) for (at, one), (after, two) in pairwise(added) if after == at + 1]
    if other := next((one for one, two in beside if not _has(one, known) and _has(two, known)), ""):
        yield -0.75, f"{other!r} is another there"
    if any(_has(one, known) and not _has(two, known) for one, two in beside):
        yield 0.5, "its kind is named otherwise"


def _limits(said: Iterable[str], shown: Iterable[str]) -> float:
    limited = any(word.casefold() in _LIMITS for word in said)
    return -0.8 if limited and not any(word.casefold() in _LIMITS for word in shown) else 0.0


def _words(text: str) -> list[str]:
    text = _BRACKETS.sub(" ", text.replace("’", "'"))
    return _WORD.findall(re.sub(r"\s?n't\b", " not", text))


def _added(said: Sequence[str]) -> list[tuple[int, str]]:
    """The words that a claim adds to the names that it begins with, and their places."""
    first = 0
    while first < len(said) and (said[first][0].isupper() or said[first] in {"of", "the", "and"}):
        first += 1
    content = [
        (at, word)
        for at, word in enumerate(said)
        if word.casefold().removesuffix("'s") not in _GRAMMAR | _DENIALS | _LIMITS
    ]
    return [(at, word) for at, word in content if at >= first] or content


def _norm(word: str) -> str:
    """A word without its ending, a number without "th"."""
    word = word.casefold().removesuffix("'s")
    ordinal = _ORDINAL.fullmatch(word)
    if ordinal:
        return ordinal[1]
    for ending in ("ies", "ing", "ed", "es", "s", "e"):
        if word.endswith(ending) and len(word) - len(ending) > 2:
            return word[: -len(ending)]
    return word


def _has(word: str, known: set[str]) -> bool:
    """Whether a word, one of its family or one of its meaning is among the known ones."""
    stem = _norm(word)
    if stem in known or any(
        word.casefold() in group and known & {_norm(w) for w in group} for group in _SAME
    ):
        return True
    return len(stem) >= _SAME_BEGINNING and stem.isalpha() and any(_is_family(stem, one) for one in known)


def _is_family(stem: str, other: str) -> bool:
    shared = next(
        (n for n, (a, b) in enumerate(zip(stem, other, strict=False)) if a != b), min(len(stem), len(other))
    )
    return shared >= _SAME_BEGINNING and shared >= 0.6 * min(len(stem), len(other))


def _is_opposed(word: str, known: set[str]) -> bool:
    stem = _norm(word)
    if stem in known:
        return False
    return any(
        (stem == _norm(one) and _norm(two) in known) or (stem == _norm(two) and _norm(one) in known)
        for one, two in _OPPOSITES
    )


def _is_denied(added: Sequence[str], shown: Sequence[str]) -> bool:
    """Whether a denial stands in the evidence right before what the claim says."""
    for at, word in enumerate(shown):
        if word.casefold() in _DENIALS:
            near = {_norm(after) for after in shown[at + 1 : at + _NEAR]}
            if any(_has(one, near) for one in added):
                return True
    return False
