"""About how many tokens a text is: the estimate of the answering contract, no model's own count."""

import re
import unicodedata
from collections.abc import Iterable

from remember.domain.utf16 import trimmed
from remember.domain.writing import EAST_ASIAN, LATIN_BEYOND_ASCII, Census, Script, is_east_asian, script_of

_CHARACTERS_OF_A_TOKEN = 4
_MARKS_IN_WORDS = "_+#.-"
_LATIN = re.compile(f"[{LATIN_BEYOND_ASCII}]+")
_ASCII_WORDS = bytes(
    ord("a") if chr(code).isalnum() or chr(code) in _MARKS_IN_WORDS else ord(" ") for code in range(128)
)


def least_tokens(text: str) -> int:
    """A quarter of the code points, rounded up: `estimated_tokens` is never less."""
    return -(-len(trimmed(text)) // _CHARACTERS_OF_A_TOKEN)


def estimated_tokens(text: str) -> int:
    """The larger of the number of words and a quarter of the code points; 0 for white space alone."""
    text = trimmed(text)
    return max(1, word_count(text), least_tokens(text)) if text else 0


def word_count(text: str) -> int:
    """Runs of letters, marks, digits and `_+#.-`; in East Asian text each character of its scripts is one."""
    if text.isascii():
        return _runs(text, beyond_ascii=" ")
    census = Census(text)
    if is_east_asian(text, census):
        return _characters_and_runs(text, census)
    for character in census.rare:
        if unicodedata.category(character)[0] not in "LMN":
            text = text.replace(character, " ")
    return _runs(text, beyond_ascii="a")


def _characters_and_runs(text: str, census: Census) -> int:
    in_runs = {character for character in census.rare if _may_stand_in_a_run(character)}
    either = {character for character in in_runs if script_of(character) in EAST_ASIAN}
    if either:
        # A number of Han counts alone, unless the run it stands in began before it.
        alone = census.count(EAST_ASIAN) - sum(census.rare[character] for character in either)
        runs = f"[A-Za-z0-9{LATIN_BEYOND_ASCII}{_class(_MARKS_IN_WORDS)}{_class(in_runs)}]+"
        return alone + len(re.findall(f"[{_class(either)}]|{runs}", text))
    for character in in_runs:
        text = text.replace(character, "a")
    if Script.LATIN in census.large:
        text = _LATIN.sub("a", text)
    return census.count(EAST_ASIAN) + _runs(text, beyond_ascii=" ")


def _may_stand_in_a_run(character: str) -> bool:
    return script_of(character) is Script.LATIN or unicodedata.category(character)[0] == "N"


def _runs(text: str, *, beyond_ascii: str) -> int:
    """Runs of `a` after every character of ASCII words has become one, and every byte beyond as said."""
    words = text.encode("utf-8", "surrogatepass").translate(_ASCII_WORDS + beyond_ascii.encode() * 128)
    return words.count(b" a") + words.startswith(b"a")


def _class(characters: Iterable[str]) -> str:
    return re.escape("".join(characters))
