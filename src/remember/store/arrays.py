"""Arrays of ids as parameters, written in one go: the driver looks for signs to quote in each of them."""

from typing import Any

from psycopg import AsyncConnection
from psycopg.types.array import ListDumper
from psycopg.types.uuid import UUIDDumper


class ArrayDumper(ListDumper):
    """A list as an array in text form."""

    def dump(self, obj: list[Any]) -> Any:
        """The text; that of ids needs no quotes."""
        if isinstance(self.sub_dumper, UUIDDumper):
            try:
                return b"{%b}" % b",".join([b"%032x" % one.int for one in obj])
            except AttributeError:
                pass  # One of them is null, or a list of its own.
        return super().dump(obj)


async def adapt(connection: AsyncConnection[Any]) -> None:
    """Write the arrays of this connection so."""
    connection.adapters.register_dumper(list, ArrayDumper)
