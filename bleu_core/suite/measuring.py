"""Measure one test set of a suite: read, score, test and check its systems, without gates."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from bleu_core.common.progress import Progress, sub_progress
from bleu_core.explain.comparison import Comparison
from bleu_core.explain.ngrams import evidence
from bleu_core.messages import suite as messages
from bleu_core.messages import text_of
from bleu_core.metrics import MetricComparison, MetricStatistics, get_metric
from bleu_core.metrics.registry import metric_name
from bleu_core.present.comparison_report import ComparisonReport, gather
from bleu_core.present.ranking_report import measure_systems
from bleu_core.present.report import MOST_FOR_NGRAMS
from bleu_core.present.viewer.ranking import MOST_LINES
from bleu_core.readers import FORMATS, choices
from bleu_core.readers.choices import remedies
from bleu_core.readers.input_checks import Finding, examine
from bleu_core.segments.columns import SegmentTable, table_of
from bleu_core.segments.detectors import detector_summary
from bleu_core.segments.expressions import is_symmetric, parse
from bleu_core.segments.saved_slices import (
    NOT_SYMMETRIC,
    SavedSlice,
    UnknownSlice,
    normalized_name,
    select_segments,
)
from bleu_core.significance import (
    LEVEL,
    MIN_SEGMENTS,
    SAMPLES,
    Bootstrap,
    Randomization,
    clusters_of,
    paired_approximate_randomization,
    power_of,
    run_tests,
    stability_of,
    unit_of,
)
from bleu_core.significance.grade import grade_difference
from bleu_core.significance.metric_tests import MetricSignificance
from bleu_core.significance.other_settings import try_other_settings
from bleu_core.significance.power import TARGET
from bleu_core.significance.shared_draws import resample_every_pair
from bleu_core.suite.definition import SliceDefinition, TestSet
from bleu_core.suite.inputs import SetBaselines, find_baselines, open_set
from bleu_core.suite.rendering.page import set_report
from bleu_core.suite.results import MetricResult, SetResult, SliceResult, SystemResult
from bleu_core.systems import ScoredSystems
from bleu_core.systems.gates import blocking_findings
from bleu_core.text.evalset import EvalSet, InputError
from bleu_core.workspace import Workspace, WorkspaceError

BLEU = "bleu"
Item = TypeVar("Item")
_NONE = math.nan

# By pair of systems, given by their positions in the EvalSet.
_Tests = dict[tuple[int, int], tuple[Randomization, Bootstrap]]


class SetNumbers:
    """The scores and tests of a set, with the draws of `bleuscope compare`; 0 trials: no tests."""

    def __init__(
        self,
        plan: TestSet,
        against: SetBaselines,
        trials: int,
        seed: int,
        progress: Progress | None = None,
    ) -> None:
        self.plan, self.against, self.trials, self.seed = plan, against, trials, seed
        self.scored = ScoredSystems.of(against.evalset, plan.config, sub_progress(progress, 0, 0.2))
        metrics = {metric_name(text): get_metric(text, plan.config) for text in plan.metrics}
        measuring = with_progress(list(metrics), sub_progress(progress, 0.2, 0.5))
        parts = {name: part for name, part in measuring if part}
        self._statistics = measure_systems(self.scored, metrics, parts)
        self._findings: dict[str, list[Finding]] = {}
        self._tests = self._tested(sub_progress(progress, 0.5, 1)) if trials else {}

    def findings(self, name: str) -> list[Finding]:
        """Input problems of a system and its baseline, unaffected by other, broken systems."""
        if name not in self._findings:
            data, pair = self.against.evalset, {self.against.names.get(name, name), name}
            systems = {each: text for each, text in data.systems.items() if each in pair}
            findings = examine(replace(data, systems=systems), self.plan.config)
            self._findings[name] = list(findings)
        return self._findings[name]

    @property
    def signature(self) -> str:
        """The signature of BLEU."""
        return next(iter(self.scored.statistics.values())).corpus().signature

    def _tested(self, progress: Progress | None) -> dict[str, _Tests]:
        """The tests of each system with its baseline, by metric."""
        clusters, names = clusters_of(self.against.evalset), self.scored.names
        pairs = [(names.index(a), names.index(b)) for b, a in self.against.names.items()]
        tests = {}
        for (key, each), part in with_progress(list(self._statistics.items()), progress):
            enough = [(a, b) for a, b in pairs if has_enough_segments(key, each[a], each[b])]
            if enough:
                tests[key], _ = resample_every_pair(
                    each, self.trials, SAMPLES, self.seed, clusters, part, enough
                )
        return tests

    def comparison(self, name: str) -> Comparison:
        """A system with its baseline; with itself if it has none."""
        return self.scored.pair(self.against.names.get(name, name), name)

    def of_system(self, name: str, slices: tuple[SliceResult, ...]) -> SystemResult:
        """The result of a system, with its slices."""
        against = self.against
        judged = self.judged(name)
        interval = judged[BLEU].bootstrap
        return SystemResult(
            name,
            against.words.get(name, ""),
            tuple(
                MetricResult.of(key, each, name in against.names) for key, each in judged.items()
            ),
            slices,
            tuple(finding.sentence for finding in blocking_findings(self.findings(name))),
            self.plan.gates.accept_findings,
            ci_low=interval.ci_low if interval else _NONE,
            ci_high=interval.ci_high if interval else _NONE,
            notes=(against.missing[name],) if name in against.missing else (),
            **self._power(interval),
            **self._grade(name),
        )

    def _grade(self, name: str) -> dict[str, Any]:
        """The grade of a system, before p is corrected for the other tests of the suite."""
        if name not in self.against.names or not (test := self.judged(name)[BLEU].randomization):
            return {}
        comparison, evalset = self.comparison(name), self.against.evalset
        stability, others = None, []
        if test.p_value < LEVEL:
            stats = comparison.stats_a, comparison.stats_b
            stability = stability_of(*stats, clusters_of(evalset))
            others = [other.setting for other in try_other_settings(comparison) if other.is_less]
        unit = unit_of(evalset)
        grade = grade_difference(comparison.delta, test.p_value, stability, unit, not_with=others)
        return {"grade": grade.grade, "grade_reasons": grade.reasons}

    def _power(self, interval: Bootstrap | None) -> dict[str, Any]:
        """The fields of a result on the power of its test."""
        gates = self.plan.gates
        size = len(self.against.evalset)
        power = power_of(interval, size, gates.level) if interval else None
        if power is None:
            return {}
        needed = power.segments_for(gates.power_delta, gates.min_power or TARGET)
        return {"power": power.for_size(gates.power_delta), "segments_needed": needed}

    def judged(self, name: str) -> dict[str, MetricSignificance]:
        """Each metric for a system and its baseline, BLEU first."""
        a, b = self.comparison(name).places
        return {
            key: MetricSignificance(
                MetricComparison(each[a], each[b]), *self._tests.get(key, {}).get((a, b), ())
            )
            for key, each in self._statistics.items()
        }


def has_enough_segments(key: str, a: MetricStatistics, b: MetricStatistics) -> bool:
    """Whether a pair has enough segments for a test; for BLEU all segments count."""
    return (len(a) if key == BLEU else MetricComparison(a, b).counted) >= MIN_SEGMENTS


def measure_slices(
    numbers: SetNumbers,
    name: str,
    saved: Mapping[str, SavedSlice],
    problems: dict[str, None],
    progress: Progress | None = None,
) -> tuple[SliceResult, ...]:
    """The results of every metric for a system on each slice of its set.

    A slice is tested if exchanging the two outputs leaves it as it is; by document if documents are
    known and enough. Slices that cannot be selected are added to `problems`.
    """
    plans = numbers.plan.slices
    if not plans:
        return ()
    others = [each.metric_pair for key, each in numbers.judged(name).items() if key != BLEU]
    metric_pairs = {metric_pair.about.key: metric_pair for metric_pair in others}
    table = table_of(numbers.comparison(name), metric_pairs=metric_pairs)
    results = []
    for plan, part in with_progress(plans, progress):
        try:
            selection = select_segments(
                plan.where, table, lambda text: saved.get(normalized_name(text))
            )
        except UnknownSlice as no:
            where, error = "" if no.is_saved else plan.where, no.error
            problem = messages.slice_not_chosen(
                plan.name, error.at + 1, no.expression, error.problem, where
            )
            problems.setdefault(problem)
            continue
        results.append(_measure_slice(plan, *selection, numbers, name, part))
    return tuple(results)


def with_progress(
    items: Sequence[Item], progress: Progress | None
) -> Iterator[tuple[Item, Progress | None]]:
    """Items that take equal time, each with its share of the progress."""
    for number, item in enumerate(items):
        yield item, sub_progress(progress, number / len(items), (number + 1) / len(items))


def _measure_slice(
    plan: SliceDefinition,
    expression: str,
    rows: NDArray[np.int64],
    table: SegmentTable,
    numbers: SetNumbers,
    name: str,
    progress: Progress | None,
) -> SliceResult:
    has_baseline, metrics = name in numbers.against.names, numbers.judged(name)
    if not len(rows):
        infos = ((key, judged.metric_pair.about) for key, judged in metrics.items())
        bleu, *others = (
            MetricResult(key, info.label, not info.higher_is_better, _NONE, _NONE, _NONE)
            for key, info in infos
        )
        return SliceResult(plan.name, expression, 0, bleu, metrics=tuple(others))
    symmetric = is_symmetric(parse(expression), table)
    segments, results = table.comparison.evalset.part(rows), []
    for (key, whole), part in with_progress(list(metrics.items()), progress):
        a, b = whole.metric_pair.a.part(segments), whole.metric_pair.b.part(segments)
        judged = MetricSignificance(MetricComparison(a, b))
        tested = has_baseline and symmetric and numbers.trials > 0
        if tested and has_enough_segments(key, a, b):
            randomization = paired_approximate_randomization(
                a, b, numbers.trials, numbers.seed, part, clusters_of(segments)
            )
            judged = replace(judged, randomization=randomization)
        results.append(MetricResult.of(key, judged, has_baseline))
    bleu, *others = results
    reason = NOT_SYMMETRIC if has_baseline and not symmetric else ""
    return SliceResult(
        plan.name, expression, len(segments), bleu, (), tuple(others), no_test_reason=reason
    )


# How to fix problems of reading in the suite file.
_ADVICE = {
    choices.ENCODING: messages.way_encoding(),
    choices.FORMAT: messages.way_format(list(FORMATS)),
}


@dataclass(frozen=True)
class MeasureTask:
    """A set with everything needed to measure it."""

    plan: TestSet
    title: str  # of the suite
    trials: int
    seed: int
    home: Path | None = None  # folder of the workspace with saved baselines
    slices: Mapping[str, SavedSlice] = field(default_factory=dict)  # saved slices by name
    keeps: bool = False  # return the texts for saving
    page: bool = False  # return the comparisons for a page
    lines: int = MOST_LINES  # of systems in the page, at most


@dataclass(frozen=True, eq=False)
class MeasuredSet:
    """The measurements of a set."""

    result: SetResult
    evalset: EvalSet | None = None  # baselines and systems, if to be saved and readable
    baselines: Mapping[str, str] = field(default_factory=dict)  # their names by system
    report: str = ""  # of `set_report`, if requested


def measure(task: MeasureTask, progress: Progress | None = None) -> MeasuredSet:
    """Read, score and test the systems of a set; the result has its `problems`."""
    plan, last = task.plan, 0.6 if task.page else 1.0
    try:
        workspace = None if task.home is None else Workspace.open(task.home)
        evalset, file, notes = open_set(plan, sub_progress(progress, 0, 0.2 * last))
        against = find_baselines(plan, task.title, evalset, file, workspace)
        scored = last * (0.7 if plan.slices else 1)
        part = sub_progress(progress, 0.2 * last, scored)
        numbers = SetNumbers(plan, against, task.trials, task.seed, part)
        problems: dict[str, None] = {}
        systems, report = [], ""
        for name, part in with_progress(list(plan.systems), sub_progress(progress, scored, last)):
            slices = measure_slices(numbers, name, task.slices, problems, part)
            systems.append(numbers.of_system(name, slices))
        if task.page:
            contents = _report_contents(numbers, sub_progress(progress, last, 1))
            report = set_report(plan.name, contents, task.lines)
    except InputError as error:
        problems_of = (*error.problems, *remedies(error.problems, _ADVICE))
        return MeasuredSet(SetResult(plan.name, problems=problems_of))
    except (ValueError, WorkspaceError) as error:
        return MeasuredSet(SetResult(plan.name, problems=(text_of(error),)))
    found = tuple(systems), tuple(problems), notes
    result = SetResult(plan.name, len(against.evalset), numbers.signature, *found)
    return MeasuredSet(result, against.evalset if task.keeps else None, against.names, report)


def _report_contents(numbers: SetNumbers, progress: Progress | None) -> Iterator[ComparisonReport]:
    """The contents of the report for each system with a baseline, as in `compare`."""
    for name, part in with_progress(list(numbers.against.names), progress):
        comparison = numbers.comparison(name)
        significance = None
        if numbers.trials:
            tests = sub_progress(part, 0, 0.6)
            significance = run_tests(comparison, numbers.trials, seed=numbers.seed, progress=tests)
        counted, broken = None, []
        if len(comparison) <= MOST_FOR_NGRAMS:
            per_match = np.nan_to_num(comparison.ledger.per_match)
            counted = evidence(comparison, per_match, progress=sub_progress(part, 0.6, 0.9))
            table, has_source = table_of(comparison), comparison.evalset.source is not None
            points, counting = comparison.ledger.segments, sub_progress(part, 0.9, 1)
            broken = detector_summary(table.flags, points, has_source, counting)
        yield gather(
            comparison,
            significance,
            counted,
            findings=numbers.findings(name),
            metric_pairs=[pair for key, pair in numbers.judged(name).items() if key != BLEU],
            detectors=broken,
        )
