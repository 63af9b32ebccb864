"""About how many tokens a text is: the estimate of the answering contract, no model's own count."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable

from remember.domain.utf16 import trimmed
from remember.domain.writing import EAST_ASIAN, Script, is_east_asian, script_of

_CHARACTERS_OF_A_TOKEN = 4
_MARKS_IN_WORDS = "_+#.-"
_ASCII = bytes(range(128))
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
    characters = _beyond_ascii(text)
    if is_east_asian(text, characters):
        return _characters_and_runs(text, characters)
    for character in characters:
        if unicodedata.category(character)[0] not in "LMN":
            text = text.replace(character, " ")
    return _runs(text, beyond_ascii="a")


def _beyond_ascii(text: str) -> Counter[str]:
    rest = text.encode("utf-8", "surrogatepass").translate(None, _ASCII).decode("utf-8", "surrogatepass")
    return Counter({character: rest.count(character) for character in set(rest)})


def _characters_and_runs(text: str, characters: Counter[str]) -> int:
    alone = {character for character in characters if script_of(character) in EAST_ASIAN}
    in_runs = {character for character in characters if _may_stand_in_a_run(character)}
    count = sum(characters[character] for character in alone - in_runs)
    if either := alone & in_runs:
        # A number of Han counts alone, unless the run it stands in began before it.
        runs = f"[A-Za-z0-9{_class(_MARKS_IN_WORDS)}{_class(in_runs)}]+"
        return count + len(re.findall(f"[{_class(either)}]|{runs}", text))
    for character in in_runs:
        text = text.replace(character, "a")
    return count + _runs(text, beyond_ascii=" ")


def _may_stand_in_a_run(character: str) -> bool:
    return script_of(character) is Script.LATIN or unicodedata.category(character)[0] == "N"


def _runs(text: str, *, beyond_ascii: str) -> int:
    """Runs of `a` after every character of ASCII words has become one, and every byte beyond as said."""
    words = text.encode("utf-8", "surrogatepass").translate(_ASCII_WORDS + beyond_ascii.encode() * 128)
    return words.count(b" a") + words.startswith(b"a")


def _class(characters: Iterable[str]) -> str:
    return re.escape("".join(characters))
