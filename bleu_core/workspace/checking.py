"""What is damaged in a workspace, part by part, each in a sentence that says what is intact."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable

from bleu_core.escaping import visible
from bleu_core.numerals import whole
from bleu_core.workspace import seals
from bleu_core.workspace import texts as stored
from bleu_core.workspace.errors import RESTORE
from bleu_core.workspace.seals import Connection, Row

ROLES = {
    "system": "the output of “{name}”",
    "reference": "reference {name}",
    "source": "the source",
    "documents": "the documents",
    "metadata": "the column “{name}”",
}


def structure(connection: sqlite3.Connection) -> str:
    """What SQLite finds wrong with the file as a whole, or ''.

    Not `quick_check`: only `integrity_check` looks into the indexes too, without
    which a row may be there and not be found. It takes half as long again.
    """
    (first,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
    if first != "ok":
        return str(first).replace("*** in database main ***", "").strip()
    return ""


def everything(connection: Connection) -> list[str]:
    """A sentence for each thing that is damaged; texts too, so all of the file is read."""
    wrong = structure(connection)
    if wrong:
        return [f"{wrong[0].upper()}{wrong[1:].rstrip('.')}."]
    names = [name for (name,) in connection.execute("SELECT hash FROM texts").fetchall()]
    return [*rows(connection), *texts(connection, stored.damaged(connection, names))]


def rows(connection: Connection) -> list[str]:
    """A sentence for each row whose seal does not hold."""
    found = [
        sentence(connection, table, row)
        for table in seals.sealed(connection)
        for row, holds in seals.rows(connection, table)
        if not holds
    ]
    return list(dict.fromkeys(found))


def texts(connection: sqlite3.Connection, hashes: Iterable[str]) -> list[str]:
    """A sentence for each place that one of these damaged texts has in a comparison."""
    found = []
    has_scores = "scores" in seals.sealed(connection)  # a backup of an earlier version has none
    for name in sorted(hashes):
        parts = connection.execute(
            "SELECT comparison, role, name FROM parts WHERE hash = ? ORDER BY comparison, role",
            (name,),
        )
        for comparison, role, called in parts.fetchall():
            part = ROLES.get(role, "a part").format(name=visible(str(called), 60))
            found.append(
                f"{called_of(connection, comparison)}: the text of {part} is damaged. That "
                "concerns no other text, and nothing that was said of its segments. Open the same "
                "files again: that mends it."
            )
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
) -> str:
    return (
        f"{called_of(connection, str(comparison))}: the imported scores "
        f"“{visible(str(name), 60)}” of “{visible(str(system), 60)}” are damaged and left out. "
        "That concerns nothing else. Import them again: that mends it."
    )


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


def sentence(connection: sqlite3.Connection, table: str, row: Row) -> str:
    """What a row whose seal does not hold is about, as far as it can be read, and what mends it."""
    if table in ("said", "marks"):
        where = (
            f"segment {whole(row['segment'] + 1)}"
            if isinstance(row["segment"], int)
            else "a segment"
        )
        what = "mark" if table == "marks" else str(row["kind"])
        return (
            f"{called_of(connection, row['comparison'])}: one thing said of {where}, it seems a "
            f"{visible(what, 10)}, is damaged and left out. Say it anew, or bring it back from a "
            f"backup: {RESTORE}."
        )
    if table == "comparisons":
        return (
            f"{called_of(connection, row['digest'])}: its entry in the list is damaged, so that "
            "its name, its settings or a date may be wrong. That concerns none of its texts, "
            "and nothing that was said of it. Open its files again: that mends it."
        )
    if table == "parts":
        return (
            f"{called_of(connection, row['comparison'])}: which text is which is damaged in one "
            "place. That concerns nothing that was said of it. Open its files again: that mends it."
        )
    if table == "imports":
        return (
            f"{called_of(connection, row['comparison'])}: the name or the date of a file that was "
            "imported is damaged, so that it is not listed. That concerns nothing that it says."
        )
    if table == "scores":
        return _spoiled_scores(connection, row["comparison"], row["name"], row["system"])
    if table in ("sessions", "session_log"):
        of = visible(str(row["id" if table == "sessions" else "session"]), 9)
        what = (
            "is damaged and not shown" if table == "sessions" else "has a damaged line in its log"
        )
        return (
            f"The blind session {of} {what}. That concerns no other session. Bring it back from a "
            f"backup: {RESTORE}."
        )
    if table == "answers":
        return (
            f"One thing that {visible(str(row['annotator']), 60)} answered in the blind session "
            f"{visible(str(row['session']), 9)} is damaged and left out. Answer it anew, or bring "
            f"it back from a backup: {RESTORE}."
        )
    if table == "slices":
        return (
            f"The saved slice “{visible(str(row['name']), 80)}” is damaged and left out. Save it "
            "anew under this name."
        )
    if table == "suite_runs":
        return (
            f"A run of the suite “{visible(str(row['title']), 80)}” is damaged and left out. That "
            "concerns no other run, and no comparison. Bring it back from a backup: "
            f"{RESTORE}; or run the suite again and keep that."
        )
    if table == "suite_outputs":
        return (
            f"What “{visible(str(row['system']), 60)}” gave on “"
            f"{visible(str(row['test_set']), 60)}” in one run of a suite is damaged, so that "
            "nothing is held against it. The run is shown as it was. Bring it back from a backup: "
            f"{RESTORE}; or run the suite again and keep that."
        )
    if table == "typology":
        return "A label to choose from is damaged and left out. Save the labels anew."
    return f"A row of the table {table} is damaged and left out."
