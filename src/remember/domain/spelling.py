"""How a word of a name may be spelt otherwise: in another alphabet, by another ear, with digits for letters.

Everything here is a reason to propose that two names are one, never to join them.
"""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType

# Each letter with its usual Latin spelling; "_" for none.
_ALPHABETS = """
    а:a б:b в:v г:g ґ:g д:d е:e ё:e ж:zh з:z и:i й:y к:k л:l м:m н:n о:o п:p р:r с:s т:t у:u ф:f х:kh ц:ts
    ч:ch ш:sh щ:shch ъ:_ ы:y ь:_ э:e ю:yu я:ya і:i ї:yi є:ye ў:w ј:j љ:lj њ:nj ћ:c ђ:dj џ:dz
    α:a β:v γ:g δ:d ε:e ζ:z η:i θ:th ι:i κ:k λ:l μ:m ν:n ξ:x ο:o π:p ρ:r σ:s ς:s τ:t υ:i φ:f χ:ch ψ:ps ω:o
    ا:a ب:b ت:t ث:th ج:j ح:h خ:kh د:d ذ:dh ر:r ز:z س:s ش:sh ص:s ض:d ط:t ظ:z ع:a غ:gh ف:f ق:q ك:k ل:l م:m
    ن:n ه:h و:w ي:y ة:a ى:a ء:_ پ:p چ:ch ژ:zh گ:g ک:k ی:y
"""
_LETTERS: Mapping[str, str] = MappingProxyType({pair[0]: pair[2:].strip("_") for pair in _ALPHABETS.split()})
_SOUNDS: tuple[tuple[str, str], ...] = (
    ("shch", "x"),
    ("sch", "x"),
    ("tch", "c"),
    ("sh", "x"),
    ("zh", "j"),
    ("dj", "j"),
    ("kh", "k"),
    ("gh", "k"),
    ("ph", "f"),
    ("th", "t"),
    ("ch", "c"),
    ("ck", "k"),
    ("tz", "z"),
    ("ts", "z"),
    ("q", "k"),
    ("g", "k"),
    ("w", "v"),
)
_SILENT = re.compile(r"(?<=[a-z])h(?![aeiouy])|(?<=[^aeiou])h")
_VOWELS = re.compile(r"(?<=.)[aeiouy]+")
_DOUBLED = re.compile(r"(.)\1+")
_LOOKALIKES = str.maketrans("01345789", "oleasteg")
_NUMBERS_IN_WORDS = """
    one:1 two:2 three:3 four:4 five:5 six:6 seven:7 eight:8 nine:9 ten:10 eleven:11 twelve:12 thirteen:13
    fourteen:14 fifteen:15 sixteen:16 seventeen:17 eighteen:18 nineteen:19 twenty:20 thirty:30 forty:40
    fourty:40 fifty:50 sixty:60 seventy:70 eighty:80 ninety:90
"""
_NUMBERS = {word: int(number) for word, number in (pair.split(":") for pair in _NUMBERS_IN_WORDS.split())}
_SHORTEST = 3


@lru_cache(maxsize=20_000)
def latin(word: str) -> str:
    """A folded word in Latin letters without accents, as far as its alphabet is known."""
    return "".join(_LETTERS.get(letter, _plain(letter)) for letter in word)


def _plain(letter: str) -> str:
    bare = "".join(c for c in unicodedata.normalize("NFD", letter) if not unicodedata.combining(c))
    return _LETTERS.get(bare, bare)


@lru_cache(maxsize=20_000)
def sound(word: str) -> str:
    """The consonants of a word as an ear that does not know it hears them; "" where they are too few."""
    heard = latin(word)
    for letters, one in _SOUNDS:
        heard = heard.replace(letters, one)
    heard = heard if "ch" in latin(word) else heard.replace("c", "k")
    heard = _SILENT.sub("", heard) if _VOWELS.search(heard) else heard
    heard = re.sub("^[aeiouy]", "a", heard)
    heard = _DOUBLED.sub(r"\1", _VOWELS.sub("", heard))
    return heard if len(heard) >= _SHORTEST and heard.isascii() and heard.isalpha() else ""


def sounds_alike(word: str, other: str) -> bool:
    """Whether two words are one by ear: Gaddafi and Qaddafi, Обама and Obama."""
    return latin(word) == latin(other) or (bool(sound(word)) and sound(word) == sound(other))


def without_lookalikes(word: str) -> str:
    """A word of letters with the digits in it read as the letters they look like: "s3ch1n" is "sechln"."""
    mixed = any(c.isalpha() for c in word) and any(c.isdigit() for c in word)
    return word.translate(_LOOKALIKES).replace("l", "i") if mixed else word.replace("l", "i")


def numbered(words: Sequence[str]) -> list[str]:
    """The words with numbers in digits: "brigade forty four" is "brigade 44"."""
    found: list[str] = []
    tens = False
    for word in words:
        value = _NUMBERS.get(word, int(word) if word.isdecimal() and len(word) == 1 else None)
        if value is not None and tens and value < 10:
            found[-1] = str(int(found[-1]) + value)
        else:
            found.append(word if word not in _NUMBERS else str(value))
        tens = value is not None and value >= 20 and word in _NUMBERS
    return found
