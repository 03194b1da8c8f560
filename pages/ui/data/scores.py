"""Imported scores: the list with their means, and the form for more."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

import streamlit as st

from bleu_core import EvalSet
from bleu_core.common.escaping import visible
from bleu_core.common.numerals import NONE, delta, points, whole
from bleu_core.metrics import Scores, of_systems, opinion_of
from bleu_core.metrics.imported import missing
from pages.ui import imported_scores, pair, results, state, store, user_workspace
from pages.ui.data import score_files
from pages.ui.widgets.cells import signed
from pages.ui.widgets.glossary_tip import help_of
from pages.ui.widgets.notice import notice
from pages.ui.widgets.table import Cell, table

TAB = "Imported scores"
ABOUT = (
    "Numbers that were counted elsewhere, one a segment: COMET, BLEURT, people's marks. Here "
    "they are averaged, tested and shown beside BLEU; no model is run."
)
MISSING = "Segments without a number in A or in B. They count in neither mean."


def show() -> None:
    """Draw the scores of the open comparison, and the form for more."""
    data = store.evalset(state.current().data)
    if data is None:
        return  # main.py has reported it
    a, b = pair.names(state.current(), data)
    found = results.imported_scores(data)
    with st.container(horizontal=True, vertical_alignment="center"):
        st.subheader("Imported scores", anchor=False, help=help_of("imported-score"))
        if found and not user_workspace.is_only_read():
            with st.popover("Remove", key="scores-remove", type="tertiary", width="content"):
                _removal(data, found)
    st.caption(ABOUT)
    table(
        [
            {"label": "name"},
            {"label": "better is"},
            {"label": "A", "align": "right", "tone": "a", "term": "imported-score"},
            {"label": "B", "align": "right", "tone": "b", "term": "imported-score"},
            {"label": "Δ", "align": "right", "term": "delta"},
            {"label": "no score", "align": "right", "help": MISSING},
            {"label": "A is from"},
            {"label": "B is from"},
        ],
        [_row(scores, a, b) for scores in found.values()],
        key="imported-scores",
        label="Imported scores",
        empty="There are none yet for this comparison.",
    )
    if closed := user_workspace.why_only_read():
        notice("info", "No scores are imported here.", [closed], key="scores-only-read")
    else:
        score_files.form(data, a, b)


def _row(scores: Scores, a: str, b: str) -> list[Cell]:
    better = "higher" if scores.higher_is_better else "lower"
    if not of_systems([scores], a, b):
        return [visible(scores.name), better, *[NONE] * 6]
    said = opinion_of(scores, a, b)
    digits = said.about.decimals
    return [
        {"t": visible(scores.name), "tone": "strong"},
        better,
        points(said.score_a, digits),
        points(said.score_b, digits),
        signed(said.delta, partial(delta, digits=digits), scores.higher_is_better),
        whole(missing(scores, a, b)),
        *({"t": visible(scores.origins.get(name, NONE), 60), "tone": "muted"} for name in (a, b)),
    ]


def _removal(data: EvalSet, found: Mapping[str, Scores]) -> None:
    name = st.selectbox("Scores", list(found), key="scores-removed")
    st.caption("Their numbers go from this comparison. The files stay where they are.")
    st.button(
        "Remove these scores",
        on_click=imported_scores.remove,
        args=(data, name),
        disabled=name is None,
    )
