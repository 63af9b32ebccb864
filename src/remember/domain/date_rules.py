"""The grammar of wordings about time: each pattern with the reader of its matches.

Where a pattern has a group `x`, that is the wording; what stands around it only licenses it.
"""

import re

from remember.domain import holidays
from remember.domain.date_readings import (
    Reader,
    read_bare_month,
    read_century,
    read_day_and_month,
    read_day_range,
    read_decade,
    read_half,
    read_holiday,
    read_iso,
    read_iso_week,
    read_month_and_year,
    read_month_range,
    read_numeric,
    read_numeric_range,
    read_numeric_without_year,
    read_one_of_two,
    read_quarter,
    read_season,
    read_spelt_year,
    read_week_number,
    read_year,
    read_year_range,
)
from remember.domain.date_relative import (
    read_ago,
    read_ahead,
    read_day_of_month,
    read_days_of_this_month,
    read_end_of_unit,
    read_named_day,
    read_now,
    read_part_of_this_unit,
    read_relative_unit,
    read_run_of_units,
    read_the_unit,
    read_the_weekend,
    read_unit_before_last,
    read_week_from,
    read_weekday,
    read_weekday_and_numbers,
)
from remember.domain.date_words import (
    COUNT,
    DASH,
    DAY_NUMBER,
    DECADES,
    LAST,
    MONTH,
    NEXT,
    ONES,
    REL,
    TEENS,
    TENS,
    UNIT,
    WEEKDAY,
    WEEKDAY_STEM,
    WORD_ORDINAL,
    YEAR,
)

_PREP = (
    r"(?:in|to|during|since|until|till|by|from|through|of|before|after|throughout|between|for|around|about)"
)
_EARLY = r"(?:early|late|mid|end\ of|start\ of|beginning\ of|middle\ of)"
_LEADS = rf"(?:(?:{_PREP}|{_EARLY})[\s-]+(?:the\s+)?(?:{_EARLY}[\s-]+(?:the\s+)?)?)"
_YY = rf"(?:(?P<y>{YEAR})|(?:['’]|(?<=of\ )(?=[4-9]))(?P<yy>\d\d)(?!\d))"

_NTH_OF_4 = "first|second|third|fourth|1st|2nd|3rd|4th"

