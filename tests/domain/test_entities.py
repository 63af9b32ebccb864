"""Whom a name names."""

from collections.abc import Collection
from uuid import UUID

from remember.domain.claims import MentionKind
from remember.domain.entities import Bearer, InFull, Method, Name, Resolution, resolve_names, resolve_part

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


def _bearer(number: int) -> Bearer:
    return Bearer(entity_id=UUID(int=number), survivor_id=UUID(int=number))


def _full(name: str, bearer: Bearer, *, here: bool = True) -> InFull:
    return InFull(name=name, bearer=bearer, here=here)


def test_a_first_name_is_short_for_the_one_person_whom_its_document_names_in_full() -> None:
    mira = _bearer(1)
    found = resolve_part(_resolved(), [_full("Mira Lund", mira), _full("Mira Lund", mira, here=False)])
    assert (found.bearer, found.method) == (mira, Method.FULL_NAME)
    assert found.reason == "short for Mira Lund, whom this document names"


def test_a_first_name_of_two_people_is_given_to_neither() -> None:
    here, there = _bearer(1), _bearer(2)
    for people in (
        [_full("Mira Lund", here), _full("Mira Dahl", there)],
        [_full("Mira Lund", here), _full("Mira Dahl", there, here=False)],
    ):
        found = resolve_part(_resolved(), people)
        assert (found.bearer, found.method) == (None, Method.AMBIGUOUS)
    found = resolve_part(_resolved(there), [_full("Mira Lund", here)])
    assert (found.bearer, found.method) == (None, Method.AMBIGUOUS)


def test_a_first_name_is_not_short_for_somebody_whom_only_another_document_names() -> None:
    found = resolve_part(_resolved(), [_full("Mira Lund", _bearer(1), here=False)])
    assert found.method is Method.NEW


def test_only_a_word_that_may_name_a_person_is_short_for_one() -> None:
    assert Name(text="Mira", kind=MentionKind.UNKNOWN).is_part
    assert not Name(text="Mira Lund", kind=MentionKind.PERSON).is_part
    assert not Name(text="Mira", kind=MentionKind.PRODUCT).is_part
    assert Name(text="Dr Mira Lund", kind=MentionKind.PERSON).parts == {"mira", "lund"}
    assert Name(text="Mira Lund", kind=MentionKind.UNKNOWN).parts == frozenset()
