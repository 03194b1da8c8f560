"""What is damaged in a workspace, part by part, each in a message that says what is intact."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable

from bleu_core.common.escaping import visible
from bleu_core.messages import Message
from bleu_core.messages import workspace as messages
from bleu_core.workspace import seals
from bleu_core.workspace import texts as stored
from bleu_core.workspace.seals import Connection, Row


def structure(connection: sqlite3.Connection) -> Message | None:
    """What SQLite finds wrong with the file as a whole, if anything is.

    Not `quick_check`: only `integrity_check` looks into the indexes too, without
    which a row may be there and not be found. It takes half as long again.
    """
    (first,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
    if first == "ok":
        return None
    return messages.structure(str(first).replace("*** in database main ***", "").strip())


def everything(connection: Connection) -> list[Message]:
    """A message for each thing that is damaged; texts too, so all of the file is read."""
    wrong = structure(connection)
    if wrong:
        return [wrong]
    names = [name for (name,) in connection.execute("SELECT hash FROM texts").fetchall()]
    return [*rows(connection), *texts(connection, stored.damaged(connection, names))]


def rows(connection: Connection) -> list[Message]:
    """A message for each row whose seal does not hold."""
    found = [
        of_row(connection, table, row)
        for table in seals.sealed(connection)
        for row, holds in seals.rows(connection, table)
        if not holds
    ]
    return list(dict.fromkeys(found))


def texts(connection: sqlite3.Connection, hashes: Iterable[str]) -> list[Message]:
    """A message for each place that one of these damaged texts has in a comparison."""
    found = []
    has_scores = "scores" in seals.sealed(connection)  # a backup of an earlier version has none
    for name in sorted(hashes):
        parts = connection.execute(
            "SELECT comparison, role, name FROM parts WHERE hash = ? ORDER BY comparison, role",
            (name,),
        )
        for comparison, role, called in parts.fetchall():
            of = called_of(connection, comparison)
            found.append(messages.damaged_text(of, str(role), visible(str(called), 60)))
        if not has_scores:
            continue
        imported = connection.execute(
            "SELECT comparison, name, system FROM scores WHERE hash = ? ORDER BY 1, 2, 3", (name,)
        )
        for comparison, called, system in imported.fetchall():
            found.append(_spoiled_scores(connection, comparison, called, system))
    return found


def _spoiled_scores(
    connection: sqlite3.Connection, comparison: object, name: object, system: object
) -> Message:
    of = called_of(connection, str(comparison))
    return messages.damaged_scores(of, visible(str(name), 60), visible(str(system), 60))


def called_of(connection: sqlite3.Connection, digest: str) -> str:
    """What a comparison goes by, as far as it can be read."""
    title = connection.execute("SELECT title FROM comparisons WHERE digest = ?", (digest,))
    named = title.fetchone()
    if named and named[0]:
        return f"“{visible(str(named[0]), 80)}”"
    systems = connection.execute(
        "SELECT name FROM parts WHERE comparison = ? AND role = 'system' ORDER BY place LIMIT 2",
        (digest,),
    )
    names = [visible(str(name), 40) for (name,) in systems]
    return f"“{' → '.join(names)}”" if names else f"The comparison {visible(str(digest), 8)}"


def of_row(connection: sqlite3.Connection, table: str, row: Row) -> Message:
    """What a row whose seal does not hold is about, as far as it can be read, and what mends it."""

    def shown(name: str, most: int) -> str:
        return visible(str(row[name]), most)

    match table:
        case "said" | "marks":
            kind = "mark" if table == "marks" else shown("kind", 10)
            segment = row["segment"] + 1 if isinstance(row["segment"], int) else 0
            of = called_of(connection, row["comparison"])
            return messages.damaged_annotation(of, kind, segment)
        case "comparisons":
            return messages.damaged_entry(called_of(connection, row["digest"]))
        case "parts":
            return messages.damaged_part(called_of(connection, row["comparison"]))
        case "imports":
            return messages.damaged_import(called_of(connection, row["comparison"]))
        case "scores":
            return _spoiled_scores(connection, row["comparison"], row["name"], row["system"])
        case "sessions":
            return messages.damaged_session(shown("id", 9))
        case "session_log":
            return messages.damaged_log(shown("session", 9))
        case "answers":
            return messages.damaged_answer(shown("session", 9), shown("annotator", 60))
        case "slices":
            return messages.damaged_slice(shown("name", 80))
        case "suite_runs":
            return messages.damaged_suite_run(shown("title", 80))
        case "suite_outputs":
            return messages.damaged_suite_output(shown("system", 60), shown("test_set", 60))
        case "typology":
            return messages.damaged_label()
    return messages.damaged_row(table)
