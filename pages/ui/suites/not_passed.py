"""The cells of a run that did not pass, the worst first, with reasons."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import streamlit as st

from bleu_core.common.escaping import visible
from bleu_core.suite.rendering.told import Cell, change, verdict
from pages.ui.suites.chosen import choose
from pages.ui.widgets.cells import cell as drawn
from pages.ui.widgets.paging import paging
from pages.ui.widgets.table import table

# Few, so that the details stay near.
ROWS = 10
COLUMNS: list[dict[str, Any]] = [
    {"label": "", "narrow": True},
    {"label": "test set"},
    {"label": "system"},
    {"label": "Δ BLEU", "align": "right", "term": "delta", "narrow": True},
    {"label": "why"},
]


def show(found: Sequence[Cell], shown: Cell | None) -> None:
    """Draw the table; a row opens its details."""
    st.subheader("What did not pass, and why", anchor=False)
    page = paging(len(found), key="not-passed-page", rows=ROWS)
    opened = table(
        COLUMNS,
        [_row(one) for one in found[page]],
        ids=list(range(len(found)))[page],
        selected=found.index(shown) if shown in found else None,
        shows="suite-cell",
        how="Enter tells more of it",
        key="not-passed",
        label="What did not pass",
    )
    if opened:
        choose(found[int(opened)])


def _row(one: Cell) -> list[Any]:
    of_system = [change(one.system.bleu)] if one.system else []
    return [
        drawn(verdict(one.state)),
        {"t": visible(one.of.name), "tone": "code"},
        {"t": visible(one.system.name) if one.system else "", "tone": "code"},
        drawn(of_system[0]) if of_system else "",
        " ".join(map(visible, one.why)),
    ]
