"""The tables of the workspace, version by version.

`PRAGMA user_version` counts the migrations that a file has been through. A
migration that was released is never changed: a new one is added at the end.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing

from bleu_core.messages import Message
from bleu_core.messages import workspace as messages
from bleu_core.workspace import checksums

# "BLEU" in the header of the file (PRAGMA application_id): other programs use SQLite too.
APPLICATION = 0x424C4555
# A number of migrations beyond this is no newer version, but a damaged header.
MOST = 1_000

# Texts are stored once, under the hash of their contents, however many comparisons
# have them. `place` is a column's position among those of the same role.
_FIRST = """
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
    opened REAL NOT NULL
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

CREATE TABLE said (
    comparison TEXT NOT NULL REFERENCES comparisons ON DELETE CASCADE,
    segment INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('verdict', 'label', 'note')),
    system TEXT NOT NULL DEFAULT '',
    label TEXT NOT NULL DEFAULT '',
    value TEXT NOT NULL,
    changed REAL NOT NULL,
    PRIMARY KEY (comparison, segment, kind, system, label)
);

CREATE TABLE typology (
    place INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    key TEXT NOT NULL DEFAULT '',
    meaning TEXT NOT NULL DEFAULT ''
);
"""

# What is said has somebody who says it ('': whoever works here and has given no name), several
# errors of one kind in a system and segment (`number`), and the import that it came from (NULL:
# it was said here). An identifier of an import is never used again: a window that is late takes
# back no other one. `view` is the query string that a comparison was last seen under.
_SECOND = """
CREATE TABLE imports (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    comparison TEXT NOT NULL REFERENCES comparisons ON DELETE CASCADE,
    file TEXT NOT NULL,
    hash TEXT NOT NULL,
    made REAL NOT NULL
);
CREATE INDEX imports_of_comparison ON imports (comparison);

CREATE TABLE said_by (
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
INSERT INTO said_by
    SELECT comparison, segment, '', kind, system, label, 0, value, changed, NULL FROM said;
DROP TABLE said;
ALTER TABLE said_by RENAME TO said;
CREATE UNIQUE INDEX said_once
    ON said (comparison, segment, annotator, kind, system, label, number, COALESCE(import, 0));
CREATE INDEX said_by_import ON said (import);

ALTER TABLE comparisons ADD COLUMN view TEXT NOT NULL DEFAULT '';
"""

# See `seals`. A later migration that makes one of these tables anew gives it the column too.
_SEALS = """
ALTER TABLE comparisons ADD COLUMN seal TEXT NOT NULL DEFAULT '';
ALTER TABLE parts ADD COLUMN seal TEXT NOT NULL DEFAULT '';
ALTER TABLE imports ADD COLUMN seal TEXT NOT NULL DEFAULT '';
ALTER TABLE said ADD COLUMN seal TEXT NOT NULL DEFAULT '';
ALTER TABLE typology ADD COLUMN seal TEXT NOT NULL DEFAULT '';
"""

# Numbers that were imported, those of a system under a name; `hash` is of a column of texts.
_SCORES = """
CREATE TABLE scores (
    comparison TEXT NOT NULL REFERENCES comparisons ON DELETE CASCADE,
    name TEXT NOT NULL,
    higher_is_better INTEGER NOT NULL CHECK (higher_is_better IN (0, 1)),
    system TEXT NOT NULL,
    origin TEXT NOT NULL,
    hash TEXT NOT NULL REFERENCES texts,
    seal TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (comparison, name, system)
);
CREATE INDEX scores_by_hash ON scores (hash);
"""

# What was said of A and B is of systems of the test set, by their places: see `pairs`. Done once
# more, it changes nothing. What only system is said to be A and B becomes one list of its errors;
# an import says nothing of a pair where it has no verdict, which an empty one stands for.
BY_PLACE = """
UPDATE OR REPLACE said SET system = '0', number = number + (
    SELECT COALESCE(MAX(there.number) + 1, 0) FROM said AS there
    WHERE there.comparison = said.comparison AND there.segment = said.segment
    AND there.annotator = said.annotator AND there.system = 'A'
    AND there.import IS said.import AND there.kind = 'label' AND there.label = said.label
) WHERE kind = 'label' AND system = 'B' AND comparison IN (
    SELECT comparison FROM parts WHERE role = 'system' GROUP BY 1 HAVING COUNT(*) = 1
);
UPDATE OR REPLACE said SET system = '0' WHERE kind = 'label' AND system = 'A';
UPDATE OR REPLACE said SET system = '1' WHERE kind = 'label' AND system = 'B';
INSERT INTO said (comparison, segment, annotator, kind, value, changed, import)
    SELECT comparison, segment, annotator, 'verdict', '', MAX(changed), import FROM said
    WHERE import IS NOT NULL
    GROUP BY comparison, segment, annotator, import HAVING NOT SUM(kind = 'verdict');
UPDATE OR REPLACE said SET system = '0', label = '1' WHERE kind = 'verdict' AND system = '';
UPDATE OR REPLACE said SET label = '0' WHERE kind = 'verdict' AND label = '1' AND comparison IN (
    SELECT comparison FROM parts WHERE role = 'system' GROUP BY 1 HAVING COUNT(*) = 1
);
"""

# Errors that people marked, of a system by its place; `first` and `last` bound the span, NULL
# where there is none. A row without a severity is of the rating as a whole, and has its score if
# it has one: it says that the output was read, and where no other is beside it, found right.
# A blind session has its plan where it was made ('' where only its task is known); `kind` and
# `side` say what of an item is answered, `file` where an answer is from if not from here.
_PEOPLE = """
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
    import INTEGER REFERENCES imports ON DELETE CASCADE,
    seal TEXT NOT NULL DEFAULT ''
);
CREATE UNIQUE INDEX marked_once
    ON marks (comparison, segment, system, annotator, number, COALESCE(import, 0));
