"""Run a suite: measure its test sets, judge them by their gates, and save the result."""

from __future__ import annotations

import json
import math
import pickle
import time
from collections import defaultdict
from collections.abc import Generator, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from itertools import chain
from typing import Any

from bleu_core.common import ipc
from bleu_core.common.formatting import format_count, round_count
from bleu_core.common.parallel import threads_allowed
from bleu_core.common.processes import ProcessPool, Reporter, TaskResult
from bleu_core.common.progress import Progress
from bleu_core.common.stats import holm
from bleu_core.messages import Message, scoring
from bleu_core.messages import suite as messages
from bleu_core.present.viewer.ranking import MOST_LINES
from bleu_core.significance import MIN_SEGMENTS
from bleu_core.suite.definition import Gates, Suite, TestSet
from bleu_core.suite.measuring import MeasuredSet, MeasureTask, measure
from bleu_core.suite.results import (
    MetricResult,
    SetResult,
    SliceResult,
    SuiteResult,
    SystemResult,
    from_json,
    to_json,
)
from bleu_core.systems.gate_conditions import parse_conditions
from bleu_core.systems.gates import GateLabels, GateResults, MetricDelta, judge_gates
from bleu_core.text.config import BleuConfig
from bleu_core.text.evalset import EvalSet, column_digest
from bleu_core.text.link import link_query
from bleu_core.workspace import Workspace, WorkspaceError, save_comparison, saved_slices
from bleu_core.workspace.suite_runs import save_run


def judge_sets(plans: Sequence[TestSet], results: Sequence[SetResult]) -> tuple[SetResult, ...]:
    """The results of all sets, in their order, with Holm-corrected p and the failed gates.

    A system that fails no gate has no verdict if a gate cannot be judged. A system for which no
    baseline is named passes.
    """
    judged = []
    for plan, result in zip(plans, _after_holm(results), strict=True):
        systems = tuple(
            _judge_system(plan, system, result.segments) if system.baseline else system
            for system in result.systems
        )
        judged.append(replace(result, systems=systems))
    return tuple(judged)


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
        grade = system.graded.among(metrics[0].p_holm, among)
        system = replace(system, grade=grade.grade, grade_reasons=grade.reasons)
        return replace(system, metrics=metrics, slices=tuple(map(with_slice, system.slices)))

    return [replace(result, systems=tuple(map(with_system, result.systems))) for result in results]


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


def _judge_system(plan: TestSet, system: SystemResult, segments: int) -> SystemResult:
    """A system with its failures, and with the reasons why gates cannot be judged."""
    failures, unjudged, _ = _judge(plan.gates, system.metrics, segments, system)
    if not failures:  # a failure needs no more power
        unjudged += _lack_of_power(plan.gates, segments, system)
    gates = {part.name: part.gates(plan.gates) for part in plan.slices}
    slices = []
    for part in system.slices:
        failed, undecided = _judge_slice(gates[part.name], part, system)
        slices.append(replace(part, failures=failed, judged=not undecided, unjudged=undecided))
        failures += failed
        unjudged += undecided
    limit = plan.gates.fail_under
    return replace(
        system,
        slices=tuple(slices),
        failures=tuple(failures),
        unjudged=tuple(unjudged),
        fail_under=math.nan if limit is None else limit,
    )


def _lack_of_power(gates: Gates, segments: int, system: SystemResult) -> list[Message]:
    """Why the test set is too small for the gate `min_power`, if it is."""
    needed, delta = gates.min_power, gates.power_delta
    if needed is None:
        return []
    if segments < MIN_SEGMENTS:
        return [scoring.few_segments("min_power", segments, MIN_SEGMENTS)]
    # Unknown where outputs are (almost) equal, or where a few segments have all of the difference.
    if math.isnan(system.power) and system.ci_low <= -delta:
        return [scoring.unknown_power("min_power", system.ci_low, delta)]
    if system.power < needed:
        enough = round_count(system.segments_needed)
        return [scoring.low_power("min_power", segments, delta, system.power, needed, enough)]
    return []


def _judge(
    gates: Gates,
    metrics: Sequence[MetricResult],
    segments: int,
    system: SystemResult,
    no_test_reason: str = "",
) -> GateResults:
    """Judge a system by each gate, given results on this number of segments."""
    deltas = {
        own.key: MetricDelta(
            own.label, own.delta, own.p_holm, own.smallest_p, segments, no_test_reason
        )
        for own in metrics
    }
    labels = GateLabels(system.baseline, system.name, after_holm=True, dashed=False)
    conditions = [parse_conditions(text) for text in gates.fail_if]
    limits = gates.fail_under, gates.fail_if_significant, gates.level
    return judge_gates(deltas, *limits, conditions, labels)


