"""Tables of a comparison: score parts, significance tests, n-gram families, words by frequency."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from bleu_core.common.formatting import (
    ELLIPSIS,
    NO_VALUE,
    format_component,
    format_count,
    format_delta,
    format_fraction,
    format_int,
    format_interval,
    format_length_ratio,
    format_p_cell,
    format_score,
    format_share,
    format_small_delta,
)
from bleu_core.common.pair import B_MINUS_A, A, B
from bleu_core.explain.comparison import Comparison
from bleu_core.explain.ledger import ROUNDING, Ledger
from bleu_core.explain.ngram_families import Families, Family
from bleu_core.explain.substitutes import Substitute
from bleu_core.metrics.bleu import SegmentStatistics
from bleu_core.metrics.precision import format_precision, format_precision_difference, precisions_of
from bleu_core.present.document import (
    Column,
    DrawnInterval,
    Span,
    Table,
    build_table,
    joined,
    signed,
)
from bleu_core.significance import Significance, SignificanceRow
from bleu_core.significance.word_recall import FrequencyBand

ARROW = "→"
SMOOTHED = f"{ARROW}: precision before and after smoothing."


class PartLine(NamedTuple):
    """A line of the table: "p1" … "pN", "BP", "length c / r", "BLEU"; numbers as text."""

    name: str
    a: str  # counts, "10/17"
    value_a: str  # their percentage
    b: str
    value_b: str
    change: str
    points: str  # of the ledger; "" where a line has none


def part_lines(
    stats_a: SegmentStatistics,
    stats_b: SegmentStatistics,
    points: Mapping[str, float] | None = None,
    percent_digits: int = 2,
    bp_digits: int = 4,
) -> list[PartLine]:
    """The lines from top to bottom; "0.00 → 7.14" is before and after smoothing, "–" no n-grams."""
    a, b = stats_a.corpus(), stats_b.corpus()
    written = {name: format_delta(value) for name, value in (points or {}).items()}
    orders = zip(precisions_of(stats_a), precisions_of(stats_b), strict=True)
    precisions = [
        PartLine(
            f"p{n}",
            format_fraction(of_a.count, of_a.total),
            format_precision(of_a, percent_digits),
            format_fraction(of_b.count, of_b.total),
            format_precision(of_b, percent_digits),
            format_precision_difference(of_a, of_b, percent_digits),
            written.get(f"p{n}", ""),
        )
        for n, (of_a, of_b) in enumerate(orders, 1)
    ]
    bp_a, bp_b = format_score(a.bp, bp_digits), format_score(b.bp, bp_digits)
    bp_delta, total = format_delta(b.bp - a.bp, bp_digits), format_delta(b.score - a.score)
    lengths = (
        *(format_fraction(a.sys_len, a.ref_len), format_length_ratio(a.sys_len, a.ref_len)),
        *(format_fraction(b.sys_len, b.ref_len), format_length_ratio(b.sys_len, b.ref_len)),
    )
    return [
        *precisions,
        PartLine("BP", "", bp_a, "", bp_b, bp_delta, written.get("bp", "")),
        PartLine("length c / r", *lengths, format_delta(b.sys_len - a.sys_len, 0), ""),
        PartLine("BLEU", "", format_score(a.score), "", format_score(b.score), total, total),
    ]


_NOT = "the difference would not be significant by a t-test on the others"
# The most documents or segments that a sentence names.
MOST_NAMED = 5


def stability_sentence(comparison: Comparison, significance: Significance) -> list[Span]:
    """Without how many units the difference would not be significant; no spans in blocks."""
    found, unit = significance.stability, significance.unit
    if found is None or unit == "block":
        return []
    if found.insignificant is None:
        half = f"without the half of the {unit}s that Δ depends on most"
        still = _NOT.replace("not be", "still be")
        return [Span(f"Stability: {half}, {still}.")]
    of = f"of {format_int(found.units)}"
    if found.insignificant == 0:
        test = f"Stability: a t-test on all {format_count(found.units, unit)}"
        spans = [Span(f"{test} does not find the difference significant")]
    else:
        few = f"the {format_count(found.insignificant, unit)} {of} that Δ depends on most"
        rows = found.rows[: found.insignificant].tolist()
        names = [[_unit_name(comparison, unit, row)] for row in rows[:MOST_NAMED]]
        names += [[Span(ELLIPSIS)]] if len(rows) > MOST_NAMED else []
        spans = [
            Span(f"Stability: without {f'one {unit} {of}' if found.insignificant == 1 else few} ("),
            *joined(names),
            Span(f"), {_NOT}"),
        ]
    if found.reversed is not None:
        spans.append(Span(f"; without {format_int(found.reversed)}, it would have the other sign"))
    return [*spans, Span(".")]


def _unit_name(comparison: Comparison, unit: str, row: int) -> Span:
    """The name of the document of a row, or the number of its line; it opens the segments."""
    from bleu_core.segments.expressions import equals_or_missing, written

    line = int(comparison.evalset.lines[row])
    documents = comparison.evalset.documents
    if unit != "document" or documents is None:
        return Span(format_int(line), opens=f"slice:line = {line}")
    name = documents[row].as_py()
    opens = f"slice:{written(equals_or_missing('document', name))}"
    return Span("no document", opens=opens) if name is None else Span(name, "quoted", opens=opens)


def with_drawn_intervals(
    table: Table, place: int, intervals: Sequence[DrawnInterval], digits: int = 2
) -> Table:
    """The table with intervals drawn in a column, under the ends of their axis."""
    ends = [end for one in intervals for end in one if end is not None]
    axis = f"axis {format_score(min(ends), digits)} to {format_score(max(ends), digits)}"
    columns = list(table.columns)
    columns[place] = columns[place]._replace(label=f"{columns[place].label}, {axis}")
    return replace(table, columns=columns, intervals=intervals, drawn_in=place)


def smoothing_note(lines: Iterable[PartLine]) -> str:
    """The meaning of the arrow in a line; '' if there is none."""
    return SMOOTHED if any(ARROW in line.value_a + line.value_b for line in lines) else ""


def unattributed_note(ledger: Ledger) -> str:
    """The part of Δ not attributed to segments; '' if there is none or no ledger."""
    if not ledger.defined or abs(ledger.unattributed) <= ROUNDING:
        return ""
    return (
        f"Not attributed to segments: {format_small_delta(ledger.unattributed)} points, from "
        "n-gram orders with no match in a system, or for which only one system is long enough."
    )


def parts_table(lines: Sequence[PartLine], kind: str = "parts") -> Table:
    """The lines for A, B and Δ, and the points of each, which open segments, if there are any."""

    def cell(text: str, line: PartLine) -> Span:
        return Span(text, "strong" if line.name == "BLEU" else "")

    def points(line: PartLine) -> Span:
        opens = "segments" if line.name == "BLEU" else f"component:{line.name.lower()}"
        return signed(line.points)._replace(opens=opens if line.points else "")

    return build_table(
        f"BLEU of {A} and {B} by component",
        lines,
        (Column("", is_text=True), lambda line: cell(format_component(line.name), line)),
        (Column(A, "a"), lambda line: cell(line.a, line)),
        (Column("%", "a"), lambda line: cell(line.value_a, line)),
        (Column(B, "b"), lambda line: cell(line.b, line)),
        (Column("%", "b"), lambda line: cell(line.value_b, line)),
        (Column(B_MINUS_A), lambda line: cell(line.change, line)),
        *([(Column("points"), points)] if lines[0].points else []),
        kind=kind,
    )


def tests_table(tests: Iterable[SignificanceRow]) -> Table:
    """The significance tests side by side."""
    return build_table(
        "Significance tests",
        tests,
        (Column("Test", is_text=True), lambda test: Span(test.name, "", test.term)),
        (Column("p", "", "p-value"), lambda test: test.p),
        (
            Column("95% CI of Δ, or note", "", "confidence-interval", is_text=True),
            lambda test: test.note,
        ),
        kind="tests",
    )


def instead_column(rows: Sequence[Any]) -> list[tuple[Column, Callable[[Any], Span]]]:
    """The column of the `substitute` of families or n-grams; none if it is empty in all rows."""
    if not any(row.substitute for row in rows):
        return []
    return [(Column("instead", is_text=True), lambda row: _substitute_cell(row.substitute))]


def _substitute_cell(found: Substitute | None) -> Span:
    """What the losing system has instead, and how often; empty if that varies."""
    if found is None:
        return Span("")
    what = found.text or (f"{found.kind}: {found.example}" if found.example else found.kind)
    return Span(f"{what} ({format_fraction(found.count, found.of)})", "quoted")


def families_table(found: Families) -> Table:
    """N-gram families and the rest of Δ."""
    table = build_table(
        "N-gram families",
        found.rows,
        (Column("n-grams containing", is_text=True), _family),
        (Column("share of matches"), lambda family: format_share(family.share)),
        (Column(f"{A} wins", "a"), lambda family: family.wins_a),
        (Column(f"{B} wins", "b"), lambda family: family.wins_b),
        (Column("q"), lambda family: format_p_cell(family.q)),
        *instead_column(found.rows),
        (Column("points"), lambda family: signed(format_small_delta(family.points))),
        kind="families",
    )
    return close_table(table, found.sources.closing(found.listed))


def _family(family: Family) -> Span:
    return Span(family.text, "" if family.is_sign else "quoted", opens=f"ngrams:{family.search}")


def close_table(table: Table, closing: Sequence[tuple[str, float]]) -> Table:
    """A table with rows that complete its n-grams to Δ, with points in the last column."""
    empty = [Span("")] * (len(table.columns) - 2)
    rows = [[Span(name, "muted"), *empty, signed(format_small_delta(p))] for name, p in closing]
    return replace(table, rows=table.rows + rows)


WORDS = "Words by frequency"


def words_table(bands: Sequence[FrequencyBand]) -> Table:
    """Recall and precision in % of the bands that have words in the references."""

    def delta(band: FrequencyBand) -> str:
        ends = "" if band.ci_low is None else f" {format_interval(band.ci_low, band.ci_high)}"
        return f"{format_delta(band.delta)}{ends}"

    def precision(percent: float, output: int) -> str:
        return format_score(percent) if output else NO_VALUE

    return build_table(
        WORDS,
        [band for band in bands if band.words],
        (Column("occurrences", is_text=True), lambda band: band.band),
        (Column("words in references"), lambda band: band.words),
        (Column(f"recall {A}, %", "a"), lambda band: format_score(band.recall_a)),
        (Column(f"recall {B}, %", "b"), lambda band: format_score(band.recall_b)),
        (Column("Δ of recall, 95% CI"), delta),
        (
            Column(f"precision {A}, %", "a"),
            lambda band: precision(band.precision_a, band.counts["output_a"]),
        ),
        (
            Column(f"precision {B}, %", "b"),
            lambda band: precision(band.precision_b, band.counts["output_b"]),
        ),
        kind="frequencies",
    )


def about_words(file: str, is_tested: bool) -> list[Span]:
    """What the table counts; `file` has the frequencies, '' for the references."""
    origin = [Span("as in "), Span(file, "name")] if file else [Span("in all references")]
    about = (
        ". Recall: share of the words of the closest reference that match; precision: of the "
        "output."
    )
    corrected = " Intervals are not corrected for the number of rows." if is_tested else ""
    return [Span("Occurrences of a token "), *origin, Span(about + corrected)]
