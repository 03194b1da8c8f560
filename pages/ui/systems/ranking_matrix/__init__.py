"""The matrix of system pairs: Δ, p or segments won in a cell, which opens the pair."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bleu_core import Comparison
from bleu_core.common.escaping import one_line
from bleu_core.common.formatting import format_delta, format_int, format_p_cell
from bleu_core.metrics import MetricInfo
from bleu_core.present.account.ranking import about_cells, about_family, not_corrected
from bleu_core.systems import Ranking
from pages.ui import open_comparison, state
from pages.ui.widgets import rich_text
from pages.ui.widgets.components import component

_mount = component("systems/ranking_matrix/ranking_matrix.js", '<div class="pairs"></div>')


def draw_matrix(
    comparison: Comparison, ranking: Ranking, about: MetricInfo, won: NDArray[np.int64] | None
) -> None:
    """Draw the matrix; a click on a cell opens the Overview on its pair."""
    names = [one.name for one in ranking.systems]
    result = _mount(
        data={
            "names": [one_line(name) for name in names],
            "chosen": [names.index(comparison.a), names.index(comparison.b)],
            "metric": one_line(about.label),
            "tested": ranking.tested,
            "notes": about_cells(about),
            "family": [about_family(ranking), not_corrected(ranking)],
            "glossary": rich_text.glossary_tips(["holm"]),
            **_cells(comparison, ranking, about, won),
        },
        key="matrix",
        on_open_change=lambda: None,
    )
    if opened := result.get("open"):
        row, column = opened
        open_comparison.choose_pair(comparison.evalset, names[row], names[column])
        state.switch_to("overview.py")


def _cells(
    comparison: Comparison, ranking: Ranking, about: MetricInfo, won: NDArray[np.int64] | None
) -> dict[str, list[Any]]:
    """Return a list per kind of cell, with the pairs of the upper triangle row by row.

    The row is A and the column B; the script turns them for the lower triangle.
    """
    names = [one.name for one in ranking.systems]
    pairs = [ranking.pair(a, b) for a, b in combinations(names, 2)]
    place = {name: i for i, name in enumerate(comparison.evalset.systems)}
    digits = about.decimals
    wins = {}
    if won is not None:
        wins["won"] = [format_int(won[place[one.a], place[one.b]]) for one in pairs]
        wins["lost"] = [format_int(won[place[one.b], place[one.a]]) for one in pairs]
    return {
        "delta": [format_delta(one.delta, digits) for one in pairs],
        "short": [format_delta(one.delta, digits - 1) for one in pairs],
        "p": [format_p_cell(one.p_value) for one in pairs],
        "holm": [format_p_cell(one.p_holm) for one in pairs],
        "found": [one.significant + one.significant_alone for one in pairs],
        **wins,
    }
