"""Run a suite: measure its test sets, judge them by their gates, and save the result."""

from __future__ import annotations

import math
import time
from collections import defaultdict
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from itertools import chain

from bleu_core.common.formatting import format_count, round_count
from bleu_core.common.progress import Progress
from bleu_core.common.stats import holm
from bleu_core.messages import Message, scoring
from bleu_core.messages import suite as messages
from bleu_core.present.viewer.ranking import MOST_LINES
from bleu_core.significance import MIN_SEGMENTS
from bleu_core.suite.definition import Suite, TestSet
from bleu_core.suite.measuring import MeasureTask
from bleu_core.suite.processes import measure_all
from bleu_core.suite.results import MetricResult, SetResult, SliceResult, SuiteResult, SystemResult
from bleu_core.suite.saved_runs import save_result, save_set
from bleu_core.suite.set_gates import Gates
from bleu_core.systems.gate_conditions import parse_conditions
from bleu_core.systems.gates import GateLabels, GateResults, MetricDelta, judge_gates
from bleu_core.workspace import Workspace, WorkspaceError, saved_slices


def judge_sets(plans: Sequence[TestSet], results: Sequence[SetResult]) -> tuple[SetResult, ...]:
    """The results of all sets, in their order, with Holm-corrected p and the failed gates.

    A system that fails no gate has no verdict if a gate cannot be judged. A system without a
    baseline passes.
    """
    corrected = _after_holm(results)
    return tuple(_judge_set(plan, result) for plan, result in zip(plans, corrected, strict=True))


def _after_holm(results: Sequence[SetResult]) -> list[SetResult]:
    """Correct p of each metric for all its tests on sets, and for all its tests on slices."""
    systems = [system for result in results for system in result.systems]
    slices = [part for system in systems for part in system.slices]
    on_sets = iter(_correct_p([system.metrics for system in systems]))
    on_slices = iter(_correct_p([(part.bleu, *part.metrics) for part in slices]))

    def with_slice(part: SliceResult) -> SliceResult:
        bleu, *others = next(on_slices)
        return replace(part, bleu=bleu, metrics=tuple(others))

    tests = sum(system.bleu.p is not None for system in systems)

    def with_system(system: SystemResult) -> SystemResult:
        metrics = next(on_sets)
        among = f"{format_count(tests, 'test')} of the suite"
        found = system.graded.among(metrics[0].p_holm, among)
        return replace(
            system,
            metrics=metrics,
            slices=tuple(map(with_slice, system.slices)),
            grade=found.grade,
            grade_reasons=found.reasons,
        )

    return [replace(each, systems=tuple(map(with_system, each.systems))) for each in results]


def _correct_p(groups: Sequence[tuple[MetricResult, ...]]) -> list[tuple[MetricResult, ...]]:
    """Results in groups, with p of each metric corrected over all groups."""
    by_metric = defaultdict(list)
    for result in chain(*groups):
        if result.p is not None:
            by_metric[result.key].append((result.p, result.smallest_p))
    after = {
        key: zip(*map(holm, zip(*tests, strict=True)), strict=True)
        for key, tests in by_metric.items()
    }

    def corrected(result: MetricResult) -> MetricResult:
        if result.p is None:
            return replace(result, p_holm=None)
        p_holm, smallest = next(after[result.key])
        return replace(result, p_holm=p_holm, smallest_p=smallest)

    return [tuple(map(corrected, group)) for group in groups]


def _judge_set(plan: TestSet, result: SetResult) -> SetResult:
    systems = (
        _judge_system(plan, system, result.segments) if system.baseline else system
        for system in result.systems
    )
    return replace(result, systems=tuple(systems))


def _judge_system(plan: TestSet, system: SystemResult, segments: int) -> SystemResult:
    """A system with its failures, and with the reasons why gates cannot be judged."""
    failed, unjudged, _ = _judge(plan.gates, system.metrics, segments, system)
    if not failed:  # what was found needs no more power
        unjudged += _lack_of_power(plan.gates, segments, system)
    gates = {each.name: each for each in plan.slices}
    slices = []
    for each in system.slices:
        failed_there, unjudged_there = _judge_slice(
            gates[each.name].gates(plan.gates), each, system
        )
        judged = replace(each, judged=not unjudged_there, unjudged=tuple(unjudged_there))
        slices.append(replace(judged, failures=tuple(failed_there)))
        failed += failed_there
        unjudged += unjudged_there
    limit = plan.gates.fail_under
    return replace(
        system,
        slices=tuple(slices),
        failures=tuple(failed),
        unjudged=tuple(unjudged),
        fail_under=math.nan if limit is None else limit,
    )


