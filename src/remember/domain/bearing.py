"""Whether words bear on a question: whom their sentences tell of, and what that is worth as an answer.

A reranker says how well words answer a question. It does not notice whose words they are, nor that they
only ask. So where a question is about somebody who speaks, a turn is read by whom each of its sentences
tells of, and what others tell of themselves is tried as an answer to the same question about *them*. Where
that fits better, the question has its answer in somebody else's life, and none in that of whom it names.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import log

from remember.domain.own_words import Words
from remember.domain.wordlists import listed
from remember.domain.words import FUNCTION_WORDS

_SENTENCE = re.compile(r"(?<=[.!?…])[\"'”’)]*\s+|\s+(?=\[)")
_WORD = re.compile(r"[^\W\d_]+")
_LABEL_END = re.compile(r"\**[ \t]*:\**\s*")
_FIRST = listed("i me my mine myself we us our ours ourselves")
_SECOND = listed("you your yours yourself yourselves")
_PRAISE = "amazing|awesome|cool|fantastic|glad|good|great|impressive|incredible|lovely|nice|sweet|wonderful"
# How a sentence opens that only takes up what the other one told.
_TAKES_UP = re.compile(
    rf"""
    (?: (?:oh|hey|hi|yeah|yes|yep|aw+|w[ho]a?h|wow|thanks|\w+,) [,!]? \s+ ){{0,2}}
    (?: that(?:['’]s|\s(?:is|sounds|looks|must))
      | (?:\w+\s+){{0,3}}(?:sounds|looks)
      | (?:this|it)(?:['’]s|\sis) \s (?:so\s|really\s)? (?:{_PRAISE})
      | wow | w[ho]a?h | aw+ | congrat\w* | way\sto\sgo
      | (?:so\s|how\s|very\s|pretty\s|super\s)? (?:{_PRAISE})
    ) \b
    """,
    re.IGNORECASE | re.VERBOSE,
)

_ALL_ASKED = 4.0
"""What it is worth, in points of the reranker, to have all the words asked for where others have none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """Words that may answer, and those of somebody else that stand right before them."""

    words: Words
    before: Words | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Trial:
    """A text to score as the answer to a question: of the piece at `at`, what tells of one person.

    `is_own`: it tells of whom the question is about; otherwise the question is put about somebody else.
    `is_whole`: it is the piece as it stands, with what it only asks.
    """

    at: int
    question: str
    text: str
    is_own: bool = True
    is_whole: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Scored:
    """A trial with its score and the terms of its text."""

    trial: Trial
    score: float
    terms: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """Whom a question is about, of those who speak; `written` is how it names them."""

    name: str
    written: re.Pattern[str]

    def question_about(self, other: str, question: str) -> str:
        """The question with somebody else in the subject's place."""
        return self.written.sub(lambda _: other, question)


def subject_of(question: str, pieces: Iterable[Piece]) -> Subject | None:
    """The one speaker whom the question names; None where it names none, or several."""
    speakers = {piece.words.speaker for piece in pieces if piece.words.speaker}
    named = [found for speaker in speakers if (found := _named(speaker, question))]
    return named[0] if len(named) == 1 else None


def _named(speaker: str, question: str) -> Subject | None:
    """The speaker by their whole name, else by any word of it; "will" does not name a Will."""
    for names in ([speaker], [word for word in _WORD.findall(speaker) if len(word) > 1]):
        flags = 0 if any(name.casefold() in FUNCTION_WORDS for name in names) else re.IGNORECASE
        written = re.compile(rf"\b(?:{'|'.join(map(re.escape, names))})\b", flags)
        if names and written.search(question):
            return Subject(name=speaker, written=written)
    return None


def trials(question: str, pieces: Sequence[Piece], subject: Subject | None) -> Iterator[Trial]:
    """Every text to score, in the order of the pieces."""
    # Where two speak at all, each speaks to the other.
    is_heard = len({piece.words.speaker for piece in pieces if piece.words.speaker}) == 2
    for at, piece in enumerate(pieces):
        speaker = piece.words.speaker
        told = _Told.of(piece.words, subject)
        if subject is None or speaker is None:
            yield from _as_answers(at, piece, question, told.all)
        elif speaker == subject.name:
            yield from _as_answers(at, piece, question, told.of_speaker)
        else:
            own = [*told.of_subject, *(told.of_hearer if is_heard else ())]
            yield from _as_answers(at, piece, question, own, by=subject.name)
            if any(_words(sentence) & _FIRST for sentence in told.of_speaker):
                yield _of_another(at, subject, speaker, question, told.of_speaker)


def _as_answers(
    at: int, piece: Piece, question: str, sentences: Sequence[str], *, by: str | None = None
) -> Iterator[Trial]:
    """The piece as it stands, its telling sentences alone, and these after the question they reply to."""
    if not sentences:
        return
    name = by or piece.words.speaker
    alone = f"{name}: {' '.join(sentences)}" if name else " ".join(sentences)
    yield Trial(at=at, question=question, text=alone)
    if alone != piece.words.text:
        yield Trial(at=at, question=question, text=piece.words.text, is_whole=True)
    asked = _Told.of(piece.before, None).asks if piece.before else ()
    if asked and by is None:
        yield Trial(at=at, question=question, text=f"{' '.join(asked)} {alone}")


def _of_another(at: int, subject: Subject, other: str, question: str, sentences: Sequence[str]) -> Trial:
    return Trial(
        at=at,
        question=subject.question_about(other, question),
        text=f"{other}: {' '.join(sentences)}",
        is_own=False,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Told:
    """The sentences of a turn, all that tell anything and by whom they tell of, and those that only ask."""

    all: tuple[str, ...]
    of_speaker: tuple[str, ...]
    of_hearer: tuple[str, ...]
    of_subject: tuple[str, ...]
    asks: tuple[str, ...]

    @classmethod
    def of(cls, words: Words, subject: Subject | None) -> "_Told":
        by: dict[str, list[str]] = {"all": [], "speaker": [], "hearer": [], "subject": [], "asks": []}
        for sentence in filter(None, map(str.strip, _SENTENCE.split(without_speaker(words)))):
            if sentence.endswith("?"):
                by["asks"].append(sentence)
                continue
            by["all"].append(sentence)
            for whom in _tells_of(sentence, subject):
                by[whom].append(sentence)
        return cls(
            all=tuple(by["all"]),
            of_speaker=tuple(by["speaker"]),
            of_hearer=tuple(by["hearer"]),
            of_subject=tuple(by["subject"]),
            asks=tuple(by["asks"]),
        )


def _tells_of(sentence: str, subject: Subject | None) -> Iterator[str]:
    said = _words(sentence)
    is_about_subject = subject is not None and _speaks_about(subject, sentence)
    if is_about_subject:
        yield "subject"
    is_about_hearer = bool(said & _SECOND or _TAKES_UP.match(sentence))
    if said & _FIRST or not (is_about_subject or is_about_hearer):
        yield "speaker"
    elif is_about_hearer:
        yield "hearer"


def _words(sentence: str) -> set[str]:
    return set(_WORD.findall(sentence.casefold()))


def _speaks_about(subject: Subject, sentence: str) -> bool:
    """Whether it names the subject, other than by calling them: "Thanks, Bo!" tells nothing of Bo."""
    ends = (found.end() for found in subject.written.finditer(sentence))
    return any(re.match(r"['’]s\b|\s+\w", sentence[end:]) for end in ends)


def without_speaker(said: Words) -> str:
    """The words without the name at their head that says whose they are."""
    rest = said.text.lstrip("*").removeprefix(said.speaker or "")
    label = _LABEL_END.match(rest)
    return rest[label.end() :] if said.speaker and label else said.text


def rarity(asked: Iterable[int], texts: Collection[frozenset[int]]) -> dict[int, float]:
    """What each term of a question is worth among these texts: the rarer, the more."""
    counts = Counter(term for terms in texts for term in terms)
    return {term: log(1 + len(texts) / (1 + counts[term])) for term in asked}


@dataclass(frozen=True, slots=True, kw_only=True)
class Weighed:
    """What came of the trials: the best score of each piece, by its place among them.

    `told` is the best of what tells of whom the question is about, and `others` of what others tell of
    themselves, as an answer about them; None where nothing does. `told_share` and `others_share` are the
    parts of what is asked for, from 0 to 1, whose words stand in either at all.
    """

    scores: Mapping[int, float]
    told: float | None = None
    others: float | None = None
    told_share: float = 0.0
    others_share: float = 0.0

    @classmethod
    def of(cls, scored: Sequence[Scored], asked: Mapping[int, float]) -> "Weighed":
        """The outcome of scored trials; `asked` is what each term of the question is worth."""
        scores: dict[int, float] = {}
        for one in scored:
            if one.trial.is_own:
                scores[one.trial.at] = max(one.score, scores.get(one.trial.at, one.score))
        own = [one for one in scored if one.trial.is_own and not one.trial.is_whole]
        others = [one for one in scored if not one.trial.is_own]
        return cls(
            scores=scores,
            told=max((one.score for one in own), default=None),
            others=max((one.score for one in others), default=None),
            told_share=_share(own, asked),
            others_share=_share(others, asked),
        )

    def bear(self, *, floor: float, margin: float) -> bool:
        """Whether any piece answers: well enough, and so much better than others do about themselves."""
        if self.told is None or self.told < floor:
            return False
        if self.others is None:
            return True
        return self.told - self.others + _ALL_ASKED * (self.told_share - self.others_share) >= margin


def _share(scored: Iterable[Scored], asked: Mapping[int, float]) -> float:
    found = {term for one in scored for term in one.terms}
    whole = sum(asked.values())
    return sum(worth for term, worth in asked.items() if term in found) / whole if whole else 0.0
