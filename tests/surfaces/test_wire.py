"""The public result types: what they refuse, and how they print."""

import json
from datetime import UTC, datetime, timedelta, timezone
from typing import Any
from uuid import UUID

import pytest
from pydantic import TypeAdapter, ValidationError

from remember import wire

NOON = datetime(2031, 5, 6, 12, 0, tzinfo=UTC)
LISBON = timezone(timedelta(hours=1))
FACT = UUID("00000000-0000-4000-8000-00000000000a")


def envelope(grain: wire.Grain = wire.Grain.FACT, **fields: Any) -> wire.Envelope:
    scope = wire.CurrentTemporalScope(evaluated_at=NOON, believed_at=NOON)
    return wire.Envelope(
        grain=grain, temporal_scope=scope, freshness=wire.Freshness(pg_live_ts=NOON), **fields
    )


def test_an_empty_envelope_lists_nothing_and_leaves_single_values_null() -> None:
    now = "2031-05-06T12:00:00Z"
    assert json.loads(wire.to_json(envelope())) == {
        "grain": "fact",
        "temporal_scope": {
            "mode": "current",
            "evaluated_at": now,
            "believed_at": now,
            "identity_regime": "current",
        },
        **{
            part: []
            for part in [
                "entities",
                "facts",
                "evidence",
                "fact_evidence",
                "evidence_totals",
                "chunks",
                "sources",
                "transcript",
                "nodes",
                "paths",
                "edges",
                "ranking",
                "changes",
                "pages",
            ]
        },
        "aggregate": None,
        "freshness": {
            "pg_live_ts": now,
            "p1_written_inline": True,
            "p1_believed_at_horizon": None,
            "k": None,
        },
        "truncation": None,
        "dropped_by_hydration": 0,
        "excluded_unstamped": 0,
        "negative": None,
    }


@pytest.mark.parametrize("instant", [NOON.replace(tzinfo=None), NOON.astimezone(LISBON)])
def test_a_result_refuses_an_instant_that_is_not_utc(instant: datetime) -> None:
    with pytest.raises(ValidationError, match="offset zero"):
        wire.Freshness(pg_live_ts=instant)


def test_an_overlap_prints_its_range_as_from_and_to() -> None:
    scope = wire.OverlapTemporalScope(
        from_=NOON, to=NOON + timedelta(days=1), evaluated_at=NOON, believed_at=NOON
    )
    dumped = json.loads(wire.to_json(scope))
    assert (dumped["from"], dumped["to"]) == ("2031-05-06T12:00:00Z", "2031-05-07T12:00:00Z")


def test_a_total_never_counts_less_than_was_returned() -> None:
    with pytest.raises(ValidationError, match="returned must not exceed total"):
        wire.EvidenceTotal(fact_kind="relation", fact_id=FACT, stance="supports", returned=2, total=1)


def test_a_span_is_never_empty() -> None:
    with pytest.raises(ValidationError, match="char_end must be greater"):
        wire.EvidenceSpan(char_start=7, char_end=7)


def test_a_bundle_refuses_belief_in_the_place_of_testimony() -> None:
    with pytest.raises(ValidationError, match="grain evidence"):
        wire.ContextBundleV2(claims_and_sources=envelope(), facts=envelope())


def test_an_unknown_key_is_refused() -> None:
    with pytest.raises(ValidationError, match="Extra inputs"):
        envelope(mood="hopeful")


def test_the_account_travels_beside_the_envelope_and_not_in_its_dump() -> None:
    account = wire.Account(independent_sources={FACT: 1}, timing_ms={"search": 2.5})
    told = envelope().with_account(account)
    assert "account" not in told.model_dump()
    assert "account" not in json.loads(wire.to_json(told))
    back = wire.from_json(json.loads(wire.to_json(told, extended=True)))
    assert back == told
    assert isinstance(back, wire.Envelope) and back.account == account


def test_each_side_of_a_bundle_keeps_its_own_account() -> None:
    said = envelope(wire.Grain.EVIDENCE).with_account(wire.Account(timing_ms={"search": 1.0}))
    held = envelope().with_account(wire.Account(timing_ms={"search": 2.0}))
    bundle = wire.ContextBundleV2(claims_and_sources=said, facts=held)
    back = wire.from_json(json.loads(wire.to_json(bundle, extended=True)))
    assert isinstance(back, wire.ContextBundleV2)
    assert (back.claims_and_sources.account, back.facts.account) == (said.account, held.account)


def test_a_time_in_a_request_is_converted_to_utc() -> None:
    asked = TypeAdapter(wire.TimeRequest).validate_python({"mode": "at", "at": "2031-05-06T13:00:00+01:00"})
    assert asked == wire.AtTime(mode="at", at=NOON)


@pytest.mark.parametrize(
    "time",
    [
        {"mode": "at", "at": "2031-05-06"},
        {"mode": "at", "at": "2031-05-06T12:00:00"},
        {"mode": "at", "at": 1936000000},
        {"mode": "at", "at": "1936000000"},
        {"mode": "at", "at": "0001-01-01T00:00:00+14:00"},
        {"mode": "at"},
        {"mode": "current", "at": "2031-05-06T12:00:00Z"},
        {"mode": "overlap", "from": "2031-05-07T00:00:00Z", "to": "2031-05-06T00:00:00Z"},
        {"mode": "as_of", "valid_at": "2031-05-06T12:00:00Z"},
        {"mode": "yesterday"},
        {},
    ],
)
def test_a_time_that_is_partial_backward_or_unknown_is_refused(time: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        TypeAdapter(wire.TimeRequest).validate_python(time)
