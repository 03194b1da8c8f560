"""The annotations dialog: summary, files, imports, and the label types."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict
from functools import partial
from typing import Any

import streamlit as st

from bleu_core import Comparison, workspace
from bleu_core.common.escaping import one_line
from bleu_core.common.formatting import format_count, format_int, join_words
from bleu_core.common.pair import A, B
from bleu_core.present.tables.segments import SIGN_TITLES, agreement_sentence
from bleu_core.readers import File, sandbox
from bleu_core.segments.annotations import (
    SEVERITIES,
    SIGNS,
    VERDICTS,
    Annotations,
    label_counts,
    verdict_agreement,
)
from bleu_core.workspace import (
    Gone,
    ImportResult,
    LabelType,
    Workspace,
    WorkspaceError,
    annotation_files,
)
from bleu_core.workspace.annotation_files import AnnotationFile, format_rows
from bleu_core.workspace.label_types import LONGEST_NAME
from pages.ui import open_comparison, user_workspace
from pages.ui.judgements import annotator, saved_annotations
from pages.ui.judgements.annotator import current_annotator
from pages.ui.widgets import progress_bars
from pages.ui.widgets.alert import draw_alert, error_sentences
from pages.ui.widgets.controls import run_again
from pages.ui.widgets.download import draw_download
from pages.ui.widgets.table import draw_table

# Most segments named in a sentence.
MOST_SEGMENTS = 20


# The id of an imported file, and what it gave: a tone, a title, and sentences.
_IMPORTED_KEY = "imported"


def _draw_imports(comparison: Comparison) -> None:
    whose = st.text_input(
        "Annotator of files without a name",
        max_chars=LONGEST_NAME,
        key="whose-notes",
        help="Leave empty if it was you.",
    )
    file = st.file_uploader(
        "Import annotations exported here or by a colleague",
        key="notes-file",
        help="Imported annotations belong to their annotators and are shown beside yours. Yours do "
        "not change, and you can undo each import on Data.",
    )
    if file is None:
        return
    # Read once, because the dialog reruns at every press in it.
    seen, *told = st.session_state.get(_IMPORTED_KEY, ("",))
    if seen != file.file_id:
        told = [*_import_file(file, workspace.normalize_name(whose), comparison)]
        st.session_state[_IMPORTED_KEY] = (file.file_id, *told)
    draw_alert(*told, key="imported-notes")


def _import_file(file: Any, whose: str, comparison: Comparison) -> tuple[str, str, Sequence[str]]:
    """Read a file and save its annotations; return a tone, a title and sentences."""
    bar = st.progress(0.0, progress_bars.READING_TEXT)
    rows_of = partial(
        sandbox.run,
        annotation_files.parse_table,
        progress=lambda part: bar.progress(part, progress_bars.READING_TEXT),
    )
    evalset = comparison.evalset
    try:
        read = annotation_files.read(File(file.name, file.getvalue()), comparison, rows_of)
        owner = whose or current_annotator()
        rows = [row if row.annotator else row._replace(annotator=owner) for row in read.rows]
        space = user_workspace.with_comparison(evalset, comparison.config)
        added = workspace.import_annotations(space, evalset.digest, file.name, rows)
    except (ValueError, Gone, WorkspaceError) as error:
        return "error", "Nothing was imported:", error_sentences(error)
    finally:
        bar.empty()
    number, stays = added
    is_here = not (stays or read.unknown or read.repeated)
    nothing = "Nothing imported: all of it is already here." if is_here else "Nothing imported."
    return "info", "Imported." if number else nothing, _result_sentences(read, added)


def _result_sentences(read: AnnotationFile, added: ImportResult) -> list[str]:
    number, segments = added
    sentences = [
        f"Judgments, labels and notes: {format_int(len(read.rows))} read, "
        f"{format_int(number)} saved."
    ]
    if read.other_pairs:
        sentences.append(
            f"{format_count(read.other_pairs, 'row is', 'rows are')} for another pair of systems; "
            f"choose that pair as {A} and {B} to see them."
        )
    if segments:
        stays = join_words((format_int(segment + 1) for segment in segments), MOST_SEGMENTS)
        sentences.append(
            f"In {format_count(len(segments), 'segment')}, the same annotator has different "
            f"annotations here, which were not replaced: {stays}."
        )
    if read.repeated:
        sentences.append(
            f"Skipped, because an earlier row for the same annotator and segment differs: "
            f"{format_rows(read.repeated)}."
        )
    if read.unknown:
        sentences.append(
            f"Skipped, because no segment of their two systems has these texts: "
            f"{format_count(len(read.unknown), 'row')} ({format_rows(read.unknown)})."
        )
    return sentences


RUNS_KEY = "annotations-dialog"


def runs_of_dialog() -> int:
    """How often the dialog was drawn, and so may have changed annotations."""
    runs: int = st.session_state.get(RUNS_KEY, 0)
    return runs


COLUMNS = ("name", "key", "meaning")
HOW = " Keys on a segment: a, b, s, x to judge, l to label, n for a note."


@st.dialog("Annotations", width="large", on_dismiss="rerun")
def notes_dialog(opens_name: bool = False) -> None:
    """Draw the dialog, first the tab with the annotator's name if `opens_name`."""
    st.session_state[RUNS_KEY] = runs_of_dialog() + 1
    comparison = open_comparison.current_comparison()
    tabs = "Summary", "Export and import", "Label types"
    summary, files, kinds = st.tabs(tabs, default=tabs[1] if opens_name else None)
    with files:
        annotator.draw_name_field()
        exports = st.container()
        _draw_imports(comparison)
    me = current_annotator()
    annotations: dict[str, Annotations] = {me: saved_annotations.own_annotations(comparison)}
    list_names = partial(workspace.list_annotators, comparison=comparison.evalset.digest)
    annotations |= {name: {} for name in user_workspace.ask(list_names, []) if name != me}
    annotations |= saved_annotations.annotations_by_others(comparison)
    with summary:
        who = _draw_whose(list(annotations))
        marked = comparison.evalset.own(saved_annotations.marked_errors(comparison, who))
        _draw_summary(comparison, annotations[who], marked)
    with exports:
        _draw_export(comparison, annotations[me])
    with kinds:
        _draw_typology()


