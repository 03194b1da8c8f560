"""Input of texts: the sample, files, pasted lines. All problems are reported at once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import streamlit as st

from bleu_core import InputError
from bleu_core.common.escaping import visible
from bleu_core.common.numerals import NONE, whole
from bleu_core.common.wording import listed
from bleu_core.messages import codes
from bleu_core.readers import File, advice, read_systems, sandbox
from bleu_core.readers.files import read_marked
from pages.ui import pair, state, store
from pages.ui.data import lesson_files
from pages.ui.data.formats import choose_encoding, choose_format
from pages.ui.data.mark_files import Made, with_marks
from pages.ui.data.named_files import name_and_order
from pages.ui.data.preview import TAB
from pages.ui.data.refusal import opened_with, refuse
from pages.ui.sample import SAMPLE_IS
from pages.ui.widgets import reading_progress
from pages.ui.widgets.notice import notice
from pages.ui.widgets.rerun import run_again
from pages.ui.widgets.table import table

# The most names besides A and B.
SHOWN = 3
OPTIONS = "Source, documents, format, encoding (optional)"
TABS = "The reference file has several references a line, separated by tabs"
# The controls of this form that messages recommend.
WAYS = {
    advice.SYSTEM: f"Systems are chosen under “{TAB}”: give all files there.",
    advice.SEVERAL_A_LINE: f"Tick the box “{TABS}”.",
    advice.ENCODING: f"The encoding is chosen under “{OPTIONS}”, for every file that is not UTF-8; "
    f"for each file by itself under “{TAB}”.",
    advice.FORMAT: f"The format is chosen under “{OPTIONS}” for all files, and under “{TAB}” for "
    "each file by itself.",
}


@dataclass(frozen=True)
class Given:
    """What the user submitted, not yet read."""

    outputs: list[File]
    references: list[File]
    source: File | None = None
    documents: File | None = None
    tab_separated: bool = False
    encoding: str | None = None


def show_open() -> None:
    """Draw which comparison is open."""
    data = store.evalset(state.current().data)
    if data is None:
        return  # main.py has reported it
    st.subheader("Open now", anchor=False)
    a, b = pair.names(state.current(), data)
    others = [name for name in data.systems if name not in (a, b)]
    extras = [
        name
        for name, there in (("source", data.source), ("documents", data.documents))
        if there is not None
    ] + list(data.metadata)
    columns: list[dict[str, Any]] = [
        {"label": "System A, baseline", "tone": "a"},
        {"label": "System B, candidate", "tone": "b"},
        {"label": "Segments", "align": "right", "term": "segment"},
        {"label": "References", "align": "right", "term": "reference"},
        {"label": "Also"},
    ]
    row = [visible(a), visible(b), whole(len(data)), whole(len(data.references))]
    row.append(", ".join(extras) or NONE)
    if others:
        columns.insert(2, {"label": "Other systems"})
        row.insert(2, visible(listed(others[:SHOWN], more=len(others[SHOWN:]))))
    table(columns, [row], key="current", label="The comparison that is open")
    if state.current().data:
        st.button("Open the sample instead", on_click=state.change, kwargs={"data": ""})
    else:
        st.caption(f"This is the sample: {SAMPLE_IS}.")


def upload_form() -> Given | None:
    """Draw the file form; return what was submitted when the button is pressed."""
    outputs = st.file_uploader(
        "Systems' outputs: one file each, the baseline first",
        accept_multiple_files=True,
        key="file-outputs",
        help="A file with several systems gives all of them. If there are columns to choose, it "
        f"belongs under “{TAB}”. A lesson file (TOML) leads to Learn.",
    )
    if lesson_files.show(outputs, "lesson-file"):
        return None
    with st.form("upload", border=False):
        with st.container():  # the names change here; the uploaders below keep their places
            ordered = name_and_order(outputs)
        references = st.file_uploader(
            "References: one file each",
            accept_multiple_files=True,
            key="file-references",
            help="Several references may also be in one file, separated by tabs: tick the box.",
        )
        tabs = st.checkbox(TABS)
        with st.expander(OPTIONS):
            left, right = st.columns(2)
            source = left.file_uploader("Source text", key="file-source")
            documents = right.file_uploader(
                "Document of each segment", key="file-documents", help="One name a line."
            )
            with left:
                form = choose_format("Format of the files", "file-format")
            with right:
                encoding = choose_encoding("Encoding of files that are not UTF-8", "file-encoding")
        if not st.form_submit_button("Compare", type="primary"):
            return None
    return Given(
        [File(f.name, f.getvalue(), form, called=name) for f, name in ordered],
        [File(f.name, f.getvalue(), form) for f in references],
        _file(source, form),
        _file(documents, form),
        tabs,
        encoding,
    )


def paste_form() -> Given | None:
    """Draw the form for a few typed or pasted lines."""
    with st.form("paste", border=False):
        texts = {
            label: st.text_area(label, height=90, key=f"paste-{label}")
            for label in ("A", "B", "Reference 1", "Reference 2 (optional)", "Source (optional)")
        }
        if not st.form_submit_button("Compare these lines", type="primary"):
            return None
    a, b, first, second, source = (
        File(label.removesuffix(" (optional)"), text.encode("utf-8", "replace"), "text")
        if text
        else None
        for label, text in texts.items()
    )
    return Given([o for o in (a, b) if o], [r for r in (first, second) if r], source)


def read(given: Given) -> Made | None:
    """Return a comparison with its repairs, or draw why there is none."""
    try:
        with reading_progress.shown("comparison") as progress:
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
            return Made(made, sandbox.run(read_marked, files) if is_marked else ())
    except InputError as error:
        refuse(error, "problems", WAYS)
        return None


def say_if_stopped() -> None:
    """Draw, once, that reading was stopped."""
    if reading_progress.stopped("comparison"):
        reading_progress.go_on()
        notice("info", "Stopped. Nothing was read; the comparison is as before.", key="stopped")


def open_new(made: Made) -> None:
    """Open a comparison that was just read; report its repairs first."""
    told = [*made.assembled.repairs, *with_marks(made)]
    opened_with(store.put(made.assembled.evalset), told)
    if not told:
        state.switch_to("overview.py")
    run_again()


def _file(upload: Any, form: str | None) -> File | None:
    return None if upload is None else File(upload.name, upload.getvalue(), form)
