"""A suite from its files to its result."""

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
        By the name of a set its report as parts of HTML; those that could not be compared have
        none.
    not_kept : str
        What kept it from being kept, a sentence; ''.
    """

    result: SuiteResult
    pages: dict[str, str] = field(default_factory=dict)
    not_kept: str = ""


def run_suite(
    suite: Suite, workspace: Workspace | None, progress: Progress | None = None
) -> SuiteResult:
    r"""Compare all sets of a suite side by side, and judge them; nothing is kept.

    Parameters
    ----------
    suite : Suite
    workspace : Workspace or None
        Where kept baselines and saved slices are looked for.
    progress : optional
        Called some times a second with the part done; may raise to stop.

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
    >>> [(one.name, one.passed, round(one.bleu.delta, 2)) for one in result.sets[0].systems]
    [('new', True, 67.58)]
    """
    return run(suite, workspace, progress).result


def task_of(suite: Suite, plan: TestSet, workspace: Workspace | None) -> Task:
    """What is needed to measure a set of a suite."""
    task = Task(plan, suite.title, suite.trials, suite.seed)
    if workspace is None:
        return task
    slices = {one.name: one for one in saved_slices(workspace)}
    return replace(task, home=workspace.folder, slices=slices)


def run(
    suite: Suite,
    workspace: Workspace | None,
    progress: Progress | None = None,
    keeps: bool = False,
    reports: bool = False,
) -> Ran:
    """The same; where it `keeps`, comparisons and result are kept in the workspace.

    Each comparison is kept as soon as it is made, and the run when all are: whoever stops it
    between has kept some comparisons and no run.
    """
    made = [task_of(suite, plan, workspace) for plan in suite.sets]
    tasks = [replace(task, keeps=keeps, reports=reports) for task in made]
    found: dict[int, OfSet] = {}
    pages, not_kept = {}, ""
    with closing(measure_all(tasks, progress)) as answers:
        for number, one in answers:
            found[number], plan = one.found, suite.sets[number]
            if one.page:
                pages[plan.name] = one.page
            if workspace is not None and one.evalset is not None and not not_kept:
                try:
                    found[number] = keep_set(
                        workspace, one.found, one.evalset, plan.config, one.baselines
                    )
                except WorkspaceError as error:
                    not_kept = str(error)
    sets = judged(suite.sets, [found[number] for number in range(len(tasks))])
    result = SuiteResult(suite.title, time.time(), sets)
    if workspace is not None and keeps and not not_kept:
        try:
            keep_result(workspace, result)
        except WorkspaceError as error:
            not_kept = str(error)
    return Ran(result, pages, not_kept)
