"""Names of people that are also names of times: April Moss, Jan Loos, Sunday Okoro, Dawn Easter.

>>> names_somebody("The keys are with Jan Loos.", 19, 22)
True
>>> names_somebody("Mira moved in May.", 14, 17)
False
"""

import re

from remember.domain import holidays
from remember.domain.date_words import MONTH, WEEKDAY

_GIVEN = re.compile(rf"{MONTH}|{WEEKDAY}", re.IGNORECASE)
_FAMILY = re.compile(holidays.PATTERN, re.IGNORECASE)
# A family name follows; "in May I left" and "from Monday Q2 plans" name nobody.
_FAMILY_NAME_NEXT = re.compile(rf"\s(?!{MONTH}|{WEEKDAY})[A-Z][^\W\d_A-Z]", re.UNICODE)
# Between one of these and a name the word is a time: "in May Chen left", "on Sunday Okoro called".
_TIME_BEFORE = re.compile(
    r"(?:^|\b(?:in|on|during|since|until|till|through|throughout|early|late|mid|last|past|next|this|coming|every|each"
    r"|following|previous|and|or|(?:end|middle|beginning|start|week|month)\s+of)[\s-]+|[,;:(\d–—-]\s*)(?:the\s+)?$",
    re.IGNORECASE,
)
# Weekdays that people are called after, as in West Africa.
_OF_PEOPLE = re.compile(r"(?:Sun|Fri)day")
# "Sunday Okoro works for Tarn": what lasts is not told of a day; "Sunday Ada met Bo" may be.
_LASTS = re.compile(
    r"\s[A-Z][^\W\d_]+\s(?:(?:works|worked)\s(?:for|as)|(?:lives|lived)\sin|reports\sto|owns|leads|manages"
    r"|(?:is|was)\s(?:an?|the|our|my)|(?:joined|left|founded)\s.*\d{4})\b"
)
_WORD_BEFORE = re.compile(r"(?P<word>[^\W\d_]+)\s$")
_NO_GIVEN_NAMES = frozenset(
    [
        "a",
        "after",
        "around",
        "at",
        "before",
        "by",
        "during",
        "every",
        "for",
        "from",
        "happy",
        "in",
        "last",
        "merry",
        "my",
        "next",
        "of",
        "on",
        "our",
        "over",
        "since",
        "the",
        "this",
        "till",
        "to",
        "until",
        "your",
    ]
)


def names_somebody(text: str, start: int, end: int) -> bool:
    """Whether the word between two places of a sentence is a part of a person's name, and no time.

    A month or a weekday is one before a family name, but where the words before it speak of a time, or it
    opens a sentence that may be about that time; a holiday is one after a given name.
    """
    word = text[start:end]
    if _GIVEN.fullmatch(word):
        if not start and _OF_PEOPLE.fullmatch(word) and _LASTS.match(text, end):
            return True
        before = text[max(0, start - 20) : start]
        return bool(_FAMILY_NAME_NEXT.match(text, end)) and not _TIME_BEFORE.search(before)
    if _FAMILY.fullmatch(word) and word[0].isupper():
        word_before = _WORD_BEFORE.search(text[:start])
        given = word_before["word"] if word_before else ""
        return given[:1].isupper() and given.lower() not in _NO_GIVEN_NAMES
    return False
