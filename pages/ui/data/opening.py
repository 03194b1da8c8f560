"""Pasted text, the open comparison, and opening what was read: repairs, or why it fails."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import streamlit as st

from bleu_core import InputError
from bleu_core.common.escaping import escape_markdown, one_line
from bleu_core.common.formatting import NO_VALUE, format_count, format_int, join_words
from bleu_core.common.pair import A, B
from bleu_core.readers import File, choices, read_systems, sandbox
from bleu_core.readers.input_checks import explain_lengths
from bleu_core.text.evalset import MisalignedColumns
from pages.ui import open_comparison, state, store, user_workspace
from pages.ui.data import scores
from pages.ui.data.marks import ReadComparison, import_attached_marks
from pages.ui.data.reading import FILES, READING, Repairs, find_repairs, remove_all
from pages.ui.store import SAMPLE_IS
from pages.ui.widgets import progress_bars
from pages.ui.widgets.alert import draw_alert
from pages.ui.widgets.controls import run_again
from pages.ui.widgets.table import draw_table

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
    """Draw why nothing is compared, and repairs; `ways` maps remedies to controls of the form."""
    realigned, prefix = find_repairs(error) if repairs is None else repairs
    sentences = [*error.problems, *choices.remedies(error.problems, ways or {})]
    if isinstance(error, MisalignedColumns) and realigned:
        sentences = explain_lengths(error, can_be_mended=True)
    draw_alert("error", "These files cannot be compared yet:", sentences, key=key)
    if not isinstance(error, MisalignedColumns):
        return
    offers = [("mend", "Repair and compare", REPAIR_HELP, realigned)]
    if prefix:
        first = format_count(len(prefix.evalset), "segment")
        offers.append(("prefix", f"Compare the first {first}", PREFIX_HELP, prefix))
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


def draw_outcome() -> None:
    """Draw, once, that reading was stopped; and the repairs of what was just read."""
    if progress_bars.reading_stopped(READING):
        progress_bars.forget_stop()
        draw_alert("info", "Stopped. No files were read; nothing has changed.", key="stopped")
    digest, repairs = st.session_state.get("repairs", ("", []))
    if repairs and digest == state.current().data:
        draw_alert("warning", "Opened. Changes made while reading:", repairs, key="repairs")
        st.page_link("overview.py", label="Go to Overview", icon=":material/arrow_forward:")


# Most names besides A and B.
SHOWN = 3
TAB = "Open comparison"


def draw_open() -> None:
    data = store.evalset(state.current().data)
    if data is None:
        return  # main.py has reported it
    a, b = open_comparison.pair_names(state.current(), data)
    others = [name for name in data.systems if name not in (a, b)]
    extras = [
        name
        for name, there in (("source", data.source), ("documents", data.documents))
        if there is not None
    ] + list(data.metadata)
    columns: list[dict[str, Any]] = [
        {"label": f"{A}, baseline", "tone": "a"},
        {"label": f"{B}, candidate", "tone": "b"},
        {"label": "Segments", "align": "right", "term": "segment"},
        {"label": "References", "align": "right", "term": "reference"},
        {"label": "Other data"},
    ]
    row = [one_line(a), one_line(b), format_int(len(data)), format_int(len(data.references))]
    row.append(", ".join(extras) or NO_VALUE)
    if others:
        columns.insert(2, {"label": "Other systems"})
        row.insert(2, one_line(join_words(others[:SHOWN], more=len(others[SHOWN:]))))
    draw_table(columns, [row], key="current", label=TAB)
    if state.current().data:
        st.button("Open the sample", on_click=state.change, kwargs={"data": ""})
    else:
        st.caption("Sample data.", help=f"{SAMPLE_IS}.")


def draw_way_back() -> None:
    """Draw the link to the open comparison, and the button that drops the chosen files."""
    data = store.evalset(state.current().data)
    if data is not None:
        pair = " → ".join(map(one_line, open_comparison.pair_names(state.current(), data)))
        label = f"Back to {escape_markdown(pair)}"
        st.page_link("overview.py", label=label, icon=":material/chevron_left:")
    st.button("Start over", on_click=remove_all, args=(FILES,))


PASTED = (A, B, "Reference 1", "Reference 2 (optional)", "Source (optional)")


def draw_paste_form() -> ReadComparison | None:
    """Draw the form for a few typed or pasted lines; return what was submitted."""
    with st.expander("Paste text"), st.form("paste", border=False):
        texts = {label: st.text_area(label, height=90, key=f"paste-{label}") for label in PASTED}
        pressed = st.form_submit_button("Compare lines", type="primary")
    if not pressed:
        return None
    a, b, first, second, source = (
        File(label.removesuffix(" (optional)"), text.encode("utf-8", "replace"), "text")
        if text
        else None
        for label, text in texts.items()
    )
    try:
        with progress_bars.reading_progress(READING) as progress:
            outputs, references = [o for o in (a, b) if o], [r for r in (first, second) if r]
            made = sandbox.run(read_systems, outputs, references, source, progress=progress)
            return ReadComparison(made)
    except InputError as error:
        refuse(error, "problems")
        return None
