"""Two names: the same, possibly the same, or different, and why.

Only spelling that cannot matter (case, spacing, Unicode form, honorifics, legal form, "Last, First") makes
two names the same. Everything that merely looks alike is a proposal: a score never merges.
"""

import re
import unicodedata
from dataclasses import dataclass
from enum import StrEnum

from remember.domain.nicknames import FORMAL_NAMES
from remember.domain.spelling import latin, numbered, sound, sounds_alike, without_lookalikes
from remember.domain.wordlists import listed
from remember.errors import Incorrect

_HONORIFICS = listed(
    """
    mr mrs ms miss mx dr prof professor sir dame madam rev fr sr. herr frau mme mlle capt captain lt sgt
    hon shaikh sheikh haji mullah maulavi
    """
)
_GENERATIONS = {"jr": "jr", "junior": "jr", "sr": "sr", "senior": "sr"}
_LEGAL_FORMS = {
    "inc": "inc",
    "incorporated": "inc",
    "corp": "corp",
    "corporation": "corp",
    "co": "co",
    "company": "co",
    "ltd": "ltd",
    "limited": "ltd",
    "llc": "llc",
    "llp": "llp",
    "lp": "lp",
    "plc": "plc",
    "gmbh": "gmbh",
    "ag": "ag",
    "aktiengesellschaft": "ag",
    "sa": "sa",
    "se": "se",
    "nv": "nv",
    "bv": "bv",
    "ab": "ab",
    "oy": "oy",
    "spa": "spa",
    "srl": "srl",
    "sarl": "sarl",
    "ooo": "ooo",
    "pjsc": "pjsc",
    "jsc": "jsc",
    "kg": "kg",
    "pty": "pty",
}
_LONG_LEGAL_FORMS = (
    ("limited liability company", "llc"),
    ("gesellschaft mit beschränkter haftung", "gmbh"),
    ("public limited company", "plc"),
    ("public joint stock company", "pjsc"),
    ("joint stock company", "jsc"),
)
_PARTICLES = {"ibn": "bin", "ben": "bin", "el": "al"}
_ARTICLES = re.compile(r"^(?:(?:the|a|an|our|my|your|his|her|its|their|this|that)\s+)+")
_POSSESSIVE = re.compile(r"['’]s?$")
_APOSTROPHES = re.compile(r"['’]")
_APOSTROPHE = re.compile(r"['’]s\b|['’]")
_LEADING_FORMS = frozenset({"jsc", "pjsc", "ooo", "llc", "pt"})
_DOTS = re.compile(r"(?<=\b[^\W\d_])\.")
_SPACES = re.compile(r"[\s_-]+")
_LONG_SOUND = 6
_LONG_ENOUGH = 5
_EDGES = "\"'“”‘’«».,;:!?()[]{}*`"
_NUMBER = re.compile(r"\d+(?:[.,:]\d+)*")
_ROMAN = re.compile(r"^(?:i{2,3}|iv|vi{0,3}|ix|x{1,2}i{0,3})$")
_WORD = re.compile(r"[^\W_]+", re.UNICODE)


class Likeness(StrEnum):
    """How two names stand to each other; only `same` may join their owners unasked."""

    SAME = "same"
    POSSIBLE = "possible"
    DIFFERENT = "different"


@dataclass(frozen=True, slots=True)
class Comparison:
    """A likeness with its reasons, in words that a reviewer can check."""

    likeness: Likeness
    reasons: tuple[str, ...]


def folded(text: str) -> str:
    """The key of a name or noun phrase: one Unicode form, no case, no article, one space between words.

    Accents, digits and every script stay as they are. "The Search-Team's" and "search team" are one key.
    """
    key = unicodedata.normalize("NFC", unicodedata.normalize("NFC", text).casefold())
    key = _SPACES.sub(" ", key).strip(_EDGES + " ")
    key = _POSSESSIVE.sub("", _ARTICLES.sub("", key))
    return _DOTS.sub("", key).strip(_EDGES + " ")


def is_honorific(word: str) -> bool:
    """Whether a word is a title before a name: "Dr", "mrs."."""
    return word.casefold().rstrip(".") in _HONORIFICS


