"""A metric vs. people within segments: agreement, and discordant segments."""

from __future__ import annotations

import streamlit as st

from bleu_core import EvalSet
from bleu_core.common.escaping import unmarked
from bleu_core.people.against.standings import Against
from bleu_core.people.against.systems import Measured
from bleu_core.present.account import people_segments as segment_texts
from pages.ui import pair, state
from pages.ui.widgets.account_table import draw
from pages.ui.widgets.glossary_tip import help_of
from pages.ui.widgets.paging import paging
from pages.ui.widgets.prose import prose

ROWS = 10


def show(data: EvalSet, versus: Against, found: Measured) -> None:
    """Draw the agreement and the discordant segments; a row opens its segment."""
    if found.by_segment is None:
        return
    st.subheader("Segments", help=help_of("acc-eq"), anchor=False)
    prose(segment_texts.about_segments(versus, found), key="people-segments", small=True)
    parted = found.by_segment.parted
    if not len(parted):
        return
    label = unmarked(versus.about.label)
    st.caption(
        f"Where {label} and people prefer different outputs, the farthest apart first. A row "
        "opens its segment, with what the metric prefers as A and what people prefer as B."
    )
    page = paging(len(parted), key="parted-pages", rows=ROWS)
    opened = draw(segment_texts.parted_table(versus, found, page), key="parted", narrow=True)
    if opened:
        row = int(opened)
        pair.choose(data, versus.names[parted.metric[row]], versus.names[parted.people[row]])
        state.change(segment=int(parted.segments[row]) + 1, where="")
        state.switch_to("segments.py")
