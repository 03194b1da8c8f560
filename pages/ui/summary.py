"""What the Overview says, as cells and sentences: results in, text out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st

from bleu_core import Comparison, figures
from bleu_core.words import delta, fine_delta, fraction, points, whole
from bleu_core.worklist import Filters
from pages.ui import state
from pages.ui.asking import help_of
from pages.ui.table import Cell, table

SHOWN = 10


def components_frame(comparison: Comparison) -> pd.DataFrame:
    """The steps of the waterfall."""
    parts = comparison.ledger.components
    return pd.DataFrame({"component": list(parts), "BLEU points": list(parts.values())})


def parts_frame(comparison: Comparison) -> pd.DataFrame:
    """Counts, totals and precisions of both systems."""
    a, b = comparison.score_a, comparison.score_b
    return pd.DataFrame(
        {
            "order": range(1, len(a.precisions) + 1),
            "matches A": a.counts,
            "n-grams A": a.totals,
            "precision A, %": a.precisions,
            "matches B": b.counts,
            "n-grams B": b.totals,
            "precision B, %": b.precisions,
        }
    )


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
    st.subheader(title, help=help_of("points", note))
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


def parts(comparison: Comparison) -> tuple[list[dict[str, Any]], list[list[Cell]]]:
    """Columns and rows of the table of p1..pN, BP, lengths and BLEU for A, B and Δ."""
    a, b = comparison.score_a, comparison.score_b
    columns: list[dict[str, Any]] = [
        {"label": ""},
        {"label": "A", "align": "right", "tone": "a", "term": "credited"},
        {"label": "%", "align": "right", "tone": "a", "term": "four-numbers"},
        {"label": "B", "align": "right", "tone": "b", "term": "credited"},
        {"label": "%", "align": "right", "tone": "b", "term": "four-numbers"},
        {"label": "B − A", "align": "right", "term": "delta"},
        {"label": "points", "align": "right", "term": "component"},
    ]
    carried = comparison.ledger.components
    rows: list[list[Cell]] = []
    for n in range(comparison.config.max_ngram_order):
        rows.append(
            [
                {"t": f"p{'₁₂₃₄₅₆₇₈₉'[n]}", "term": "modified-precision"},
                _plain(fraction(a.counts[n], a.totals[n])),
                _plain(points(a.precisions[n])),
                _plain(fraction(b.counts[n], b.totals[n])),
                _plain(points(b.precisions[n])),
                {"t": delta(b.precisions[n] - a.precisions[n])},
                signed(carried[f"p{n + 1}"]),
            ]
        )
    rows.append(
        [
            {"t": "BP", "term": "bp"},
            "",
            _plain(f"{a.bp:.4f}"),
            "",
            _plain(f"{b.bp:.4f}"),
            {"t": delta(b.bp - a.bp, 4)},
            signed(carried["bp"]),
        ]
    )
    rows.append(
        [
            {"t": "length c / r", "term": "ratio"},
            _plain(fraction(a.sys_len, a.ref_len)),
            _plain(_ratio(a.sys_len, a.ref_len)),
            _plain(fraction(b.sys_len, b.ref_len)),
            _plain(_ratio(b.sys_len, b.ref_len)),
            {"t": delta(b.sys_len - a.sys_len, 0), "title": "tokens"},
            "",
        ]
    )
    rows.append(
        [
            {"t": "BLEU", "tone": "strong", "term": "bleu"},
            "",
            {"t": points(a.score), "tone": "strong"},
            "",
            {"t": points(b.score), "tone": "strong"},
            {"t": delta(b.score - a.score), "tone": "strong"},
            signed(b.score - a.score),
        ]
    )
    return columns, rows


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
            signed(ledger.segments[i], fine_delta) if ledger.defined else "–",
            {"t": delta(comparison.sentence_deltas[i], 1), "tone": "muted"},
            {
                "lines": [
                    {"tag": "A", "tone": "a", "t": _start(systems[comparison.a][i].as_py())},
                    {"tag": "B", "tone": "b", "t": _start(systems[comparison.b][i].as_py())},
                ]
            },
        ]
        for i in best
    ]
    return columns, rows, [i + 1 for i in best]


def _start(text: str, length: int = 160) -> str:
    return text if len(text) <= length else text[: length - 1] + "…"


def _plain(text: str) -> Cell:
    return {"t": text}


def signed(number: float, write: Callable[[float], str] = delta) -> Cell:
    """A difference as a cell, coloured by its sign; undefined where it is not a number."""
    if np.isnan(number):
        return {"t": "undefined", "tone": "muted"}
    text = write(number)
    tone = "gain" if text[0] == "+" else "loss" if text[0] == "\u2212" else "muted"
    return {"t": text, "tone": tone}


def _ratio(sys_len: float, ref_len: float) -> str:
    return points(100 * sys_len / ref_len) if ref_len else "–"
