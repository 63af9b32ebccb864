"""The words that dates are made of: patterns to build rules from, and the numbers behind names."""

from collections.abc import Mapping
from types import MappingProxyType

_MONTH_NAMES = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
_WEEKDAY_NAMES = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
_COUNTS: Mapping[str, int] = MappingProxyType(
    {
        word: n
        for n, word in enumerate(
            ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven"]
        )
    }
    | {"a": 1, "an": 1, "couple of": 2, "twelve": 12, "eighteen": 18, "twenty": 20, "thirty": 30}
)
_ORDINALS: Mapping[str, int] = MappingProxyType(
    {
        word: n
        for n, word in enumerate(
            [
                "first",
                "second",
                "third",
                "fourth",
                "fifth",
                "sixth",
                "seventh",
                "eighth",
                "ninth",
                "tenth",
                "eleventh",
                "twelfth",
                "thirteenth",
                "fourteenth",
                "fifteenth",
                "sixteenth",
                "seventeenth",
                "eighteenth",
                "nineteenth",
                "twentieth",
            ],
            start=1,
        )
    }
    | {
        f"twenty-{word}": 21 + n
        for n, word in enumerate(["first", "second", "third", "fourth", "fifth", "sixth"])
    }
    | {"twenty-seventh": 27, "twenty-eighth": 28, "twenty-ninth": 29, "thirtieth": 30, "thirty-first": 31}
)

MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?"
    r"|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)(?![a-z])(?:\.(?=\s?[\d,]))?"
)
WEEKDAY_STEM = (
    r"(?:mon(?:day)?|tue(?:s(?:day)?)?|wed(?:s|nesday)?|thu(?:rs?(?:day)?)?|fri(?:day)?"
    r"|sat(?:urday)?|sun(?:day)?)"
)
WEEKDAY = WEEKDAY_STEM + "(?![a-z])"
YEAR = r"(?:1[5-9]|20|21)\d\d(?!\d)"
WORD_ORDINAL = "|".join(sorted((w.replace("-", "[ -]") for w in _ORDINALS), key=len, reverse=True))
DAY_NUMBER = (
    rf"(?:(?:3[01]|[12]\d|0?[1-9])(?!\d)(?:st|nd|rd|th)?(?![a-z:%]|[./]\d)|(?:{WORD_ORDINAL})(?![a-z]))"
)
COUNT = r"(?:\d{1,3}|an?|couple\ of|" + "|".join(w for w in _COUNTS if len(w) > 2 and " " not in w) + ")"
UNIT = r"(?:day|week|weekend|fortnight|month|quarter|year|decade)"
DASH = r"(?:\s*[-–—]\s*|\s+(?:to|until|till|through|thru)\s+)"
LAST = r"(?:last|past|previous)"
NEXT = r"(?:next|following|coming)"
REL = rf"(?:this\ past|this\ coming|{LAST}|{NEXT}|this|current)"


def month_number(word: str) -> int:
    """1 for January or any abbreviation of it."""
    return _MONTH_NAMES.index(word[:3].lower()) + 1


def weekday_number(word: str) -> int:
    """0 for Monday or any abbreviation of it."""
    return _WEEKDAY_NAMES.index(word[:3].lower())


def day_number(word: str) -> int:
    """The number of "5", "5th" or "fifth"."""
    digits = word.rstrip("stndrhSTNDRH")
    return int(digits) if digits.isdigit() else _ORDINALS[word.lower().replace(" ", "-")]


def count_number(word: str) -> int:
    """The number of "3" or "three"; "a" is one."""
    return int(word) if word.isdigit() else _COUNTS[" ".join(word.lower().split())]


def is_a_name_of_time(word: str) -> bool:
    """False for a lower-case word that is also an everyday word ("may", "march", "sun")."""
    return word[0].isupper() or word.lower() not in {"may", "march", "mar", "sun", "sat", "wed", "mon", "sec"}


DECADES = ["twenties", "thirties", "forties", "fifties", "sixties", "seventies", "eighties", "nineties"]
ONES = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]
TEENS = ["ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen"]
TEENS += ["eighteen", "nineteen"]
TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]


def spelt_year(century: str, tens: str, ones: str | None) -> int:
    """1996 for "nineteen ninety six", 2015 for "two thousand and fifteen"."""
    first = 20 if century.split()[0] in {"two", "twenty"} else 18 + (century == "nineteen")
    rest = 20 + 10 * TENS.index(tens) if tens in TENS else 10 + TEENS.index(tens)
    return 100 * first + rest + (ONES.index(ones) + 1 if ones else 0)
