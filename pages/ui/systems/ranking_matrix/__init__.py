"""Every pair of systems: Δ, p or segments won in a cell, which opens the pair."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bleu_core import Comparison
from bleu_core.common.escaping import visible
from bleu_core.common.numerals import bare, delta, whole
from bleu_core.metrics import About
from bleu_core.present.account.pairs import about_cells, about_family, not_corrected
from bleu_core.systems import Ranking
from pages.ui import pair, state
from pages.ui.widgets import glossary_tip
from pages.ui.widgets.mounting import component

_mount = component("systems/ranking_matrix/ranking_matrix.js", '<div class="pairs"></div>')


def show(
    comparison: Comparison, ranking: Ranking, about: About, won: NDArray[np.int64] | None
) -> None:
    """Draw the matrix; a pressed cell opens the Overview on its pair."""
    names = [one.name for one in ranking.systems]
    result = _mount(
        data={
            "names": [visible(name) for name in names],
            "chosen": [names.index(comparison.a), names.index(comparison.b)],
            "metric": visible(about.label),
            "tested": ranking.tested,
            "notes": about_cells(about),
            "family": [about_family(ranking), not_corrected(ranking)],
            "glossary": glossary_tip.tips(["holm"]),
            **_cells(comparison, ranking, about, won),
        },
        key="matrix",
        on_open_change=lambda: None,
    )
    if opened := result.get("open"):
        row, column = opened
        pair.choose(comparison.evalset, names[row], names[column])
        state.switch_to("overview.py")


def _cells(
    comparison: Comparison, ranking: Ranking, about: About, won: NDArray[np.int64] | None
) -> dict[str, list[Any]]:
    """Return a list per kind of cell, with the pairs of the upper triangle row by row.

    The row is A and the column B; the script turns them for the lower triangle.
    """
    names = [one.name for one in ranking.systems]
    pairs = [ranking.pair(a, b) for a, b in combinations(names, 2)]
    place = {name: i for i, name in enumerate(comparison.evalset.systems)}
    digits = about.decimals
    wins = (
        {}
        if won is None
        else {
            "won": [whole(won[place[one.a], place[one.b]]) for one in pairs],
            "lost": [whole(won[place[one.b], place[one.a]]) for one in pairs],
        }
    )
    return {
        "delta": [delta(one.delta, digits) for one in pairs],
        "short": [delta(one.delta, digits - 1) for one in pairs],
        "p": [bare(one.p_value) for one in pairs],
        "holm": [bare(one.p_holm) for one in pairs],
        "found": [one.significant + one.significant_alone for one in pairs],
        **wins,
    }
