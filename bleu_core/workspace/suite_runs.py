"""Saved suite runs, by the title of the suite, and the outputs that passed in them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bleu_core.workspace.database import EVERY, Workspace


@dataclass(frozen=True)
class SuiteRun:
    """A saved run: `made` in seconds since 1970, `contents` as given to `save_run`."""

    made: float
    passed: bool
    contents: str


def save_run(
    workspace: Workspace,
    title: str,
    made: float,
    passed: bool,
    contents: str,
    outputs: Sequence[tuple[str, str, str, bool]],
) -> None:
    """Save a run of a suite; `contents` is its complete result as JSON. Outputs are the test set's
    name, the system, the output's `column_digest`, and whether it failed no gate there."""
    row = {"title": title, "made": made, "passed": passed, "contents": contents}
    with workspace.writing() as db:
        run = db.insert("suite_runs", row)
        names = "run", "test_set", "system", "hash", "passed"
        rows = (dict(zip(names, (run, *output), strict=True)) for output in outputs)
        db.insert_all("suite_outputs", rows)


def suite_titles(workspace: Workspace) -> list[str]:
    """Return the suites with runs, the last run first; reads only an index, at every rerun."""
    with workspace.reading() as db:
        query = "SELECT title FROM suite_runs GROUP BY title ORDER BY MAX(made) DESC, title"
        return [str(title) for (title,) in db.execute(query)]


def load_runs_of_suite(workspace: Workspace, title: str, limit: int = EVERY) -> list[SuiteRun]:
    """Return the runs of a suite, the last one first."""
    which = "WHERE title = ? ORDER BY made DESC, id DESC LIMIT ?"
    with workspace.reading() as db:
        rows = db.rows("suite_runs", which, title, limit)
    return [SuiteRun(row["made"], bool(row["passed"]), row["contents"]) for row in rows]


def runs_version(workspace: Workspace, title: str) -> tuple[int, int, float]:
    """Return the number of runs of a suite, and the largest id and time: equal as the runs are.

    With the time, because after a restored backup ids are given again.
    """
    values = "COUNT(*), COALESCE(MAX(id), 0), COALESCE(MAX(made), 0)"
    with workspace.reading() as db:
        query = f"SELECT {values} FROM suite_runs WHERE title = ?"
        number, last, made = db.execute(query, (title,)).fetchone()
    return number, last, made


def last_passed(
    workspace: Workspace, title: str, test_set: str, system: str, segments: int
) -> tuple[str, float] | None:
    """Return the hash of a system's output, and the time, of the last run in which it passed, if
    possible with this number of segments.

    Only outputs with saved texts count: deleting a comparison deletes its texts.
    """
    query = (
        "SELECT suite_outputs.hash, suite_runs.made FROM suite_outputs "
        "JOIN suite_runs ON id = run JOIN parts USING (hash) "
        "JOIN comparisons ON digest = comparison WHERE suite_outputs.test_set = ? "
        "AND system = ? AND suite_outputs.passed = 1 AND suite_runs.title = ? "
        "ORDER BY segments = ? DESC, suite_runs.made DESC, run DESC LIMIT 1"
    )
    with workspace.reading() as db:
        found = db.execute(query, (test_set, system, title, segments)).fetchone()
    return (str(found[0]), float(found[1])) if found else None


def delete_suite(workspace: Workspace, title: str) -> None:
    """Delete all runs of a suite; the comparisons saved with them stay."""
    workspace.delete("suite_runs", "title", title)
