"""Which parts of a text are what a memory gave out: it is no source, so that nothing there is testimony."""

import json
import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence

from remember.domain.claims import Decision, DecisionType, DraftClaim, Extraction, Reason
from remember.domain.long_texts import found_in

OWN_KIND = "remember"
"""The source_kind of a document that holds nothing but what a memory gave out."""

Range = tuple[int, int]

# How our JSON begins: an envelope, a bundle of them, an answer.
_JSON = re.compile(
    r'\{\s{0,8}"(?:grain"\s{0,4}:\s{0,4}"\w{1,20}"\s{0,4},\s{0,8}"temporal_scope"'
    r'|contract"\s{0,4}:\s{0,4}"ContextBundle/|status"\s{0,4}:\s{0,4}"\w{1,30}"\s{0,4},\s{0,8}"method")'
)
# The line under each quotation that the command line prints.
_PLACE = re.compile(r"\n {4}\S[^\n]{0,2000}, characters \d{1,12} to \d{1,12}")
_GAP = re.compile(r"\n[ \t\r]*\n")


def fed_back(text: str, source_kind: str) -> list[Range]:
    """The ranges of a text, in order, that a memory gave out: its JSON, or what it prints for people."""
    if source_kind == OWN_KIND:
        return [(0, len(text))] if text else []
    return _joined(sorted([*_json(text), *_printed(text)]))


def without(extraction: Extraction, ranges: Sequence[Range]) -> Extraction:
    """An extraction without the claims that stand in these ranges, which it says instead."""
    if not ranges:
        return extraction
    dropped = [claim for claim in extraction.claims if _touches(claim, ranges)]
    return Extraction(
        claims=[claim for claim in extraction.claims if not _touches(claim, ranges)],
        decisions=[*extraction.decisions, *map(_decision, dropped)],
    )


def _touches(claim: DraftClaim, ranges: Sequence[Range]) -> bool:
    at = bisect_right(ranges, (claim.char_end - 1, claim.char_end))
    return at > 0 and ranges[at - 1][1] > claim.char_start


def _decision(claim: DraftClaim) -> Decision:
    return Decision(
        type=DecisionType.SELECTION_DROP,
        reason=Reason.FED_BACK,
        source_span=claim.source_span,
        char_start=claim.char_start,
        char_end=claim.char_end,
    )


def _json(text: str) -> Iterator[Range]:
    """Each value that begins as ours does, up to its end; one that is cut off goes on to the text's end."""
    end = 0
    for found in found_in(_JSON, text, 0, len(text)):
        if found.start() < end:
            continue
        try:
            _, end = json.JSONDecoder().raw_decode(text, found.start())
        except (ValueError, RecursionError):
            end = len(text)
        yield found.start(), end


def _printed(text: str) -> Iterator[Range]:
    """The paragraphs in which the place of a quotation is printed."""
    places = [found.start() + 1 for found in found_in(_PLACE, text, 0, len(text))]
    if not places:
        return
    gaps = [0, *(gap.end() for gap in found_in(_GAP, text, 0, len(text))), len(text)]
    for place in places:
        at = bisect_right(gaps, place)
        yield gaps[at - 1], gaps[min(at, len(gaps) - 1)]


def _joined(ranges: Iterable[Range]) -> list[Range]:
    joined: list[Range] = []
    for start, end in ranges:
        if joined and start <= joined[-1][1]:
            joined[-1] = joined[-1][0], max(end, joined[-1][1])
        else:
            joined.append((start, end))
    return joined
