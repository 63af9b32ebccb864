"""Rows become the same values as their class would make, and are as frozen."""

from dataclasses import FrozenInstanceError, dataclass

import pytest

from remember.store.rows import maker


@dataclass(frozen=True, slots=True, kw_only=True)
class Berth:
    number: int
    keeper: str | None = None
    is_free: bool = True


def test_a_row_is_the_value_that_the_class_makes_of_it() -> None:
    made = maker(Berth, ("is_free", "number"))((False, 9))
    assert made == Berth(number=9, is_free=False)
    assert hash(made) == hash(Berth(number=9, is_free=False))
    assert repr(made) == "Berth(number=9, keeper=None, is_free=False)"


def test_a_row_is_frozen() -> None:
    made = maker(Berth, ("number", "keeper", "is_free"))((9, "Ana", True))
    with pytest.raises(FrozenInstanceError):
        made.number = 10


def test_a_column_that_is_no_field_is_refused_and_so_is_a_field_without_a_column() -> None:
    with pytest.raises(TypeError, match="Berth has no field depth"):
        maker(Berth, ("number", "depth"))
    with pytest.raises(TypeError, match="Berth needs a column number"):
        maker(Berth, ("keeper",))
