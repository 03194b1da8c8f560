"""Gates: whether a candidate fails against its baseline, by limits and conditions.

The command reports each failing gate and sets the exit code.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from bleu_core.common.pair import A, B
from bleu_core.common.rounding import rounded
from bleu_core.messages import Message, scoring
from bleu_core.systems.gate_conditions import GateCondition

if TYPE_CHECKING:
    from bleu_core.readers.input_checks import Finding


# The states of a comparison, the worst first.
UNREAD, DOUBTFUL, FAILED, PASSED = "not compared", "no verdict", "failed", "passed"

# A candidate can equal its baseline; Δ is then correctly 0.
IDENTICAL = "text.identical_outputs"


class GateUndecided(Exception):
    """A gate that cannot decide, and so must not pass; its argument is the reason, a Message."""


class GateResults(NamedTuple):
    """A message for each gate that fails, for each that cannot be decided, and for each passed.

    A gate that fails is a regression, whatever the others cannot decide. Lines of text that quote
    an expression may follow a message in `undecided`.
    """

    failures: list[Message]
    undecided: list[str]
    passed: list[Message]

    def judge(self, gate: Callable[[], tuple[bool, Message]]) -> bool | None:
        """Add the message of a gate; return whether it fails, None if that cannot be decided."""
        try:
            fails, about = gate()
        except GateUndecided as error:
            self.undecided.append(error.args[0])
            return None
        (self.failures if fails else self.passed).append(about)
        return fails


class MetricDelta(NamedTuple):
    """The difference of two systems by one metric, B − A; p is None if it was not tested.

    `smallest_p` is the smallest value that p could have. `skip_reason` says why it was not tested,
    unless there are too few segments. No field has a default: `compare`, `rank` and suites each
    fill in all of them.
    """

    label: str
    delta: float
    p: float | None
    smallest_p: float
    segments: int
    skip_reason: str


class GateLabels(NamedTuple):
    """Labels for messages of gates: the two systems, whether p is after Holm, names of gates.

    `dashed`: gates are options of the command line (--fail-if), not names in a file (fail_if).
    """

    a: str = A
    b: str = B
    after_holm: bool = False
    dashed: bool = True

    def gate(self, name: str) -> str:
        return f"--{name.replace('_', '-')}" if self.dashed else name


def blocking_findings(findings: Sequence[Finding]) -> list[Finding]:
    """The findings that make the scores unreliable."""
    return [f for f in findings if f.severity == "serious" and f.code != IDENTICAL]


def judge_gates(
    deltas: Mapping[str, MetricDelta],
    fail_under: float | None,
    if_significant: bool,
    level: float,
    fail_if: Sequence[Sequence[GateCondition]] = (),
    labels: GateLabels = GateLabels(),
) -> GateResults:
    """Judge a candidate by each gate.

    `deltas` has "bleu" and each metric named in a condition. `fail_under`, `if_significant` and
    `level` limit BLEU; `fail_if` fails if all conditions of one of its lists hold. A gate cannot be
    decided if it needs p but there are too few segments, if no p could be small enough for it, or
    if it needs Δ but it is undefined.
    """
    gates: list[Callable[[], tuple[bool, Message]]] = []
    if fail_under is not None:
        gates.append(partial(_under_limit, deltas["bleu"], fail_under, labels))
    if if_significant:
        gates.append(partial(_significantly_worse, deltas["bleu"], level, labels))
    gates += [partial(_all_hold, deltas, conditions, labels) for conditions in fail_if]
    results = GateResults([], [], [])
    for gate in gates:
        results.judge(gate)
    return results


def slice_under_limit(name: str, segments: int, delta: float, limit: float) -> tuple[bool, Message]:
    """Whether the gate of a slice fails, given its BLEU difference, and the message for that."""
    if math.isnan(delta):
        problem = "Δ is undefined for" if segments else "No segment matches"
        raise GateUndecided(scoring.not_evaluated("--gate", f"{problem} {name}."))
    fails = bool(rounded(delta) < rounded(limit))
    about = scoring.slice_under_limit if fails else scoring.slice_not_under_limit
    return fails, about(name, segments, delta, limit)


def _under_limit(bleu: MetricDelta, limit: float, labels: GateLabels) -> tuple[bool, Message]:
    """Whether the gate fails, and the message for that."""
    if math.isnan(bleu.delta):
        raise _undefined("fail_under", bleu, labels)
    fails = rounded(bleu.delta) < rounded(limit)
    about = scoring.under_limit if fails else scoring.not_under_limit
    return fails, about(bleu.delta, limit)


def _significantly_worse(
    bleu: MetricDelta, level: float, labels: GateLabels
) -> tuple[bool, Message]:
    if math.isnan(bleu.delta):
        raise _undefined("fail_if_significant", bleu, labels)
    if bleu.p is None:
        raise _untested("fail_if_significant", bleu, labels)
    if rounded(bleu.delta) < 0 and bleu.p < level:
        test = -bleu.delta, bleu.p, level, labels.after_holm
        return True, scoring.significantly_worse(labels.b, labels.a, *test)
    if bleu.smallest_p >= level:
        raise _p_too_large("fail_if_significant", bleu, level, labels)
    test = bleu.delta, bleu.p, level, labels.after_holm
    return False, scoring.not_significantly_worse(labels.b, labels.a, *test)


def _all_hold(
    deltas: Mapping[str, MetricDelta], conditions: Sequence[GateCondition], labels: GateLabels
) -> tuple[bool, Message]:
    """Whether all conditions of a gate hold; the message names those that do not, if any."""
    if missing := [own.metric for own in conditions if own.metric not in deltas]:
        raise GateUndecided(
            scoring.not_evaluated(labels.gate("fail_if"), f"{missing[0]} could not be computed.")
        )
    clauses = [_condition_holds(deltas[own.metric], own, labels) for own in conditions]
    if missed := [words for holds, words in clauses if not holds]:
        return False, scoring.conditions_not_hold(missed)
    return True, scoring.conditions_hold([words for _, words in clauses])


def _condition_holds(
    change: MetricDelta, condition: GateCondition, labels: GateLabels
) -> tuple[bool, Message]:
    """Whether a condition holds, and the message for that."""
    name, sign, limit = change.label, condition.sign, condition.limit
    match condition.quantity:
        case "p":
            if change.p is None:
                raise _untested("fail_if", change, labels)
            holds = condition.holds(change.p)
            if not holds and sign.startswith("<") and not condition.holds(change.smallest_p):
                raise _p_too_large("fail_if", change, limit, labels)
            signed = sign if holds else f"not {sign}"
            return holds, scoring.p_holds(name, change.p, signed, limit, labels.after_holm)
        case "delta":
            if math.isnan(change.delta):
                raise _undefined("fail_if", change, labels)
            holds = condition.holds(change.delta)
            signed = sign if holds else f"not {sign}"
            return holds, scoring.change_holds(name, change.delta, signed, limit)


def _undefined(name: str, change: MetricDelta, labels: GateLabels) -> GateUndecided:
    return GateUndecided(
        scoring.not_evaluated(labels.gate(name), f"Δ of {change.label} is undefined.")
    )


def _untested(name: str, change: MetricDelta, labels: GateLabels) -> GateUndecided:
    from bleu_core.significance import MIN_SEGMENTS

    if change.skip_reason:
        return GateUndecided(scoring.not_evaluated(labels.gate(name), change.skip_reason))
    return GateUndecided(scoring.few_segments(labels.gate(name), change.segments, MIN_SEGMENTS))


def _p_too_large(name: str, change: MetricDelta, limit: float, labels: GateLabels) -> GateUndecided:
    gate, smallest = labels.gate(name), change.smallest_p
    return GateUndecided(scoring.p_too_large(gate, smallest, limit, labels.after_holm))