def without_honorifics(name: str) -> str:
    """The name as written, less the titles before it: "Dr. Ana Ruiz" is "Ana Ruiz"."""
    words = name.split()
    while len(words) > 1 and is_honorific(words[0]):
        words = words[1:]
    return " ".join(words)


def name_key(name: str) -> str:
    """The folded name without the titles before it.

    Raises `Incorrect` (`name_empty`) for a name without a letter or digit.
    """
    key = folded(without_honorifics(name))
    if not any(character.isalnum() for character in key):
        raise Incorrect(
            f"{name!r} holds no name",
            code="name_empty",
            hint="give a name with letters or digits",
        )
    return key


def compare(left: str, right: str) -> Comparison:
    """Whether two names can name one thing; symmetric."""
    a, b = (_Name.of(name) for name in sorted((left, right)))
    if not a.words or not b.words:
        return Comparison(Likeness.DIFFERENT, ("a name is empty",))
    if folded(left) == folded(right):
        return Comparison(Likeness.SAME, ("same spelling",))
    if a.words != b.words and _unmasked(a) == _unmasked(b):
        return Comparison(Likeness.POSSIBLE, ("digits stand for letters",))
    if refusal := _refusal(a, b):
        return Comparison(Likeness.DIFFERENT, (refusal,))
    if a.words == b.words:
        return _same_words(a, b)
    if _plain(" ".join(a.words)) == _plain(" ".join(b.words)):
        return Comparison(Likeness.POSSIBLE, ("differ in accents only",))
    if sorted(a.words) == sorted(b.words):
        return Comparison(Likeness.POSSIBLE, ("same words in another order",))
    if _unspaced(a) & _unspaced(b) or _only_unspaced(a, b):
        return Comparison(Likeness.POSSIBLE, ("differ in spacing only",))
    if _acronym(a, b) or _acronym(b, a):
        return Comparison(Likeness.POSSIBLE, ("one is the initials of the other",))
    return _aligned(a, b)


@dataclass(frozen=True, slots=True)
class _Name:
    words: tuple[str, ...]
    numbers: tuple[str, ...]
    legal_form: str
    generation: str
    as_written: bool = True
    """Whether no word had to be read otherwise: a number in words, "ibn" for "bin", an inner "'s"."""

    @classmethod
    def of(cls, name: str) -> "_Name":
        key = folded(_unreversed(without_honorifics(name))).replace("&", " and ")
        legal = ""
        for words, short in _LONG_LEGAL_FORMS:
            key = key.replace(words, short)
        plain = _WORD.findall(_APOSTROPHES.sub("", key))
        tokens = numbered(_WORD.findall(_APOSTROPHE.sub("", key)))
        tokens = tokens[:1] + [_PARTICLES.get(token, token) for token in tokens[1:]]
        as_written = tokens == plain
        while len(tokens) > 1 and tokens[-1] in _LEGAL_FORMS:
            legal = _LEGAL_FORMS[tokens.pop()]
        if len(tokens) > 2 and tokens[0] in _LEADING_FORMS:
            legal = legal or tokens[0]
            del tokens[0]
        generation = _GENERATIONS.get(tokens[-1], "") if len(tokens) > 1 else ""
        if generation:
            tokens.pop()
        digits = _NUMBER.findall(key if as_written else " ".join(tokens))
        numbers = tuple(sorted((*digits, *(t for t in tokens[1:] if _ROMAN.match(t)))))
        return cls(tuple(tokens), numbers, legal, generation, as_written)


def _unreversed(name: str) -> str:
    """ "Ruiz, Ana" is "Ana Ruiz"; a legal form after a comma is not a first name."""
    last, comma, first = name.partition(", ")
    is_form = first.casefold().replace(".", "").replace(" ", "") in _LEGAL_FORMS | _GENERATIONS
    return (
        f"{first} {last}" if comma and "," not in first and not is_form and len(first.split()) < 3 else name
    )


def _refusal(a: _Name, b: _Name) -> str:
    if a.numbers != b.numbers:
        return "their numbers differ"
    if a.generation and b.generation and a.generation != b.generation:
        return "one is senior, the other junior"
    return ""


