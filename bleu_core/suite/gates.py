"""Judge the systems of a suite by its gates, after Holm's correction over the suite."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from itertools import chain

from bleu_core.messages import Message
from bleu_core.messages import suite as messages
from bleu_core.significance.holm import holm
from bleu_core.suite.definition import Gates, TestSet
from bleu_core.suite.results import OfSet, OfSlice, OfSystem, Said
from bleu_core.systems.gates.conditions import conditions
from bleu_core.systems.gates.judging import CannotJudge, Change, Named, failures


def judged(plans: Sequence[TestSet], results: Sequence[OfSet]) -> tuple[OfSet, ...]:
    """The results of all sets with p after Holm and the gates that fail.

    A system has no verdict if a gate cannot judge it. A system without a baseline passes.

    Parameters
    ----------
    plans : list of TestSet
    results : list of OfSet
        In the same order, from `measure`.
    """
    corrected = _after_holm(results)
    return tuple(_judged(plan, result) for plan, result in zip(plans, corrected, strict=True))


def _after_holm(results: Sequence[OfSet]) -> list[OfSet]:
    """Correct p of each metric for all its tests on sets, and for all on slices."""
    systems = [system for result in results for system in result.systems]
    slices = [part for system in systems for part in system.slices]
    on_sets = iter(_corrected([system.said for system in systems]))
    on_slices = iter(_corrected([(part.bleu, *part.said) for part in slices]))

    def with_slice(part: OfSlice) -> OfSlice:
        bleu, *others = next(on_slices)
        return replace(part, bleu=bleu, said=tuple(others))

    def with_system(system: OfSystem) -> OfSystem:
        return replace(system, said=next(on_sets), slices=tuple(map(with_slice, system.slices)))

    return [replace(each, systems=tuple(map(with_system, each.systems))) for each in results]


def _corrected(groups: Sequence[tuple[Said, ...]]) -> list[tuple[Said, ...]]:
    """Results in groups, with p of each metric corrected over all groups."""
    by_metric = defaultdict(list)
    for result in chain(*groups):
        if result.p is not None:
            by_metric[result.key].append(result.p)
    after = {key: iter(holm(p_values)) for key, p_values in by_metric.items()}

    def corrected(result: Said) -> Said:
        return replace(result, p_holm=None if result.p is None else next(after[result.key]))

    return [tuple(map(corrected, group)) for group in groups]


def _judged(plan: TestSet, result: OfSet) -> OfSet:
    systems = (
        _judged_system(plan, system, result.segments) if system.baseline else system
        for system in result.systems
    )
    return replace(result, systems=tuple(systems))


def _judged_system(plan: TestSet, system: OfSystem, segments: int) -> OfSystem:
    """A system with its failures, and with the reasons why gates cannot judge it."""
    failed: list[Message] = []
    unjudged: list[str] = []
    try:
        failed += _failures(plan.gates, system.said, segments, system)
    except CannotJudge as error:
        unjudged += error.problems
    gates = {each.name: each for each in plan.slices}
    slices = []
    for each in system.slices:
        failures_there: list[Message] = []
        can_judge = True
        try:
            failures_there = _of_slice(gates[each.name].gates(plan.gates), each, system)
        except CannotJudge as error:
            can_judge = False
            unjudged += error.problems
        slices.append(replace(each, failures=tuple(failures_there), judged=can_judge))
        failed += failures_there
    return replace(system, slices=tuple(slices), failures=tuple(failed), unjudged=tuple(unjudged))


def _failures(
    gates: Gates, results: Sequence[Said], segments: int, system: OfSystem, untested: str = ""
) -> list[Message]:
    """A message for each gate that a system fails, by the results on this number of segments.

    Raises
    ------
    CannotJudge
    """
    changes = {
        each.key: Change(each.label, each.delta, each.p_holm, segments, untested)
        for each in results
    }
    named = Named(system.baseline, system.name, after_holm=True, dashed=False)
    return failures(
        changes,
        gates.fail_under,
        gates.fail_if_significant,
        gates.level,
        [conditions(text) for text in gates.fail_if],
        named,
    )


def _of_slice(gates: Gates, part: OfSlice, system: OfSystem) -> list[Message]:
    """A message for each gate of a slice that a system fails.

    Raises
    ------
    CannotJudge
    """
    if not part.segments and gates.need_baseline:
        raise CannotJudge([messages.empty_slice(part.name)])
    try:
        results = (part.bleu, *part.said)
        failed = _failures(gates, results, part.segments, system, part.untested)
    except CannotJudge as error:
        problems = [messages.slice_not_judged(part.name, problem) for problem in error.problems]
        raise CannotJudge(problems) from None
    return [messages.slice_failed(part.name, part.segments, failure) for failure in failed]
