"""The words of a text, as search sees them: folded, with codes and numbers whole and in parts.

Ingest and questions go through the same function, so that both sides always agree on what a word is.
"""

import re
import unicodedata

# Scripts that are written without spaces between words; they are searched by pairs of characters.
_UNSPACED = (
    "\u0e01-\u0e4e\u0e81-\u0ece\u1000-\u109d\u1780-\u17d3\u3005-\u3007\u3041-\u3096\u3099\u30a1-\u30fa\u30fc"
    "\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uf900-\ufaff\U00020000-\U000323af"
)
# Vowel signs of Indic scripts and points of Hebrew and Arabic: parts of words that \w does not match.
_MARKS = "\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u0900-\u0963\u0970-\u0dff"
_LETTER = rf"(?:[^\W_{_UNSPACED}]|[{_MARKS}])"
_TOKEN = re.compile(rf"[{_UNSPACED}]+|{_LETTER}+(?:[-._/:@+'’]{_LETTER}+)*")
_UNSPACED_RUN = re.compile(rf"[{_UNSPACED}]+")
_JOINER = re.compile(r"[-._/:@+'’]")
_THOUSANDS = re.compile(r"(?<![\w.,])(\d{1,3}(?:,\d{3})+)(?![\w,])")
_RUNS = re.compile(r"\d+|\D+")
_LATIN_MARKS = re.compile("[\u0300-\u036f]")
# English endings that are no word of their own.
_ENDING = re.compile(r"['’](?:s|ll|re|ve|d|m)$")
_NEGATED = re.compile(r"n['’]t$")

_LONGEST_WORD = 64
_MOST_PARTS = 8
# A hash such as 3f2a77bc falls into many runs; a code such as AB12C into few.
_MOST_RUNS = 3

# Words that carry grammar, not content. They are kept in the index and left out of questions.
_FUNCTION_WORDS = """
    a about an and any are as at be been but by can could did do does for from had has have he her him his
    how i if in into is it its me my of on or our she should so some than that the their them then there
    these they this those to us was we were what when where which who whom whose why will with would you
    your
"""
FUNCTION_WORDS = frozenset(_FUNCTION_WORDS.split())


def words(text: str) -> list[str]:
    """Every word of the text in order, folded: no case, no Latin accents, no possessive `'s`.

    A compound such as `ABC-1234` gives its parts and itself whole (`abc1234`, `abc`, `1234`), so that
    any way of writing it finds it; a number keeps its point (`2.5`), and loses its thousands commas.
    """
    found: list[str] = []
    for token in _TOKEN.findall(_THOUSANDS.sub(_without_commas, _folded(text))):
        if _UNSPACED_RUN.match(token):
            found += _pairs(token)
        else:
            found += _spaced(token)
    return found


def content_words(text: str) -> list[str]:
    """The distinct words of a question that can find something; all of them where none carries content."""
    distinct = list(dict.fromkeys(words(text)))
    return [word for word in distinct if word not in FUNCTION_WORDS] or distinct


def _folded(text: str) -> str:
    bare = _LATIN_MARKS.sub("", unicodedata.normalize("NFKD", text.casefold()))
    return unicodedata.normalize("NFC", bare)


def _without_commas(number: re.Match[str]) -> str:
    return number.group().replace(",", "")


def _pairs(run: str) -> list[str]:
    if len(run) == 1:
        return [run]
    return [run[at : at + 2] for at in range(len(run) - 1)]


def _spaced(token: str) -> list[str]:
    if token.isascii() and token.isalpha():
        return [token[:_LONGEST_WORD]]
    token = _NEGATED.sub("nt", _ENDING.sub("", token))
    parts = [part for piece in _JOINER.split(token) for part in _runs(piece)]
    if len(parts) == 1:
        return parts
    whole = _whole(token)
    if len(parts) > _MOST_PARTS or len(whole) > _LONGEST_WORD:
        return parts
    return [whole, *parts]


def _whole(token: str) -> str:
    if token.replace("-", "").replace(".", "").isdigit():
        return token
    return re.sub(r"[-_'’]", "", token)


def _runs(piece: str) -> list[str]:
    runs = _RUNS.findall(piece)
    if len(runs) > _MOST_RUNS:
        runs = [piece]
    return [run[:_LONGEST_WORD] for run in runs]
