"""Error annotations of the open comparison: list, import, export, undo."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, NamedTuple

import streamlit as st

from bleu_core import EvalSet, InputError, workspace
from bleu_core.common.escaping import one_line
from bleu_core.common.formatting import format_count, format_int, format_recent_time
from bleu_core.common.progress import Progress, sub_progress
from bleu_core.messages import screen
from bleu_core.people import mark_rows
from bleu_core.people.mark_export import to_tsv
from bleu_core.people.mark_import import import_marks, import_summary
from bleu_core.present.document import Column, build_table
from bleu_core.readers import Assembled, File, Parts, sandbox
from bleu_core.workspace import Gone, WorkspaceError
from pages.ui import state, store, user_workspace
from pages.ui.judgements import annotator
from pages.ui.widgets import progress_bars
from pages.ui.widgets.alert import draw_alert, error_sentences, safe_sentences, workspace_or_explain
from pages.ui.widgets.controls import run_again
from pages.ui.widgets.download import draw_download
from pages.ui.widgets.table import draw_document_table


class ReadComparison(NamedTuple):
    """A comparison that was just read, its files that contain annotations, and notes on others."""

    assembled: Assembled
    marks: Sequence[Parts] = ()
    notes: Sequence[str] = ()


# The outcome of an import, as an alert shows it: a tone, a title, and sentences.
Outcome = tuple[str, str, list[str]]


def import_attached_marks(made: ReadComparison) -> list[str]:
    """Import the annotations in a comparison's files; return the outcome in sentences."""
    sentences = []
    for parts in made.marks:
        _, title, told = save_marks(made.assembled.evalset, parts)
        # Repairs made while reading are reported with the texts.
        of_marks = (one for one in told if one not in map(one_line, parts.repairs))
        sentences += [f"{one_line(parts.name, 60)}: {title}", *of_marks]
    return sentences


def save_marks(evalset: EvalSet, parts: Parts, progress: Progress | None = None) -> Outcome:
    """Match a table of annotations with a test set and import them."""
    if user_workspace.current() is None:
        why = [WHERE_SAVED, user_workspace.nothing_saved_reason()]
        return "warning", "Its error annotations were not saved.", why
    try:
        laid = import_marks(mark_rows.mark_rows(parts), evalset, progress)
        told = safe_sentences([import_summary(laid), *parts.repairs, *laid.messages])
        if not laid.ratings:
            return "error", "No error annotation in it matches this test set.", told
        space = user_workspace.with_comparison(evalset, state.current().config)
        number, stays = workspace.import_ratings(space, evalset.digest, parts.name, laid.ratings)
    except (ValueError, Gone, WorkspaceError) as error:
        return "error", NOT_IMPORTED, error_sentences(error)
    if stays:
        told.append(screen.annotations_stay([int(segment) + 1 for segment in stays]))
    if not number:
        here = "Nothing imported: all its error annotations are already here."
        return "info", "Nothing imported." if stays else here, told
    return "info", "Error annotations imported.", told


TAB = "Error annotations"
ABOUT = (
    "Errors that annotators marked in outputs, with span, category and severity. Segments shows "
    "them; Judge compares BLEU with them. Imported annotations belong to the annotators named in "
    "the file: yours do not change, and you can undo each import."
)
READS = (
    "Marot's or Google's TSV (one error per row, between <v> and </v>), or WMT's CSV or JSON Lines "
    "of error spans with scores of 0 to 100. Systems are matched by name, segments by text."
)
WHERE_SAVED = "Error annotations are saved in a workspace."
NOT_IMPORTED = "No error annotations were imported:"
NOT_UNDONE = "The import was not undone:"


def draw_marks() -> None:
    """Draw the annotations of the open comparison, and the forms for files."""
    data = store.evalset(state.current().data)
    if data is None:
        return  # main.py has reported it
    st.subheader(TAB, anchor=False, help=ABOUT)
    title = "Error annotations are not saved here."
    if workspace_or_explain(title, WHERE_SAVED, key="no-marks") is None:
        return
    _table(data)
    _import(data)
    _export(data)


