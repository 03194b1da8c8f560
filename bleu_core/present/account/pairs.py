"""What is said beside the matrix of every pair: what a cell is, and what p is corrected for."""

from __future__ import annotations

from bleu_core.common.numerals import counted, p_below, plural, whole
from bleu_core.metrics.metric import About
from bleu_core.significance import LEVEL
from bleu_core.systems import Ranking


def about_cells(about: About) -> dict[str, str]:
    """What a cell says, by what the matrix shows: "delta", "p" or "won"."""
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
    """Which pairs p is corrected for, and what strong colour is."""
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
    """What is to be said beside p that are not corrected."""
    pairs = len(ranking.pairs)
    return (
        f"Bold on strong colour: {p_below(LEVEL)}, not corrected for looking at "
        f"{counted(pairs, 'pair')}: {plural(pairs, 'it', 'some of them')} may be so by chance."
    )