def _draw_whose(names: list[str]) -> str:
    """Whose annotations are summarized: the visitor's, unless others' are here and chosen."""
    if len(names) == 1:
        return names[0]
    who: str = st.selectbox(
        "Annotator",
        names,
        format_func=lambda name: (
            f"you{f' ({name})' if name else ''}"
            if name == names[0]
            else annotator.name_in_sentence(one_line(name))
        ),
        key="whose",
        help="The worklist, its filters and reports use only your own annotations.",
    )
    return who


def _draw_summary(comparison: Comparison, annotations: Annotations, marked: Annotations) -> None:
    if not annotations and not marked:
        st.caption(f"No annotations yet.{HOW}")
        return
    if annotations:
        result = verdict_agreement(comparison, annotations)
        st.caption(f"Number of segments by judgment and sign of sentence Δ ({B} − {A}).")
        draw_table(
            [
                {"label": "judgment"},
                *({"label": SIGN_TITLES[s], "align": "right", "term": "verdict"} for s in SIGNS),
            ],
            [[v, *(format_int(result.table[v, s]) for s in SIGNS)] for v in VERDICTS],
            key="agreement",
            label="Judgments by sign of sentence Δ",
        )
        st.markdown(agreement_sentence(result))
    _draw_errors(annotations, "labels", key="label-counts")
    _draw_errors(marked, "errors marked in the texts", key="mark-counts")


def _draw_errors(annotations: Annotations, what: str, *, key: str) -> None:
    counts = label_counts(annotations)
    if not counts:
        return
    st.caption(f"Number of {what}.")
    draw_table(
        [
            {"label": "label"},
            {"label": "in"},
            *({"label": s, "align": "right", "term": "label"} for s in SEVERITIES),
            {"label": "all", "align": "right", "term": "label"},
        ],
        [
            [
                name,
                {"t": system, "tone": system.lower()},
                *(format_int(count) for count in (*by_severity, sum(by_severity))),
            ]
            for name, system, by_severity in counts
        ],
        key=key,
        label=f"{what.capitalize()} by system and severity",
    )


def _draw_export(comparison: Comparison, own: Annotations) -> None:
    me, digest = current_annotator(), comparison.evalset.digest
    load = partial(workspace.load_ratings, comparison=digest, annotator=me)
    spans = user_workspace.ask(load, [])
    pair = (comparison.a, comparison.b)
    marked = {one.segment for one in spans if one.system in pair and one.marks}
    of_pair = " for this pair" if len(comparison.evalset.systems) > 2 else ""
    st.caption(
        f"You have annotated {format_count(len(own.keys() | marked), 'segment')}{of_pair}.",
        help="Each exported row has the hash of its segment, so a colleague's file matches the "
        f"same segments in any order, with other system names, and with {A} and {B} swapped.",
    )
    draw_download(
        "Export CSV",
        partial(annotation_files.to_csv, comparison, own, me, spans),
        "annotations.csv",
        "text/csv",
        disabled=not (own or marked),
        key="export-annotations",
    )


def _draw_typology() -> None:
    import pandas as pd

    kinds = user_workspace.ask(workspace.load_label_types, ())
    st.caption(
        "“key” sets the label while you label (l).",
        help="Existing annotations keep their labels, whatever the list is.",
    )
    # The list whose rows are edited: one that another window saves meanwhile has other rows.
    if not any(st.session_state.get("typology", {}).values()):
        st.session_state["typology-edited"] = kinds
    base: Sequence[LabelType] = st.session_state.setdefault("typology-edited", kinds)
    edited = st.data_editor(
        pd.DataFrame(map(asdict, base), columns=COLUMNS),
        num_rows="dynamic",
        hide_index=True,
        width="stretch",
        key="typology",
    )
    cells = edited.astype(object).where(edited.notna(), "")  # an empty cell may be None or NaN
    wanted = [
        LabelType(*(str(cell).strip() for cell in row)) for row in cells.itertuples(index=False)
    ]
    problems = workspace.label_type_problems(wanted)
    if problems:
        draw_alert("error", "These labels cannot be used yet:", problems, key="typology-problems")
    wrong = ""
    with st.container(horizontal=True):
        if st.button("Save labels", type="primary", disabled=bool(problems)):
            save = partial(workspace.save_label_types, kinds=wanted)
            wrong = _save_labels(save) or run_again()
        if st.button("Reset to default labels"):
            reset = partial(workspace.save_label_types, kinds=workspace.DEFAULT_LABEL_TYPES)
            wrong = _save_labels(reset) or st.rerun(scope="fragment")
    if wrong:
        draw_alert("error", "The labels were not saved:", [wrong], key="typology-wrong")


def _save_labels(save: Callable[[Workspace], None]) -> str:
    """Save a list of labels; return why that failed, or ''. The table stays as edited then."""
    wrong = user_workspace.change(save)
    if not wrong:
        for name in ("typology", "typology-edited"):
            st.session_state.pop(name, None)
    return wrong
