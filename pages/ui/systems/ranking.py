"""All systems by their scores, and every pair of them."""

from __future__ import annotations

from bleu_core.numerals import delta, p_value, points
from bleu_core.significance import clusters_of
from bleu_core.systems import Ranking, rank_systems
from pages.ui import open_comparison, state, store
from pages.ui.widgets.table import table


def show() -> None:
    """Draw the table of all systems."""
    comparison = open_comparison.get()
    systems = store.systems(comparison.evalset, state.current().config)

    def make() -> Ranking:
        stats = list(systems.statistics.values())
        return rank_systems(stats, systems.names, clusters=clusters_of(comparison.evalset))

    ranking = store.result("ranking", comparison, "bleu", make, lambda _: 10_000)
    rows = []
    for one in ranking.systems:
        pair = None if one.name == ranking.baseline else ranking.pair(ranking.baseline, one.name)
        told = ["", ""] if pair is None else [delta(pair.delta), p_value(pair.p_holm)]
        rows.append([f"{one.rank_best}–{one.rank_worst}", one.name, points(one.score), *told])
    table(
        [
            {"label": "rank"},
            {"label": "system"},
            {"label": "BLEU", "align": "right", "term": "bleu"},
            {"label": "Δ", "align": "right", "term": "delta"},
            {"label": "p", "align": "right", "term": "p-value"},
        ],
        rows,
        key="ranking",
        label="Systems by BLEU",
    )
