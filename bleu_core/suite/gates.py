"""The verdicts on a suite: p after Holm over all of it, then the gates of sets and slices."""

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


def judged(plans: Sequence[TestSet], found: Sequence[OfSet]) -> tuple[OfSet, ...]:
    """What was found of each set, with p after Holm and with the gates that fail.

    A gate that cannot judge leaves its system without a verdict. What is held against nothing
    passes.

    Parameters
    ----------
    plans : list of TestSet
    found : list of OfSet
        In the same order, as `measure` has them.
    """
    return tuple(_judged(plan, one) for plan, one in zip(plans, _after_holm(found), strict=True))


def _after_holm(found: Sequence[OfSet]) -> list[OfSet]:
    """p of each metric corrected for all of its tests: those on sets, and those on slices."""
    systems = [one for of in found for one in of.systems]
    slices = [part for one in systems for part in one.slices]
    on_sets = iter(_corrected([one.said for one in systems]))
    on_slices = iter(_corrected([(part.bleu, *part.said) for part in slices]))

    def of_slice(part: OfSlice) -> OfSlice:
        bleu, *said = next(on_slices)
        return replace(part, bleu=bleu, said=tuple(said))

    def of_system(one: OfSystem) -> OfSystem:
        return replace(one, said=next(on_sets), slices=tuple(map(of_slice, one.slices)))

    return [replace(of, systems=tuple(map(of_system, of.systems))) for of in found]


def _corrected(groups: Sequence[tuple[Said, ...]]) -> list[tuple[Said, ...]]:
    """What metrics say in several places, with p of each metric after Holm over these."""
    by_metric = defaultdict(list)
    for said in chain(*groups):
        if said.p is not None:
            by_metric[said.key].append(said.p)
    after = {key: iter(holm(p_values)) for key, p_values in by_metric.items()}

    def one(said: Said) -> Said:
        return replace(said, p_holm=None if said.p is None else next(after[said.key]))

    return [tuple(map(one, group)) for group in groups]


def _judged(plan: TestSet, of: OfSet) -> OfSet:
    return replace(
        of,
        systems=tuple(_held(plan, one, of.segments) if one.baseline else one for one in of.systems),
    )


def _held(plan: TestSet, one: OfSystem, segments: int) -> OfSystem:
    """A system with what it fails, and with why gates cannot judge it."""
    failed: list[Message] = []
    unjudged: list[str] = []
    try:
        failed += _failures(plan.gates, one.said, segments, one)
    except CannotJudge as error:
        unjudged += error.problems
    gates = {each.name: each for each in plan.slices}
    slices = []
    for each in one.slices:
        told: list[Message] = []
        can_judge = True
        try:
            told = _of_slice(gates[each.name].gates(plan.gates), each, one)
        except CannotJudge as error:
            can_judge = False
            unjudged += error.problems
        slices.append(replace(each, failures=tuple(told), judged=can_judge))
        failed += told
    return replace(one, slices=tuple(slices), failures=tuple(failed), unjudged=tuple(unjudged))


def _failures(
    gates: Gates, said: Sequence[Said], segments: int, one: OfSystem, untested: str = ""
) -> list[Message]:
    """A message for each gate under which a system fails, by what metrics say of so many segments.

    Raises
    ------
    CannotJudge
    """
    changes = {
        each.key: Change(each.label, each.delta, each.p_holm, segments, untested) for each in said
    }
    named = Named(one.baseline, one.name, after_holm=True, dashed=False)
    return failures(
        changes,
        gates.fail_under,
        gates.fail_if_significant,
        gates.level,
        [conditions(text) for text in gates.fail_if],
        named,
    )


def _of_slice(gates: Gates, part: OfSlice, one: OfSystem) -> list[Message]:
    """A message for each gate of a slice under which a system fails there.

    Raises
    ------
    CannotJudge
    """
    if not part.segments and gates.hold_against:
        raise CannotJudge([messages.empty_slice(part.name)])
    try:
        told = _failures(gates, (part.bleu, *part.said), part.segments, one, part.untested)
    except CannotJudge as error:
        told = [messages.slice_not_judged(part.name, problem) for problem in error.problems]
        raise CannotJudge(told) from None
    return [messages.slice_failed(part.name, part.segments, failure) for failure in told]
