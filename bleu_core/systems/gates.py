"""Gates: whether a candidate fails against its baseline, by limits and conditions.

The command reports each failing gate and sets the exit code.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol

from bleu_core.common.pair import LABEL_A, LABEL_B
from bleu_core.common.rounding import rounded
from bleu_core.messages import Message, scoring
from bleu_core.systems.gate_conditions import GateCondition
from bleu_core.text.evalset import InputError

if TYPE_CHECKING:
    from bleu_core.readers.input_checks import Finding
    from bleu_core.significance import Significance
    from bleu_core.significance.metric_tests import MetricSignificance


# A candidate can equal its baseline; Δ is then correctly 0.
IDENTICAL = "text.identical_outputs"


class GateUndecided(InputError):
    """A gate that cannot decide, and so must not pass."""


class TestedDelta(Protocol):
    """A result with p after Holm: of a pair in a ranking, or of a metric in a suite."""

    @property
    def delta(self) -> float: ...
    @property
    def p_holm(self) -> float | None: ...


class MetricDelta(NamedTuple):
    """The difference of two systems by one metric, B − A; p is None if it was not tested.

    `skip_reason` says why, unless there are too few segments. Use the methods below to create one,
    so that new quantities are only added here.
    """

    label: str
    delta: float
    p: float | None
    segments: int
    skip_reason: str = ""

    @classmethod
    def of(cls, judged: MetricSignificance) -> MetricDelta:
        """That of a metric in a comparison."""
        opinion = judged.opinion
        return cls.of_tests(opinion.about.label, opinion.delta, judged, len(opinion.a))

    @classmethod
    def of_tests(
        cls,
        label: str,
        delta: float,
        tests: MetricSignificance | Significance | None,
        segments: int,
        skip_reason: str = "",
    ) -> MetricDelta:
        """That of two systems with their tests, if any."""
        randomization = tests and tests.randomization
        p = randomization.p_value if randomization else None
        return cls(label, delta, p, segments, skip_reason)

    @classmethod
    def after_holm(
        cls, label: str, tested: TestedDelta, segments: int, skip_reason: str = ""
    ) -> MetricDelta:
        """That of one of many systems, with p after Holm."""
        return cls(label, tested.delta, tested.p_holm, segments, skip_reason)


class GateLabels(NamedTuple):
    """Labels for messages of gates: the two systems, whether p is after Holm, names of gates.

    `dashed`: gates are options of the command line (--fail-if), not names in a file (fail_if).
    """

    a: str = LABEL_A
    b: str = LABEL_B
    after_holm: bool = False
    dashed: bool = True

    def gate(self, name: str) -> str:
        return f"--{name.replace('_', '-')}" if self.dashed else name


def blocking_findings(findings: Sequence[Finding]) -> list[Finding]:
    """The findings that make the scores unreliable."""
    return [f for f in findings if f.severity == "serious" and f.code != IDENTICAL]


def gate_failures(
    deltas: Mapping[str, MetricDelta],
    fail_under: float | None,
    if_significant: bool,
    level: float,
    fail_if: Sequence[Sequence[GateCondition]] = (),
    labels: GateLabels = GateLabels(),
) -> list[Message]:
    """A message for each gate that the candidate fails; none if it passes.

    `deltas` has "bleu" and each metric named in a condition. `fail_under`, `if_significant` and
    `level` limit BLEU; `fail_if` fails if all conditions of one of its lists hold. Raises
    GateUndecided if a gate needs p but there are too few segments, or needs Δ but it is undefined,
    whatever the other gates say.
    """
    bleu = deltas["bleu"]
    messages = []
    if math.isnan(bleu.delta) and (fail_under is not None or if_significant):
        name = "fail_if_significant" if fail_under is None else "fail_under"
        raise _undefined(name, bleu, labels)
    if fail_under is not None and rounded(bleu.delta) < rounded(fail_under):
        messages.append(scoring.under_limit(bleu.delta, fail_under))
    if if_significant:
        if bleu.p is None:
            raise _untested("fail_if_significant", bleu, labels)
        if rounded(bleu.delta) < 0 and bleu.p < level:
            test = -bleu.delta, bleu.p, level, labels.after_holm
            messages.append(scoring.significantly_worse(labels.b, labels.a, *test))
    for conditions in fail_if:
        if missing := [each.metric for each in conditions if each.metric not in deltas]:
            raise GateUndecided([scoring.not_computed(labels.gate("fail_if"), missing[0])])
        clauses = [_condition_holds(deltas[each.metric], each, labels) for each in conditions]
        words = [clause for clause in clauses if clause is not None]
        if len(words) == len(clauses):
            messages.append(scoring.conditions_hold(words))
    return messages


def _condition_holds(
    change: MetricDelta, condition: GateCondition, labels: GateLabels
) -> Message | None:
    """The message of a condition that holds; None if it does not hold."""
    name, sign, limit = change.label, condition.sign, condition.limit
    match condition.quantity:
        case "p":
            if change.p is None:
                raise _untested("fail_if", change, labels)
            words = scoring.p_holds(name, change.p, sign, limit, labels.after_holm)
            return words if condition.holds(change.p) else None
        case "delta":
            if math.isnan(change.delta):
                raise _undefined("fail_if", change, labels)
            words = scoring.change_holds(name, change.delta, sign, limit)
            return words if condition.holds(rounded(change.delta)) else None


def _undefined(name: str, change: MetricDelta, labels: GateLabels) -> GateUndecided:
    return GateUndecided([scoring.undefined(labels.gate(name), change.label)])


def _untested(name: str, change: MetricDelta, labels: GateLabels) -> GateUndecided:
    from bleu_core.significance import MIN_SEGMENTS

    if change.skip_reason:
        return GateUndecided([scoring.untested(labels.gate(name), change.skip_reason)])
    return GateUndecided([scoring.few_segments(labels.gate(name), change.segments, MIN_SEGMENTS)])
