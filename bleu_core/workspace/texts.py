"""Columns of text in the workspace, each stored once under the hash of its contents."""

from __future__ import annotations

import sqlite3

import pyarrow as pa

from bleu_core.evalset import column_digest
from bleu_core.workspace.database import Gone, WorkspaceError


def put(connection: sqlite3.Connection, column: pa.Array) -> str:
    """Store a column unless it is there; answer its hash."""
    name = column_digest(column)
    known = connection.execute("SELECT 1 FROM texts WHERE hash = ?", (name,)).fetchone()
    if not known:
        connection.execute("INSERT INTO texts VALUES (?, ?)", (name, _packed(column)))
    return name


def get(connection: sqlite3.Connection, name: str) -> pa.Array:
    """The column of a hash.

    Raises
    ------
    Gone
        If it was deleted meanwhile.
    WorkspaceError
        If the disk does not give back what was written.
    """
    row = connection.execute("SELECT contents FROM texts WHERE hash = ?", (name,)).fetchone()
    if row is None:
        raise Gone
    try:
        with pa.ipc.open_stream(row[0]) as stream:
            column = stream.read_all().column(0).combine_chunks()
    except (pa.ArrowException, OSError):
        column = None
    if column is None or column_digest(column) != name:
        raise WorkspaceError(
            "A text in the workspace is damaged. Delete the comparison, and open its files again."
        )
    return column


def drop_unused(connection: sqlite3.Connection) -> None:
    """Delete the columns that no comparison has."""
    connection.execute("DELETE FROM texts WHERE hash NOT IN (SELECT hash FROM parts)")


def _packed(column: pa.Array) -> bytes:
    batch = pa.record_batch({"text": column})
    sink = pa.BufferOutputStream()
    options = pa.ipc.IpcWriteOptions(compression="zstd")
    with pa.ipc.new_stream(sink, batch.schema, options=options) as stream:
        stream.write_batch(batch)
    return sink.getvalue().to_pybytes()
