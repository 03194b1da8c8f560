"""The data of the matrix of system pairs, which `browser/matrix.js` draws."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bleu_core.common.escaping import one_line
from bleu_core.common.formatting import format_delta, format_int, format_p_cell
from bleu_core.metrics.facts import MetricInfo
from bleu_core.present.tables.ranking import about_cells, about_family, not_corrected
from bleu_core.systems import Ranking


def matrix_data(
    ranking: Ranking,
    about: MetricInfo,
    systems: Sequence[str],
    won: NDArray[np.int64] | None = None,
) -> dict[str, Any]:
    """All that the matrix shows, except the glossary and the chosen pair.

    `systems` are all in input order, `won` is from `segments_won` for them. A list has an entry for
    each pair of the upper triangle, row by row, with A first.
    """
    names = [row.name for row in ranking.systems]
    pairs = [ranking.pair(a, b) for a, b in combinations(names, 2)]
    index = {name: i for i, name in enumerate(systems)}
    wins = {}
    if won is not None:
        wins["won"] = [format_int(won[index[pair.a], index[pair.b]]) for pair in pairs]
        wins["lost"] = [format_int(won[index[pair.b], index[pair.a]]) for pair in pairs]
    return {
        "names": [one_line(name) for name in names],
        "metric": one_line(about.label),
        "tested": ranking.tested,
        "notes": about_cells(about),
        "family": [about_family(ranking), not_corrected(ranking)],
        "delta": [format_delta(pair.delta, about.decimals) for pair in pairs],
        "short": [format_delta(pair.delta, about.decimals - 1) for pair in pairs],
        "p": [format_p_cell(pair.p_value) for pair in pairs],
        "holm": [format_p_cell(pair.p_holm) for pair in pairs],
        "found": [pair.significant + pair.significant_alone for pair in pairs],
        **wins,
    }
