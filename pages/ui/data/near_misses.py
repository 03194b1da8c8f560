"""What ignoring case, spaces, quotation marks, hyphens and Unicode forms would gain."""

from __future__ import annotations

from typing import Any

import streamlit as st

from bleu_core.common.numerals import delta, percent, points, whole
from bleu_core.readers.health import NearMiss
from pages.ui import pair, results, state, store
from pages.ui.widgets import progress
from pages.ui.widgets.cells import signed
from pages.ui.widgets.table import Cell, table

FORGIVEN = (
    "BLEU of both systems, counted anew with all texts changed alike: lower-cased; with one way to "
    "set spaces at punctuation; with one kind of quotation mark; with every hyphen and dash "
    "without spaces and alike; in Unicode's form NFKC. "
    "What is gained is what such differences cost now; it does not say which side is right."
)


def show() -> None:
    """Draw the table when it is opened: all texts are counted again for it."""
    data = store.evalset(state.current().data)
    if data is None:
        return
    label = "Near misses: what case, spaces, quotation marks, hyphens and Unicode forms cost"
    panel = st.expander(label, on_change="rerun", key="near-misses")
    if not panel.open:
        return
    with panel:
        try:
            view = state.current()
            comparison = store.comparison(data, view.config, *pair.names(view, data))
        except ValueError:  # invalid settings are reported above
            return
        with progress.bar(
            f"Counting {whole(len(data))} segments anew", shown=len(data) >= progress.SLOW
        ) as counting:
            found = results.near_misses(comparison, counting)
        columns, rows = _rows(found)
        table(columns, rows, key="near-misses-table", label="BLEU with differences forgiven")
        st.caption(FORGIVEN)


def _rows(found: list[NearMiss]) -> tuple[list[dict[str, Any]], list[list[Cell]]]:
    columns: list[dict[str, Any]] = [
        {"label": "Forgiven"},
        {"label": "A", "align": "right", "tone": "a", "term": "bleu"},
        {"label": "gain", "align": "right", "term": "near-miss"},
        {"label": "of 100 − A", "align": "right", "term": "near-miss"},
        {"label": "B", "align": "right", "tone": "b", "term": "bleu"},
        {"label": "gain", "align": "right", "term": "near-miss"},
        {"label": "of 100 − B", "align": "right", "term": "near-miss"},
        {"label": "Δ (B − A)", "align": "right", "term": "delta"},
        {"label": "change", "align": "right", "help": "Δ with it forgiven, minus Δ as scored."},
    ]
    scored = found[0]
    rows: list[list[Cell]] = [
        [
            {"t": "nothing: as scored", "tone": "strong"},
            points(scored.before_a), "", "",
            points(scored.before_b), "", "",
            delta(scored.delta_before), "",
        ]
    ]  # fmt: skip
    for row in found:
        rows.append(
            [
                row.what,
                points(row.after_a), delta(row.gains[0]), percent(row.shares[0], 1),
                points(row.after_b), delta(row.gains[1]), percent(row.shares[1], 1),
                delta(row.delta_after), signed(row.delta_after - row.delta_before),
            ]
        )  # fmt: skip
    return columns, rows
