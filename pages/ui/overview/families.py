"""Families of n-grams that stand out: a table that closes to Δ; a row opens its n-grams."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from bleu_core import Comparison
from bleu_core.ngrams.families import Causes
from bleu_core.numerals import bare, fine_delta, share, whole
from pages.ui import state, store
from pages.ui.widgets.cells import signed
from pages.ui.widgets.glossary_tip import help_of
from pages.ui.widgets.rerun import run_again
from pages.ui.widgets.table import Cell, table

# Up to so many segments n-grams are counted unasked: half a second.
QUICK = 20_000
HEADINGS = [
    {"label": "n-grams with", "tone": "code"},
    {"label": "of matches", "align": "right", "narrow": True, "term": "credited"},
    {"label": "A wins", "align": "right", "tone": "a", "narrow": True, "term": "wins"},
    {"label": "B wins", "align": "right", "tone": "b", "narrow": True, "term": "wins"},
    {"label": "q", "align": "right", "narrow": True, "term": "q-value"},
    {"label": "points", "align": "right", "narrow": True, "term": "points"},
]


def quick(comparison: Comparison) -> bool:
    """Whether the families can be had without being asked for."""
    return comparison.ledger.defined and len(comparison) <= QUICK


def show(comparison: Comparison) -> None:
    """The table, as soon as it is known; on large test sets a button that counts."""
    if not comparison.ledger.defined:
        return
    found = store.causes(comparison)
    if found is None and quick(comparison):
        return
    st.subheader("N-grams that stand out", help=help_of("family"), anchor=False)
    if found is None:
        if st.button(f"Count the n-grams of {whole(len(comparison))} segments"):
            with st.spinner("Counting n-grams"):
                store.find_causes(comparison)
            run_again()
        return
    if not found.rows:
        st.caption("No family of n-grams stands out: what changed is spread over all of them.")
        return
    rows = _rows(found)
    ids = [i if i < len(found.rows) else None for i in range(len(rows))]
    opened = table(HEADINGS, rows, ids=ids, key="families", label="Families of n-grams")
    if opened:
        open_ngrams(found.rows[int(opened)].search)


def open_ngrams(text: str) -> None:
    """The N-grams screen with what is searched for."""
    phrases = replace(state.current().phrases, kind="matched", text=text, ngram="", sort="")
    state.change(phrases=phrases)
    st.switch_page("ngrams.py")


def _rows(found: Causes) -> list[list[Cell]]:
    rows: list[list[Cell]] = [
        [
            cause.text,
            share(cause.share),
            whole(cause.wins_a),
            whole(cause.wins_b),
            bare(cause.q),
            signed(cause.points, fine_delta),
        ]
        for cause in found.rows
    ]
    for name, carried in found.sources.closing(found.listed):
        rows.append([{"t": name, "tone": "muted"}, "", "", "", "", signed(carried, fine_delta)])
    return rows
