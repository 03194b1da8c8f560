"""Tables of the workspace, version by version.

`PRAGMA user_version` is the number of migrations that were applied to a file. A released migration
never changes; a new one is added at the end.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing

from bleu_core.messages import Message
from bleu_core.messages import workspace as messages
from bleu_core.workspace import checksums

# "BLEU" in the header of the file (PRAGMA application_id) distinguishes it from other programs'.
APPLICATION = 0x424C4555
# More migrations than this mean a damaged header, not a newer version.
MOST = 1_000

# A text is stored once under the hash of its contents, for all comparisons. `place` is a column's
# position among those of the same role.
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

# An annotation has an annotator ('': no name was set), a `number` for several errors of one type in
# an output, and an import (NULL: it was entered here). Ids of imports are never reused, so that an
# outdated window deletes no other import. `view` is the query string of the last visit.
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

# See `checksums`. A later migration that replaces one of these tables keeps the column.
_SEALS = """
ALTER TABLE comparisons ADD COLUMN seal TEXT NOT NULL DEFAULT '';
ALTER TABLE parts ADD COLUMN seal TEXT NOT NULL DEFAULT '';
ALTER TABLE imports ADD COLUMN seal TEXT NOT NULL DEFAULT '';
ALTER TABLE said ADD COLUMN seal TEXT NOT NULL DEFAULT '';
ALTER TABLE typology ADD COLUMN seal TEXT NOT NULL DEFAULT '';
"""

# Imported scores of a system under a name; `hash` is that of a text column of the numbers.
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

# Annotations of A and B become annotations of systems, by their places: see `as_stored`. Applying
# it again changes nothing. If A and B are the only system, its errors become one list; an import
# without a verdict on the pair gets an empty one.
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

# Marks of errors, by the place of the system; `first` and `last` bound the span, NULL if there is
# none. A row without a severity is the rating as a whole, with its score if there is one: the
# output was read, and is right if it has no other row.
# A blind session has its plan where it was made ('' if only its task is known). `kind` and `side`
# are parts of an answer, `file` is the file that it was imported from.
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

# Named expressions for all test sets; `thresholds` are those that differ from the default, as JSON.
_SLICES = """
CREATE TABLE slices (
    name TEXT PRIMARY KEY,
    expression TEXT NOT NULL,
    thresholds TEXT NOT NULL DEFAULT '{}',
    made REAL NOT NULL,
    seal TEXT NOT NULL DEFAULT ''
);
"""

# Runs of suites: `contents` is the complete result as JSON. Outputs are stored by hash alone, so
# that deleting a comparison deletes its texts.
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

# The signature of the program that computed the scores; '' for scores from files.
_SIGNATURES = """
ALTER TABLE scores ADD COLUMN signature TEXT NOT NULL DEFAULT '';
"""
MIGRATIONS = (_FIRST, _SECOND, _SEALS, _SCORES, BY_PLACE, _PEOPLE, _SLICES, _SUITES,
              _SIGNATURES)  # fmt: skip
# The first version with an application id.
MARKED = 3


def version(db: sqlite3.Connection) -> int:
    """Return the number of migrations applied to a file; 0 for a new one."""
    number: int = db.execute("PRAGMA user_version").fetchone()[0]
    return number


def is_newer(db: sqlite3.Connection) -> bool:
    """Whether a newer BLEUscope has migrated the file."""
    return len(MIGRATIONS) < version(db) <= MOST


def fault(db: sqlite3.Connection) -> Message | None:
    """Return why a file is not a workspace of a known version, or None; an empty file is valid."""
    number = version(db)
    (application,) = db.execute("PRAGMA application_id").fetchone()
    tables = {name for (name,) in db.execute("SELECT name FROM sqlite_master")}
    if not tables and (number, application) == (0, 0):
        return None
    ours = {"texts", "comparisons", "parts", "said", "typology"} <= tables
    if ours and application == 0 and 1 <= number < MARKED:
        return None
    if application != APPLICATION:
        return messages.header_damaged() if ours else messages.other_program()
    if not ours or not 1 <= number <= MOST:
        return messages.version_unknown(number)
    if number == len(MIGRATIONS) and not _has_own_tables(db):
        return messages.tables_changed()
    return None


def _has_own_tables(db: sqlite3.Connection) -> bool:
    """Whether the tables of an up-to-date file have the columns and references of this version."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as fresh:
        migrate(fresh)
        return _shape(fresh) == _shape(db)


def _shape(db: sqlite3.Connection) -> list[tuple[object, ...]]:
    return [
        row
        for pragma in ("table_info", "foreign_key_list", "index_list")
        for row in db.execute(
            f"SELECT m.name, p.* FROM main.sqlite_master AS m, pragma_{pragma}(m.name) AS p "
            "WHERE m.type = 'table' ORDER BY 1, 2, 3, 4"
        )
    ]


def run(db: sqlite3.Connection, statements: str) -> None:
    """Execute statements inside a transaction, which `executescript` would commit."""
    for statement in statements.split(";\n"):
        db.execute(statement)


def migrate(db: sqlite3.Connection) -> None:
    """Apply missing migrations, all or none; other processes wait."""
    db.execute("BEGIN IMMEDIATE")
    missing = MIGRATIONS[version(db) :]
    for migration in missing:
        run(db, migration)
    if missing:
        checksums.update_all(db)
        db.execute(f"PRAGMA application_id = {APPLICATION}")
        db.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")
    db.execute("COMMIT")
