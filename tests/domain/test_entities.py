"""Whom a name names."""

from collections.abc import Collection
from uuid import UUID

from remember.domain.claims import MentionKind
from remember.domain.entities import Bearer, Method, Name, Resolution, resolve_names

_FIRST, _SECOND, _THIRD = (UUID(int=n) for n in (1, 2, 3))
_NEW = UUID(int=9)


def _resolved(*bearers: Bearer, in_document: Collection[Bearer] = ()) -> Resolution:
    name = Name(text="Dr. Ana Ruiz", kind=MentionKind.PERSON)
    known, before = {"ana ruiz": frozenset(bearers)}, {"ana ruiz": frozenset(in_document)}
    return resolve_names([name], known, before, new_id=lambda: _NEW)["ana ruiz"]


def test_a_name_that_nobody_bears_makes_somebody_known() -> None:
    assert _resolved() == Resolution(
        bearer=Bearer(entity_id=_NEW, survivor_id=_NEW),
        method=Method.NEW,
        reason="nothing known bears this name",
    )


def test_a_name_that_several_bear_is_given_to_none_of_them() -> None:
    found = _resolved(
        Bearer(entity_id=_FIRST, survivor_id=_FIRST), Bearer(entity_id=_SECOND, survivor_id=_SECOND)
    )
    assert (found.entity_id, found.method) == (None, Method.AMBIGUOUS)


def test_a_document_goes_on_meaning_whom_it_meant_by_a_name_that_several_bear() -> None:
    one, other, third = (Bearer(entity_id=who, survivor_id=who) for who in (_FIRST, _SECOND, _THIRD))
    found = _resolved(one, other, in_document=[other])
    assert (found.entity_id, found.method) == (_SECOND, Method.DOCUMENT)
    assert _resolved(one, other, in_document=[one, other]).entity_id is None
    assert _resolved(one, other, in_document=[third]).entity_id is None


def test_the_name_of_a_merged_entity_stays_its_own() -> None:
    found = _resolved(Bearer(entity_id=_SECOND, survivor_id=_FIRST))
    assert (found.entity_id, found.method) == (_SECOND, Method.EXACT)


def test_a_name_that_a_survivor_bears_too_is_the_survivors() -> None:
    found = _resolved(
        Bearer(entity_id=_FIRST, survivor_id=_SECOND), Bearer(entity_id=_SECOND, survivor_id=_SECOND)
    )
    assert found.entity_id == _SECOND


def test_a_name_of_several_that_were_merged_into_another_is_the_eldests() -> None:
    found = _resolved(
        Bearer(entity_id=_SECOND, survivor_id=_THIRD), Bearer(entity_id=_FIRST, survivor_id=_THIRD)
    )
    assert found.entity_id == _FIRST
