"""Pasted text, and the comparison that is open."""

from __future__ import annotations

from typing import Any

import streamlit as st

from bleu_core import InputError
from bleu_core.common.escaping import escape_markdown, one_line
from bleu_core.common.formatting import NO_VALUE, format_int, join_words
from bleu_core.common.pair import LABEL_A, LABEL_B
from bleu_core.readers import File, read_systems, sandbox
from pages.ui import open_comparison, state, store
from pages.ui.data.marks import ReadComparison
from pages.ui.data.opening import refuse
from pages.ui.data.reading import READING
from pages.ui.data.uploads import FILES, remove_all
from pages.ui.store import SAMPLE_IS
from pages.ui.widgets import progress_bars
from pages.ui.widgets.table import draw_table

# Most names besides A and B.
SHOWN = 3
TAB = "Open comparison"


def draw_open() -> None:
    """Draw which comparison is open."""
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
        {"label": "A, baseline", "tone": "a"},
        {"label": "B, candidate", "tone": "b"},
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


PASTED = (LABEL_A, LABEL_B, "Reference 1", "Reference 2 (optional)", "Source (optional)")


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
