"""One test set of a suite: its systems scored, tested and looked at, and judged by no gate yet."""

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

# What a set may say where a message advises it.
_WAYS = {
    advice.ENCODING: messages.way_encoding(),
    advice.FORMAT: messages.way_format(list(FORMATS)),
}


@dataclass(frozen=True)
class Task:
    """A set, and what else is needed to measure it.

    Attributes
    ----------
    plan : TestSet
    title : str
        Of the suite.
    trials, seed : int
        0 trials leave all tests out.
    home : Path or None
        Of the workspace in which kept baselines are.
    slices : mapping
        The saved slices by name.
    keeps, reports : bool
        Whether the texts are to be kept, and whether a report is written.
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
    """What was found of a set.

    Attributes
    ----------
    found : OfSet
    evalset : EvalSet or None
        Baselines and systems, where they are to be kept and could be read.
    baselines : mapping of str to str
        By the name of a system that of its baseline there.
    page : str
        The report of its comparisons as HTML, where it is asked for.
    """

    found: OfSet
    evalset: EvalSet | None = None
    baselines: Mapping[str, str] = field(default_factory=dict)
    page: str = ""


def measure(task: Task, progress: Progress | None = None) -> Measured:
    """Read, score and test the systems of a set; what keeps it from that is told in `problems`.

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
        told = last * (0.7 if plan.slices else 1)
        part = part_of(progress, 0.2 * last, told)
        numbers = SetNumbers(plan, against, task.trials, task.seed, part)
        problems: dict[str, None] = {}
        systems = _systems(task, numbers, problems, part_of(progress, told, last))
        page = ""
        if task.reports:
            page = report_of(plan.name, _contents(numbers, part_of(progress, last, 1)))
    except InputError as error:
        problems_of = (*error.problems, *ways(error.problems, _WAYS))
        return Measured(OfSet(plan.name, problems=problems_of))
    except (ValueError, WorkspaceError) as error:
        return Measured(OfSet(plan.name, problems=(text_of(error),)))
    found = OfSet(
        plan.name, len(against.evalset), numbers.signature, systems, tuple(problems), opened.notes
    )
    return Measured(found, against.evalset if task.keeps else None, against.names, page)


def _systems(
    task: Task, numbers: SetNumbers, problems: dict[str, None], progress: Progress | None
) -> tuple[OfSystem, ...]:
    names, found = list(task.plan.systems), []
    for number, name in enumerate(names):
        part = part_of(progress, number / len(names), (number + 1) / len(names))
        slices = slices_of(numbers, name, task.slice_of, problems, part)
        found.append(numbers.of_system(name, slices))
    return tuple(found)


def _contents(numbers: SetNumbers, progress: Progress | None) -> Iterator[Content]:
    """What a report says of each system that is held against another, as `compare` would say it."""
    names = list(numbers.against.names)
    for number, name in enumerate(names):
        part = part_of(progress, number / len(names), (number + 1) / len(names))
        yield _content(numbers, name, part)


def _content(numbers: SetNumbers, name: str, progress: Progress | None) -> Content:
    comparison = numbers.comparison(name)
    tests = part_of(progress, 0, 0.6)
    found = judge(comparison, numbers.trials, seed=numbers.seed, progress=tests)
    counted, broken = None, []
    if len(comparison) <= MOST_FOR_NGRAMS:
        per_match = np.nan_to_num(comparison.ledger.per_match)
        counted = evidence(comparison, per_match, progress=part_of(progress, 0.6, 0.9))
        flags, has_source = table_of(comparison).flags, comparison.evalset.source is not None
        broken = summary(flags, comparison.ledger.segments, has_source, part_of(progress, 0.9, 1))
    opinions = [one for key, one in numbers.judged(name).items() if key != BLEU]
    return gather(
        comparison,
        found if numbers.trials else None,
        counted,
        findings=numbers.findings(name),
        opinions=opinions,
        detectors=broken,
    )
