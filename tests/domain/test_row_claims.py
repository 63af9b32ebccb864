"""What a row of facts says, as a claim, and which rows say nothing that can be kept."""

import json
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from remember.domain.claims import UNDATED_CLAIM, ClaimPeriod, DraftClaim, Effect, EvidenceSpan, PeriodKind
from remember.domain.row_claims import claim_of
from remember.domain.rows import Layout, rows
from remember.domain.time import UNDATED, Period, Precision
from remember.errors import Incorrect

_SAID = datetime(2026, 1, 5, tzinfo=UTC)


def _claim(**cells: Any) -> DraftClaim:
    text = json.dumps(cells)
    (row,) = rows(text, Layout.JSON_LINES)
    return claim_of(row, text, said=_SAID)


def _day(year: int, month: int, number: int) -> datetime:
    return datetime(year, month, number, tzinfo=UTC)


def test_a_relation_is_between_two_names_and_spans_its_row() -> None:
    text = (
        '{"subject": "Dr. Ines Reed", "predicate": "works_for", "object": "Corvo",'
        ' "source_span": "She joined."}'
    )
    (row,) = rows(text, Layout.JSON_LINES)
    claim = claim_of(row, text, said=_SAID)
    assert claim.claim_text == "Ines Reed works for Corvo."
    assert claim.source_span == text
    assert [text[s.char_start : s.char_end] for s in claim.evidence_spans] == [text, "She joined."]
    assert [(m.surface, m.name, text[m.char_start : m.char_end]) for m in claim.mentions] == [
        ("Dr. Ines Reed", "Ines Reed", "Dr. Ines Reed"),
        ("Corvo", "Corvo", "Corvo"),
    ]
    assert claim.evidence_spans[0] == EvidenceSpan(char_start=0, char_end=len(text))


def test_said_at_of_the_row_goes_before_that_of_the_file() -> None:
    assert _claim(statement="Bo is ill.").asserted_at == _SAID
    assert _claim(statement="Bo is ill.", said_at="2025-03-01").asserted_at == _day(2025, 3, 1)


_STATUS = {"subject": "Gate 4", "predicate": "status", "value": "open"}
_STATE, _EVENT = PeriodKind.PROPOSITION_VALIDITY, PeriodKind.EVENT_TIME


@pytest.mark.parametrize(
    ("cells", "effect", "period", "claim", "words"),
    [
        ({}, Effect.HOLDS, UNDATED, UNDATED_CLAIM, ""),
        (
            {"valid_from": "2024-01-01", "valid_until": "2024-04-01"},
            Effect.HOLDS,
            Period(valid_from=_day(2024, 1, 1), valid_until=_day(2024, 4, 1), precision=Precision.DAY),
            ClaimPeriod(
                valid_from=_day(2024, 1, 1),
                valid_until=_day(2024, 3, 31),
                precision=Precision.DAY,
                kind=_STATE,
            ),
            " (2024-01-01 to 2024-04-01)",
        ),
        (
            {"valid_from": "2024-01-01T09:00:00+02:00"},
            Effect.HOLDS,
            Period(valid_from=_day(2024, 1, 1) + timedelta(hours=7), precision=Precision.OPEN),
            ClaimPeriod(
                valid_from=_day(2024, 1, 1) + timedelta(hours=7), precision=Precision.OPEN, kind=_STATE
            ),
            " (from 2024-01-01T07:00:00Z)",
        ),
        (
            {"valid_until": "2024-04-01"},
            Effect.HOLDS,
            Period(valid_until=_day(2024, 4, 1), precision=Precision.DAY),
            UNDATED_CLAIM,
            " (until 2024-04-01)",
        ),
        (
            {"effect": "begins", "valid_from": "2024-04-01", "precision": "quarter"},
            Effect.BEGINS,
            Period(valid_from=_day(2024, 4, 1), valid_until=_day(2024, 7, 1), precision=Precision.QUARTER),
            ClaimPeriod(
                valid_from=_day(2024, 4, 1),
                valid_until=_day(2024, 6, 30),
                precision=Precision.QUARTER,
                kind=_EVENT,
            ),
            " (begins 2024-04-01)",
        ),
        (
            {"effect": "ends", "valid_until": "2024-04-01"},
            Effect.ENDS,
            Period(valid_from=_day(2024, 4, 1), valid_until=_day(2024, 4, 2), precision=Precision.DAY),
            ClaimPeriod(
                valid_from=_day(2024, 4, 1),
                valid_until=_day(2024, 4, 1),
                precision=Precision.DAY,
                kind=_EVENT,
            ),
            " (ends 2024-04-01)",
        ),
        (
            {"effect": "happens", "valid_from": "2024-02-29T12:00:00Z"},
            Effect.HAPPENS,
            Period(
                valid_from=_day(2024, 2, 29) + timedelta(hours=12),
                valid_until=_day(2024, 2, 29) + timedelta(hours=12, microseconds=1),
                precision=Precision.INSTANT,
            ),
            ClaimPeriod(
                valid_from=_day(2024, 2, 29) + timedelta(hours=12),
                valid_until=_day(2024, 2, 29) + timedelta(hours=12),
                precision=Precision.INSTANT,
                kind=_EVENT,
            ),
            " (happens 2024-02-29T12:00:00Z)",
        ),
        (
            {"valid_from": "2024-02-29T12:00:00Z", "valid_until": "2024-03-01T00:00:00Z"},
            Effect.HOLDS,
            Period(
                valid_from=_day(2024, 2, 29) + timedelta(hours=12),
                valid_until=_day(2024, 3, 1),
                precision=Precision.INSTANT,
            ),
            ClaimPeriod(
                valid_from=_day(2024, 2, 29),
                valid_until=_day(2024, 2, 29),
                precision=Precision.DAY,
                kind=_STATE,
            ),
            " (2024-02-29T12:00:00Z to 2024-03-01T00:00:00Z)",
        ),
    ],
)
def test_bounds_effect_and_precision_give_the_time_of_the_row(
    cells: dict[str, str], effect: Effect, period: Period, claim: ClaimPeriod, words: str
) -> None:
    made = _claim(**_STATUS, **cells)
    (assertion,) = made.assertions
    assert (assertion.effect, assertion.period, made.period) == (effect, period, claim)
    assert made.claim_text == f"Gate 4 is open{words}."
    assert assertion.label == "Gate 4 is open."


