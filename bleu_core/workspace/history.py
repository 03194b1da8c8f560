"""Run history: the outputs that were compared on a test set, ordered by time."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

import pyarrow as pa

from bleu_core.common.progress import Progress
from bleu_core.metrics.additive import AdditiveMetric, score_of
from bleu_core.text.evalset import EvalSet
from bleu_core.workspace import texts
from bleu_core.workspace.connection import Connection, Gone
from bleu_core.workspace.database import Workspace

_OF_ROLE = "WHERE comparison = ? AND role = ? ORDER BY place"


@dataclass(frozen=True)
class Run:
    """An output on a test set."""

    output: str  # hash of its text
    name: str  # name of the system when the run was first saved
    made: float  # when that was, in seconds since 1970


@dataclass(frozen=True)
class HistoryStep:
    """A run with its score, and the differences to other runs on its test set."""

    number: int  # its place in the order of time, from 1
    run: Run
    score: float
    to_last: float  # Δ to the run before; NaN for the first
    to_first: float  # Δ to the first run; NaN for it


# Computes the statistics of outputs on the same references, with the keyword `progress`.
CountStatistics = Callable[..., Sequence[AdditiveMetric]]


def runs(workspace: Workspace, test_set: str) -> list[Run]:
    """Return the runs on a test set, the oldest first: each output once."""
    found: dict[str, Run] = {}
    with workspace.reading() as db:
        for digest, made in _first_saved(db, test_set).items():
            for part in db.rows("parts", _OF_ROLE, digest, "system"):
                found.setdefault(part["hash"], Run(part["hash"], part["name"], made))
    return list(found.values())


def run_scores(
    workspace: Workspace,
    test_set: str,
    history: Sequence[Run],
    count: CountStatistics,
    progress: Progress | None = None,
) -> list[float]:
    """Compute the score of each run by an additive metric; references are loaded once."""
    if not history:
        return []
    with workspace.reading() as db:
        outputs = [texts.get(db, run.output) for run in history]
        references = _references(db, test_set)
    return [score_of(stats) for stats in count(outputs, references, progress=progress)]


def run_steps(history: Sequence[Run], values: Sequence[float]) -> list[HistoryStep]:
    """Combine runs, the oldest first, with their scores and differences."""
    steps = []
    for i, (run, value) in enumerate(zip(history, values, strict=True)):
        deltas = (value - values[i - 1], value - values[0]) if i else (math.nan, math.nan)
        steps.append(HistoryStep(i + 1, run, value, *deltas))
    return steps


def latest_output(workspace: Workspace, test_set: str, name: str) -> tuple[str, float] | None:
    """Return the hash of a system's last saved output on a test set, and when it was saved last."""
    query = (
        "SELECT hash, saved FROM parts JOIN comparisons ON digest = comparison "
        "WHERE test_set = ? AND digest <> test_set AND role = 'system' AND name = ? "
        "ORDER BY saved DESC, digest DESC LIMIT 1"
    )
    with workspace.reading() as db:
        found = db.execute(query, (test_set, name)).fetchone()
    return (str(found[0]), float(found[1])) if found else None


def output(workspace: Workspace, name: str) -> pa.Array:
    """Load the text of an output by its hash; raise `Gone` if it was deleted."""
    with workspace.reading() as db:
        return texts.get(db, name)


def find_comparison_of(workspace: Workspace, test_set: str, *runs: Run) -> str:
    """Return the digest of the last opened comparison of these runs, in this order; or ''."""
    query = (
        "SELECT digest FROM comparisons WHERE test_set = ? AND ("
        "SELECT group_concat(hash) FROM (SELECT hash FROM parts "
        "WHERE comparison = digest AND role = 'system' ORDER BY place)"
        ") = ? ORDER BY opened DESC LIMIT 1"
    )
    outputs = ",".join(run.output for run in runs)
    with workspace.reading() as db:
        found = db.execute(query, (test_set, outputs)).fetchone()
    return found[0] if found else ""


def load_runs(workspace: Workspace, test_set: str, *runs: Run) -> EvalSet:
    """Load runs as the systems of one test set, with its source and documents; runs of one name get
    their times in their names.
    """
    with workspace.reading() as db:
        outputs = [texts.get(db, run.output) for run in runs]
        references = _references(db, test_set)
        source, documents = (
            [texts.get(db, name) for name in _hashes(db, test_set, role)]
            for role in ("source", "documents")
        )
    return EvalSet(
        systems=dict(zip(_distinct_names(runs), outputs, strict=True)),
        references=references,
        source=source[0] if source else None,
        documents=documents[0] if documents else None,
    )


def _first_saved(db: Connection, test_set: str) -> dict[str, float]:
    """When each comparison on a test set was first saved, oldest first; without data sets, whose
    texts are elsewhere.
    """
    of_test_set = "WHERE test_set = ? AND digest <> test_set ORDER BY made, digest"
    rows = db.rows("comparisons", of_test_set, test_set)
    return {row["digest"]: row["made"] for row in rows}


def _references(db: Connection, test_set: str) -> list[pa.Array]:
    found = _hashes(db, test_set, "reference")
    if not found:
        raise Gone
    return [texts.get(db, name) for name in found]


def _hashes(db: Connection, test_set: str, role: str) -> list[str]:
    """Return the hashes of a role, from the latest comparison on the test set that has it."""
    for digest in reversed(_first_saved(db, test_set)):
        found = db.rows("parts", _OF_ROLE, digest, role)
        if found:
            return [part["hash"] for part in found]
    return []


def _distinct_names(runs: Sequence[Run]) -> list[str]:
    """Return distinct names: those that runs share have the time, or else the place."""
    shared = Counter(run.name for run in runs)
    names = [
        f"{run.name} {datetime.fromtimestamp(run.made):%Y-%m-%d %H:%M:%S}"
        if shared[run.name] > 1
        else run.name
        for run in runs
    ]
    if len(set(names)) == len(runs):
        return names
    return [f"{run.name} ({place})" for place, run in enumerate(runs, 1)]
