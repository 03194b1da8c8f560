"""The result at a glance: scores of A and B, Δ with its interval on an axis, p and a badge."""

from __future__ import annotations

from dataclasses import dataclass

from bleu_core.common.formatting import format_delta, format_interval, format_p, format_score
from bleu_core.explain.comparison import Comparison
from bleu_core.present.tables.verdict import GRADES
from bleu_core.significance import MIN_SEGMENTS, Significance
from bleu_core.significance.grade import Grade

# The text of the badge for each outcome.
BADGES = {
    "better": "Significantly better",
    "worse": "Significantly worse",
    "none": "Not significant",
    "pending": "Testing …",
    "few": f"Not tested: fewer than {MIN_SEGMENTS} segments",
    "untested": "Not tested on these segments",
}
# Room at each end of the axis, as a share of it.
_MARGIN = 0.12


@dataclass(frozen=True)
class Scorecard:
    """Texts of the scorecard; `p`, `interval`, `unit` and `axis` only after a test."""

    score_a: str
    score_b: str
    delta: str
    outcome: str  # A key of BADGES
    p: str = ""
    interval: str = ""
    unit: str = ""
    # Places of the interval's low end, Δ, its high end and 0 on a line from 0 to 100.
    axis: tuple[float, float, float, float] | None = None
    grade: str = ""  # In words, if it is known

    @property
    def badge(self) -> str:
        """The result in words."""
        return self.grade or BADGES[self.outcome]


def scorecard(
    comparison: Comparison, significance: Significance | None, grade: Grade | None = None
) -> Scorecard:
    """The result of a comparison; without `significance` it is not tested yet."""
    scores = comparison.score_a.score, comparison.score_b.score
    a, b = map(format_score, scores)
    delta = format_delta(comparison.delta)
    if significance is None:
        few = len(comparison) < MIN_SEGMENTS
        no_test_reason = (
            "untested" if comparison.evalset.no_test_reason else "few" if few else "pending"
        )
        return Scorecard(a, b, delta, no_test_reason)
    bootstrap = significance.bootstrap
    way = "better" if comparison.delta > 0 else "worse"
    return Scorecard(
        a,
        b,
        delta,
        way if significance.significant else "none",
        format_p(significance.randomization.p_value),
        f"95% CI {format_interval(bootstrap.ci_low, bootstrap.ci_high)}",
        f"resampling {significance.counted}",
        _axis(bootstrap.ci_low, comparison.delta, bootstrap.ci_high),
        GRADES[grade.grade] if grade else "",
    )


def _axis(low: float, delta: float, high: float) -> tuple[float, float, float, float]:
    first, last = min(low, delta, 0.0), max(high, delta, 0.0)
    size = last - first or 1.0

    def place(value: float) -> float:
        share = (value - first) / size
        return round(100 * (_MARGIN + (1 - 2 * _MARGIN) * share), 2)

    return place(low), place(delta), place(high), place(0.0)
