"""Tables of the workspace, created by one script."""

from __future__ import annotations

import sqlite3

from bleu_core.messages import Message
from bleu_core.messages import workspace as messages

# "BLEU" in the header of the file (PRAGMA application_id) distinguishes it from other programs'.
APPLICATION = 0x424C4555
# PRAGMA user_version; a file of another version is refused.
VERSION = 4

# A text is stored once under the hash of its contents, for all comparisons. `place` is a column's
# position among those of the same role. A comparison was first saved when it was `made`, and saved
# last at `saved`, in seconds since 1970. `view` is the query string of the last visit, `delta` Δ of
# BLEU then, `beginning` the first words of the first system.
#
# An annotation has an annotator ('': no name was set), a `number` for several errors of
# one type in an output, and an import (NULL: it was entered here). It is of systems, by their
# places: see `as_stored`. Ids of imports are never reused, so that an outdated window deletes no
# other import.
#
# Imported scores are of a system under a name; `hash` is that of a text column of the numbers,
# `signature` that of the program that computed them ('': they are from a file).
#
# Marks of errors are by the place of the system; `first` and `last` bound the span, NULL if there
# is none. A row without a severity is the rating as a whole, with its score if there is one: the
# output was read, and is right if it has no other row.
#
# A blind session has its plan where it was made ('' if only its task is known). An `answer` is
# JSON.
#
# Slices are named expressions for all test sets; `thresholds` are those that differ from the
# default, as JSON. `contents` of a suite run is the complete result as JSON. Outputs of suites are
# stored by hash alone, so that deleting a comparison deletes its texts.
_SCRIPT = """\
CREATE TABLE texts (
    hash TEXT PRIMARY KEY,
    contents BLOB NOT NULL
);

CREATE TABLE comparisons (
    digest TEXT PRIMARY KEY,
    test_set TEXT NOT NULL,
    segments INTEGER NOT NULL,
    settings TEXT NOT NULL,
    title TEXT NOT NULL DEFAULT '',
    made REAL NOT NULL,
    saved REAL NOT NULL,
    opened REAL NOT NULL,
    view TEXT NOT NULL DEFAULT '',
    delta REAL,
    beginning TEXT NOT NULL
);
CREATE INDEX comparisons_of_test_set ON comparisons (test_set, made);

CREATE TABLE parts (
    comparison TEXT NOT NULL REFERENCES comparisons ON DELETE CASCADE,
    role TEXT NOT NULL,
    place INTEGER NOT NULL,
    name TEXT NOT NULL,
    hash TEXT NOT NULL REFERENCES texts,
    PRIMARY KEY (comparison, role, place)
);
CREATE INDEX parts_by_hash ON parts (hash);

CREATE TABLE imports (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    comparison TEXT NOT NULL REFERENCES comparisons ON DELETE CASCADE,
    file TEXT NOT NULL,
    made REAL NOT NULL
);
CREATE INDEX imports_of_comparison ON imports (comparison);

CREATE TABLE annotations (
    comparison TEXT NOT NULL REFERENCES comparisons ON DELETE CASCADE,
    segment INTEGER NOT NULL,
    annotator TEXT NOT NULL DEFAULT '',
    kind TEXT NOT NULL CHECK (kind IN ('verdict', 'label', 'note')),
    system TEXT NOT NULL DEFAULT '',
    label TEXT NOT NULL DEFAULT '',
    number INTEGER NOT NULL DEFAULT 0,
    value TEXT NOT NULL,
    changed REAL NOT NULL,
    import INTEGER REFERENCES imports ON DELETE CASCADE
);
CREATE UNIQUE INDEX annotations_once
    ON annotations (comparison, segment, annotator, kind, system, label, number);
CREATE INDEX annotations_by_import ON annotations (import);

CREATE TABLE typology (
    place INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    key TEXT NOT NULL DEFAULT '',
    meaning TEXT NOT NULL DEFAULT ''
);

CREATE TABLE scores (
    comparison TEXT NOT NULL REFERENCES comparisons ON DELETE CASCADE,
    name TEXT NOT NULL,
    higher_is_better INTEGER NOT NULL CHECK (higher_is_better IN (0, 1)),
    system TEXT NOT NULL,
    origin TEXT NOT NULL,
    hash TEXT NOT NULL REFERENCES texts,
    signature TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (comparison, name, system)
);
CREATE INDEX scores_by_hash ON scores (hash);

CREATE TABLE marks (
    comparison TEXT NOT NULL REFERENCES comparisons ON DELETE CASCADE,
    segment INTEGER NOT NULL,
    system TEXT NOT NULL,
    annotator TEXT NOT NULL DEFAULT '',
    number INTEGER NOT NULL,
    category TEXT NOT NULL,
    severity TEXT NOT NULL,
    side TEXT NOT NULL CHECK (side IN ('target', 'source')),
    first INTEGER,
    last INTEGER,
    comment TEXT NOT NULL DEFAULT '',
    score REAL,
    changed REAL NOT NULL,
    import INTEGER REFERENCES imports ON DELETE CASCADE
);
CREATE UNIQUE INDEX marked_once
    ON marks (comparison, segment, system, annotator, number);
CREATE INDEX marks_by_import ON marks (import);

CREATE TABLE sessions (
    id TEXT PRIMARY KEY,
    comparison TEXT REFERENCES comparisons ON DELETE CASCADE,
    plan TEXT NOT NULL DEFAULT '',
    task TEXT NOT NULL,
    made REAL NOT NULL,
    unblinded REAL
);
CREATE INDEX sessions_of_comparison ON sessions (comparison);

CREATE TABLE answers (
    session TEXT NOT NULL REFERENCES sessions ON DELETE CASCADE,
    annotator TEXT NOT NULL,
    item INTEGER NOT NULL,
    answer TEXT NOT NULL,
    changed REAL NOT NULL,
    PRIMARY KEY (session, annotator, item)
);

CREATE TABLE slices (
    name TEXT PRIMARY KEY,
    expression TEXT NOT NULL,
    thresholds TEXT NOT NULL DEFAULT '{}',
    made REAL NOT NULL
);

CREATE TABLE suite_runs (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    title TEXT NOT NULL,
    made REAL NOT NULL,
    passed INTEGER NOT NULL CHECK (passed IN (0, 1)),
    contents TEXT NOT NULL
);
CREATE INDEX runs_of_suite ON suite_runs (title, made);

CREATE TABLE suite_outputs (
    run INTEGER NOT NULL REFERENCES suite_runs ON DELETE CASCADE,
    test_set TEXT NOT NULL,
    system TEXT NOT NULL,
    hash TEXT NOT NULL,
    passed INTEGER NOT NULL CHECK (passed IN (0, 1)),
    PRIMARY KEY (run, test_set, system)
);
"""
_STATEMENTS = [statement.strip() for statement in _SCRIPT.split(";\n") if statement.strip()]
# SQLite's own, for AUTOINCREMENT.
_SEQUENCE = "CREATE TABLE sqlite_sequence(name,seq)"


def version(db: sqlite3.Connection) -> int:
    """Return the version of a file; 0 for a new one."""
    number: int = db.execute("PRAGMA user_version").fetchone()[0]
    return number


def fault(db: sqlite3.Connection) -> Message | None:
    """Return why a file is not a workspace of this version, or None."""
    (application,) = db.execute("PRAGMA application_id").fetchone()
    if application != APPLICATION:
        return messages.other_program()
    if version(db) != VERSION:
        return messages.other_version(version(db), VERSION)
    # Triggers and views of a file from elsewhere would run when it is written to or read.
    found = db.execute("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL")
    if {sql for (sql,) in found} != {*_STATEMENTS, _SEQUENCE}:
        return messages.other_program()
    return None


def create(db: sqlite3.Connection) -> None:
    """Create the tables in a new file, all or none; other processes wait."""
    db.execute("BEGIN IMMEDIATE")
    is_new = not db.execute("SELECT 1 FROM sqlite_master").fetchone()
    if is_new and not version(db):
        for statement in _STATEMENTS:
            db.execute(statement)
        db.execute(f"PRAGMA application_id = {APPLICATION}")
        db.execute(f"PRAGMA user_version = {VERSION}")
    db.execute("COMMIT")
