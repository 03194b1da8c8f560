"""Text columns, each stored once under the hash of its contents."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable

import pyarrow as pa

from bleu_core.common.formatting import join_words
from bleu_core.text.evalset import column_digest
from bleu_core.workspace.connection import DamagedText, Gone

# The tables that refer to texts.
_USERS = ("parts", "scores")
_USED = " UNION ALL ".join(f"SELECT hash FROM {table}" for table in _USERS)


def put(db: sqlite3.Connection, column: pa.Array) -> str:
    """Store a column unless it is there, also in place of a damaged one; return its hash."""
    name = column_digest(column)
    row = db.execute("SELECT contents FROM texts WHERE hash = ?", (name,)).fetchone()
    if row is None or _unpacked(row[0], name) is None:
        replace = "ON CONFLICT (hash) DO UPDATE SET contents = excluded.contents"
        db.execute(f"INSERT INTO texts VALUES (?, ?) {replace}", (name, _packed(column)))
    return name


def get(db: sqlite3.Connection, name: str) -> pa.Array:
    """Return the column of a hash; an error of SQLite's if it is damaged."""
    row = db.execute("SELECT contents FROM texts WHERE hash = ?", (name,)).fetchone()
    if row is None:
        raise Gone
    column = _unpacked(row[0], name)
    if column is None:
        raise DamagedText(_uses(db, name))
    return column


def check_all(db: sqlite3.Connection) -> None:
    """Compare all columns with their hashes; an error of SQLite's if one is damaged."""
    for (name,) in db.execute("SELECT hash FROM texts WHERE hash NOTNULL").fetchall():
        get(db, name)


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


def _uses(db: sqlite3.Connection, name: str) -> str:
    """What a text is in the comparisons, such as "system “new”"."""
    uses = (
        "SELECT role, name FROM parts WHERE hash = ? "
        "UNION SELECT 'scores', name FROM scores WHERE hash = ?"
    )
    found = db.execute(uses, (name, name))
    return join_words([f"{role} “{name}”" if name else role for role, name in found]) or "no system"


def _packed(column: pa.Array) -> bytes:
    batch = pa.record_batch({"text": column})
    sink = pa.BufferOutputStream()
    options = pa.ipc.IpcWriteOptions(compression="zstd")
    with pa.ipc.new_stream(sink, batch.schema, options=options) as stream:
        stream.write_batch(batch)
    return sink.getvalue().to_pybytes()


def _unpacked(contents: bytes, name: str) -> pa.Array | None:
    """The column of a hash; None if these contents are not those that were packed."""
    try:
        with pa.ipc.open_stream(contents) as stream:
            table = stream.read_all()
        table.validate(full=True)
        column = table.column(0).combine_chunks()
        return column if column_digest(column) == name else None
    # Any number that Arrow reads may be damaged.
    except (pa.ArrowException, OSError, TypeError, ValueError, IndexError, MemoryError):
        return None