@pytest.mark.parametrize(
    ("cells", "label"),
    [
        (_STATUS, "Gate 4 is not open."),
        ({"subject": "Oda Lind", "predicate": "uses", "object": "Vim"}, "Oda Lind does not use Vim"),
        ({"statement": "The tide is out."}, "It is no longer so: The tide is out."),
    ],
)
def test_an_end_without_a_date_denies_what_it_ends(cells: dict[str, str], label: str) -> None:
    made = _claim(**cells, effect="ends")
    (assertion,) = made.assertions
    assert (assertion.positive, assertion.effect, assertion.period) == (False, Effect.HOLDS, UNDATED)
    assert (assertion.label, made.claim_text) == (label, label.removesuffix(".") + ".")


def test_the_end_of_a_denial_without_a_date_affirms() -> None:
    (assertion,) = _claim(**_STATUS, effect="ends", polarity="negative").assertions
    assert (assertion.positive, assertion.effect, assertion.label) == (True, Effect.HOLDS, "Gate 4 is open.")


@pytest.mark.parametrize(
    ("value", "key"),
    [
        ("3.10", "3.10"),
        (3.1, "3.1"),
        ("2026-05-09", "2026-05-09"),
        ("9 May 2026", "2026-05-09"),
        ("1.2.2026", "1.2.2026"),
        ("The Blue Tile", "blue tile"),
    ],
)
def test_values_that_mean_the_same_have_one_key(value: Any, key: str) -> None:
    (assertion,) = _claim(subject="Gate 4", predicate="attribute:Latest Release", value=value).assertions
    assert assertion.value is not None
    assert (assertion.predicate, assertion.value.key) == ("attribute:latest_release", key)


def test_a_name_keeps_its_letters_at_the_start_of_a_sentence() -> None:
    assert _claim(subject="qtip", predicate="status", value="ill").claim_text == "qtip is ill."
    assert (
        _claim(subject="qtip", predicate="attribute:rank", value="1").claim_text == "The rank of qtip is 1."
    )


def test_a_denied_row_meets_its_opposite_under_one_value() -> None:
    yes, no = (_claim(**_STATUS, **more).assertions[0] for more in ({}, {"polarity": "negative"}))
    assert (yes.value, yes.positive, no.value, no.positive) == (no.value, True, yes.value, False)
    assert no.label == "Gate 4 is not open."


