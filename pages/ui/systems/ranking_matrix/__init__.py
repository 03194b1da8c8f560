"""The matrix of system pairs: Δ, p or segments won in a cell, which opens the pair."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bleu_core import Comparison
from bleu_core.metrics import MetricInfo
from bleu_core.present.matrix import TERMS, matrix_data
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
    chosen = names.index(comparison.a), names.index(comparison.b)
    result = _mount(
        data=matrix_data(ranking, about, list(comparison.evalset.systems), won, chosen)
        | {"glossary": rich_text.glossary_tips(TERMS)},
        key="matrix",
        on_open_change=lambda: None,
    )
    if opened := result.get("open"):
        row, column = opened
        open_comparison.choose_pair(comparison.evalset, names[row], names[column])
        state.switch_to("overview.py")