def _judge_slice(
    gates: Gates, part: SliceResult, system: SystemResult
) -> tuple[tuple[Message, ...], tuple[Message, ...]]:
    """Why a system fails gates of a slice, and why gates of it cannot be judged."""
    if not part.segments and gates.need_baseline:
        return (), (messages.slice_not_judged(part.name, "No segment matches."),)
    metrics = (part.bleu, *part.metrics)
    failed, undecided, _ = _judge(gates, metrics, part.segments, system, part.no_test_reason)
    return (
        tuple(messages.slice_failed(part.name, part.segments, failure) for failure in failed),
        tuple(messages.slice_not_judged(part.name, problem) for problem in undecided),
    )


# Measuring and saving.

_pool = ProcessPool("bleu_core.suite.running:measure_in_child")
ipc.register(EvalSet)


def measure_all(
    tasks: Sequence[MeasureTask], progress: Progress | None = None
) -> Generator[tuple[int, MeasuredSet]]:
    """Yield the number and the measurements of each set as soon as they are ready.

    If a process crashes or is killed, its set has that as its problem. If `progress` raises, or the
    generator is closed, all processes end.
    """
    processes = max(1, min(len(tasks), threads_allowed()))
    answers = _pool.run(
        [pickle.dumps(task) for task in tasks],
        progress=progress,
        processes=processes,
        threads=max(1, threads_allowed() // processes),
    )
    with closing(answers):
        for number, answer in answers:
            yield number, _measured(tasks[number], answer)


def _measured(task: MeasureTask, answer: TaskResult) -> MeasuredSet:
    match answer.outcome:
        case "done":
            result, evalset, baselines, report = answer.value
            return MeasuredSet(from_json(result).sets[0], evalset, baselines, report)
        case "memory":
            problem = messages.program_fault("MemoryError")
        case "fault":
            error, place, _ = answer.value
            problem = messages.program_fault(f"{error} in {place}")
        case _:
            problem = messages.process_ended(answer.code)
    return MeasuredSet(SetResult(task.plan.name, problems=(problem,)))


def measure_in_child(pickled: bytes, report: Reporter) -> list[Any]:
    """Measure a set in a child process; return the parts of `MeasuredSet`, the result as JSON.

    The parent pickles the task. The answer is not pickled, as it depends on untrusted files.
    """
    task: MeasureTask = pickle.loads(pickled)
    begun = time.monotonic()
    measured = measure(task, report.part)
    timed = replace(measured.result, seconds=time.monotonic() - begun)
    result = to_json(SuiteResult(task.title, 0.0, (timed,)))
    return [result, measured.evalset, dict(measured.baselines), measured.report]


def save_set(
    workspace: Workspace,
    result: SetResult,
    evalset: EvalSet,
    config: BleuConfig,
    baselines: Mapping[str, str],
) -> SetResult:
    """Save the comparison of a set; return the result with links that open systems in the app.

    `evalset` has all systems of the set and their baselines; `baselines` are the names of these.
    """
    save_comparison(workspace, evalset, config)

    def linked(system: SystemResult) -> SystemResult:
        other = next((name for name in evalset.systems if name != system.name), system.name)
        pair = baselines.get(system.name, other), system.name
        return replace(
            system,
            digest=evalset.digest,
            query=link_query(evalset, config, pair),
            output=column_digest(evalset.systems[system.name]),
        )

    return replace(result, systems=tuple(map(linked, result.systems)))


def save_result(workspace: Workspace, result: SuiteResult) -> None:
    """Save a suite run, after `save_set`. Outputs that failed no gate are the next baselines, also
    those that had no baseline yet; on a set with problems, none is."""
    outputs = [
        (
            each.name,
            system.name,
            system.output,
            system.judged and not system.failures and not each.problems,
        )
        for each in result.sets
        for system in each.systems
        if system.output
    ]
    contents = json.dumps(to_json(result, True), ensure_ascii=False, allow_nan=False)
    save_run(workspace, result.title, result.made, result.passed, contents, outputs)


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
) -> tuple[SuiteResult, dict[str, str], str]:
    """Run a suite; if `keeps`, save comparisons and result in the workspace. Each comparison is
    saved as soon as it is ready, and the run at the end. A stopped run leaves the comparisons that
    were saved before. Returns the result; with `page` the comparisons for a page, by name of set;
    and why the run could not be saved, '' if it was."""
    plain = [task_of(suite, plan, workspace) for plan in suite.sets]
    lines = MOST_LINES // max(1, len(plain))
    tasks = [replace(task, keeps=keeps, page=page, lines=lines) for task in plain]
    results: dict[int, SetResult] = {}
    made, not_kept = {}, ""
    with closing(measure_all(tasks, progress)) as answers:
        for number, measured in answers:
            results[number], plan = measured.result, suite.sets[number]
            made[plan.name] = measured.report
            if workspace is not None and measured.evalset is not None and not not_kept:
                try:
                    results[number] = save_set(
                        workspace,
                        measured.result,
                        measured.evalset,
                        plan.config,
                        measured.baselines,
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
    return result, made, not_kept
