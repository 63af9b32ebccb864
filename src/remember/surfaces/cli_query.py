"""The `query` command: what holds, since when, who said so and where; or which kind of "no"."""

import re
import shutil
import textwrap
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from remember.errors import Incorrect
from remember.surfaces.cli_options import Asked
from remember.surfaces.cli_show import day
from remember.surfaces.terminal import plain, say
from remember.wire import (
    AsOfTemporalScope,
    AtTemporalScope,
    ContextBundleV2,
    Envelope,
    EvidenceResult,
    FactResult,
    HistoryTemporalScope,
    OverlapTemporalScope,
    Truncation,
    Validity,
)

_NEGATIVE = {
    "unknown_entity": "unknown",
    "known_empty": "nothing recorded",
    "boundary": "cannot be answered in this way",
}


def time_of(asked: Asked) -> dict[str, Any] | None:
    """The time that the options ask about, in the words of the wire; None for now."""
    if sum((asked.at is not None, asked.between is not None, asked.history)) > 1 or (
        asked.believed_at is not None and (asked.between is not None or asked.history)
    ):
        raise Incorrect(
            "the options ask about more than one time",
            code="option_invalid",
            hint="give one of --at, --between and --history; --believed-at goes with --at or alone",
        )
    if asked.believed_at is not None:
        valid_at = asked.at or asked.believed_at
        return {"mode": "as_of", "valid_at": _first(valid_at), "believed_at": _first(asked.believed_at)}
    if asked.at is not None:
        return {"mode": "at", "at": _first(asked.at)}
    if asked.between is not None:
        return {"mode": "overlap", "from": _first(asked.between[0]), "to": _last(asked.between[1])}
    return {"mode": "history"} if asked.history else None


_DATE = re.compile(r"\d{4}-\d\d-\d\d")


def _first(moment: str) -> str:
    return f"{moment}T00:00:00Z" if _DATE.fullmatch(moment) else moment


def _last(moment: str) -> str:
    return f"{moment}T23:59:59.999999Z" if _DATE.fullmatch(moment) else moment


def print_bundle(bundle: ContextBundleV2) -> None:
    """What holds, then what was said beside it."""
    print_facts(bundle.facts)
    backing = {claim.claim_id for claim in bundle.facts.evidence}
    beside = [claim for claim in bundle.claims_and_sources.evidence if claim.claim_id not in backing]
    print()
    print_testimony(bundle.claims_and_sources, beside)


def print_facts(envelope: Envelope) -> None:
    """The facts of an envelope with their evidence, or why there are none."""
    print(f"What holds{_scope(envelope)}")
    if _said_no(envelope):
        return
    claims = {claim.claim_id: claim for claim in envelope.evidence}
    for fact in envelope.facts:
        _fact(fact)
        for link in envelope.fact_evidence:
            if link.fact_id == fact.fact_id and link.claim_id in claims:
                _claim(claims[link.claim_id], "against: " if link.stance == "contradicts" else "")
    _more(envelope.truncation, "facts")


def print_testimony(envelope: Envelope, claims: Iterable[EvidenceResult], most: int = 5) -> None:
    """What sources said, the closest first, or why there is nothing."""
    print("What sources say")
    if _said_no(envelope):
        return
    shown = list(claims)[:most]
    for claim in shown:
        _line(f"- {claim.claim_text}")
        _claim(claim)
    if not shown:
        for chunk in envelope.chunks[:most]:
            _line(f"- {' '.join(chunk.chunk_text.split())[:300]}")
            _place(chunk.document_title, chunk.char_start, chunk.char_end, chunk.source_modified_at)
    total = envelope.truncation.estimated_total if envelope.truncation else len(envelope.evidence)
    if total > len(shown):
        print(f"  ({total} in all; --json has them)")


def _scope(envelope: Envelope) -> str:
    match envelope.temporal_scope:
        case AtTemporalScope() as scope:
            return f" at {_moment(scope.at)}"
        case AsOfTemporalScope() as scope:
            return f" at {_moment(scope.valid_at)}, as believed at {_moment(scope.believed_at)}"
        case OverlapTemporalScope() as scope:
            return f" between {_moment(scope.from_)} and {_moment(scope.to)}"
        case HistoryTemporalScope():
            return ", now or before"
    return " now"


def _said_no(envelope: Envelope) -> bool:
    no = envelope.negative
    if no is not None:
        _line(f"- {_NEGATIVE[no.kind]}: {no.explanation}")
        if no.workaround:
            _line(f"  {no.workaround}")
    return no is not None


def _fact(fact: FactResult) -> None:
    unsure = "" if fact.temporal_match == "confirmed" else ", possibly"
    files = "1 document" if fact.evidence_count == 1 else f"{fact.evidence_count} documents"
    withdrawn = ", support withdrawn" if fact.support == "withdrawn" else ""
    _line(f"- {fact.label.removesuffix('.')} ({_window(fact.validity)}{unsure}; {files}{withdrawn})")
    if fact.contradiction is None:
        return
    for side in fact.contradiction.co_members:
        _line(f"  contradicted by: {side.label} ({_window(side.validity)})")
    missing = fact.contradiction.total - fact.contradiction.returned
    if missing > 0:
        print(f"  and {missing} more sides")


def _window(validity: Validity) -> str:
    start, end = validity.valid_from, validity.valid_until
    if start is None and end is None:
        return "undated"
    if end is None and start is not None:
        return f"since {day(start)}"
    if start is None and end is not None:
        return f"until {day(end)}"
    assert start is not None and end is not None
    last = end - timedelta(microseconds=1)
    return day(start) if day(start) == day(last) else f"{day(start)} to {day(last)}"


def _claim(claim: EvidenceResult, stance: str = "") -> None:
    _line(f"    {stance}\u201c{' '.join(claim.source_span.split())}\u201d")
    _place(claim.document_title, claim.char_start, claim.char_end, claim.asserted_at)


def _place(title: str | None, start: int, end: int, said: datetime | None) -> None:
    when = f", {day(said)}" if said else ""
    say(f"    {title or 'untitled'}, characters {start} to {end}{when}")


def _more(truncation: Truncation | None, what: str) -> None:
    if truncation and truncation.truncated:
        about = "" if truncation.total_is_exact else "at least "
        print(f"  (the first {truncation.returned} of {about}{truncation.estimated_total} {what})")


def _moment(instant: datetime) -> str:
    return instant.isoformat().replace("+00:00", "Z")


def _line(text: str) -> None:
    indent = len(text) - len(text.lstrip(" -"))
    width = max(40, shutil.get_terminal_size().columns)
    shown = plain(" ".join(text.splitlines()))
    print(textwrap.fill(shown, width, subsequent_indent=" " * indent, break_long_words=False))
