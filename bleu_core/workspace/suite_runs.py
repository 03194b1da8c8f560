"""Runs of suites, kept under the title of the suite, and the outputs that passed in them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bleu_core.workspace import checksums
from bleu_core.workspace.database import EVERY, Workspace


@dataclass(frozen=True)
class SuiteOutput:
    """A system's output on a test set of a suite, in one run.

    Attributes
    ----------
    test_set, system : str
        Their names in the suite.
    hash : str
        `evalset.column_digest` of the output.
    passed : bool
        Whether the system failed no gate there.
    """

    test_set: str
    system: str
    hash: str
    passed: bool


@dataclass(frozen=True)
class SuiteRun:
    """A run that is kept: `made` in seconds since 1970, `contents` as `keep_run` was given it."""

    made: float
    passed: bool
    contents: str


@dataclass(frozen=True)
class Passed:
    """The output of a system that passed, and when its run was made, in seconds since 1970."""

    hash: str
    made: float


def keep_run(
    workspace: Workspace,
    title: str,
    made: float,
    passed: bool,
    contents: str,
    outputs: Sequence[SuiteOutput],
) -> None:
    """Keep a run of a suite, whose `contents` are the JSON of all that came out of it."""
    with workspace.writing() as connection:
        run = connection.execute(
            "INSERT INTO suite_runs (title, made, passed, contents) VALUES (?, ?, ?, ?)",
            (title, made, passed, contents),
        ).lastrowid
        connection.executemany(
            "INSERT INTO suite_outputs (run, test_set, system, hash, passed) "
            "VALUES (?, ?, ?, ?, ?)",
            [(run, one.test_set, one.system, one.hash, one.passed) for one in outputs],
        )


def titles(workspace: Workspace) -> list[str]:
    """The suites of which a run is kept, the one that was run last first.

    It is asked at every rerun of the app, so it reads an index alone, and no contents.
    """
    with workspace.reading() as connection:
        rows = connection.execute(
            "SELECT title FROM suite_runs GROUP BY title ORDER BY MAX(made) DESC, title"
        )
        return [str(title) for (title,) in rows]


def runs_of(workspace: Workspace, title: str, limit: int = EVERY) -> list[SuiteRun]:
    """The runs of a suite, the last one first; damaged ones are left out."""
    which = "WHERE title = ? ORDER BY made DESC, id DESC LIMIT ?"
    with workspace.reading() as connection:
        rows = checksums.valid_rows(connection, "suite_runs", which, (title, limit))
    return [SuiteRun(row["made"], bool(row["passed"]), row["contents"]) for row in rows]


def extent(workspace: Workspace, title: str) -> tuple[int, int]:
    """How many runs of a suite are kept, damaged ones too, and what no later one has as its own.

    It is the same as long as its runs are.
    """
    with workspace.reading() as connection:
        query = "SELECT COUNT(*), COALESCE(MAX(id), 0) FROM suite_runs WHERE title = ?"
        number, last = connection.execute(query, (title,)).fetchone()
    return number, last


def last_passed(workspace: Workspace, title: str, test_set: str, system: str) -> Passed | None:
    """What a system gave on a test set in the last run of a suite in which it passed there.

    Of those whose texts are still kept: who deletes a comparison deletes what it had.
    None where there is none.
    """
    which = (
        "WHERE test_set = ? AND system = ? AND passed = 1 "
        "AND run IN (SELECT id FROM suite_runs WHERE title = ?) "
        "AND hash IN (SELECT hash FROM texts) "
        "ORDER BY (SELECT made FROM suite_runs WHERE id = run) DESC, run DESC"
    )
    with workspace.reading() as connection:
        for output in checksums.valid_rows(
            connection, "suite_outputs", which, (test_set, system, title)
        ):
            run = checksums.valid_rows(connection, "suite_runs", "WHERE id = ?", (output["run"],))
            if run:
                return Passed(output["hash"], run[0]["made"])
    return None


def delete_suite(workspace: Workspace, title: str) -> None:
    """Delete all runs of a suite; the comparisons that were kept with them stay.

    In the backups they stay until others have taken their places.
    """
    with workspace.writing() as connection:
        connection.execute("DELETE FROM suite_runs WHERE title = ?", (title,))
    workspace.compact()