CREATE INDEX marks_by_import ON marks (import);

CREATE TABLE sessions (
    id TEXT PRIMARY KEY,
    comparison TEXT REFERENCES comparisons ON DELETE CASCADE,
    plan TEXT NOT NULL DEFAULT '',
    task TEXT NOT NULL,
    made REAL NOT NULL,
    unblinded REAL,
    seal TEXT NOT NULL DEFAULT ''
);
CREATE INDEX sessions_of_comparison ON sessions (comparison);

CREATE TABLE answers (
    session TEXT NOT NULL REFERENCES sessions ON DELETE CASCADE,
    annotator TEXT NOT NULL,
    item INTEGER NOT NULL,
    kind TEXT NOT NULL,
    side TEXT NOT NULL DEFAULT '',
    value TEXT NOT NULL,
    changed REAL NOT NULL,
    file TEXT NOT NULL DEFAULT '',
    seal TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (session, annotator, item, kind, side)
);

CREATE TABLE session_log (
    session TEXT NOT NULL REFERENCES sessions ON DELETE CASCADE,
    at REAL NOT NULL,
    who TEXT NOT NULL,
    what TEXT NOT NULL,
    seal TEXT NOT NULL DEFAULT ''
);
CREATE INDEX log_of_session ON session_log (session, at);
"""

# Expressions with a name, for all test sets; `thresholds` are those that are not as usual, as JSON.
_SLICES = """
CREATE TABLE slices (
    name TEXT PRIMARY KEY,
    expression TEXT NOT NULL,
    thresholds TEXT NOT NULL DEFAULT '{}',
    made REAL NOT NULL,
    seal TEXT NOT NULL DEFAULT ''
);
"""

# Runs of suites: `contents` is all that came out of one, as JSON. An output is known by the hash of
# its text alone, so that a comparison that is deleted takes its texts along.
_SUITES = """
CREATE TABLE suite_runs (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    title TEXT NOT NULL,
    made REAL NOT NULL,
    passed INTEGER NOT NULL CHECK (passed IN (0, 1)),
    contents TEXT NOT NULL,
    seal TEXT NOT NULL DEFAULT ''
);
CREATE INDEX runs_of_suite ON suite_runs (title, made);

CREATE TABLE suite_outputs (
    run INTEGER NOT NULL REFERENCES suite_runs ON DELETE CASCADE,
    test_set TEXT NOT NULL,
    system TEXT NOT NULL,
    hash TEXT NOT NULL,
    passed INTEGER NOT NULL CHECK (passed IN (0, 1)),
    seal TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (run, test_set, system)
);
"""
MIGRATIONS = (_FIRST, _SECOND, _SEALS, _SCORES, BY_PLACE, _PEOPLE, _SLICES, _SUITES)
# Of the versions before, no file has an application id.
MARKED = 3


def version(connection: sqlite3.Connection) -> int:
    """How many migrations a file has been through; 0 for a new one."""
    number: int = connection.execute("PRAGMA user_version").fetchone()[0]
    return number


def is_newer(connection: sqlite3.Connection) -> bool:
    """Whether a later BLEUscope has brought the file up to date."""
    return len(MIGRATIONS) < version(connection) <= MOST


def fault(connection: sqlite3.Connection) -> Message | None:
    """What tells a file from a workspace that can be read or made here, if anything does.

    An empty file is to become one.
    """
    number = version(connection)
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
    if not tables and (number, application) == (0, 0):
        return None
    ours = {"texts", "comparisons", "parts", "said", "typology"} <= tables
    if ours and application == 0 and 1 <= number < MARKED:
        return None
    if application != APPLICATION:
        return messages.header_damaged() if ours else messages.other_program()
    if not ours or not 1 <= number <= MOST:
        return messages.version_unknown(number)
    if number == len(MIGRATIONS) and not _is_as_made(connection):
        return messages.tables_changed()
    return None


def _is_as_made(connection: sqlite3.Connection) -> bool:
    """Whether the tables of an up-to-date file have the columns and links of this version."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as fresh:
        migrate(fresh)
        return _shape(fresh) == _shape(connection)


def _shape(connection: sqlite3.Connection) -> list[tuple[object, ...]]:
    return [
        row
        for pragma in ("table_info", "foreign_key_list", "index_list")
        for row in connection.execute(
            f"SELECT m.name, p.* FROM main.sqlite_master AS m, pragma_{pragma}(m.name) AS p "
            "WHERE m.type = 'table' ORDER BY 1, 2, 3, 4"
        )
    ]


def run(connection: sqlite3.Connection, statements: str) -> None:
    """Execute statements inside a transaction, which `executescript` would end."""
    for statement in statements.split(";\n"):
        connection.execute(statement)


def migrate(connection: sqlite3.Connection) -> None:
    """Bring a file up to date, all or nothing; one process does it, others wait."""
    connection.execute("BEGIN IMMEDIATE")
    missing = MIGRATIONS[version(connection) :]
    for migration in missing:
        run(connection, migration)
    if missing:
        checksums.update_all(connection)
        connection.execute(f"PRAGMA application_id = {APPLICATION}")
        connection.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")
    connection.execute("COMMIT")
