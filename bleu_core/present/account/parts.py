"""The parts of two scores, of a test set or a segment: precisions, brevity penalty, lengths."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from bleu_core.common.numerals import delta, fine_delta, fraction, length_ratio, points
from bleu_core.explain.comparison import Compared
from bleu_core.explain.ledger import ROUNDING, Ledger
from bleu_core.metrics.bleu_score import BleuScore, SegmentStatistics
from bleu_core.metrics.precision import Precision, precisions_of, written, written_difference

ARROW = "→"
SMOOTHED = f"With {ARROW}: the precision as counted, and as smoothing makes it."


@dataclass(frozen=True)
class Parts:
    """Two scores, side by side.

    Attributes
    ----------
    a, b : BleuScore
    precisions : list of N pairs of Precision
        Of A and of B, as counted and as smoothed.
    points : dict
        BLEU points of the difference by "p1" … "pN" and "bp"; NaN where the ledger is
        undefined, empty without a ledger.
    """

    a: BleuScore
    b: BleuScore
    precisions: list[tuple[Precision, Precision]]
    points: dict[str, float]

    @classmethod
    def of(cls, comparison: Compared) -> Parts:
        """The parts for all segments together."""
        precisions = _precisions(comparison.stats_a, comparison.stats_b)
        points = comparison.ledger.components
        return cls(comparison.score_a, comparison.score_b, precisions, points)

    @classmethod
    def of_segment(cls, stats_a: SegmentStatistics, stats_b: SegmentStatistics) -> Parts:
        """The parts for one segment, with effective order: many segments are shorter than N."""
        a, b = (stats.rescored(effective_order=True).corpus() for stats in (stats_a, stats_b))
        return cls(a, b, _precisions(stats_a, stats_b), {})


class Line(NamedTuple):
    """A line of the table: "p1" … "pN", "BP", "length c / r", "BLEU"; numbers as text.

    `a` and `b` are counts ("10/17"), `value_a` and `value_b` their percentages; `points` are
    those of the ledger, '' where a line has none.
    """

    name: str
    a: str
    value_a: str
    b: str
    value_b: str
    change: str
    points: str


def lines(parts: Parts, percent_digits: int = 2, bp_digits: int = 4) -> list[Line]:
    """The lines from top to bottom.

    A smoothed precision reads "0.00 → 7.14": as counted, and as smoothed. A precision of no
    n-grams is "–", and so is a difference to it.
    """
    a, b = parts.a, parts.b
    carried = {name: delta(value) for name, value in parts.points.items()}
    found = [
        Line(
            f"p{n}",
            fraction(of_a.count, of_a.total),
            written(of_a, percent_digits),
            fraction(of_b.count, of_b.total),
            written(of_b, percent_digits),
            written_difference(of_a, of_b, percent_digits),
            carried.get(f"p{n}", ""),
        )
        for n, (of_a, of_b) in enumerate(parts.precisions, 1)
    ]
    bp_a, bp_b, bp_change = points(a.bp, bp_digits), points(b.bp, bp_digits), b.bp - a.bp
    found.append(Line("BP", "", bp_a, "", bp_b, delta(bp_change, bp_digits), carried.get("bp", "")))
    found.append(
        Line(
            "length c / r",
            fraction(a.sys_len, a.ref_len),
            length_ratio(a.sys_len, a.ref_len),
            fraction(b.sys_len, b.ref_len),
            length_ratio(b.sys_len, b.ref_len),
            delta(b.sys_len - a.sys_len, 0),
            "",
        )
    )
    total = delta(b.score - a.score)
    found.append(Line("BLEU", "", points(a.score), "", points(b.score), total, total))
    return found


def smoothing_note(parts: Parts) -> str:
    """The meaning of the arrow in a line; '' if there is none."""
    smoothed = any(one.smoothed for pair in parts.precisions for one in pair)
    return SMOOTHED if smoothed else ""


def unattributed_note(ledger: Ledger) -> str:
    """The part of Δ that no segment carries; '' if there is none or the ledger is undefined."""
    if not ledger.defined or abs(ledger.unattributed) <= ROUNDING:
        return ""
    return (
        f"Not given to any segment: {fine_delta(ledger.unattributed)} points, of orders that a "
        "system has no match in, or that only one of them is long enough for."
    )


def _precisions(a: SegmentStatistics, b: SegmentStatistics) -> list[tuple[Precision, Precision]]:
    return list(zip(precisions_of(a), precisions_of(b), strict=True))
