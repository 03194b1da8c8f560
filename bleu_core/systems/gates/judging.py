"""Whether a candidate fails: its difference to the baseline, held against limits and conditions."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from bleu_core.common.rounding import rounded
from bleu_core.messages import Message, gate
from bleu_core.systems.gates.conditions import Condition
from bleu_core.text.streams import InputError

if TYPE_CHECKING:
    from bleu_core.readers.health import Finding
    from bleu_core.significance.opinions import Judged


# A candidate may rightly equal its baseline, and Δ is then 0 as it seems.
IDENTICAL = "text.identical_outputs"


class CannotJudge(InputError):
    """A gate that cannot judge, and so must not pass."""


class Change(NamedTuple):
    """The difference of two systems by one metric, B − A; p is None where it was not tested.

    `untested` says why, where it is not for the number of segments.
    """

    label: str
    delta: float
    p: float | None
    segments: int
    untested: str = ""

    @classmethod
    def of(cls, judged: Judged) -> Change:
        opinion = judged.opinion
        return cls(opinion.about.label, opinion.delta, judged.p, len(opinion.a))


class Named(NamedTuple):
    """What two systems are called in messages, whether their p is after Holm, and names of gates.

    `dashed` is whether a gate is an option of the command line, --fail-if, and not a name in a
    file, fail_if.
    """

    a: str = "A"
    b: str = "B"
    after_holm: bool = False
    dashed: bool = True

    def gate(self, name: str) -> str:
        return f"--{name.replace('_', '-')}" if self.dashed else name


def grave(findings: Sequence[Finding]) -> list[Finding]:
    """Those under which the numbers do not mean what they seem to."""
    return [
        finding
        for finding in findings
        if finding.severity == "serious" and finding.code != IDENTICAL
    ]


def failures(
    said: Mapping[str, Change],
    fail_under: float | None,
    if_significant: bool,
    level: float,
    fail_if: Sequence[Sequence[Condition]] = (),
    named: Named = Named(),
) -> list[Message]:
    """A message for each gate under which the candidate fails; none if it passes.

    Parameters
    ----------
    said : dict
        What "bleu" says, and each metric that is named in a condition, by that name.
    fail_under, if_significant, level
        On BLEU.
    fail_if : list of lists of Condition
        All of a list are to hold.
    named : Named

    Raises
    ------
    CannotJudge
        Where p is to decide and there are too few segments to say, or where Δ is undefined,
        whatever the other gates say.
    """
    bleu = said["bleu"]
    found = []
    for name, asked in (
        ("fail_under", fail_under is not None),
        ("fail_if_significant", if_significant),
    ):
        if asked and math.isnan(bleu.delta):
            raise _undefined(name, bleu, named)
    if fail_under is not None and rounded(bleu.delta) < rounded(fail_under):
        found.append(gate.under_limit(bleu.delta, fail_under))
    if if_significant:
        if bleu.p is None:
            raise _cannot_judge("fail_if_significant", bleu, named)
        if rounded(bleu.delta) < 0 and bleu.p < level:
            found.append(
                gate.significantly_worse(
                    named.b, named.a, -bleu.delta, bleu.p, level, named.after_holm
                )
            )
    for conditions in fail_if:
        held = [_held(said[condition.metric], condition, named) for condition in conditions]
        words = [one for one in held if one is not None]
        if len(words) == len(held):
            found.append(gate.conditions_hold(words))
    return found


def _held(change: Change, condition: Condition, named: Named) -> Message | None:
    """A condition that holds, in words; None if it does not hold."""
    name, sign, limit = change.label, condition.sign, condition.limit
    if condition.of_p:
        if change.p is None:
            raise _cannot_judge("fail_if", change, named)
        words = gate.p_holds(name, change.p, sign, limit, named.after_holm)
        return words if condition.holds(change.p) else None
    if math.isnan(change.delta):
        raise _undefined("fail_if", change, named)
    words = gate.change_holds(name, change.delta, sign, limit)
    return words if condition.holds(rounded(change.delta)) else None


def _undefined(name: str, change: Change, named: Named) -> CannotJudge:
    return CannotJudge([gate.undefined(named.gate(name), change.label)])


def _cannot_judge(name: str, change: Change, named: Named) -> CannotJudge:
    from bleu_core.significance import MIN_SEGMENTS

    if change.untested:
        return CannotJudge([gate.untested(named.gate(name), change.untested)])
    return CannotJudge([gate.few_segments(named.gate(name), change.segments, MIN_SEGMENTS)])
