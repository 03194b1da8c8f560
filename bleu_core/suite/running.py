"""Run a suite: measure its sets, judge them, and save the result."""

from __future__ import annotations

import time
from contextlib import closing
from dataclasses import dataclass, field, replace

from bleu_core.common.progress import Progress
from bleu_core.suite.definition import Suite, TestSet
from bleu_core.suite.gates import judged
from bleu_core.suite.keeping import keep_result, keep_set
from bleu_core.suite.measuring import Task
from bleu_core.suite.processes import measure_all
from bleu_core.suite.results import OfSet, SuiteResult
from bleu_core.workspace import Workspace, WorkspaceError, saved_slices


@dataclass(frozen=True)
class Ran:
    """A run of a suite.

    Attributes
    ----------
    result : SuiteResult
    pages : dict of str to str
        Reports as parts of HTML, by the name of the set, without sets that could not be compared.
    not_kept : str
        Why it could not be saved; '' if it could.
    """

    result: SuiteResult
    pages: dict[str, str] = field(default_factory=dict)
    not_kept: str = ""


def run_suite(
    suite: Suite, workspace: Workspace | None, progress: Progress | None = None
) -> SuiteResult:
    r"""Compare all sets of a suite in parallel and judge them, without saving.

    Parameters
    ----------
    suite : Suite
    workspace : Workspace or None
        With saved baselines and slices.
    progress : optional
        Called a few times a second with the part done; may raise to stop.

    Examples
    --------
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> from bleu_core.suite.reading import read_suite
    >>> temporary = TemporaryDirectory()
    >>> folder = Path(temporary.name)
    >>> texts = {"ref.en": "the cat sat there", "old.en": "the cat", "new.en": "a cat sat there"}
    >>> for name, text in texts.items():
    ...     lines = [f"{text}, {i} times\n" for i in range(40)]
    ...     written = (folder / name).write_text("".join(lines))
    >>> suite = read_suite(b'''title = "Nightly"
    ... [[set]]
    ... name = "news"
    ... references = ["ref.en"]
    ... baseline = "old.en"
    ... fail_under = -0.5
    ... systems = { new = "new.en" }
    ... ''', "bleu.toml", folder)
    >>> result = run_suite(suite, workspace=None)
    >>> [(each.name, each.passed, round(each.bleu.delta, 2)) for each in result.sets[0].systems]
    [('new', True, 67.58)]
    """
    return run(suite, workspace, progress).result


def task_of(suite: Suite, plan: TestSet, workspace: Workspace | None) -> Task:
    """The task of measuring a set of a suite."""
    task = Task(plan, suite.title, suite.trials, suite.seed)
    if workspace is None:
        return task
    slices = {each.name: each for each in saved_slices(workspace)}
    return replace(task, home=workspace.folder, slices=slices)


def run(
    suite: Suite,
    workspace: Workspace | None,
    progress: Progress | None = None,
    keeps: bool = False,
    reports: bool = False,
) -> Ran:
    """Run a suite; if `keeps`, save comparisons and result in the workspace.

    Each comparison is saved as soon as it is ready, and the run at the end: a stopped run leaves
    some saved comparisons.
    """
    plain = [task_of(suite, plan, workspace) for plan in suite.sets]
    tasks = [replace(task, keeps=keeps, reports=reports) for task in plain]
    results: dict[int, OfSet] = {}
    pages, not_kept = {}, ""
    with closing(measure_all(tasks, progress)) as answers:
        for number, measured in answers:
            results[number], plan = measured.found, suite.sets[number]
            if measured.page:
                pages[plan.name] = measured.page
            if workspace is not None and measured.evalset is not None and not not_kept:
                try:
                    results[number] = keep_set(
                        workspace, measured.found, measured.evalset, plan.config, measured.baselines
                    )
                except WorkspaceError as error:
                    not_kept = str(error)
    sets = judged(suite.sets, [results[number] for number in range(len(tasks))])
    result = SuiteResult(suite.title, time.time(), sets)
    if workspace is not None and keeps and not not_kept:
        try:
            keep_result(workspace, result)
        except WorkspaceError as error:
            not_kept = str(error)
    return Ran(result, pages, not_kept)
