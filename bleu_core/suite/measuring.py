"""Measure one test set of a suite: read, score, test and check its systems, without gates."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from bleu_core.common.progress import Progress, part_of
from bleu_core.explain.ngrams import evidence
from bleu_core.messages import suite as messages
from bleu_core.messages import text_of
from bleu_core.present.report import MOST_FOR_NGRAMS
from bleu_core.present.report.content import Content
from bleu_core.present.report.gathering import gather
from bleu_core.readers import FORMATS, advice
from bleu_core.readers.advice import ways
from bleu_core.segments.columns import table_of
from bleu_core.segments.detectors import summary
from bleu_core.segments.saved_slices import SavedSlice, name_of
from bleu_core.significance import judge
from bleu_core.suite.baselines import held_against
from bleu_core.suite.definition import TestSet
from bleu_core.suite.files import open_set
from bleu_core.suite.numbers import BLEU, SetNumbers
from bleu_core.suite.rendering.page import report_of
from bleu_core.suite.results import OfSet, OfSystem
from bleu_core.suite.slices import slices_of
from bleu_core.text.evalset import EvalSet
from bleu_core.text.streams import InputError
from bleu_core.workspace import Workspace, WorkspaceError

# How a suite's file follows the advice of a message.
_WAYS = {
    advice.ENCODING: messages.way_encoding(),
    advice.FORMAT: messages.way_format(list(FORMATS)),
}


@dataclass(frozen=True)
class Task:
    """A set, with everything needed to measure it.

    Attributes
    ----------
    plan : TestSet
    title : str
        The title of the suite.
    trials, seed : int
        With 0 trials nothing is tested.
    home : Path or None
        The folder of the workspace with saved baselines.
    slices : mapping
        Saved slices by name.
    keeps, reports : bool
        Whether to return the texts for saving, and whether to write a report.
    """

    plan: TestSet
    title: str
    trials: int
    seed: int
    home: Path | None = None
    slices: Mapping[str, SavedSlice] = field(default_factory=dict)
    keeps: bool = False
    reports: bool = False

    def slice_of(self, name: str) -> SavedSlice | None:
        """The saved slice of a name."""
        return self.slices.get(name_of(name))


@dataclass(frozen=True, eq=False)
class Measured:
    """The measurements of a set.

    Attributes
    ----------
    found : OfSet
    evalset : EvalSet or None
        Baselines and systems, if they are to be saved and could be read.
    baselines : mapping of str to str
        The name of each system's baseline in `evalset`.
    page : str
        The report of its comparisons as HTML, if requested.
    """

    found: OfSet
    evalset: EvalSet | None = None
    baselines: Mapping[str, str] = field(default_factory=dict)
    page: str = ""


def measure(task: Task, progress: Progress | None = None) -> Measured:
    """Read, score and test the systems of a set; the result has its `problems`.

    Parameters
    ----------
    task : Task
    progress : optional
        Called with the part done; may raise to stop.
    """
    plan, last = task.plan, 0.6 if task.reports else 1.0
    try:
        workspace = None if task.home is None else Workspace.open(task.home)
        opened = open_set(plan, part_of(progress, 0, 0.2 * last))
        against = held_against(plan, task.title, opened, workspace)
        scored = last * (0.7 if plan.slices else 1)
        part = part_of(progress, 0.2 * last, scored)
        numbers = SetNumbers(plan, against, task.trials, task.seed, part)
        problems: dict[str, None] = {}
        systems = _systems(task, numbers, problems, part_of(progress, scored, last))
        page = ""
        if task.reports:
            page = report_of(plan.name, _contents(numbers, part_of(progress, last, 1)))
    except InputError as error:
        problems_of = (*error.problems, *ways(error.problems, _WAYS))
        return Measured(OfSet(plan.name, problems=problems_of))
    except (ValueError, WorkspaceError) as error:
        return Measured(OfSet(plan.name, problems=(text_of(error),)))
    result = OfSet(
        plan.name, len(against.evalset), numbers.signature, systems, tuple(problems), opened.notes
    )
    return Measured(result, against.evalset if task.keeps else None, against.names, page)


def _systems(
    task: Task, numbers: SetNumbers, problems: dict[str, None], progress: Progress | None
) -> tuple[OfSystem, ...]:
    names, systems = list(task.plan.systems), []
    for number, name in enumerate(names):
        part = part_of(progress, number / len(names), (number + 1) / len(names))
        slices = slices_of(numbers, name, task.slice_of, problems, part)
        systems.append(numbers.of_system(name, slices))
    return tuple(systems)


def _contents(numbers: SetNumbers, progress: Progress | None) -> Iterator[Content]:
    """The report's content for each system with a baseline, as of `compare`."""
    names = list(numbers.against.names)
    for number, name in enumerate(names):
        part = part_of(progress, number / len(names), (number + 1) / len(names))
        yield _content(numbers, name, part)


def _content(numbers: SetNumbers, name: str, progress: Progress | None) -> Content:
    comparison = numbers.comparison(name)
    tests = part_of(progress, 0, 0.6)
    significance = judge(comparison, numbers.trials, seed=numbers.seed, progress=tests)
    counted, broken = None, []
    if len(comparison) <= MOST_FOR_NGRAMS:
        per_match = np.nan_to_num(comparison.ledger.per_match)
        counted = evidence(comparison, per_match, progress=part_of(progress, 0.6, 0.9))
        flags, has_source = table_of(comparison).flags, comparison.evalset.source is not None
        broken = summary(flags, comparison.ledger.segments, has_source, part_of(progress, 0.9, 1))
    opinions = [each for key, each in numbers.judged(name).items() if key != BLEU]
    return gather(
        comparison,
        significance if numbers.trials else None,
        counted,
        findings=numbers.findings(name),
        opinions=opinions,
        detectors=broken,
    )
