"""Keys meet where propositions are one, and follow who an entity answers as."""

from dataclasses import replace
from datetime import UTC, datetime
from uuid import UUID

from remember.domain.claims import Effect
from remember.domain.keys import (
    Ends,
    Keys,
    entity_value,
    fact_key,
    keys_of,
    occurrence,
    phrase_value,
    slot_key,
    unsaid_subject,
)
from remember.domain.time import UNDATED, Period, Precision

_SCOPE, _ANA, _RUIZ, _CORVO = (UUID(int=n) for n in (1, 2, 3, 4))
_DAY = Period(
    valid_from=datetime(2026, 3, 1, tzinfo=UTC),
    valid_until=datetime(2026, 3, 2, tzinfo=UTC),
    precision=Precision.DAY,
)


def _works(subject: UUID, firm: UUID) -> Ends:
    return Ends(
        subject_id=subject,
        subject_key=entity_value(subject),
        object_id=firm,
        value_key=entity_value(firm),
    )


def _keys(ends: Ends) -> Keys:
    return keys_of(_SCOPE, ends, "works_for", positive=True)


def test_a_merged_subject_is_keyed_by_its_survivor_and_kept_beside() -> None:
    merged = _works(_RUIZ, _CORVO).answering_as({_RUIZ: _ANA})
    assert _keys(merged) == _keys(_works(_ANA, _CORVO))
    assert merged.subject_id == _RUIZ


def test_a_merged_object_leaves_the_slot_of_an_exclusive_predicate_and_changes_the_fact() -> None:
    before, after = _works(_ANA, _CORVO), _works(_ANA, _CORVO).answering_as({_CORVO: _RUIZ})
    assert _keys(before).slot_key == _keys(after).slot_key
    assert _keys(before).fact_key != _keys(after).fact_key


def test_ends_that_nothing_is_told_of_keep_their_keys() -> None:
    already = _works(_RUIZ, _CORVO).answering_as({_RUIZ: _ANA})
    assert already.answering_as({_CORVO: _CORVO}) == already


def test_a_merge_taken_back_gives_the_keys_from_before() -> None:
    before = _works(_RUIZ, _CORVO)
    assert before.answering_as({_RUIZ: _ANA}).answering_as({_RUIZ: _RUIZ}) == before


def test_a_statement_without_a_subject_follows_what_it_says() -> None:
    ends = Ends(
        subject_id=None,
        subject_key=unsaid_subject(entity_value(_CORVO)),
        object_id=_CORVO,
        value_key=entity_value(_CORVO),
    )
    assert ends.answering_as({_CORVO: _ANA}).subject_key == unsaid_subject(entity_value(_ANA))


def test_an_end_given_to_another_is_keyed_by_that_one() -> None:
    assert _works(_ANA, _CORVO).given_to(_RUIZ, [_ANA]) == _works(_RUIZ, _CORVO)
    assert _works(_ANA, _CORVO).given_to(_RUIZ, [_CORVO]) == _works(_ANA, _RUIZ)


def test_a_phrase_keeps_its_key() -> None:
    ends = Ends(
        subject_id=None, subject_key=phrase_value("the gate"), object_id=None, value_key="phrase:open"
    )
    assert ends.answering_as({_ANA: _RUIZ}) == ends


def test_dated_occurrences_are_told_apart_by_their_period() -> None:
    ends = _works(_ANA, _CORVO)
    undated = keys_of(_SCOPE, ends, "works_for", positive=True)
    dated = keys_of(_SCOPE, ends, "works_for", positive=True, happens=_DAY)
    assert (dated.slot_key, dated.fact_key == undated.fact_key) == (undated.slot_key, False)


def test_keys_cannot_be_confused_by_what_their_parts_contain() -> None:
    one = slot_key(_SCOPE, "ann", "owns:x", "y", exclusive=False)
    assert one != slot_key(_SCOPE, "ann:owns", "x", "y", exclusive=False)
    assert slot_key(_SCOPE, "ann", "owner", "a", exclusive=True) == slot_key(
        _SCOPE, "ann", "owner", "b", exclusive=True
    )
    longer = replace(_DAY, valid_until=datetime(2026, 3, 3, tzinfo=UTC))
    keys = [fact_key(_SCOPE, "ann", "won", "cup", positive=True, event=event) for event in (_DAY, longer)]
    assert keys[0] != keys[1]


def test_only_an_occurrence_of_a_known_time_is_told_apart_by_it() -> None:
    lasting = replace(_DAY, valid_until=None, precision=Precision.OPEN)
    assert occurrence(Effect.HAPPENS, _DAY) == _DAY
    assert occurrence(Effect.HAPPENS, lasting) == occurrence(Effect.HOLDS, _DAY) == UNDATED
