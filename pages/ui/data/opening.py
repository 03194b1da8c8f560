"""Opening what was read: repairs, annotations, or why files cannot be compared."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from bleu_core import InputError
from bleu_core.common.formatting import format_count
from bleu_core.readers import choices
from bleu_core.readers.input_checks import find_length_mismatches
from bleu_core.text.evalset import MisalignedColumns
from pages.ui import state, store, user_workspace
from pages.ui.data import scores
from pages.ui.data.marks import ReadComparison, import_attached_marks
from pages.ui.data.reading import READING, Repairs, find_repairs
from pages.ui.data.uploads import FILES, remove_all
from pages.ui.widgets import progress_bars
from pages.ui.widgets.alert import draw_alert
from pages.ui.widgets.controls import run_again

# Most sentences on repairs; each file has a few.
MOST_REPAIRS = 50
REPAIR_HELP = (
    "Missing lines become empty outputs; extra lines are dropped. The system is renamed to "
    "“… (repaired)”."
)
PREFIX_HELP = "All files are cut to the shortest output."


def refuse(
    error: InputError,
    key: str,
    ways: Mapping[str, str] | None = None,
    repairs: Repairs | None = None,
) -> None:
    """Draw why there is no comparison; for columns of different lengths, offer repairs.

    `ways` maps what messages recommend to the controls of the form.
    """
    if repairs is None:
        repairs = find_repairs(error)
    sentences = [*error.problems, *choices.remedies(error.problems, ways or {})]
    if isinstance(error, MisalignedColumns) and repairs.realigned:
        sentences = [finding.sentence for finding in find_length_mismatches(error.columns)]
    draw_alert("error", "These files cannot be compared yet:", sentences, key=key)
    if not isinstance(error, MisalignedColumns):
        return
    offers = [("mend", "Repair and compare", REPAIR_HELP, repairs.realigned)]
    if repairs.prefix:
        first = format_count(len(repairs.prefix.evalset), "segment")
        offers.append(("prefix", f"Compare the first {first}", PREFIX_HELP, repairs.prefix))
    with st.container(horizontal=True):
        for name, label, help, repaired in offers:
            if repaired:
                done = [*error.repairs, *(finding.sentence for finding in repaired.findings)]
                st.button(
                    label,
                    key=f"{name}-{key}",
                    on_click=open_with_repairs,
                    args=(store.put(repaired.evalset), done),
                    help=help,
                )


def open_with_repairs(digest: str, repairs: list[str]) -> None:
    """Open a comparison that was just read; Data reports its repairs."""
    made = store.evalset(digest)
    if made is not None:
        user_workspace.keep(made, state.current().config)
    state.change(data=digest)
    if not scores.offered():
        remove_all(FILES)
    st.session_state["repairs"] = digest, repairs[:MOST_REPAIRS]


def open_new(made: ReadComparison) -> None:
    """Open a comparison that was just read; report its repairs first."""
    sentences = [*made.assembled.repairs, *import_attached_marks(made), *made.notes]
    open_with_repairs(store.put_read(made.assembled.evalset), sentences)
    if made.notes:
        st.session_state["data-tab"] = scores.TAB
    if not sentences:
        state.switch_to("overview.py")
    run_again()


def draw_repairs() -> None:
    """Draw the repairs of the open comparison, if it was just read."""
    digest, repairs = st.session_state.get("repairs", ("", []))
    if repairs and digest == state.current().data:
        draw_alert("warning", "Opened. Changes made while reading:", repairs, key="repairs")
        st.page_link("overview.py", label="Go to Overview", icon=":material/arrow_forward:")


def draw_if_stopped() -> None:
    """Draw, once, that reading was stopped."""
    if progress_bars.reading_stopped(READING):
        progress_bars.forget_stop()
        draw_alert("info", "Stopped. No files were read; nothing has changed.", key="stopped")
