"""Which script a text is written in, as far as the token estimate of the answering contract needs to know."""

import re
import unicodedata
from bisect import bisect_right
from collections import Counter
from enum import StrEnum
from functools import lru_cache

_SIGNIFICANT_SHARE = 0.15
_ASCII = bytes(range(128))
_NO_ASCII_LETTERS = bytes(code for code in range(256) if code > 127 or not chr(code).isalpha())


class Script(StrEnum):
    """The scripts that are told apart; letters of any other count for none."""

    LATIN = "Latin"
    DEVANAGARI = "Devanagari"
    TELUGU = "Telugu"
    TAMIL = "Tamil"
    BENGALI = "Bengali"
    ARABIC = "Arabic"
    HIRAGANA = "Hiragana"
    KATAKANA = "Katakana"
    HANGUL = "Hangul"
    HAN = "Han"
    CYRILLIC = "Cyrillic"


EAST_ASIAN = frozenset({Script.HAN, Script.HIRAGANA, Script.KATAKANA, Script.HANGUL})
KANA = frozenset({Script.HIRAGANA, Script.KATAKANA})

# The script property of Unicode 17, in hexadecimal. What is not assigned belongs to what surrounds it.
_RANGES = {
    Script.LATIN: """41-5a 61-7a aa ba c0-d6 d8-f6 f8-2b8 2e0-2e4 1d00-1d25 1d2c-1d5c 1d62-1d65 1d6b-1d77
        1d79-1dbe 1e00-1eff 2071 207f 2090-209c 212a-212b 2132 214e 2160-2188 2c60-2c7f a722-a787 a78b-a7ff
        ab30-ab5a ab5c-ab64 ab66-ab69 fb00-fb06 ff21-ff3a ff41-ff5a 10780-107ba 1df00-1df2a""",
    Script.DEVANAGARI: "900-950 955-963 966-97f a8e0-a8ff 11b00-11b09",
    Script.TELUGU: "c00-c7f",
    Script.TAMIL: "b82-bfa 11fc0-11fff",
    Script.BENGALI: "980-9fe",
    Script.ARABIC: """600-604 606-60b 60d-61a 61c-61e 620-63f 641-64a 656-66f 671-6dc 6de-6ff 750-77f 870-8e1
        8e3-8ff fb50-fd3d fd40-fdff fe70-fefc 10e60-10e7e 10ec2-10eff 1ee00-1eef1""",
    Script.HIRAGANA: "3041-3096 309d-309f 1b001-1b11f 1b132-1b152 1f200",
    Script.KATAKANA: """30a1-30fa 30fd-30ff 31f0-31ff 32d0-32fe 3300-3357 ff66-ff6f ff71-ff9d 1aff0-1b000
        1b120-1b122 1b155-1b167""",
    Script.HANGUL: "1100-11ff 302e-302f 3131-318e 3200-321e 3260-327e a960-a97c ac00-d7fb ffa0-ffdc",
    Script.HAN: """2e80-2fd5 3005 3007 3021-3029 3038-303b 3400-4dbf 4e00-9fff f900-fad9 16fe2-16fe3
        16ff0-16ff6 20000-2ee5d 2f800-2fa1d 30000-33479""",
    Script.CYRILLIC: "400-484 487-52f 1c80-1c8a 1d2b 1d78 2de0-2dff a640-a69f fe2e-fe2f 1e030-1e08f",
}


def _table() -> list[tuple[int, int, Script]]:
    bounds = ((script, part.split("-")) for script, parts in _RANGES.items() for part in parts.split())
    return sorted((int(ends[0], 16), int(ends[-1], 16), script) for script, ends in bounds)


_TABLE = _table()
_STARTS = [start for start, _, _ in _TABLE]


@lru_cache(maxsize=16_384)
def script_of(character: str) -> Script | None:
    """The script whose property the character has; `None` where it is shared or none of ours."""
    at = bisect_right(_STARTS, ord(character)) - 1
    if at >= 0 and ord(character) <= _TABLE[at][1]:
        return _TABLE[at][2]
    return None


LATIN_BEYOND_ASCII = "\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f"
"""Letters, as the inside of a class of a regular expression."""

# Large ranges of letters of one script: what most of a text in it consists of.
_LARGE = {
    Script.HAN: "\u4e00-\u9fff",
    Script.HANGUL: "\uac00-\ud7a3",
    Script.HIRAGANA: "\u3041-\u3096",
    Script.KATAKANA: "\u30a1-\u30fa",
    Script.CYRILLIC: "\u0400-\u0481\u048a-\u04ff",
    Script.ARABIC: "\u0620-\u063f\u0641-\u064a",
    Script.DEVANAGARI: "\u0904-\u0939",
    Script.LATIN: LATIN_BEYOND_ASCII,
}
_LETTERS = {script: re.compile(f"[{inside}]+") for script, inside in _LARGE.items()}
_ALL_LETTERS = re.compile(f"[{''.join(_LARGE.values())}]")


class Census:
    """The characters of a text beyond ASCII.

    `large` counts those in large ranges of letters, by script; `rare` the others, by themselves.
    """

    def __init__(self, text: str) -> None:
        self._encoded = text.encode("utf-8", "surrogatepass")
        self.large: dict[Script, int] = {}
        rest = self._encoded.translate(None, _ASCII).decode("utf-8", "surrogatepass")
        while found := _ALL_LETTERS.search(rest):
            script = _TABLE[bisect_right(_STARTS, ord(found[0])) - 1][2]
            left = _LETTERS[script].sub("", rest)
            self.large[script] = len(rest) - len(left)
            rest = left
        self.rare = {character: rest.count(character) for character in set(rest)}

    def count(self, scripts: frozenset[Script]) -> int:
        """How many characters beyond ASCII, letters or not, have one of these scripts."""
        in_large = sum(count for script, count in self.large.items() if script in scripts)
        return in_large + sum(n for character, n in self.rare.items() if script_of(character) in scripts)

    def letters(self) -> Counter[Script]:
        """How many letters each script has."""
        found = Counter(self.large)
        found[Script.LATIN] += len(self._encoded.translate(None, _NO_ASCII_LETTERS))
        for character, count in self.rare.items():
            if script := letter_script(character):
                found[script] += count
        return +found


def is_east_asian(text: str, census: Census) -> bool:
    """Whether a text counts as Chinese, Japanese or Korean.

    So it does if no script of another family holds 15 of 100 letters. Where Hangul and Han both hold as
    much, kana anywhere makes it a mixture of two languages, and therefore neither.
    """
    if not census.count(EAST_ASIAN):
        return False
    letters = census.letters()
    significant = {script for script in letters if letters[script] / letters.total() >= _SIGNIFICANT_SHARE}
    if not significant:
        return _first_of_the_most(text) in EAST_ASIAN
    is_mixed = len(significant) > 1 and Script.HANGUL in significant and census.count(KANA) > 0
    return significant <= EAST_ASIAN and not is_mixed


def letter_script(character: str) -> Script | None:
    """The script of a letter; `None` for what is no letter, or in none of our scripts."""
    script = script_of(character)
    return script if script and unicodedata.category(character)[0] not in "NPZSM" else None


def _first_of_the_most(text: str) -> Script | None:
    found = Counter(script for script in map(letter_script, text) if script)
    return found.most_common(1)[0][0] if found else None
