"""The table of what two scores are made of: precisions, brevity penalty, lengths, BLEU."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from bleu_core.comparison import Comparison
from bleu_core.numerals import delta, fraction, length_ratio, points
from bleu_core.precision import precisions_of, written, written_difference


class Part(NamedTuple):
    """A line of the table: "p1" … "pN", "BP", "length c / r", "BLEU"; numbers as text.

    `a` and `b` are counts ("10/17"), `value_a` and `value_b` what they come to, per cent;
    `points` are those of the ledger, '' where a line carries none.
    """

    name: str
    a: str
    value_a: str
    b: str
    value_b: str
    change: str
    points: str


def parts(comparison: Comparison) -> Iterator[Part]:
    """The lines from top to bottom.

    A precision that is smoothed reads "0.00 → 7.14": what was counted, and what the score
    takes. One of no n-grams is "–", and so is a difference to it.
    """
    a, b = comparison.score_a, comparison.score_b
    carried = {name: delta(value) for name, value in comparison.ledger.components.items()}
    pairs = zip(precisions_of(comparison.stats_a), precisions_of(comparison.stats_b), strict=True)
    for n, (of_a, of_b) in enumerate(pairs, 1):
        yield Part(
            f"p{n}",
            fraction(of_a.count, of_a.total),
            written(of_a, 2),
            fraction(of_b.count, of_b.total),
            written(of_b, 2),
            written_difference(of_a, of_b, 2),
            carried[f"p{n}"],
        )
    penalties = points(a.bp, 4), points(b.bp, 4)
    yield Part("BP", "", penalties[0], "", penalties[1], delta(b.bp - a.bp, 4), carried["bp"])
    yield Part(
        "length c / r",
        fraction(a.sys_len, a.ref_len),
        length_ratio(a.sys_len, a.ref_len),
        fraction(b.sys_len, b.ref_len),
        length_ratio(b.sys_len, b.ref_len),
        delta(b.sys_len - a.sys_len, 0),
        "",
    )
    total = delta(comparison.delta)
    yield Part("BLEU", "", points(a.score), "", points(b.score), total, total)


def smoothing_note(lines: Iterable[Part]) -> str:
    """What the arrow in a line means; '' where there is none."""
    smoothed = any("→" in line.value_a + line.value_b for line in lines)
    return "With →: the precision as counted, and as smoothing makes it." if smoothed else ""
