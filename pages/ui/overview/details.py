"""The folded rows below the cards that need Streamlit; each is drawn once it is open."""

from __future__ import annotations

import streamlit as st

from bleu_core.common.formatting import format_int
from bleu_core.explain.comparison import Comparison
from bleu_core.present.tables import ComparisonResults
from bleu_core.present.tables.comparison_tables import stability_sentence, tests_table
from bleu_core.present.tables.references import (
    SHARES,
    TITLE,
    about_reference_points,
    about_reference_shares,
    comparison_points_table,
    reference_shares_table,
)
from bleu_core.present.tables.verdict import no_test_reason_of
from bleu_core.systems.references import most_segments
from pages.ui import results
from pages.ui.overview import charts, other_metrics
from pages.ui.widgets.progress_bars import draw_while_running
from pages.ui.widgets.rich_text import draw_rich_text, glossary_help
from pages.ui.widgets.table import draw_document_table

# Tests that reject a true null too often, or have little power: on request.
ON_REQUEST = ("sacrebleu-bootstrap", "paired-t")


def draw_details(comparison: Comparison) -> None:
    """Draw the rows."""
    rows = {
        "metrics": ("Other metrics and tests", _draw_metrics_and_tests),
        "references": ("References", _draw_references),
        "charts": ("Charts", charts.draw_charts),
    }
    if len(comparison.evalset.references) < 2:
        del rows["references"]
    with st.container(key="details"):
        for key, (title, draw) in rows.items():
            panel = st.expander(f"**{title}**", key=f"details-{key}", on_change="rerun")
            if panel.open:
                with panel:
                    draw(comparison)


def _draw_metrics_and_tests(comparison: Comparison) -> None:
    """Draw the other metrics, and the tests side by side."""
    st.subheader("Other metrics", anchor=False)
    draw_while_running(other_metrics.is_computing, other_metrics.draw_section)
    found = ComparisonResults(comparison, results.significance.ready(comparison))
    st.subheader("Significance", anchor=False)
    if found.significance is None:
        st.caption(no_test_reason_of(comparison.evalset) or "Testing …")
        return
    st.caption(found.significance.about_unit)
    label = "sacreBLEU's bootstrap, and the t-test of the BLEU paper"
    shows_all = st.toggle(label, key="all-tests")
    tests = [one for one in found.tests if shows_all or one.term not in ON_REQUEST]
    draw_document_table(tests_table(tests), key="tests-table")
    if found.significance.about_power:
        st.caption(found.significance.about_power, help=glossary_help("power"))
    stability = stability_sentence(comparison, found.significance)
    if stability and (opened := draw_rich_text(stability, key="stability", small=True)):
        charts.open_segments(comparison, opened.removeprefix("slice:"))


def _draw_references(comparison: Comparison) -> None:
    """Draw how references score as outputs, beside A and B, and what each contributes."""
    most = most_segments(len(comparison.evalset.references), 2)
    if len(comparison) > most:
        st.caption(f"Not computed for more than {format_int(most)} segments.")
        return
    found = results.references(comparison)
    if found is None:
        st.caption("No segment has all references.")
        return
    points, shares = found
    left, right = st.columns([2, 3], gap="medium")
    with left:
        st.markdown(f"**{TITLE}**")
        draw_document_table(comparison_points_table(comparison, points), key="reference-points")
        st.caption(about_reference_points(points))
    with right:
        st.markdown(f"**{SHARES}**")
        draw_document_table(reference_shares_table(shares), key="reference-shares")
        st.caption(about_reference_shares(shares))
