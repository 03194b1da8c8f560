"""A comparison copied into another workspace, with all that was said of it."""

from __future__ import annotations

from bleu_core.messages import workspace as messages
from bleu_core.workspace import seals, texts
from bleu_core.workspace.database import Workspace
from bleu_core.workspace.errors import Gone, WorkspaceError
from bleu_core.workspace.seals import Connection, Row

_ITS_SESSIONS = "session IN (SELECT id FROM sessions WHERE comparison = ?)"
# Each table after those that its rows point to, with what chooses the rows of a comparison.
TABLES = {
    "comparisons": "digest = ?",
    "parts": "comparison = ?",
    "imports": "comparison = ?",
    "said": "comparison = ?",
    "marks": "comparison = ?",
    "scores": "comparison = ?",
    "sessions": "comparison = ?",
    "answers": _ITS_SESSIONS,
    "session_log": _ITS_SESSIONS,
}
# The kinds of errors are those of a whole workspace; labels are taken from them.
KINDS = "typology"


def copy_comparison(source: Workspace, target: Workspace, digest: str) -> None:
    """Copy a comparison into a workspace that has nothing yet: its texts, and what was said of it.

    With it goes the list of kinds that labels are taken from. Where somebody has last looked, and
    whatever else is kept, stays behind.

    Raises
    ------
    Gone
        If the comparison is not kept.
    WorkspaceError
        If any of it is damaged; then nothing was written.

    Notes
    -----
    Memory: one compressed column of text at a time, and all that was said.
    """
    with source.reading() as old, target.writing() as new:
        rows = {
            table: _whole(old, table, f"WHERE {which}", (digest,))
            for table, which in TABLES.items()
        }
        if not rows["comparisons"]:
            raise Gone
        for name in sorted({row["hash"] for row in [*rows["parts"], *rows["scores"]]}):
            _copy_text(old, new, name)
        for table, found in {**rows, KINDS: _whole(old, KINDS)}.items():
            _insert(new, table, found)
        new.execute("UPDATE comparisons SET view = ''")


def _whole(
    connection: Connection, table: str, which: str = "", values: tuple[str, ...] = ()
) -> list[Row]:
    found = seals.rows(connection, table, which, values)
    if not all(holds for _, holds in found):
        raise WorkspaceError(messages.not_copied())
    return [row for row, _ in found]


def _copy_text(old: Connection, new: Connection, name: str) -> None:
    column = texts.get(old, name)
    if column is None:
        raise WorkspaceError(messages.text_not_copied())
    texts.put(new, column)


def _insert(connection: Connection, table: str, rows: list[Row]) -> None:
    """Rows as they are, with their seals."""
    for row in rows:
        names, marks = ", ".join(row), ", ".join("?" * len(row))
        connection.execute(f"INSERT INTO {table} ({names}) VALUES ({marks})", tuple(row.values()))