def test_a_statement_is_kept_in_its_own_words_with_or_without_a_subject() -> None:
    claim = _claim(statement="The vault uses KeyBox.", subject="the vault", valid_from="2024-01-01")
    assert claim.claim_text == claim.assertions[0].label == "The vault uses KeyBox."
    assert claim.assertions[0].subject is not None
    assert _claim(statement="Fridays are quiet.").assertions[0].subject is None


@pytest.mark.parametrize(
    ("cells", "message"),
    [
        ({}, "subject: is missing"),
        ({"subject": "A"}, "predicate: is missing"),
        (
            {"subject": "A", "predicate": "works for", "object": "B"},
            "predicate: 'works for' is not in the voc",
        ),
        (
            {"subject": "A", "predicate": "attribute:", "value": "b"},
            "predicate: 'attribute:' is not in the voc",
        ),
        ({"subject": "A", "predicate": "other:" + "x" * 42, "object": "B"}, "predicate: 42 characters after"),
        (
            {"subject": "A", "predicate": "other:9", "object": "B"},
            "predicate: 'other:9' is no verb in Latin let",
        ),
        ({"subject": "A", "predicate": "status"}, "value: is missing"),
        (
            {"subject": "A", "predicate": "status", "value": "b", "object": "c"},
            "value: stands beside an object",
        ),
        ({"subject": "...", "predicate": "status", "value": "b"}, "subject: '...' names nothing"),
        ({"subject": "\u200b", "predicate": "status", "value": "b"}, "subject: '\\u200b' names nothing"),
        ({"subject": "A\0", "predicate": "status", "value": "b"}, "subject: holds U+0000, which is not text"),
        ({"subject": "A" * 401, "predicate": "status", "value": "b"}, "subject: 401 characters, at most 400"),
        ({**_STATUS, "colour": "b"}, "colour: no column of a fact"),
        ({**_STATUS, "polarity": "no"}, "polarity: 'no' is none"),
        ({**_STATUS, "effect": "was"}, "effect: 'was' is none"),
        (
            {**_STATUS, "effect": "happens", "valid_from": "9999-12-31"},
            "valid_from: 9999-12-31 has no end before the year 10000",
        ),
        (
            {**_STATUS, "effect": "begins", "valid_from": "9999-10-01", "precision": "quarter"},
            "valid_from: 9999-10-01 has no end before the year 10000",
        ),
        ({**_STATUS, "valid_from": "2024-02-30"}, "valid_from: '2024-02-30' is no day of the calendar"),
        (
            {**_STATUS, "valid_from": "2024-02"},
            "valid_from: '2024-02' is no date and no date-time with an off",
        ),
        ({**_STATUS, "said_at": "2024-02-01T10:00:00"}, "said_at: '2024-02-01T10:00:00' is no date and no d"),
        (
            {**_STATUS, "said_at": "0001-01-01T00:00:00+05:00"},
            "said_at: '0001-01-01T00:00:00+05:00' is no day",
        ),
        (
            {**_STATUS, "valid_from": "2024-02-01", "valid_until": "2024-02-01"},
            "valid_until: valid_until 2024",
        ),
        ({**_STATUS, "precision": "day"}, "precision: there are no two bounds for it"),
        (
            {**_STATUS, "valid_from": "2024-02-01", "valid_until": "2024-03-02", "precision": "month"},
            "valid_until: 2024-03-02 is not where a month begins",
        ),
        (
            {**_STATUS, "valid_from": "2024-02-01", "valid_until": "2024-03-02", "precision": "open"},
            "precision: 'open' is none",
        ),
        (
            {**_STATUS, "effect": "begins", "valid_until": "2024-02-01"},
            "valid_until: what begins has only a val",
        ),
        (
            {**_STATUS, "effect": "ends", "valid_from": "2024-02-01"},
            "valid_from: what ends has only a valid_u",
        ),
        ({"statement": "A is b.", "polarity": "negative"}, "polarity: stands beside a statement"),
        (
            {**_STATUS, "source_kind": "wiki"},
            "source_ref: source_kind and source_ref must be supplied together",
        ),
    ],
)
def test_a_row_that_cannot_be_right_is_refused_by_its_field(cells: dict[str, str], message: str) -> None:
    with pytest.raises(Incorrect) as refused:
        _claim(**cells)
    assert refused.value.code == "row_invalid"
    assert refused.value.message.startswith(f"row 1 (line 1), {message}")
    assert refused.value.data == {"row": 1, "line": 1, "field": message.partition(":")[0]}
