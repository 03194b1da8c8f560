"""Gate conditions that cannot be read, gates that cannot decide, and gates that fail."""

from __future__ import annotations

from collections.abc import Sequence

from bleu_core.common.numerals import counted, delta, p_value, plain, points
from bleu_core.common.wording import listed
from bleu_core.messages import message

# Gate conditions that cannot be read, gates that cannot decide, and gates that fail.

_SIGNS = {"<": "is under", "<=": "is at most", ">": "is above", ">=": "is at least"}


@message(area="gate")
def and_expected() -> str:
    return '"and" is expected here'


@message(area="gate")
def metric_expected(metrics: Sequence[str]) -> str:
    return f"{listed(metrics, last='or')} is expected here"


@message(area="gate")
def sign_expected() -> str:
    return f"{listed(_SIGNS, last='or')} is expected here"


@message(area="gate")
def number_expected() -> str:
    return "a number is expected here"


@message(area="gate")
def number_too_large() -> str:
    return "this number is too large"


@message(area="gate")
def p_out_of_range() -> str:
    return "p is from 0 to 1"


@message(area="gate")
def undefined(gate: str, metric: str) -> str:
    return f"{gate} cannot judge: Δ of {metric} is undefined."


@message(area="gate")
def few_segments(gate: str, segments: int, needed: int) -> str:
    return f"{gate} cannot judge {counted(segments, 'segment')}; {needed} are needed."


@message(area="gate")
def untested(gate: str, reason: str) -> str:
    return f"{gate} cannot judge. {reason}"


@message(area="gate")
def no_segment(gate: str, slice: str) -> str:
    return f"{gate} cannot judge: no segment fulfils {slice}."


@message(area="gate")
def regression(failure: str, system: str = "") -> str:
    """`system` is the failing one of many; "" if there is only one."""
    return f"Regression{f' of {system}' if system else ''}: {failure}"


@message(area="gate")
def slice_under_limit(slice: str, segments: int, change: float, limit: float) -> str:
    return (
        f"on {counted(segments, 'segment')} with {slice} Δ {delta(change, 4)} is under "
        f"{delta(limit, 4)}."
    )


@message(area="gate")
def under_limit(change: float, limit: float) -> str:
    return f"Δ {delta(change, 4)} is under {delta(limit, 4)}."


@message(area="gate")
def significantly_worse(
    system: str, baseline: str, loss: float, p: float, level: float, after_holm: bool
) -> str:
    return (
        f"{system} is below {baseline} by {points(loss, 4)}, {_p(p, level, after_holm)} "
        f"(significant at {plain(level)})."
    )


@message(area="gate")
def conditions_hold(conditions: Sequence[str]) -> str:
    return f"{listed(conditions)}."


@message(area="gate")
def p_holds(metric: str, p: float, sign: str, limit: float, after_holm: bool) -> str:
    return f"{metric} {_p(p, limit, after_holm)} {_SIGNS.get(sign, sign)} {plain(limit)}"


@message(area="gate")
def change_holds(metric: str, change: float, sign: str, limit: float) -> str:
    return f"{metric} Δ {delta(change, 4)} {_SIGNS.get(sign, sign)} {delta(limit, 4)}"


def _p(p: float, level: float, after_holm: bool) -> str:
    return f"{p_value(p, level)}{' after Holm' * after_holm}"
