"""A seal on each row: a hash of its columns, so that what the disk spoiled is never taken as said.

Every table that has a column `seal` is sealed, whatever its other columns are.
Triggers of the writing connection set it, so who writes a row need not know of
it; who reads rows takes those that `intact` gives. Texts need none: they are
stored under the hash of their contents.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping
from hashlib import blake2b
from typing import Any

COLUMN = "seal"
# JSON is the same in every version of Python; bytes stand only where a type was spoiled.
_written = json.JSONEncoder(default=repr).encode
Row = Mapping[str, Any]


class Connection(sqlite3.Connection):
    """A connection that remembers what was found damaged through it.

    Attributes
    ----------
    doubtful : bool
        A row's seal did not hold.
    texts : set of str
        Hashes of the texts that are not what was written.
    synchronous : str
        With "FULL" a commit is on the disk when it returns; see `sync`.
    """

    synchronous = "FULL"

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.doubtful = False
        self.texts: set[str] = set()
        # A byte of UTF-8 may be the one that was spoiled.
        self.text_factory = lambda text: text.decode("utf-8", "replace")

    def sync(self) -> None:
        """Wait at each commit for the disk."""
        self.execute(f"PRAGMA synchronous = {self.synchronous}")


def sealed(connection: sqlite3.Connection) -> dict[str, list[str]]:
    """The tables that are sealed, each with its other columns in their order."""
    rows = connection.execute(
        "SELECT m.name, p.name FROM main.sqlite_master AS m, pragma_table_info(m.name) AS p "
        "WHERE m.type = 'table' ORDER BY m.name, p.cid"
    )
    tables: dict[str, list[str]] = {}
    for table, column in rows:
        tables.setdefault(table, []).append(column)
    return {
        table: [name for name in columns if name != COLUMN]
        for table, columns in tables.items()
        if COLUMN in columns
    }


def arm(connection: sqlite3.Connection) -> None:
    """Seal what is written through this connection.

    A row that is inserted without a seal is given one. One that is changed is
    sealed anew only if its seal held before, or if the change takes it away:
    what is damaged does not come right by being renamed.
    """
    connection.create_function("seal", -1, _seal, deterministic=True)
    for table, columns in sealed(connection).items():
        own = ", ".join(columns)
        old = ", ".join(f"OLD.{name}" for name in columns)
        sealing = f"BEGIN UPDATE {table} SET seal = seal({own}) WHERE rowid = NEW.rowid; END"
        connection.execute(
            f"CREATE TEMP TRIGGER seal_{table}_insert AFTER INSERT ON main.{table} "
            f"WHEN NEW.seal = '' {sealing}"
        )
        connection.execute(
            f"CREATE TEMP TRIGGER seal_{table}_update AFTER UPDATE ON main.{table} "
            f"WHEN NEW.seal = '' OR (NEW.seal = OLD.seal AND OLD.seal = seal({old})) {sealing}"
        )


def seal_all(connection: sqlite3.Connection) -> None:
    """Seal every row as it is now, after a migration has changed its columns."""
    connection.create_function("seal", -1, _seal, deterministic=True)
    for table, columns in sealed(connection).items():
        connection.execute(f"UPDATE {table} SET seal = seal({', '.join(columns)})")


def rows(
    connection: Connection, table: str, which: str = "", values: tuple[object, ...] = ()
) -> list[tuple[Row, bool]]:
    """The rows that a clause selects, each with whether its seal holds, in their order."""
    found = connection.execute(f"SELECT * FROM {table} {which}", values)
    names = [column[0] for column in found.description]
    read: list[tuple[Row, bool]] = []
    for row in found:
        right = holds(names, row)
        connection.doubtful |= not right
        read.append((dict(zip(names, row, strict=True)), right))
    return read


def holds(names: list[str], row: tuple[object, ...]) -> bool:
    """Whether the seal of a row, of columns of these names, is that of the others."""
    place = names.index(COLUMN)
    return row[place] == _seal(*row[:place], *row[place + 1 :])


def intact(
    connection: Connection, table: str, which: str = "", values: tuple[object, ...] = ()
) -> list[Row]:
    """The rows that a clause selects and whose seals hold; that others were there is remembered."""
    return [row for row, holds in rows(connection, table, which, values) if holds]


def _seal(*values: object) -> str:
    return blake2b(_written(values).encode(), digest_size=8).hexdigest()
