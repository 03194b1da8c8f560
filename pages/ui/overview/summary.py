"""What the Overview says, as cells and sentences: results in, text out."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import streamlit as st

from bleu_core import Comparison, figures
from bleu_core.numerals import NONE, component_name, delta, fine_delta, whole
from bleu_core.parts import parts, smoothing_note
from bleu_core.precision import precisions_of
from bleu_core.wording import cut
from bleu_core.worklist import Filters
from pages.ui import state
from pages.ui.widgets.cells import signed, toned
from pages.ui.widgets.glossary_tip import help_of
from pages.ui.widgets.table import Cell, table

SHOWN = 10
# Characters of an output in a list.
START = 160
# The glossary entry of each line of the parts but the precisions.
_TERMS = {"BP": "bp", "length c / r": "ratio", "BLEU": "bleu"}


def components_frame(comparison: Comparison) -> pd.DataFrame:
    """The steps of the waterfall."""
    parts = comparison.ledger.components
    return pd.DataFrame({"component": list(parts), "BLEU points": list(parts.values())})


def parts_frame(comparison: Comparison) -> pd.DataFrame:
    """Counts, totals and precisions of both systems, as counted and as the score takes them."""
    columns: dict[str, list[float]] = {}
    for side, stats in (("A", comparison.stats_a), ("B", comparison.stats_b)):
        found = precisions_of(stats)
        columns |= {
            f"matches {side}": [p.count for p in found],
            f"n-grams {side}": [p.total for p in found],
            f"precision {side}, %": [p.percent for p in found],
            f"smoothed {side}, %": [p.taken for p in found],
        }
    return pd.DataFrame({"order": range(1, comparison.config.max_ngram_order + 1)} | columns)


def histogram_frame(comparison: Comparison) -> pd.DataFrame:
    """The bars of the histogram of sentence Δ."""
    counts, edges = figures.histogram(comparison.sentence_deltas)
    return pd.DataFrame({"Δ from": edges[:-1], "Δ to": edges[1:], "segments": counts})


def points_frame(comparison: Comparison) -> pd.DataFrame:
    """BLEU points carried by each segment, the largest first."""
    carried = comparison.ledger.segments
    order = np.argsort(-np.abs(carried), kind="stable")
    return pd.DataFrame({"line": order + 1, "BLEU points": carried[order]})


def movers_table(comparison: Comparison, direction: int, title: str) -> None:
    """The segments that carry most one way; a row opens its segment."""
    note = f"The {SHOWN} with most, with the beginning of both outputs. Click one to open it."
    st.subheader(title, help=help_of("points", note), anchor=False)
    columns, rows, lines = movers(comparison, direction)
    opened = table(
        columns,
        rows,
        ids=lines,
        key=f"movers{direction}",
        label=title,
        empty="No segment moved so.",
    )
    if opened:
        sort = "-points" if direction > 0 else "points"
        state.change(segment=int(opened), sort=sort, filters=Filters())
        st.switch_page("segments.py")


def parts_table(comparison: Comparison) -> None:
    """p1..pN, BP, lengths and BLEU for A, B and Δ."""
    columns: list[dict[str, Any]] = [
        {"label": ""},
        {"label": "A", "align": "right", "tone": "a", "term": "credited"},
        {"label": "%", "align": "right", "tone": "a", "term": "four-numbers"},
        {"label": "B", "align": "right", "tone": "b", "term": "credited"},
        {"label": "%", "align": "right", "tone": "b", "term": "four-numbers"},
        {"label": "B − A", "align": "right", "term": "delta"},
        {"label": "points", "align": "right", "term": "component"},
    ]
    rows: list[list[Cell]] = []
    lines = list(parts(comparison))
    for part in lines:
        tone = "strong" if part.name == "BLEU" else ""
        name = component_name(part.name)
        numbers = (part.a, part.value_a, part.b, part.value_b, part.change)
        rows.append(
            [
                {"t": name, "tone": tone, "term": _TERMS.get(part.name, "modified-precision")},
                *({"t": text, "tone": tone} for text in numbers),
                toned(part.points),
            ]
        )
    table(columns, rows, key="parts", label="Parts of BLEU for A and B")
    if told := smoothing_note(lines):
        st.caption(told)


def movers(
    comparison: Comparison, direction: int
) -> tuple[list[dict[str, Any]], list[list[Cell]], list[int]]:
    """The segments that carry most points, up (direction 1) or down (−1), with both outputs.

    Where the ledger is undefined, those whose sentence BLEU moved most.
    """
    ledger = comparison.ledger
    carried = ledger.segments if ledger.defined else comparison.sentence_deltas
    best = np.argsort(-carried * direction, kind="stable")[:SHOWN].tolist()
    best = [i for i in best if carried[i] * direction > 0]
    systems = comparison.evalset.systems
    columns = [
        {"label": "#", "align": "right", "tone": "muted", "narrow": True, "help": "Line number."},
        {"label": "points", "align": "right", "narrow": True, "term": "points"},
        {"label": "Δ", "align": "right", "narrow": True, "term": "sentence-delta"},
        {"label": "output"},
    ]
    rows: list[list[Cell]] = [
        [
            whole(i + 1),
            signed(ledger.segments[i], fine_delta) if ledger.defined else NONE,
            {"t": delta(comparison.sentence_deltas[i], 1), "tone": "muted"},
            {
                "lines": [
                    {"tag": "A", "tone": "a", "t": cut(systems[comparison.a][i].as_py(), START)},
                    {"tag": "B", "tone": "b", "t": cut(systems[comparison.b][i].as_py(), START)},
                ]
            },
        ]
        for i in best
    ]
    return columns, rows, [i + 1 for i in best]
