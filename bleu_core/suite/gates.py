"""The verdicts on a suite: p after Holm over all of it, then the gates of each set."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from bleu_core.gates.conditions import conditions
from bleu_core.gates.judging import CannotJudge, Change, Named, failures
from bleu_core.numerals import counted, delta
from bleu_core.rounding import rounded
from bleu_core.significance.holm import holm
from bleu_core.suite.definition import Gates, Slice, TestSet
from bleu_core.suite.results import OfSet, OfSlice, OfSystem


def judged(plans: Sequence[TestSet], found: Sequence[OfSet]) -> tuple[OfSet, ...]:
    """What was found of each set, with p after Holm and with the gates that fail.

    A gate that cannot judge is a problem of its set. What is held against nothing passes.

    Parameters
    ----------
    plans : list of TestSet
    found : list of OfSet
        In the same order, as `measure_set` has them.
    """
    return tuple(_judged(plan, one) for plan, one in zip(plans, _after_holm(found), strict=True))


def _after_holm(found: Sequence[OfSet]) -> list[OfSet]:
    """p of each metric corrected for all of its tests."""
    places = defaultdict(list)  # by metric: which set and system, and p
    for i, of in enumerate(found):
        for j, system in enumerate(of.systems):
            for said in system.said:
                if said.p is not None:
                    places[said.key].append((i, j, said.p))
    after = {
        (key, i, j): p
        for key, tests in places.items()
        for (i, j, _), p in zip(tests, holm([p for _, _, p in tests]), strict=True)
    }

    def corrected(i: int, j: int, one: OfSystem) -> OfSystem:
        said = (replace(said, p_holm=after.get((said.key, i, j))) for said in one.said)
        return replace(one, said=tuple(said))

    return [
        replace(of, systems=tuple(corrected(i, j, one) for j, one in enumerate(of.systems)))
        for i, of in enumerate(found)
    ]


def _judged(plan: TestSet, of: OfSet) -> OfSet:
    problems: list[str] = []
    systems = tuple(
        _held(plan, one, of.segments, problems) if one.baseline else one for one in of.systems
    )
    return replace(of, systems=systems, problems=(*of.problems, *problems))


def _held(plan: TestSet, one: OfSystem, segments: int, problems: list[str]) -> OfSystem:
    """A system with what it fails; gates that cannot judge it go to `problems`."""
    failed: list[str] = []
    try:
        failed += _failures(plan.gates, one, segments)
    except CannotJudge as error:
        problems += [f"{one.name}: {sentence}" for sentence in error.problems]
    gates = {each.name: each for each in plan.slices}
    slices = []
    for each in one.slices:
        told, cannot = _slice_failure(gates[each.name], each)
        problems += [f"{one.name}: {sentence}" for sentence in cannot]
        slices.append(replace(each, failures=tuple(told)))
        failed += told
    return replace(one, slices=tuple(slices), failures=tuple(failed))


def _failures(gates: Gates, one: OfSystem, segments: int) -> list[str]:
    said = {each.key: Change(each.label, each.delta, each.p_holm, segments) for each in one.said}
    named = Named(one.baseline, one.name, " after Holm", dashed=False)
    return failures(
        said,
        gates.fail_under,
        gates.fail_if_significant,
        gates.level,
        [conditions(text) for text in gates.fail_if],
        named,
    )


def _slice_failure(gate: Slice, found: OfSlice) -> tuple[list[str], list[str]]:
    """A sentence if the slice fails its gate, and one if that cannot be judged."""
    if gate.fail_under is None:
        return [], []
    if not found.segments:
        return [], [f"The gate of the slice “{gate.name}” cannot judge: no segment fulfils it."]
    if math.isnan(found.bleu.delta):
        return [], [f"The gate of the slice “{gate.name}” cannot judge: Δ is undefined there."]
    if not rounded(found.bleu.delta) < rounded(gate.fail_under):
        return [], []
    where = f"On {counted(found.segments, 'segment')} of the slice “{gate.name}”"
    change, limit = delta(found.bleu.delta, 4), delta(gate.fail_under, 4)
    return [f"{where} Δ {change} is under {limit}."], []
