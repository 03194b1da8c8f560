"""The parts of two scores and the tables of a comparison: parts, tests, families of n-grams."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from bleu_core.common.formatting import (
    format_component,
    format_delta,
    format_fraction,
    format_int,
    format_length_ratio,
    format_p_cell,
    format_score,
    format_share,
    format_small_delta,
)
from bleu_core.common.pair import LABEL_A, LABEL_B, LABEL_DELTA
from bleu_core.explain.comparison import ComparisonLike
from bleu_core.explain.ledger import ROUNDING, Ledger
from bleu_core.explain.ngram_families import Cause, Causes
from bleu_core.metrics.bleu import (
    BleuScore,
    Precision,
    SegmentStatistics,
    format_precision,
    format_precision_difference,
    precisions_of,
)
from bleu_core.present.document import Column, Span, Table, signed
from bleu_core.significance import SignificanceRow

ARROW = "→"
SMOOTHED = f"With {ARROW}: the precision as counted, and as smoothing makes it."


@dataclass(frozen=True)
class ScoreParts:
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
    def of(cls, comparison: ComparisonLike) -> ScoreParts:
        """The parts for all segments together."""
        precisions = _precisions(comparison.stats_a, comparison.stats_b)
        points = comparison.ledger.components
        return cls(comparison.score_a, comparison.score_b, precisions, points)

    @classmethod
    def of_segment(cls, stats_a: SegmentStatistics, stats_b: SegmentStatistics) -> ScoreParts:
        """The parts for one segment, with effective order: many segments are shorter than N."""
        a, b = (stats.rescored(effective_order=True).corpus() for stats in (stats_a, stats_b))
        return cls(a, b, _precisions(stats_a, stats_b), {})


class PartLine(NamedTuple):
    """A line of the table: "p1" … "pN", "BP", "length c / r", "BLEU"; numbers as text.

    `a` and `b` are counts ("10/17"), `value_a` and `value_b` their percentages; `format_score` are
    those of the ledger, '' where a line has none.
    """

    name: str
    a: str
    value_a: str
    b: str
    value_b: str
    change: str
    points: str


def part_lines(parts: ScoreParts, percent_digits: int = 2, bp_digits: int = 4) -> list[PartLine]:
    """The lines from top to bottom.

    A smoothed precision reads "0.00 → 7.14": as counted, and as smoothed. A precision of no
    n-grams is "–", and so is a difference to it.
    """
    a, b = parts.a, parts.b
    carried = {name: format_delta(value) for name, value in parts.points.items()}
    found = [
        PartLine(
            f"p{n}",
            format_fraction(of_a.count, of_a.total),
            format_precision(of_a, percent_digits),
            format_fraction(of_b.count, of_b.total),
            format_precision(of_b, percent_digits),
            format_precision_difference(of_a, of_b, percent_digits),
            carried.get(f"p{n}", ""),
        )
        for n, (of_a, of_b) in enumerate(parts.precisions, 1)
    ]
    bp_a, bp_b, bp_change = (
        format_score(a.bp, bp_digits),
        format_score(b.bp, bp_digits),
        b.bp - a.bp,
    )
    found.append(
        PartLine(
            "BP", "", bp_a, "", bp_b, format_delta(bp_change, bp_digits), carried.get("bp", "")
        )
    )
    found.append(
        PartLine(
            "length c / r",
            format_fraction(a.sys_len, a.ref_len),
            format_length_ratio(a.sys_len, a.ref_len),
            format_fraction(b.sys_len, b.ref_len),
            format_length_ratio(b.sys_len, b.ref_len),
            format_delta(b.sys_len - a.sys_len, 0),
            "",
        )
    )
    total = format_delta(b.score - a.score)
    found.append(
        PartLine("BLEU", "", format_score(a.score), "", format_score(b.score), total, total)
    )
    return found


def smoothing_note(parts: ScoreParts) -> str:
    """The meaning of the arrow in a line; '' if there is none."""
    smoothed = any(one.smoothed for pair in parts.precisions for one in pair)
    return SMOOTHED if smoothed else ""


def unattributed_note(ledger: Ledger) -> str:
    """The part of Δ that no segment carries; '' if there is none or the ledger is undefined."""
    if not ledger.defined or abs(ledger.unattributed) <= ROUNDING:
        return ""
    return (
        f"Not given to any segment: {format_small_delta(ledger.unattributed)} points, of orders "
        "that a "
        "system has no match in, or that only one of them is long enough for."
    )


def _precisions(a: SegmentStatistics, b: SegmentStatistics) -> list[tuple[Precision, Precision]]:
    return list(zip(precisions_of(a), precisions_of(b), strict=True))


# The glossary entry of each line of the parts but the precisions.
_TERMS = {"BP": "bp", "length c / r": "ratio", "BLEU": "bleu"}


def parts_table(parts: ScoreParts) -> Table:
    """p1..pN, BP, lengths and BLEU for A, B and Δ, and the points of each."""
    columns = [
        Column("", is_text=True),
        Column(LABEL_A, "a", "credited"),
        Column("%", "a", "four-numbers"),
        Column(LABEL_B, "b", "credited"),
        Column("%", "b", "four-numbers"),
        Column(LABEL_DELTA, "", "delta"),
        Column("points", "", "component"),
    ]
    rows = []
    for line in part_lines(parts):
        tone = "strong" if line.name == "BLEU" else ""
        name = format_component(line.name)
        numbers = (line.a, line.value_a, line.b, line.value_b, line.change)
        rows.append(
            [
                Span(name, tone, _TERMS.get(line.name, "modified-precision")),
                *(Span(number, tone) for number in numbers),
                signed(line.points),
            ]
        )
    return Table("Parts of BLEU for A and B", columns, rows, kind="parts")


def tests_table(tests: Iterable[SignificanceRow]) -> Table:
    """The significance tests side by side."""
    columns = [
        Column("Test", is_text=True),
        Column("p", "", "p-value"),
        Column("95 % interval of Δ, or note", "", "confidence-interval", is_text=True),
    ]
    rows = [[Span(test.name, "", test.term), Span(test.p), Span(test.note)] for test in tests]
    return Table("Significance tests", columns, rows, kind="tests")


def families_table(found: Causes) -> Table:
    """The families of n-grams that stand out, and the rest of Δ; a family opens its n-grams."""
    columns = [
        Column("n-grams with", is_text=True),
        Column("of matches", "", "credited"),
        Column("A wins", "a", "wins"),
        Column("B wins", "b", "wins"),
        Column("q", "", "q-value"),
        Column("points", "", "points"),
    ]
    rows = [
        [
            _family(cause),
            *map(
                Span,
                (format_share(cause.share), format_int(cause.wins_a), format_int(cause.wins_b)),
            ),
            Span(format_p_cell(cause.q)),
            signed(format_small_delta(cause.points)),
        ]
        for cause in found.rows
    ]
    rows += closing_rows(found.sources.closing(found.listed), len(columns))
    return Table("Families of n-grams that stand out", columns, rows, kind="families")


def _family(cause: Cause) -> Span:
    return Span(cause.text, "" if cause.is_sign else "quoted", opens=f"ngrams:{cause.search}")


def closing_rows(closing: Sequence[tuple[str, float]], columns: int) -> list[list[Span]]:
    """The rows that complete a list of n-grams to Δ, with points in the last column."""
    empty = [Span("")] * (columns - 2)
    return [[Span(name, "muted"), *empty, signed(format_small_delta(p))] for name, p in closing]
