"""Runs on one test set: every output that was compared on it, in the order of time."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

import pyarrow as pa

from bleu_core.bleu import BleuScore, SegmentStatistics
from bleu_core.config import BleuConfig
from bleu_core.encoding import Progress
from bleu_core.evalset import EvalSet
from bleu_core.statistics import collect_statistics
from bleu_core.workspace import texts
from bleu_core.workspace.database import Gone, Workspace


@dataclass(frozen=True)
class Run:
    """An output on a test set.

    Attributes
    ----------
    output : str
        Hash of its text: the same output is one run, however often it was compared.
    name : str
        What the system was called when it was first kept.
    made : float
        When that was, in seconds since 1970.
    """

    output: str
    name: str
    made: float


@dataclass(frozen=True)
class Step:
    """A run with its score, among the runs on its test set.

    Attributes
    ----------
    number : int
        Its place in the order of time, from 1.
    run : Run
    score : float
    to_last, to_first : float
        Δ in BLEU points to the run before, and to the first; NaN for the first.
    """

    number: int
    run: Run
    score: float
    to_last: float
    to_first: float


def runs(workspace: Workspace, test_set: str) -> list[Run]:
    """The runs on a test set, the oldest first."""
    with workspace.reading() as connection:
        rows = connection.execute(
            "SELECT hash, name, made FROM parts JOIN comparisons ON comparison = digest "
            "WHERE test_set = ? AND role = 'system' ORDER BY made, place",
            (test_set,),
        )
        first: dict[str, Run] = {}
        for output, name, made in rows:
            first.setdefault(output, Run(output, name, made))
    return list(first.values())


def scores(
    workspace: Workspace,
    test_set: str,
    history: Sequence[Run],
    config: BleuConfig,
    progress: Progress | None = None,
) -> list[BleuScore]:
    """The score of each run under the same settings. The references are read once.

    Raises
    ------
    Gone
        If a run was deleted meanwhile.
    """
    if not history:
        return []
    with workspace.reading() as connection:
        outputs = [texts.get(connection, run.output) for run in history]
        references = _references(connection, test_set)
    matrices, num_refs = collect_statistics(outputs, references, config, progress)
    return [SegmentStatistics(matrix, config, num_refs).corpus() for matrix in matrices]


def steps(history: Sequence[Run], found: Sequence[float]) -> list[Step]:
    """Runs, the oldest first, with their scores and how these moved."""
    nothing = float("nan")
    return [
        Step(
            i + 1,
            run,
            found[i],
            found[i] - found[i - 1] if i else nothing,
            found[i] - found[0] if i else nothing,
        )
        for i, run in enumerate(history)
    ]


def compared(workspace: Workspace, test_set: str, a: Run, b: Run) -> str:
    """The digest of a kept comparison of these two runs, the one opened last; '' if none is."""
    query = (
        "SELECT digest FROM comparisons "
        "JOIN parts AS a ON a.comparison = digest AND a.role = 'system' AND a.place = 0 "
        "JOIN parts AS b ON b.comparison = digest AND b.role = 'system' AND b.place = 1 "
        "WHERE test_set = ? AND a.hash = ? AND b.hash = ? ORDER BY opened DESC LIMIT 1"
    )
    with workspace.reading() as connection:
        found = connection.execute(query, (test_set, a.output, b.output)).fetchone()
    return found[0] if found else ""


def between(workspace: Workspace, test_set: str, a: Run, b: Run) -> EvalSet:
    """The comparison of any two runs, with the source and documents that are known.

    Raises
    ------
    Gone
        If a run was deleted meanwhile.
    """
    with workspace.reading() as connection:
        outputs = [texts.get(connection, run.output) for run in (a, b)]
        references = _references(connection, test_set)
        source = _columns(connection, test_set, "source")
        documents = _columns(connection, test_set, "documents")
    return EvalSet(
        systems=dict(zip(_apart(a, b), outputs, strict=True)),
        references=references,
        source=source[0] if source else None,
        documents=documents[0] if documents else None,
    )


def _references(connection: sqlite3.Connection, test_set: str) -> list[pa.Array]:
    found = _columns(connection, test_set, "reference")
    if not found:
        raise Gone
    return found


def _columns(connection: sqlite3.Connection, test_set: str, role: str) -> list[pa.Array]:
    """The columns of a role, from the latest comparison on the test set that has it."""
    rows = connection.execute(
        "SELECT hash FROM parts WHERE role = ? AND comparison = ("
        "  SELECT comparison FROM parts JOIN comparisons ON comparison = digest"
        "  WHERE test_set = ? AND role = ? ORDER BY made DESC, digest LIMIT 1"
        ") ORDER BY place",
        (role, test_set, role),
    )
    return [texts.get(connection, name) for (name,) in rows.fetchall()]


def _apart(a: Run, b: Run) -> tuple[str, str]:
    """Two names that differ: with the day, or else the second, where the systems share one."""
    if a.name != b.name:
        return a.name, b.name
    for form in ("%Y-%m-%d", "%Y-%m-%d %H:%M:%S"):
        x, y = (f"{run.name} {datetime.fromtimestamp(run.made):{form}}" for run in (a, b))
        if x != y:
            return x, y
    return f"{a.name} (1)", f"{b.name} (2)"
