"""Notes on the matrix of pairs: the meaning of a cell, and the correction of p."""

from __future__ import annotations

from bleu_core.common.numerals import counted, p_below, plural, whole
from bleu_core.metrics.metric import About
from bleu_core.significance import LEVEL
from bleu_core.systems import Ranking


def about_cells(about: About) -> dict[str, str]:
    """The meaning of a cell of each matrix: "delta", "p" or "won"."""
    unit = f"in {about.unit}" if about.unit != "points" else f"in {about.label} points"
    lower = "" if about.higher_is_better else " Lower is better."
    return {
        "delta": f"Column minus row, {unit}.{lower}",
        "p": "How often chance alone sets column and row so far apart.",
        "won": (
            f"Segments on which the column’s {about.label} is better than the row’s; colours "
            "are those of Δ."
        ),
    }


def about_family(ranking: Ranking) -> str:
    """The family of pairs that p is corrected for, and the meaning of strong colour."""
    pairs, systems = len(ranking.pairs), len(ranking.systems)
    if not ranking.tested:
        return ""
    if pairs == 1:
        return f"Bold on strong colour: {p_below(LEVEL)}. One pair: nothing to correct for."
    return (
        f"Bold on strong colour: {p_below(LEVEL)} after Holm’s correction for the family of "
        f"all {counted(pairs, 'pair')} of these {whole(systems)} systems."
    )


def not_corrected(ranking: Ranking) -> str:
    """The caveat for uncorrected p-values."""
    pairs = len(ranking.pairs)
    return (
        f"Bold on strong colour: {p_below(LEVEL)}, not corrected for looking at "
        f"{counted(pairs, 'pair')}: {plural(pairs, 'it', 'some of them')} may be so by chance."
    )
