"""Row checksums, and messages that name the damaged parts of a workspace.

SQLite's integrity check does not detect a flipped bit inside a value. Therefore each row of a table
with a column `seal` has a checksum of its other columns. Triggers of the writing connection set it;
readers use `valid_rows`. Texts are stored under the hash of their contents.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Mapping
from hashlib import blake2b
from typing import Any

from bleu_core.common.escaping import one_line
from bleu_core.messages import Message
from bleu_core.messages import workspace as messages
from bleu_core.workspace import texts
from bleu_core.workspace.connection import Connection

COLUMN = "seal"
# JSON is the same in every version of Python; bytes only occur where a type was damaged.
_written = json.JSONEncoder(default=repr).encode
Row = Mapping[str, Any]


def checked_tables(db: sqlite3.Connection) -> dict[str, list[str]]:
    """Return the other columns of each table with checksums, in their order."""
    rows = db.execute(
        "SELECT m.name, p.name FROM main.sqlite_master AS m, pragma_table_info(m.name) AS p "
        "WHERE m.type = 'table' ORDER BY m.name, p.cid"
    )
    tables: dict[str, list[str]] = {}
    for table, column in rows:
        tables.setdefault(table, []).append(column)
    return {t: [n for n in names if n != COLUMN] for t, names in tables.items() if COLUMN in names}


def install_triggers(db: sqlite3.Connection) -> None:
    """Set the checksums of rows that are written through this connection.

    An updated row only gets a new checksum if the old one matched or the update clears it:
    renaming a damaged row does not repair it.
    """
    _define_function(db)
    for table, columns in checked_tables(db).items():
        own = ", ".join(columns)
        old = ", ".join(f"OLD.{name}" for name in columns)
        setting = f"BEGIN UPDATE {table} SET seal = seal({own}) WHERE rowid = NEW.rowid; END"
        intact = f"(NEW.seal = OLD.seal AND OLD.seal = seal({old}))"
        for event, when in (("INSERT", ""), ("UPDATE", f"OR {intact}")):
            db.execute(
                f"CREATE TEMP TRIGGER seal_{table}_{event} AFTER {event} ON main.{table} "
                f"WHEN NEW.seal = '' {when} {setting}"
            )


def update_all(db: sqlite3.Connection) -> None:
    """Set the checksum of every row, after a migration has changed columns."""
    _define_function(db)
    for table, columns in checked_tables(db).items():
        db.execute(f"UPDATE {table} SET seal = seal({', '.join(columns)})")


def all_rows(db: sqlite3.Connection, table: str, which: str = "", *values: object) -> list[Row]:
    """Return the rows that a clause selects, damaged ones included."""
    cursor = db.execute(f"SELECT * FROM {table} {which}", values)
    names = [column[0] for column in cursor.description]
    return [dict(zip(names, row, strict=True)) for row in cursor]


def checked_rows(
    db: Connection, table: str, which: str = "", *values: object
) -> list[tuple[Row, bool]]:
    """Return the rows that a clause selects, each with whether its checksum matches."""
    rows = [(row, is_valid(row)) for row in all_rows(db, table, which, *values)]
    db.has_damaged_rows |= not all(valid for _, valid in rows)
    return rows


def valid_rows(db: Connection, table: str, which: str = "", *values: object) -> list[Row]:
    """Return the selected rows whose checksums match; the connection remembers that others do not.

    `which` is what follows the table's name in the query, `values` are for its placeholders.
    """
    return [row for row, valid in checked_rows(db, table, which, *values) if valid]


def is_valid(row: Row) -> bool:
    """Whether the checksum of a row matches its other values."""
    return bool(row[COLUMN] == _checksum(*(row[name] for name in row if name != COLUMN)))


def _define_function(db: sqlite3.Connection) -> None:
    db.create_function("seal", -1, _checksum, deterministic=True)


def _checksum(*values: object) -> str:
    return blake2b(_written(values).encode(), digest_size=8).hexdigest()


def structure_damage(db: sqlite3.Connection) -> Message | None:
    """Return what SQLite finds wrong with the file, or None.

    Not `quick_check`: only `integrity_check` looks into the indexes, without which a row may be
    there and not be found. It takes half as long again.
    """
    (first,) = db.execute("PRAGMA integrity_check(1)").fetchone()
    if first == "ok":
        return None
    return messages.structure(str(first).replace("*** in database main ***", "").strip())


def all_damage(db: Connection) -> list[Message]:
    """Return a message for each damaged part; reads the whole file, texts included."""
    wrong = structure_damage(db)
    if wrong:
        return [wrong]
    names = [name for (name,) in db.execute("SELECT hash FROM texts").fetchall()]
    return [*row_damage(db), *text_damage(db, texts.damaged(db, names))]


def row_damage(db: Connection) -> list[Message]:
    """Return a message for each row whose checksum does not match."""
    found = [
        row_message(db, table, row)
        for table in checked_tables(db)
        for row, valid in checked_rows(db, table)
        if not valid
    ]
    return list(dict.fromkeys(found))


def text_damage(db: sqlite3.Connection, hashes: Iterable[str]) -> list[Message]:
    """Return a message for each place of a damaged text in a comparison."""
    found = []
    has_scores = "scores" in checked_tables(db)  # a backup of an earlier version has none
    for name in sorted(hashes):
        query = "SELECT comparison, role, name FROM parts WHERE hash = ? ORDER BY comparison, role"
        for comparison, role, part in db.execute(query, (name,)).fetchall():
            label = comparison_label(db, comparison)
            found.append(messages.damaged_text(label, str(role), one_line(str(part), 60)))
        if has_scores:
            query = "SELECT comparison, name, system FROM scores WHERE hash = ? ORDER BY 1, 2, 3"
            found += [_damaged_scores(db, *row) for row in db.execute(query, (name,)).fetchall()]
    return found


def comparison_label(db: sqlite3.Connection, digest: str) -> str:
    """Return the title of a comparison, or its systems, as far as they can be read."""
    row = db.execute("SELECT title FROM comparisons WHERE digest = ?", (digest,)).fetchone()
    if row and row[0]:
        return f"“{one_line(str(row[0]), 80)}”"
    which = "WHERE comparison = ? AND role = 'system' ORDER BY place LIMIT 2"
    systems = db.execute(f"SELECT name FROM parts {which}", (digest,))
    names = [one_line(str(name), 40) for (name,) in systems]
    return f"“{' → '.join(names)}”" if names else f"The comparison {one_line(str(digest), 8)}"


def row_message(db: sqlite3.Connection, table: str, row: Row) -> Message:
    """Return the message that a row is damaged: where it belongs, and how to repair it."""

    def cell(name: str, longest: int) -> str:
        return one_line(str(row[name]), longest)

    def label() -> str:
        return comparison_label(db, row["comparison"])

    match table:
        case "said" | "marks":
            kind = "mark" if table == "marks" else cell("kind", 10)
            kind = "judgment" if kind == "verdict" else kind
            segment = row["segment"] + 1 if isinstance(row["segment"], int) else 0
            return messages.damaged_annotation(label(), kind, segment)
        case "comparisons":
            return messages.damaged_entry(comparison_label(db, row["digest"]))
        case "parts":
            return messages.damaged_part(label())
        case "imports":
            return messages.damaged_import(label())
        case "scores":
            return _damaged_scores(db, row["comparison"], row["name"], row["system"])
        case "sessions":
            return messages.damaged_session(cell("id", 9))
        case "session_log":
            return messages.damaged_log(cell("session", 9))
        case "answers":
            return messages.damaged_answer(cell("session", 9), cell("annotator", 60))
        case "slices":
            return messages.damaged_slice(cell("name", 80))
        case "suite_runs":
            return messages.damaged_suite_run(cell("title", 80))
        case "suite_outputs":
            return messages.damaged_suite_output(cell("system", 60), cell("test_set", 60))
        case "typology":
            return messages.damaged_label()
    return messages.damaged_row(table)


def _damaged_scores(db: sqlite3.Connection, comparison: object, *names: object) -> Message:
    name, system = (one_line(str(name), 60) for name in names)
    return messages.damaged_scores(comparison_label(db, str(comparison)), name, system)
