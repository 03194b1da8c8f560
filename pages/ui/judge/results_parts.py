"""Preferences on each part of the test set, sliced as on the Slices screen."""

from __future__ import annotations

import streamlit as st

from bleu_core.common.escaping import visible
from bleu_core.people.results.gathered import Results
from bleu_core.people.results.preferences import by_part
from bleu_core.people.sessions.judged import Judgement
from bleu_core.present.account.session_preferences import about_parts, parts_table
from bleu_core.segments.slices import criteria
from bleu_core.segments.slices.criteria import bands_of
from pages.ui import open_comparison, state, store
from pages.ui.widgets.account_table import draw
from pages.ui.widgets.controls import follow
from pages.ui.widgets.glossary_tip import help_of


def show(results: Results, judgements: list[Judgement]) -> None:
    """Draw the parts by one criterion, for one of the judged pairs."""
    st.subheader("By part of the test set", help=help_of("slice"), anchor=False)
    data, config = open_comparison.get().evalset, open_comparison.get().config
    pairs = [(preference.a, preference.b) for preference in results.preferences]
    with st.container(horizontal=True):
        a, b = pairs[0]
        if len(pairs) > 1:
            a, b = st.selectbox(
                "Systems",
                pairs,
                format_func=lambda pair: " and ".join(visible(name, 40) for name in pair),
                key="results-pair",
                width=320,
            )
        comparison = store.comparison(data, config, a, b)
        known = list(criteria(comparison))
        requested = state.current().slice_by or results.plan.by
        by = requested if requested in known else known[0]
        st.selectbox(
            "Slice by",
            known,
            known.index(by),
            **follow("results-by", by, lambda chosen: state.change(slice_by=chosen)),
            width=320,
        )
    bands = bands_of(comparison, by)
    there = [judgement for judgement in judgements if judgement.segment < len(bands.part)]
    result = by_part(there, a, b, bands.labels, bands.part)
    draw(parts_table(result), key="results-parts", narrow=True)
    st.caption(f"{criteria(comparison)[by]} {about_parts(result)}")
