"""Error annotations of the open comparison: list, import, export, undo."""

from __future__ import annotations

from functools import partial
from typing import Any

import streamlit as st

from bleu_core import EvalSet, InputError, workspace
from bleu_core.common.escaping import visible
from bleu_core.common.numerals import counted, when, whole
from bleu_core.common.progress import part_of
from bleu_core.people.mark_files import rows as mark_rows
from bleu_core.people.mark_files import writing as files
from bleu_core.readers import File, sandbox
from bleu_core.workspace import Import, Workspace
from pages.ui import state, store, user_workspace
from pages.ui.data.mark_files import Came, keep
from pages.ui.judgements import annotator
from pages.ui.widgets import reading_progress
from pages.ui.widgets.notice import notice
from pages.ui.widgets.rerun import run_again
from pages.ui.widgets.table import Cell, table

TAB = "People's marks"
ABOUT = (
    "Errors that people marked in outputs, each with its place, category and severity. They are "
    "shown on Segments, and BLEU is held against them on Judge. What a file marks stays its "
    "annotators'; nothing of yours is changed, and each import can be taken back."
)
READS = (
    "Marot's or Google's TSV (a row an error, with <v> and </v> around it), WMT's CSV of error "
    "spans with scores of 0 to 100, or JSON Lines as exported here. Systems are found by their "
    "names, segments by their texts."
)
FORMS = {"tsv": "Marot's TSV", "csv": "WMT's CSV", "jsonl": "JSON Lines"}
MIME = {"tsv": "text/tab-separated-values", "csv": "text/csv", "jsonl": "application/jsonl"}


def show() -> None:
    """Draw the annotations of the open comparison, and the forms for files."""
    data = store.evalset(state.current().data)
    if data is None:
        return  # main.py has reported it
    st.subheader("People's marks", anchor=False)
    st.caption(ABOUT)
    space = user_workspace.current()
    if space is None:
        why = ["Marks are kept in a workspace.", user_workspace.why_nothing()]
        notice("info", "No marks are kept here.", why, key="no-marks")
        return
    _table(data)
    if space.only_read:
        notice("info", "No marks are imported here.", [space.only_read], key="marks-only-read")
    else:
        _import(data)
    _export(data, space)


def _table(data: EvalSet) -> None:
    """Draw the imports with annotations, the last first; each can be removed."""
    nothing: list[Import] = []
    found = user_workspace.ask(lambda space: workspace.imports(space, data.digest), nothing)
    found = [one for one in found if one.ratings]
    rows: list[list[Cell]] = [
        [
            visible(one.file, 60),
            when(one.made),
            whole(sum(one.ratings.values())),
            visible(", ".join(f"{annotator.spoken(w)} {whole(n)}" for w, n in one.ratings.items()),
                    200),
        ]
        for one in found
    ]  # fmt: skip
    table(
        [
            {"label": "file"},
            {"label": "imported"},
            {"label": "rated outputs", "align": "right", "term": "mark"},
            {"label": "of annotators"},
        ],
        rows,
        key="mark-imports",
        label="Imports of marks",
        empty="No file of marks was imported for this comparison yet.",
    )
    if found and not user_workspace.is_only_read():
        names = {one.id: f"{visible(one.file, 60)} · {when(one.made)}" for one in found}
        with st.popover("Take back", key="marks-back", type="tertiary"):
            number = st.selectbox(
                "Import", list(names), format_func=names.__getitem__, key="marks-import"
            )
            st.caption("All that it marks goes from this comparison. The file stays where it is.")
            st.button(
                "Take this import back",
                key="marks-take-back",
                on_click=_take_back,
                args=(data.digest, number),
            )


def _take_back(digest: str, number: int) -> None:
    user_workspace.ask(partial(workspace.take_back, comparison=digest, number=number), None)
    st.session_state["marks-came"] = None, Came("info", "Taken back.", [])


def _import(data: EvalSet) -> None:
    upload = st.file_uploader("Import a file of marks", key="file-marks", help=READS)
    seen, came = st.session_state.get("marks-came", (None, None))
    # Read once per file, so that removed annotations are not imported again.
    if upload is not None and st.session_state.get("marks-read") != upload.file_id:
        st.session_state["marks-read"] = upload.file_id
        st.session_state["marks-came"] = data.digest, _taken(upload, data)
        run_again()  # the table is above
    if came is not None and seen in (None, data.digest):
        notice(came.tone, came.title, came.told, key="marks-came-told")


def _taken(upload: Any, data: EvalSet) -> Came:
    file = File(visible(upload.name, 60), upload.getvalue())
    key = ("marks", upload.file_id)
    try:
        with reading_progress.shown(key) as progress:
            reading, laying = part_of(progress, 0, 0.4), part_of(progress, 0.4, 1)
            parts = sandbox.run(mark_rows.read_table, file, progress=reading)
            return keep(data, parts, user_workspace.current(), laying)
    except InputError as error:
        return Came("error", "No marks were imported:", list(error.problems))


def _export(data: EvalSet, space: Workspace) -> None:
    nothing: dict[str, dict[str, int]] = {}
    counts = user_workspace.ask(workspace.how_many, nothing).get(data.digest, {})
    number = counts.get("rated output", 0)
    st.caption(
        f"{counted(counts.get('mark', 0), 'mark')} in {counted(number, 'rated output')} are kept "
        "with this comparison, of all annotators."
        if number
        else "There are no marks to export yet."
    )
    with st.container(horizontal=True):
        for form, name in FORMS.items():
            st.download_button(
                f"Export {name}",
                partial(_written, space, data, form),
                file_name=f"bleuscope-marks.{form}",
                mime=MIME[form],
                disabled=not number,
                on_click="ignore",
                key=f"export-marks-{form}",
            )


def _written(space: Workspace, data: EvalSet, form: str) -> bytes:
    return files.WRITERS[form](data, workspace.ratings(space, data.digest))
