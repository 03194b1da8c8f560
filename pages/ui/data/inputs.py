"""Input of texts: the sample, files, pasted lines, and the settings of the score."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pandas as pd
import streamlit as st

from bleu_core import InputError
from bleu_core.common.escaping import one_line
from bleu_core.common.formatting import NO_VALUE, format_int, join_words
from bleu_core.common.pair import LABEL_A, LABEL_B
from bleu_core.messages import codes
from bleu_core.readers import File, choices, read_systems, sandbox
from bleu_core.readers.files import (
    MAX_SYSTEM_NAME,
    default_name,
    order_files,
    read_annotation_tables,
)
from pages.ui import open_comparison, state, store
from pages.ui.data import preview
from pages.ui.data.marks import ReadComparison, import_attached_marks
from pages.ui.data.preview import TAB, choose_encoding, choose_format, open_with_repairs, refuse
from pages.ui.store import SAMPLE_IS
from pages.ui.widgets import progress_bars
from pages.ui.widgets.alert import draw_alert
from pages.ui.widgets.controls import run_again
from pages.ui.widgets.table import draw_table


def name_and_order(uploads: list[Any]) -> list[tuple[Any, str]]:
    """Return the uploads in the chosen order, each with its name or ''."""
    if not uploads:
        return []
    # A choice is for these files, not for others that replace them.
    key = abs(hash(tuple(upload.file_id for upload in uploads)))
    usual = [default_name(upload.name) for upload in uploads]
    files = [upload.name for upload in uploads]
    edited = st.data_editor(
        pd.DataFrame({"Place": range(1, len(files) + 1), "Name": usual, "File": files}),
        column_config={
            "Place": st.column_config.NumberColumn(
                "Order", help="Position of the system.", step=1, width="small"
            ),
            "Name": st.column_config.TextColumn(
                help=f"At most {MAX_SYSTEM_NAME} characters. If the name is unchanged or empty, a "
                "system name inside the file is used instead."
            ),
        },
        disabled=["File"],
        hide_index=True,
        width="stretch",
        key=f"names-{key}",
    )
    baseline = st.selectbox(
        "Baseline (A)",
        range(-1, len(files)),
        format_func=lambda number: files[number] if number >= 0 else "the first in the table",
        key=f"baseline-{key}",
    )
    given = [
        "" if name is None or name == own else name
        for name, own in zip(edited["Name"], usual, strict=True)
    ]
    places = order_files(edited["Place"].tolist(), baseline)
    return [(uploads[number], given[number]) for number in places]


# Most names besides A and B.
SHOWN = 3
FORMATS = "Plain text with one segment per line, or any format that the field uses."
OPTIONS = "Source, documents, format, encoding (optional)"
TABS = "Several tab-separated references per line"
# Remedies in messages that name controls of this form.
WAYS = {
    choices.SYSTEM: f"To choose systems, upload all files under “{TAB}”.",
    choices.SEVERAL_A_LINE: f"Select “{TABS}”.",
    choices.ENCODING: f"Choose the encoding under “{OPTIONS}” for all files that are not UTF-8, or "
    f"under “{TAB}” for each file.",
    choices.FORMAT: f"Choose the format under “{OPTIONS}” for all files, or under “{TAB}” for each "
    "file.",
}


@dataclass(frozen=True)
class SubmittedInput:
    """What the user submitted, not yet read."""

    outputs: list[File]
    references: list[File]
    source: File | None = None
    documents: File | None = None
    tab_separated: bool = False
    encoding: str | None = None


def draw_open() -> None:
    """Draw which comparison is open."""
    data = store.evalset(state.current().data)
    if data is None:
        return  # main.py has reported it
    st.subheader("Open comparison", anchor=False)
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
    draw_table(columns, [row], key="current", label="Open comparison")
    if state.current().data:
        st.button("Open the sample", on_click=state.change, kwargs={"data": ""})
    else:
        st.caption("Sample data.", help=f"{SAMPLE_IS}.")


def upload_form() -> SubmittedInput | None:
    """Draw the file form; return what was submitted when the button is pressed."""
    outputs = st.file_uploader(
        "System outputs: one file each, baseline first",
        accept_multiple_files=True,
        key="file-outputs",
        help="A file with several systems adds all of them. Upload files whose columns you need "
        f"to choose under “{TAB}”. A lesson file (TOML) opens in Learn.",
    )
    if preview.draw_lesson_file(outputs, "lesson-file"):
        return None
    with st.form("upload", border=False):
        with st.container():  # the names change here; the uploaders below keep their places
            ordered = name_and_order(outputs)
        references = st.file_uploader(
            "References: one file each",
            accept_multiple_files=True,
            key="file-references",
            help="One file can also contain several references, separated by tabs: select the "
            "checkbox below.",
        )
        tabs = st.checkbox(TABS)
        with st.expander(OPTIONS):
            left, right = st.columns(2)
            source = left.file_uploader("Source text", key="file-source")
            documents = right.file_uploader(
                "Document of each segment", key="file-documents", help="One name per line."
            )
            with left:
                form = choose_format("File format", "file-format")
            with right:
                encoding = choose_encoding("Encoding of files that are not UTF-8", "file-encoding")
        if not st.form_submit_button("Compare", type="primary"):
            return None
    return SubmittedInput(
        [File(f.name, f.getvalue(), form, called=name) for f, name in ordered],
        [File(f.name, f.getvalue(), form) for f in references],
        _file(source, form),
        _file(documents, form),
        tabs,
        encoding,
    )


PASTED = (LABEL_A, LABEL_B, "Reference 1", "Reference 2 (optional)", "Source (optional)")


def paste_form() -> SubmittedInput | None:
    """Draw the form for a few typed or pasted lines."""
    with st.form("paste", border=False):
        texts = {label: st.text_area(label, height=90, key=f"paste-{label}") for label in PASTED}
        if not st.form_submit_button("Compare lines", type="primary"):
            return None
    a, b, first, second, source = (
        File(label.removesuffix(" (optional)"), text.encode("utf-8", "replace"), "text")
        if text
        else None
        for label, text in texts.items()
    )
    return SubmittedInput([o for o in (a, b) if o], [r for r in (first, second) if r], source)


def read_submitted(given: SubmittedInput) -> ReadComparison | None:
    """Return a comparison with its repairs, or draw why there is none."""
    try:
        with progress_bars.reading_progress("comparison") as progress:
            made = sandbox.run(
                read_systems,
                given.outputs,
                given.references,
                given.source,
                given.documents,
                tab_separated=given.tab_separated,
                encoding=given.encoding,
                progress=progress,
            )
            is_marked = "table.annotated" in codes(made.repairs)
            files = [*given.outputs, *given.references]
            marks = sandbox.run(read_annotation_tables, files) if is_marked else ()
            return ReadComparison(made, marks)
    except InputError as error:
        refuse(error, "problems", WAYS)
        return None


def draw_if_stopped() -> None:
    """Draw, once, that reading was stopped."""
    if progress_bars.reading_stopped("comparison"):
        progress_bars.forget_stop()
        draw_alert("info", "Stopped. No files were read; nothing has changed.", key="stopped")


def open_new(made: ReadComparison) -> None:
    """Open a comparison that was just read; report its repairs first."""
    sentences = [*made.assembled.repairs, *import_attached_marks(made)]
    open_with_repairs(store.put(made.assembled.evalset), sentences)
    if not sentences:
        state.switch_to("overview.py")
    run_again()


def _file(upload: Any, form: str | None) -> File | None:
    return None if upload is None else File(upload.name, upload.getvalue(), form)