def _lack_of_power(gates: Gates, segments: int, system: SystemResult) -> list[Message]:
    """Why the test set is too small for the gate `min_power`, if it is."""
    needed = gates.min_power
    if needed is None:
        return []
    if segments < MIN_SEGMENTS:
        return [scoring.few_segments("min_power", segments, MIN_SEGMENTS)]
    # Unknown where outputs are (almost) equal, or where a few segments have all of the difference.
    if math.isnan(system.power) and system.ci_low <= -gates.power_delta:
        return [scoring.unknown_power("min_power", system.ci_low, gates.power_delta)]
    if system.power < needed:
        found = system.power, needed, round_count(system.segments_needed)
        return [scoring.low_power("min_power", segments, gates.power_delta, *found)]
    return []


def _judge(
    gates: Gates,
    results: Sequence[MetricResult],
    segments: int,
    system: SystemResult,
    no_test_reason: str = "",
) -> GateResults:
    """Judge a system by each gate, given results on this number of segments."""
    changes = {
        each.key: MetricDelta.after_holm(
            each.label, each, each.smallest_p, segments, no_test_reason
        )
        for each in results
    }
    named = GateLabels(system.baseline, system.name, after_holm=True, dashed=False)
    return judge_gates(
        changes,
        gates.fail_under,
        gates.fail_if_significant,
        gates.level,
        [parse_conditions(text) for text in gates.fail_if],
        named,
    )


def _judge_slice(
    gates: Gates, part: SliceResult, system: SystemResult
) -> tuple[list[Message], list[Message]]:
    """Why a system fails gates of a slice, and why gates of it cannot be judged."""
    if not part.segments and gates.need_baseline:
        return [], [messages.empty_slice(part.name)]
    results = (part.bleu, *part.metrics)
    failed, undecided, _ = _judge(gates, results, part.segments, system, part.no_test_reason)
    return (
        [messages.slice_failed(part.name, part.segments, failure) for failure in failed],
        [messages.slice_not_judged(part.name, problem) for problem in undecided],
    )


@dataclass(frozen=True)
class SuiteOutcome:
    """The result of a suite run."""

    result: SuiteResult
    reports: dict[str, str] = field(default_factory=dict)  # of `set_report`, by name of the set
    not_kept: str = ""  # why the run could not be saved; '' if it was


def task_of(suite: Suite, plan: TestSet, workspace: Workspace | None) -> MeasureTask:
    """The task to measure a set of a suite."""
    task = MeasureTask(plan, suite.title, suite.trials, suite.seed)
    if workspace is None:
        return task
    slices = {each.name: each for each in saved_slices(workspace)}
    return replace(task, home=workspace.folder, slices=slices)


def run(
    suite: Suite,
    workspace: Workspace | None,
    progress: Progress | None = None,
    keeps: bool = False,
    page: bool = False,
) -> SuiteOutcome:
    """Run a suite; if `keeps`, save comparisons and result in the workspace.

    Each comparison is saved as soon as it is ready, and the run at the end. A stopped run leaves
    the comparisons that were saved before. With `page`, the outcome has the comparisons for a page.
    """
    plain = [task_of(suite, plan, workspace) for plan in suite.sets]
    lines = MOST_LINES // max(1, len(plain))
    tasks = [replace(task, keeps=keeps, page=page, lines=lines) for task in plain]
    results: dict[int, SetResult] = {}
    made, not_kept = {}, ""
    with closing(measure_all(tasks, progress)) as answers:
        for number, measured in answers:
            results[number], plan = measured.found, suite.sets[number]
            made[plan.name] = measured.report
            if workspace is not None and measured.evalset is not None and not not_kept:
                try:
                    results[number] = save_set(
                        workspace, measured.found, measured.evalset, plan.config, measured.baselines
                    )
                except WorkspaceError as error:
                    not_kept = str(error)
    sets = judge_sets(suite.sets, [results[number] for number in range(len(tasks))])
    result = SuiteResult(suite.title, time.time(), sets)
    if workspace is not None and keeps and not not_kept:
        try:
            save_result(workspace, result)
        except WorkspaceError as error:
            not_kept = str(error)
    return SuiteOutcome(result, made, not_kept)