def _same_words(a: _Name, b: _Name) -> Comparison:
    if not (a.as_written and b.as_written):
        return Comparison(Likeness.POSSIBLE, ("the same words written otherwise",))
    if a.generation != b.generation:
        return Comparison(Likeness.POSSIBLE, ("only one is marked junior or senior",))
    if a.legal_form and b.legal_form and a.legal_form != b.legal_form:
        return Comparison(Likeness.POSSIBLE, ("their legal forms differ",))
    return Comparison(Likeness.SAME, ("same but for titles, legal form or punctuation",))


def _unmasked(name: _Name) -> list[str]:
    return [without_lookalikes(word) for word in name.words]


def _unspaced(name: _Name) -> set[str]:
    whole = "".join(name.words)
    return {whole, whole + name.legal_form}


def _only_unspaced(a: _Name, b: _Name) -> bool:
    heard = sound("".join(a.words))
    apart = len(a.words) != len(b.words)
    return apart and len(heard) > _LONG_SOUND and heard == sound("".join(b.words))


def _acronym(short: _Name, long: _Name) -> bool:
    letters = "".join(short.words)
    initials = "".join(word[0] for word in long.words if word not in {"of", "the", "and", "for"})
    return len(short.words) == 1 and len(letters) >= 2 and letters == initials


def _aligned(a: _Name, b: _Name) -> Comparison:
    short, long = sorted((a.words, b.words), key=len)
    left, reasons = list(long), []
    for word in sorted(short, key=len, reverse=True):
        found = next(((other, why) for why, test in _TESTS for other in left if test(word, other)), None)
        if found is None:
            return Comparison(Likeness.DIFFERENT, (f"{word!r} has no counterpart",))
        left.remove(found[0])
        reasons.append(found[1])
    if all(why in {"initial", "spelling", "gendered"} for why in reasons) and (
        len(short) > 1 or reasons != ["spelling"]
    ):
        return Comparison(Likeness.DIFFERENT, ("no word is the same in both",))
    if reasons == ["spelling"] and len(short[0]) < _LONG_ENOUGH:
        return Comparison(Likeness.DIFFERENT, ("too short to be misspelt",))
    if "gendered" in reasons:
        return Comparison(Likeness.DIFFERENT, ("the names of a woman and a man",))
    if left:
        reasons.append("part of the longer name")
    return Comparison(Likeness.POSSIBLE, tuple(dict.fromkeys(why for why in reasons if why != "equal")))


def _is_initial(word: str, other: str) -> bool:
    return min(len(word), len(other)) == 1 and word[0] == other[0]


def _is_nickname(word: str, other: str) -> bool:
    formal, other_formal = FORMAL_NAMES.get(word, {word}), FORMAL_NAMES.get(other, {other})
    return bool(set(formal) & set(other_formal))


def _is_gendered(word: str, other: str) -> bool:
    short, long = sorted((word, other), key=len)
    if len(short) < 4:
        return False
    return long in {short + "a", short + "le"} or (
        word[:-1] == other[:-1] and {word[-1], other[-1]} == {"a", "o"}
    )


def _is_misspelt(word: str, other: str) -> bool:
    shorter = min(len(word), len(other))
    if not latin(word + other).isascii():
        return False  # in a script of words or syllables another sign is another name
    allowed = 0 if shorter < 4 else 1 if shorter < 8 else 2
    return (
        abs(len(word) - len(other)) <= allowed and _distance(_plain(word), _plain(other), allowed) <= allowed
    )


_TESTS = (
    ("equal", str.__eq__),
    ("initial", _is_initial),
    ("nickname", _is_nickname),
    ("gendered", _is_gendered),
    ("sound", sounds_alike),
    ("spelling", _is_misspelt),
)


def _distance(left: str, right: str, most: int) -> int:
    """Edits between two words, a swap of neighbours being one; more than `most` is given as `most` + 1."""
    before: list[int] = []
    row = list(range(len(right) + 1))
    for i, a in enumerate(left, start=1):
        after = [i]
        for j, b in enumerate(right, start=1):
            best = min(row[j] + 1, after[j - 1] + 1, row[j - 1] + (a != b))
            if before and j > 1 and a == right[j - 2] and left[i - 2] == b:
                best = min(best, before[j - 2] + 1)
            after.append(best)
        before, row = row, after
        if min(row) > most:
            return most + 1
    return row[-1]


def _plain(text: str) -> str:
    return "".join(c for c in unicodedata.normalize("NFD", text) if not unicodedata.combining(c))