def _table(data: EvalSet) -> None:
    """Draw the imports of annotations, newest first; each can be undone."""
    found = user_workspace.ask(lambda space: workspace.list_imports(space, data.digest), [])

    def annotators(one: workspace.Import) -> str:
        numbers = (one.ratings or one.items).items()
        listed = (f"{annotator.name_in_sentence(who)} {format_int(n)}" for who, n in numbers)
        return one_line(", ".join(listed), 200)

    table = build_table(
        "Imports of annotations",
        found,
        (Column("file", is_text=True), lambda one: one_line(one.file, 60)),
        (Column("imported", is_text=True), lambda one: format_recent_time(one.made)),
        (
            Column("annotations", is_text=True),
            lambda one: "rated outputs" if one.ratings else "judgments, labels, notes",
        ),
        (
            Column("number", "", "mark"),
            lambda one: format_int(sum((one.ratings or one.items).values())),
        ),
        (Column("by annotator", is_text=True), annotators),
    )
    draw_document_table(table, key="mark-imports", empty="No annotations imported yet.")
    if found:
        names = {i.id: f"{one_line(i.file, 60)} · {format_recent_time(i.made)}" for i in found}
        with st.popover("Undo an import", key="marks-back", type="tertiary"):
            number = st.selectbox(
                "Import", list(names), format_func=names.__getitem__, key="marks-import"
            )
            st.caption("Deletes all its annotations from this comparison, not your file.")
            chosen = next(one for one in found if one.id == number)
            undo, args = "marks-take-back", (data.digest, chosen)
            st.button("Undo import", key=undo, on_click=_take_back, args=args)


def _take_back(digest: str, found: workspace.Import) -> None:
    undo = partial(workspace.delete_import, comparison=digest, found=found)
    wrong = user_workspace.change(undo)
    outcome = ("error", NOT_UNDONE, [wrong]) if wrong else ("info", "Import undone.", [])
    st.session_state["marks-came"] = digest, outcome


def _import(data: EvalSet) -> None:
    upload = st.file_uploader("Import error annotations", key="file-marks", help=READS)
    seen, outcome = st.session_state.get("marks-came", (None, None))
    # Read once per file, so that removed annotations are not imported again.
    if upload is not None and st.session_state.get("marks-read") != upload.file_id:
        st.session_state["marks-read"] = upload.file_id
        st.session_state["marks-came"] = data.digest, _read_and_save(upload, data)
        run_again()  # the table is above
    if outcome is not None and seen == data.digest:
        draw_alert(*outcome, key="marks-came-told")


def _read_and_save(upload: Any, data: EvalSet) -> Outcome:
    file = File(one_line(upload.name, 60), upload.getvalue())
    try:
        with progress_bars.reading_progress(("marks", upload.file_id)) as progress:
            reading, laying = sub_progress(progress, 0, 0.4), sub_progress(progress, 0.4, 1)
            parts = sandbox.run(mark_rows.read_mark_table, file, progress=reading)
            return save_marks(data, parts, laying)
    except InputError as error:
        return "error", NOT_IMPORTED, list(error.problems)


def _export(data: EvalSet) -> None:
    counts = user_workspace.ask(workspace.count_annotations, {}).get(data.digest, {})
    number = counts.get("rated output", 0)
    st.caption(
        f"{format_count(counts.get('mark', 0), 'annotated error')} in "
        f"{format_count(number, 'rated output')}, by all annotators."
        if number
        else "No error annotations to export yet."
    )
    draw_download(
        "Export Marot TSV",
        partial(_export_marks, data),
        "bleuscope-marks.tsv",
        "text/tab-separated-values",
        disabled=not number,
        key="export-marks-tsv",
    )


def _export_marks(data: EvalSet) -> bytes:
    space = user_workspace.current()
    if space is None:
        raise Gone
    return to_tsv(data, workspace.load_ratings(space, data.digest))
