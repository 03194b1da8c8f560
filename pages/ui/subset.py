"""The filtered part of the test set, which Overview, N-grams, Slices and reports can be about.

All other screens are about all segments. Line numbers, annotations, imported scores and saved data
are those of the whole test set.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from bleu_core import Comparison
from bleu_core.common.numerals import counted, whole
from bleu_core.common.wording import listed
from bleu_core.messages import codes
from bleu_core.messages import screen as messages
from bleu_core.present.report.subset import some
from bleu_core.segments.expressions import conjoined
from pages.ui import chosen, open_comparison, state, store
from pages.ui.view import NGRAMS, OVERVIEW, SEGMENTS, SLICES
from pages.ui.widgets.notice import notice
from pages.ui.widgets.rerun import run_again
from pages.ui.widgets.subset_line import subset_line

# The screens that show the part, with their titles; and the one where segments are selected.
FOLLOWING = {OVERVIEW: "Overview", NGRAMS: "N-grams", SLICES: "Slices"}
CHOOSING = SEGMENTS


class Asked(NamedTuple):
    """The indices of the segments that the filter selects, or why it cannot be used."""

    rows: NDArray[np.int64]
    fault: str = ""


def shown() -> Comparison:
    """Return the open comparison, or its filtered part if the view asks for it.

    If no segment is selected, the whole page runs again and says so.
    """
    everything, view = open_comparison.get(), state.current()
    if not (view.only and view.where):
        return everything
    asked = _asked(everything)
    if asked.fault or len(asked.rows) == len(everything):
        return everything
    if not len(asked.rows):
        run_again()
    return store.part(everything, asked.rows, view.where)


def within(comparison: Comparison, where: str = "") -> str:
    """Return an expression for segments of the part that is shown."""
    part = comparison.evalset.where
    return conjoined([part, where]) if part and where else part or where


def line(comparison: Comparison, screen: str) -> bool:
    """Draw which segments a screen is about; return whether it has any."""
    view = state.current()
    follows = screen in FOLLOWING
    if not (view.only or (view.where and (follows or screen == CHOOSING))):
        return True
    asked = _asked(comparison) if view.where else Asked(np.arange(len(comparison)))
    if asked.fault and not view.only:
        return True  # the filter says what is wrong
    told, tone = _told(asked, comparison, screen)
    where = view.where
    code = codes([asked.fault])[0]
    subset_line(told, where, on=view.only, tone=tone, code=code, key="subset", switch=_switch)
    is_empty = view.only and follows and not asked.fault and not len(asked.rows)
    if is_empty:
        _say_empty(comparison)
    return not is_empty


def _told(asked: Asked, comparison: Comparison, screen: str) -> tuple[str, str]:
    """Return the text before the expression, and its tone."""
    view, number, of = state.current(), len(asked.rows), len(comparison)
    follows = screen in FOLLOWING
    everything = f"all {counted(of, 'segment')}"
    if not view.where:
        return f"There is no filter: these are {everything}.", "muted"
    if asked.fault:
        these = "These are" if follows else f"{listed(FOLLOWING.values())} are of"
        return f"{these} {everything}: {asked.fault} The filter:", "warning"
    if not view.only:
        return f"{whole(number)} of {counted(of, 'segment')} fulfil", "muted"
    if screen == CHOOSING:
        these = f"{whole(number)} of {counted(of, 'segment')}:"
        return f"{listed(FOLLOWING.values())} are of these {these}", "muted"
    if not follows:
        rest = f"{listed(FOLLOWING.values())} have only {whole(number)}:"
        return f"This screen has {everything}; {rest}", "muted"
    if number == of:
        return f"All {counted(of, 'segment')} fulfil", "strong"
    if not number:
        return f"None of {counted(of, 'segment')} fulfils", "strong"
    return f"{some(number, of)}:", "strong"


def _asked(comparison: Comparison) -> Asked:
    where = state.current().where
    if waiting := chosen.waiting(comparison, where):
        return Asked(np.arange(0), messages.filter_uncounted(waiting))
    found = chosen.by(comparison, where)
    fault = found.fault
    why = "" if fault is None else messages.filter_meaningless(fault.problem)
    return Asked(np.flatnonzero(found.mask), why)


def _switch() -> None:
    state.change(only=not state.current().only)


def _say_empty(comparison: Comparison) -> None:
    """Draw that no segment is selected, and what can be done."""
    notice(
        "info",
        "No segment fulfils the filter.",
        [
            f"None of the {counted(len(comparison), 'segment')} does, so there is nothing to "
            "compare here.",
        ],
        key="no-segment",
    )
    with st.container(horizontal=True):
        label = f"Show all {counted(len(comparison), 'segment')}"
        st.button(label, on_click=_switch, type="primary", key="all-segments")
        st.button("Remove the filter", on_click=state.change, kwargs={"where": "", "only": False})