_SOURCES: tuple[tuple[str, Reader], ...] = (
    (r"(?<!\d)(?<!\d[-.])(?P<y>\d{4})-(?P<m>\d\d?)-(?P<d>\d\d?)(?!\d)", read_iso),
    (r"(?<![\w.,])(?P<y>(?:19|20)\d\d)(?P<m>[01]\d)(?P<d>[0-3]\d)(?![\d%])(?![.,]\d)(?![a-z])", read_iso),
    (r"(?<!\d)(?P<y>\d{4})\s?[年년]\s?(?P<m>\d\d?)\s?[月월]\s?(?P<d>\d\d?)\s?[日일号]", read_iso),
    (r"(?<!\d)(?P<y>\d{4})\s?[年년]\s?(?P<m>\d\d?)\s?[月월](?!\s?\d)", read_month_and_year),
    (r"(?<![\d./])(?P<y>(?:19|20)\d\d)(?P<s>[/.])(?P<m>\d\d?)(?P=s)(?P<d>\d\d?)(?![\d/])(?!\.\d)", read_iso),
    (
        (
            r"(?<![\d./])(?<!(?<!/\d\d\d\d)-)(?P<a>\d\d?)(?P<s>[/.-])(?P<b>\d\d?)(?P=s)(?P<y>\d{4})"
            r"(?![\d/])(?!-(?!\d\d?/\d))(?!\.\d)"
        ),
        read_numeric,
    ),
    (r"(?<![\d./-])(?P<a>\d\d?)(?P<s>/)(?P<b>\d\d?)/(?P<y>\d\d)(?![\d/])", read_numeric),
    (
        r"\b(?:on|by|until|since|before|after)\s+(?P<x>(?P<a>\d\d?)/(?P<b>\d\d?))(?![\d/%])",
        read_numeric_without_year,
    ),
    (
        rf"\b(?:from|between)\s+(?P<x>(?P<a>\d\d?)/(?P<b>\d\d?))(?=(?:{DASH}|\s+and\s+)\d\d?/\d\d?(?![\d/%]))",
        read_numeric_without_year,
    ),
    (
        rf"(?<=\d/\d)\d?(?:{DASH}|\s+and\s+)(?P<x>(?P<a>\d\d?)/(?P<b>\d\d?))(?![\d/%])",
        read_numeric_without_year,
    ),
    (
        rf"(?<![\d./-])(?P<x>(?P<a>\d\d?)/(?P<b>\d\d?){DASH}(?P<c>\d\d?)/(?P<d>\d\d?)/(?P<y>\d{{4}}))(?![\d/])",
        read_numeric_range,
    ),
    (
        rf"\b(?:(?P<w>{WEEKDAY})\s+)?(?P<m>{MONTH})/(?P<d>\d\d?)(?:/(?P<y>\d{{4}}))?(?![\d/])",
        read_day_and_month,
    ),
    (
        (
            rf"(?<![\d.,$€£])(?<![$€£]\s)\b(?:(?P<w>{WEEKDAY})\.?,?\s+)?(?:the\s+)?(?P<d>{DAY_NUMBER})\.?(?:\s+day)?"
            rf"(?:\s+of)?(?:\s+|-)(?P<m>{MONTH})(?:(?:,\s*|\s+|-)(?:(?:of|in)\s+)?{_YY})?"
        ),
        read_day_and_month,
    ),
    (
        (
            rf"\b(?:(?P<w>{WEEKDAY})\.?,?\s+)?(?P<m>{MONTH})(?:,?\s+|-)(?:the\s+)?(?P<d>{DAY_NUMBER})(?!\s*[-–]\s*\d\d?(?!\d))"
            rf"(?:(?:,\s*|\s+|-)(?:(?:of|in)\s+)?{_YY})?"
        ),
        read_day_and_month,
    ),
    (
        (
            rf"\b(?:the\s+)?(?P<d>{DAY_NUMBER})(?:{DASH}|\s+and\s+)(?:the\s+)?(?P<e>{DAY_NUMBER})(?:\s+of)?\s+(?P<m>{MONTH})"
            rf"(?:,?\s+{_YY})?"
        ),
        read_day_range,
    ),
    (rf"\b(?P<m>{MONTH}){DASH}(?P<n>{MONTH})(?:(?:\s+of)?(?:\s*,\s*|\s+){_YY})?(?!\s+\d)", read_month_range),
    (rf"\b{DAY_NUMBER}\s+or\s+{DAY_NUMBER}(?:\s+of)?\s+{MONTH}(?:,?\s+{YEAR})?\b", read_one_of_two),
    (rf"\b{MONTH}\s+{DAY_NUMBER}\s+or\s+{DAY_NUMBER}(?:,?\s+{YEAR})?\b", read_one_of_two),
    (
        rf"\b(?P<m>{MONTH})\s+(?P<d>{DAY_NUMBER})(?:{DASH}|\s+and\s+)(?P<e>{DAY_NUMBER})(?:,?\s+{_YY})?",
        read_day_range,
    ),
    (
        (
            rf"\b(?:from|between)\s+(?P<x>(?P<d>{DAY_NUMBER})(?:{DASH}|\s+and\s+)(?P<m>{MONTH})\s+(?P<e>{DAY_NUMBER})"
            rf"(?:,?\s+{_YY})?)"
        ),
        read_day_range,
    ),
    (
        (
            rf"\b(?:the\s+)?(?P<d>{DAY_NUMBER})(?:{DASH}|\s+and\s+)(?:the\s+)?(?P<e>{DAY_NUMBER})(?:\s+of)?\s+"
            rf"(?P<rel>{REL})\s+month\b"
        ),
        read_days_of_this_month,
    ),
    (r"(?<![\d.-])(?P<y>(?:19|20)\d\d)-(?P<m>0[1-9]|1[0-2])(?![\d-])", read_month_and_year),
    (r"(?<![\d/.-])(?P<m>0?[1-9]|1[0-2])\s?/\s?(?P<y>(?:19|20)\d\d)(?![\d/])", read_month_and_year),
    (r"(?<![\d/.-])(?P<m>0[1-9]|1[0-2])-\s?(?P<y>(?:19|20)\d\d)(?![\d-])", read_month_and_year),
    (r"(?<![\d/.-])(?P<y>(?:19|20)\d\d)\s?/\s?(?P<m>0?[1-9]|1[0-2])(?![\d/])", read_month_and_year),
    (rf"\b(?P<y>{YEAR})\s+(?P<m>{MONTH})(?!\s+\d)", read_month_and_year),
    (rf"\b(?P<m>{MONTH})(?:\s+of)?(?:\s*,\s*|\s+|-){_YY}", read_month_and_year),
    (rf"\b(?:{_LEADS}|(?P<rel>{REL})\s+)(?P<x>(?P<m>{MONTH}))", read_bare_month),
    (
        (
            rf"\b(?:(?P<before>last|this|next)\s+week(?:['’]s)?\s+(?:on\s+)?)?"
            rf"(?:(?P<rel>{REL}|every|each)\s+)?(?P<w>{WEEKDAY_STEM})(?P<plural>s)?(?![a-z])"
            rf"(?:\s+(?:of\s+)?(?P<week>last|this|next)\s+week\b|,?\s+(?:the\s+)?(?P<d>{DAY_NUMBER})"
            r"(?!\s*(?:[-–]|to\b)\s*\d|\s*[ap]\.?m))?"
            rf"(?:\s+(?:morning|afternoon|evening|night))?(?!\s+(?:of|in)\s+(?:{MONTH}|{REL}\s+month|the\s+month|{YEAR}))"
        ),
        read_weekday,
    ),
    (
        (
            r"(?<!like\s)(?<!like\sjust\s)(?<!like\sonly\s)\b(?:the\s+)?(?P<n>day\s+(?:before\s+yesterday|after\s+tomorrow)|today|tonight|yesterday|tomorrow"
            r"|this\s+(?:morning|afternoon|evening)|last\s+(?:night|evening))\b"
            r"(?:\s+(?:morning|afternoon|evening|night))?"
        ),
        read_named_day,
    ),
    (
        (
            rf"\b(?P<about>(?:about|around|roughly|almost|nearly|over|more\ than)\s+)?"
            rf"(?:(?P<few>(?:a\s+)?few|several|some|many)|(?:a\s+)?(?P<c>{COUNT}))\s+(?P<u>{UNIT})s?\s+(?:ago|back)\b"
        ),
        read_ago,
    ),
    (
        (
            rf"\b(?P<pre>in\s+)?(?:about\s+)?(?:a\s+)?(?P<c>{COUNT})\s+(?P<u>{UNIT})s?"
            r"(?P<post>(?:['’]s?)?\s+time|\s+from\s+(?:now|today)|\s+hence)?\b"
        ),
        read_ahead,
    ),
    (
        rf"\b(?:the\s+)?(?P<rel>{LAST}|{NEXT})\s+(?:(?P<few>few|several)|(?P<c>{COUNT}))\s+(?P<u>{UNIT})s?\b",
        read_run_of_units,
    ),
    (
        r"\b(?:the\s+)?(?P<u>week|weekend|month|quarter|year)\s+(?P<way>before\ last|after\ next)\b",
        read_unit_before_last,
    ),
    (
        (
            r"\b(?:(?P<part>earlier|later)\s+(?:this|in\s+the)|(?:the\s+)?(?:rest|remainder)(?:\s+of)?(?:\s+(?:this|my|the))?)"
            r"\s+(?P<u>week|month|quarter|year)\b"
        ),
        read_part_of_this_unit,
    ),
    (rf"\b(?:the\s+)?(?P<rel>{REL})\s+(?P<u>weekend|{UNIT})\b(?!\s+of\b)", read_relative_unit),
    (r"\b(?:over|at|during|on|for)\s+(?P<x>(?:the\s+|my\s+|our\s+)?weekend)\b(?!s)", read_the_weekend),
    (r"\b(?:between|from)\s+(?P<x>now)(?=\s+(?:and|to|until|till|through)\s)", read_now),
    (r"\b(?P<x>EO(?P<u>[WMQY]))\b(?-i:(?<=[A-Z]))", read_end_of_unit),
    (
        (
            rf"\b(?:in|since|by|until|from|to|of)\s+(?P<x>(?P<c>eighteen|nineteen|twenty|two\s+thousand)(?:\s+and)?"
            rf"[\s-]+(?P<t>{'|'.join(TENS)}|{'|'.join(TEENS)})(?:[\s-]+(?P<n>{'|'.join(ONES)}))?)\b"
        ),
        read_spelt_year,
    ),
    (rf"\b(?:{_EARLY}|days?\s+of)[\s-]+(?P<x>the\s+(?P<u>week|month|quarter|year))\b", read_the_unit),
    (
        r"\b(?:by|at|before|until|till|towards?)\s+(?:the\s+)?end\s+of\s+(?P<x>(?P<u>week|month|quarter|year))\b(?!-)",
        read_the_unit,
    ),
    (r"\b(?:the\s+)?(?P<to_date>(?P<u>week|month|quarter|year)[\s-]to[\s-]date)\b", read_part_of_this_unit),
    (
        rf"\b(?P<w>{WEEKDAY_STEM}),?\s+(?P<a>\d\d?)(?P<s>[./])(?P<b>\d\d?)(?!\d|[./]\d)\.?",
        read_weekday_and_numbers,
    ),
    (
        rf"\b(?P<x>(?P<n>today|tomorrow|{WEEKDAY_STEM})\s+week)(?=\s*(?:$|[.,;:!?)]))",
        read_week_from,
    ),
    (rf"\b(?P<x>a\s+week\s+(?:on|from)\s+(?P<n>today|tomorrow|{WEEKDAY_STEM}))(?![a-z])", read_week_from),
    (
        (
            r"\b(?:in|by|until|till|since|from|of|during|before|after|for|is|calendar|iso)\s+(?:calendar\s+)?(?P<x>week\s+(?P<q>\d\d?))"
            r"(?![\d:.]\d|\s+(?:of|in)\s+(?:the|our|my|his|her|their|your|a)\b|\s+\d)"
        ),
        read_week_number,
    ),
    (r"\b(?P<x>(?-i:[CK]W)\s?(?P<q>\d\d?))(?!\d)", read_week_number),
    (rf"\bQ(?P<q>[1-4])(?:(?:\s+of|,)?[\s/-]*{_YY}|\s+(?:of\s+)?(?P<rel>{REL})\s+year)?(?!\w)", read_quarter),
    (rf"\b(?P<y>{YEAR})[\s/-]*Q(?P<q>[1-4])\b", read_quarter),
    (rf"\b(?P<y>{YEAR})\s+(?:the\s+)?(?P<q>{_NTH_OF_4})\s+quarter\b", read_quarter),
    (rf"\b(?P<y>{YEAR})[\s/-]*H(?P<q>[12])\b", read_half),
    (rf"\b(?P<y>{YEAR})-?W(?P<q>[0-5]\d)\b", read_iso_week),
    (rf"\bweek\s+(?P<q>\d\d?)\s+(?:of\s+)?(?P<y>{YEAR})", read_iso_week),
    (
        rf"\b(?:the\s+)?(?P<q>{_NTH_OF_4})\s+quarter(?:\s+(?:of\s+)?(?:{_YY}|(?P<rel>{REL})\s+year))?",
        read_quarter,
    ),
    (rf"\bH(?P<q>[12])(?:\s+of)?[\s/-]*{_YY}", read_half),
    (rf"\b(?:the\s+)?(?P<q>first|second|1st|2nd)\s+half\s+of\s+(?:{_YY}|(?P<rel>{REL})\s+year)", read_half),
    (
        (
            rf"\b(?:(?:in|during|since|until|by|from|of|before|after|early|late|mid)[\s-]+(?:the\s+)?)?"
            rf"(?P<x>(?:(?P<rel>{REL})\s+)?(?P<n>spring|summer|autumn|fall|winter)(?:(?:\s+of|,)?\s+{_YY})?)\b"
        ),
        read_season,
    ),
    (
        rf"\b(?P<x>(?:(?P<rel>{REL})\s+)?(?P<n>{holidays.PATTERN})(?:,?\s+(?:of\s+)?{_YY})?)(?!\w)",
        read_holiday,
    ),
    (
        r"\b(?:the\s+(?:(?:early|mid|late)[\s-]+)?)(?P<x>(?P<y>(?:1[89]|20)\d0)['’]?s|['’]?(?P<yy>\d0)['’]?s|(?P<n>"
        + "|".join(DECADES)
        + r"))\b",
        read_decade,
    ),
    (r"\b(?:the\s+)?(?P<x>(?P<c>(?:1[0-9]|2[01])(?:st|nd|rd|th))\s+century)\b", read_century),
    (rf"(?<![\d.,$€£-])(?P<y>{YEAR}){DASH}(?P<e>{YEAR}|\d\d(?!\d))(?![-\d])", read_year_range),
    (
        rf"\b(?:(?:fiscal|financial|tax|school|academic)\s+year|FY)\s*{YEAR}(?:\s*[-/–]\s*\d\d(?:\d\d)?)?(?!\d)",
        read_one_of_two,
    ),
    (rf"\b(?:{_LEADS}|to\s+|year\s+|\()(?P<x>(?P<y>{YEAR}))(?![-/.]?\d)(?!\s*(?:%|percent))", read_year),
    (
        (
            rf"\b(?:on|by|until|since|from|before|after|between|to|for|is|was)\s+(?P<x>the\s+(?P<d>\d\d?(?:st|nd|rd|th)|{WORD_ORDINAL}|[12]\d(?!\s*\w)|3[01](?!\s*\w))"
            rf"(?:\s+day)?(?:\s+of\s+(?:the\s+)?(?P<rel>{REL})\s+month)?)(?=\s*(?:$|[.,;:!?)]|(?:and|at|to|for|with|in|but)\b))"
        ),
        read_day_of_month,
    ),
    (
        rf"\b(?P<d>\d\d?(?:st|nd|rd|th))(?:\s+day)?\s+of\s+(?:the\s+)?(?P<rel>{REL})\s+month\b",
        read_day_of_month,
    ),
)

RULES: tuple[tuple[re.Pattern[str], Reader], ...] = tuple(
    (re.compile(source, re.IGNORECASE), reader) for source, reader in _SOURCES
)
