"""Human reference points: how references score as outputs, beside all systems."""

from __future__ import annotations

import streamlit as st

from bleu_core import Comparison
from bleu_core.common.escaping import one_line
from bleu_core.common.formatting import truncate
from bleu_core.present.account.references import (
    TITLE,
    about_reference_points,
    reference_points_table,
)
from bleu_core.present.document import Span
from bleu_core.systems import ScoredSystems
from bleu_core.systems.reference_counts import count_references, most_segments
from bleu_core.systems.reference_points import ReferencePoints, reference_points
from pages.ui.cache import result
from pages.ui.widgets.table import draw_account_table

# Part of the most segments for which references are scored within a second.
QUICK_SHARE = 0.1
# Characters of a name that leave room for the numbers.
LONGEST_NAME = 40


@result(size=lambda _: 10_000)
def _reference_points(systems: ScoredSystems) -> ReferencePoints | None:
    counts = count_references(systems.evalset, systems.names, systems.config)
    return counts and reference_points(counts)


def draw_reference_points(comparison: Comparison, systems: ScoredSystems) -> None:
    """Draw how references score as outputs, beside the systems; on request if that takes long."""
    references, segments = len(systems.evalset.references), len(systems.evalset)
    most = most_segments(references, len(systems))
    if references < 2 or segments > most:
        return
    st.markdown(f"**{TITLE}**")
    place = st.empty()
    if _reference_points.ready(systems) is None and segments > QUICK_SHARE * most:
        if not place.button("Score the references"):
            return
        place.caption("Scoring the references …")
    found = _reference_points(systems)
    place.empty()
    if found is None:
        st.caption("No segment has all references.")
        return

    def label(name: str) -> Span:
        return Span(
            truncate(one_line(name), LONGEST_NAME),
            {comparison.b: "b", comparison.a: "a"}.get(name, ""),
        )

    draw_account_table(reference_points_table(found, label), key="ranking-references")
    st.caption(about_reference_points(found, "systems"))
