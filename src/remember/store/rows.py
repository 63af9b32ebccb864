"""Rows become values of a frozen dataclass, at a sixth of what its own `__init__` takes.

That `__init__` sets each field through a check that a frozen value needs only afterwards. So a row is
made as a draft, of a class with the same slots that is not frozen, and then becomes what it is.
"""

from collections.abc import Callable, Sequence
from dataclasses import MISSING, Field, field, fields, make_dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar, cast

from psycopg import AsyncCursor
from psycopg.rows import AsyncRowFactory, RowMaker, class_row

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

T = TypeVar("T")
Maker = Callable[[Sequence[Any]], Any]


def row_of(row: type[T]) -> AsyncRowFactory[T]:
    """Rows as values of this class, the columns being its fields by name."""
    if not _is_plain(row):
        return class_row(row)

    made_of: Callable[[Any, tuple[str, ...]], RowMaker[T]] = maker

    def factory(cursor: AsyncCursor[Any]) -> RowMaker[T]:
        return made_of(row, tuple(column.name for column in cursor.description or ()))

    return factory


@cache
def maker(row: type[Any], columns: tuple[str, ...]) -> Maker:
    """Makes a value of the class from the values of these columns; raises `TypeError` as the class would."""
    known = {known.name: known for known in fields(row)}
    if unknown := [name for name in columns if name not in known]:
        raise TypeError(f"{row.__name__} has no field {', '.join(unknown)}")
    rest = [_left_out(row, known[name]) for name in known if name not in columns]
    draft = make_dataclass(f"{row.__name__}Draft", [*columns, *rest], slots=True)

    def made(values: Sequence[Any]) -> Any:
        value = draft(*values)
        value.__class__ = row
        return value

    return made


def _left_out(row: type[Any], one: "Field[Any]") -> tuple[str, Any, Any]:
    if one.default is MISSING:
        raise TypeError(f"{row.__name__} needs a column {one.name}")
    return one.name, one.type, field(default=one.default)


def _is_plain(row: type[Any]) -> bool:
    """Whether its `__init__` does nothing but set slots."""
    has_slots = "__slots__" in row.__dict__ and row.__base__ is object
    if not has_slots or hasattr(row, "__post_init__"):
        return False
    known = fields(cast("DataclassInstance", row))
    return all(one.init and one.default_factory is MISSING for one in known)
