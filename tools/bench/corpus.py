"""Sentences for measuring: an invented port, its people, its machines, and what was said of them."""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

_STARTS = (
    "Al",
    "Ber",
    "Cor",
    "Dan",
    "El",
    "Fin",
    "Gus",
    "Hel",
    "Iv",
    "Jor",
    "Kas",
    "Lor",
    "Mar",
    "Nor",
    "Ol",
)
_ENDS = ("a", "ek", "en", "ina", "is", "mund", "o", "ric", "ta", "vin", "wen", "yn")
_FAMILIES = ("Aske", "Brandt", "Corvi", "Dahl", "Eskil", "Farrow", "Grieve", "Hult", "Ibsen", "Jansky")
_THINGS = ("crane", "barge", "pump", "ledger", "gate", "berth", "beacon", "winch", "depot", "pontoon", "silo")
_ACTS = (
    "repaired {thing} {number}",
    "is in charge of {thing} {number}",
    "moved from {thing} {number} to {other}",
    "inspected {thing} {number} after the {weather}",
    "ordered new {part} for {thing} {number}",
    "reported that {thing} {number} is out of order",
    "signed the lease of {thing} {number} with {other}",
    "trained the night crew on {thing} {number}",
    "closed the complaint about the {part} of {thing} {number}",
    "will present the costs of {thing} {number} to {other}",
)
_PARTS = ("bearings", "cables", "valves", "lamps", "chains", "filters", "seals", "hinges", "ropes", "gauges")
_WEATHERS = ("storm", "frost", "flood", "heat wave", "fog", "spring tide")
_FIRST_DAY = datetime(2024, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True, kw_only=True)
class Sentence:
    """One thing said of one person on one day."""

    subject: str
    text: str
    day: datetime


def people() -> list[str]:
    """Everybody there is: some hundreds of names."""
    firsts = [start + end for start in _STARTS for end in _ENDS]
    return [f"{first} {_FAMILIES[at % len(_FAMILIES)]}" for at, first in enumerate(firsts)]


def sentences(count: int, *, seed: int = 1) -> list[Sentence]:
    """So many different sentences, the same ones every time."""
    chance = random.Random(seed)
    everybody, found = people(), dict[str, Sentence]()
    while len(found) < count:
        sentence = _sentence(chance, everybody)
        found[sentence.text] = sentence
    return list(found.values())


def endless(*, seed: int) -> Iterator[Sentence]:
    """Sentences without end, of which some come again."""
    chance = random.Random(seed)
    everybody = people()
    while True:
        yield _sentence(chance, everybody)


def _sentence(chance: random.Random, everybody: list[str]) -> Sentence:
    subject, other = chance.sample(everybody, 2)
    day = _FIRST_DAY + timedelta(days=chance.randrange(900))
    act = chance.choice(_ACTS).format(
        thing=chance.choice(_THINGS),
        number=chance.randrange(1, 60),
        other=other,
        part=chance.choice(_PARTS),
        weather=chance.choice(_WEATHERS),
    )
    return Sentence(subject=subject, text=f"{subject} {act} on {day:%Y-%m-%d}.", day=day)


def questions(known: list[Sentence], count: int, *, seed: int = 2) -> list[str]:
    """Questions of the kinds that people ask: about a person, about a thing, and in other words."""
    chance = random.Random(seed)
    return [_question(chance, chance.choice(known)) for _ in range(count)]


def _question(chance: random.Random, sentence: Sentence) -> str:
    words = sentence.text.removeprefix(sentence.subject).split()
    told = " ".join(words[:6]).rstrip(".")
    return chance.choice(
        (
            f"who {told}?",
            f"what did {sentence.subject} do?",
            f"what is known about {sentence.subject} and what {told}?",
            f"which person was it that {told}?",
        )
    )


def notes(count: int, *, characters: int = 2_500, seed: int = 3) -> Iterator[str]:
    """Dated notes of about so many characters, each different from all others."""
    supply = iter(sentences(count * (characters // 40), seed=seed))
    for number in range(count):
        lines = [f"# Shift notes {number}", ""]
        size = 0
        while size < characters:
            sentence = next(supply)
            lines.append(sentence.text)
            size += len(sentence.text) + 1
        yield "\n\n".join((lines[0], " ".join(lines[2:])))
