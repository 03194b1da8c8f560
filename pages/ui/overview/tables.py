"""The Overview's tables: the parts of both scores, and the segments that carry most."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from bleu_core.common.numerals import delta, fine_delta, whole
from bleu_core.common.wording import cut
from bleu_core.present.account import Account, tables
from bleu_core.present.account.parts import Parts, smoothing_note
from bleu_core.present.account.spans import Segment
from pages.ui import state, subset
from pages.ui.widgets.account_table import draw
from pages.ui.widgets.cells import signed
from pages.ui.widgets.glossary_tip import help_of
from pages.ui.widgets.table import Cell, table

# Characters of an output in a list.
START = 160
MOVERS = [
    {"label": "#", "align": "right", "tone": "muted", "narrow": True, "help": "Line number."},
    {"label": "points", "align": "right", "narrow": True, "term": "points"},
    {"label": "Δ", "align": "right", "narrow": True, "term": "sentence-delta"},
    {"label": "output"},
]


def parts_table(parts: Parts) -> None:
    """Draw p1..pN, BP, lengths and BLEU for A, B and Δ."""
    draw(tables.parts_table(parts), key="parts")
    if note := smoothing_note(parts):
        st.caption(note)


def movers_table(account: Account, direction: int, title: str) -> None:
    """Draw the segments that carry most in a direction; a row opens its segment."""
    segments = account.gains if direction > 0 else account.losses
    opened = movers(segments, account.most, direction, title)
    if opened:
        sort = "-points" if direction > 0 else "points"
        state.change(segment=opened, sort=sort, where=subset.within(account.comparison))
        state.switch_to("segments.py")


def movers(segments: Sequence[Segment], most: int, direction: int, title: str) -> int | None:
    """Draw a table of such segments; return the line number of the one just opened."""
    note = f"The {most} with most, with the beginning of both outputs. Click one to open it."
    # In the first of the two tables only: each "?" is a stop for the Tab key.
    st.subheader(title, help=help_of("points", note) if direction > 0 else None, anchor=False)
    opened = table(
        MOVERS,
        [_mover(segment) for segment in segments],
        ids=[segment.line for segment in segments],
        key=f"movers{direction}",
        label=title,
        empty="No segment moved so.",
    )
    return int(opened) if opened else None


def _mover(segment: Segment) -> list[Cell]:
    return [
        whole(segment.line),
        signed(segment.points, fine_delta),
        {"t": delta(segment.delta), "tone": "muted"},
        {
            "lines": [
                {"tag": "A", "tone": "a", "t": cut(segment.a, START)},
                {"tag": "B", "tone": "b", "t": cut(segment.b, START)},
            ]
        },
    ]
