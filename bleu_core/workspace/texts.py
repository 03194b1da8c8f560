"""Text columns, each stored once under the hash of its contents."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable

import pyarrow as pa

from bleu_core.text.evalset import column_digest
from bleu_core.workspace.connection import Gone, damage

# The tables that refer to texts.
_USERS = ("parts", "scores")
_USED = " UNION ALL ".join(f"SELECT hash FROM {table}" for table in _USERS)


def put(db: sqlite3.Connection, column: pa.Array) -> str:
    """Store a column unless it is there; return its hash."""
    name = column_digest(column)
    if not db.execute("SELECT 1 FROM texts WHERE hash = ?", (name,)).fetchone():
        db.execute("INSERT INTO texts VALUES (?, ?)", (name, _packed(column)))
    return name


def get(db: sqlite3.Connection, name: str) -> pa.Array:
    """Return the column of a hash; an error of SQLite's if it is damaged."""
    row = db.execute("SELECT contents FROM texts WHERE hash = ?", (name,)).fetchone()
    if row is None:
        raise Gone
    try:
        with pa.ipc.open_stream(row[0]) as stream:
            table = stream.read_all()
        table.validate(full=True)
        column = table.column(0).combine_chunks()
        if column_digest(column) == name:
            return column
    # Any number that Arrow reads may be damaged.
    except (pa.ArrowException, OSError, TypeError, ValueError, IndexError, MemoryError):
        pass
    raise damage("a text differs from what was saved")


def delete(db: sqlite3.Connection, comparison: str) -> None:
    """Delete a comparison and the texts that only it uses."""
    uses = " UNION ".join(f"SELECT hash FROM {table} WHERE comparison = ?" for table in _USERS)
    names = [name for (name,) in db.execute(uses, (comparison,) * len(_USERS))]
    db.execute("DELETE FROM comparisons WHERE digest = ?", (comparison,))
    drop_unused(db, names)


def drop_unused(db: sqlite3.Connection, names: Iterable[str]) -> None:
    """Delete those of these texts that no comparison uses."""
    unused = f"DELETE FROM texts WHERE hash = ? AND hash NOT IN ({_USED})"
    db.executemany(unused, [(name,) for name in names])


def _packed(column: pa.Array) -> bytes:
    batch = pa.record_batch({"text": column})
    sink = pa.BufferOutputStream()
    options = pa.ipc.IpcWriteOptions(compression="zstd")
    with pa.ipc.new_stream(sink, batch.schema, options=options) as stream:
        stream.write_batch(batch)
    return sink.getvalue().to_pybytes()
