"""Text columns, each stored once under the hash of its contents."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Mapping

import pyarrow as pa

from bleu_core.text.evalset import column_digest
from bleu_core.workspace.connection import Connection, Gone


def put(db: sqlite3.Connection, column: pa.Array) -> str:
    """Store a column unless an intact copy is there; return its hash."""
    name = column_digest(column)
    if _read(db, name) is None:
        repair = "ON CONFLICT (hash) DO UPDATE SET contents = excluded.contents"
        db.execute(f"INSERT INTO texts VALUES (?, ?) {repair}", (name, _packed(column)))
    return name


def get(db: Connection, name: str) -> pa.Array | None:
    """Return the column of a hash; None if it is damaged, which the connection remembers."""
    if not _is_stored(db, name):
        raise Gone
    column = _read(db, name)
    if column is None:
        db.damaged_texts.add(name)
    return column


def damaged(db: sqlite3.Connection, names: Iterable[str]) -> set[str]:
    """Return the hashes whose stored text is damaged."""
    return {name for name in names if _is_stored(db, name) and _read(db, name) is None}


def _is_stored(db: sqlite3.Connection, name: str) -> bool:
    return db.execute("SELECT 1 FROM texts WHERE hash = ?", (name,)).fetchone() is not None


def delete(db: sqlite3.Connection, comparison: str) -> bool:
    """Delete a comparison and the texts that only it uses; return whether it existed.

    Other unused texts stay: the row that refers to them may be damaged.
    """
    uses = " UNION ".join(f"SELECT hash FROM {t} WHERE comparison = ?1" for t in _users(db))
    names = [name for (name,) in db.execute(uses, (comparison,))]
    done = db.execute("DELETE FROM comparisons WHERE digest = ?", (comparison,))
    drop_unused(db, names)
    return done.rowcount > 0


def drop_unused(db: sqlite3.Connection, names: Iterable[str]) -> None:
    """Delete those of these texts that no comparison uses."""
    used = " UNION ALL ".join(f"SELECT hash FROM {table}" for table in _users(db))
    unused = f"DELETE FROM texts WHERE hash = ? AND hash NOT IN ({used})"
    db.executemany(unused, [(name,) for name in names])


def is_right_row(row: Mapping[str, object]) -> bool:
    """Whether the contents of a row are those of its hash."""
    return _unpacked(row["hash"], row["contents"]) is not None


def _users(db: sqlite3.Connection) -> list[str]:
    """Return the tables that refer to texts; a backup of an earlier version has fewer."""
    links = db.execute(
        "SELECT m.name FROM main.sqlite_master AS m, pragma_foreign_key_list(m.name) AS f "
        "WHERE m.type = 'table' AND f.\"table\" = 'texts' ORDER BY m.name"
    )
    return [name for (name,) in links]


def _read(db: sqlite3.Connection, name: str) -> pa.Array | None:
    """Return the column of a hash; None if it is missing or damaged."""
    row = db.execute("SELECT contents FROM texts WHERE hash = ?", (name,)).fetchone()
    return _unpacked(name, row[0]) if row else None


def _unpacked(name: object, contents: object) -> pa.Array | None:
    try:
        with pa.ipc.open_stream(contents) as stream:
            table = stream.read_all()
        table.validate(full=True)
        column = table.column(0).combine_chunks()
        return column if column_digest(column) == name else None
    # Any number that Arrow reads may be damaged.
    except (pa.ArrowException, OSError, TypeError, ValueError, IndexError, MemoryError):
        return None


def _packed(column: pa.Array) -> bytes:
    batch = pa.record_batch({"text": column})
    sink = pa.BufferOutputStream()
    options = pa.ipc.IpcWriteOptions(compression="zstd")
    with pa.ipc.new_stream(sink, batch.schema, options=options) as stream:
        stream.write_batch(batch)
    return sink.getvalue().to_pybytes()
