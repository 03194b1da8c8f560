"""The runs of a suite that the command line saved."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from bleu_core import InputError
from bleu_core.common.numerals import counted
from bleu_core.suite.exchange import from_json
from bleu_core.suite.history import History, history
from bleu_core.suite.results import SuiteResult
from bleu_core.workspace import Workspace, suite_runs
from bleu_core.workspace.suite_runs import SuiteRun
from pages.ui import user_workspace
from pages.ui.cache import result as cached
from pages.ui.widgets import progress

# Runs in a history: a hundred nights.
MOST = 100
# More characters than this need a progress bar.
SLOW = 5_000_000


@dataclass(frozen=True)
class Runs:
    """The last runs of a suite.

    Attributes
    ----------
    title : str
    number : int
        How many are saved, including those too old to be here.
    runs : sequence of SuiteRun
        The last one first, without unreadable ones.
    unread : int
        How many of the last ones are unreadable.
    history : History
    """

    title: str
    number: int = 0
    runs: Sequence[SuiteRun] = ()
    unread: int = 0
    history: History = field(default_factory=dict)

    def result(self, made: float) -> SuiteResult | None:
        """Return the result of the run made at that time, or of the last; None if unreadable."""
        if not self.runs:
            return None
        run = next((run for run in self.runs if run.made == made), self.runs[0])
        return _result(self.title, run)


def titles() -> list[str]:
    """Return the suites with saved runs, the one that ran last first."""
    nothing: list[str] = []
    return user_workspace.ask_command(suite_runs.titles, nothing)


def are_own() -> bool:
    """Whether they are in this visitor's own workspace, and not in the team's."""
    return user_workspace.of_command() == user_workspace.own()


def runs_of(title: str) -> Runs:
    """Return the last runs of a suite; none if it is not saved."""
    return user_workspace.ask_command(partial(_runs_of, title), Runs(title))


def _runs_of(title: str, space: Workspace) -> Runs:
    number, last = suite_runs.extent(space, title)
    return _read_runs(space.folder, title, number, last, space)


@cached(size=lambda made: sum(2 * len(run.contents) for run in made.runs))
def _read_runs(folder: Path, title: str, number: int, last: int, _space: Workspace) -> Runs:
    found = suite_runs.runs_of(_space, title, MOST)
    runs, results = [], []
    size = sum(len(run.contents) for run in found)
    with progress.bar(f"Reading {counted(len(found), 'run')}", shown=size > SLOW) as reading:
        for run in found:
            reading((len(runs) + 1) / len(found))
            try:
                results.append(_read(run))
            except InputError:  # written by a later version
                continue
            runs.append(run)
    unread = min(number, MOST) - len(runs)
    return Runs(title, number, runs, unread, history(reversed(results)))


@cached(key=lambda title, run: (title, run.contents))
def _result(title: str, run: SuiteRun) -> SuiteResult:
    return _read(run)


def _read(run: SuiteRun) -> SuiteResult:
    return from_json(json.loads(run.contents))
