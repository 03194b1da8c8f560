"""The dialog on what was said: what it adds up to, its files, the labels to choose from."""

from __future__ import annotations

from functools import partial

import pandas as pd
import streamlit as st

from bleu_core import Comparison, InputError, workspace
from bleu_core.annotations import SEVERITIES, SIGNS, VERDICTS, Annotations, agreement, label_counts
from bleu_core.readers import File
from bleu_core.report.said import SIGN_TITLES, agreed
from bleu_core.words import counted, whole
from bleu_core.workspace import Gone, Kind, WorkspaceError, exchange
from pages.ui import judgement, keeping, opening
from pages.ui.again import run_again
from pages.ui.notice import notice
from pages.ui.table import table

COLUMNS = ("name", "key", "meaning")
MOST_CONFLICTS = 20


@st.dialog("Notes and labels", width="large", on_dismiss="rerun")
def dialog() -> None:
    """What was said of the segments of the comparison that is open."""
    comparison = opening.comparison()
    summary, files, kinds = st.tabs(["Summary", "Export and import", "Labels to choose from"])
    with files:
        _import(comparison)
        annotations = judgement.said(comparison)
        _export(comparison, annotations)
    with summary:
        _summary(comparison, annotations)
    with kinds:
        _typology()


def _summary(comparison: Comparison, annotations: Annotations) -> None:
    if not annotations:
        st.caption("Nothing has been said yet. On a segment: a, b, s, x for a verdict, l, n.")
        return
    found = agreement(comparison, annotations)
    st.caption("Verdicts, by the sign of sentence Δ (B − A); number of segments.")
    table(
        [
            {"label": "verdict"},
            *({"label": SIGN_TITLES[s], "align": "right", "term": "verdict"} for s in SIGNS),
        ],
        [[v, *(whole(found.table[v, s]) for s in SIGNS)] for v in VERDICTS],
        key="agreement",
        label="Verdicts by the sign of sentence Δ",
    )
    st.markdown(agreed(found))
    counts = label_counts(annotations)
    if counts:
        st.caption("Labels; number of segments.")
        table(
            [
                {"label": "label"},
                {"label": "in"},
                *({"label": s, "align": "right", "term": "label"} for s in SEVERITIES),
                {"label": "all", "align": "right", "term": "label"},
            ],
            [
                [
                    count.name,
                    {"t": count.system, "tone": count.system.lower()},
                    *(whole(getattr(count, s)) for s in SEVERITIES),
                    whole(count.total),
                ]
                for count in counts
            ],
            key="label-counts",
            label="Labels by system and severity",
        )


def _export(comparison: Comparison, annotations: Annotations) -> None:
    st.caption(
        f"Something is said of {counted(len(annotations), 'segment')}. A row has the hash of "
        "its segment: a colleague's file finds the same segments again, in whatever order."
    )
    with st.container(horizontal=True):
        for name, kind, write in (
            ("CSV", "text/csv", exchange.to_csv),
            ("JSON Lines", "application/jsonl", exchange.to_jsonl),
        ):
            st.download_button(
                f"Export {name}",
                partial(write, comparison, annotations),
                file_name=f"bleuscope-notes.{'csv' if name == 'CSV' else 'jsonl'}",
                mime=kind,
                disabled=not annotations,
                on_click="ignore",
            )


def _import(comparison: Comparison) -> None:
    upload = st.file_uploader(
        "Import a file that was exported here or by a colleague",
        key="notes-file",
        help="What is not there yet is added. Where both have a verdict, or a severity of the same "
        "label, and they differ, yours stays, and it is told. Notes are put below each other.",
    )
    if upload is None:
        return
    # Read once: the dialog runs again at every press in it.
    if st.session_state.get("imported", ("",))[0] != upload.file_id:
        try:
            told = _merge(File(upload.name, upload.getvalue()), comparison)
            st.session_state["imported"] = upload.file_id, "info", "Imported.", told
        except (InputError, ValueError, Gone, WorkspaceError) as error:
            problems = getattr(error, "problems", [str(error)])
            answer = upload.file_id, "error", "Nothing was imported:", problems
            st.session_state["imported"] = answer
    _, tone, title, told = st.session_state["imported"]
    notice(tone, title, told, key="imported-notes")


def _merge(file: File, comparison: Comparison) -> list[str]:
    """Add what a file says; answer in sentences what came of it."""
    space = keeping.kept_in()
    if space is None:
        raise Gone
    read = exchange.read(file, comparison)
    if not workspace.find(space, comparison.evalset.digest):
        workspace.keep(space, comparison.evalset, comparison.config)
    conflicts = workspace.add(space, comparison.evalset.digest, read.items)
    told = [f"Verdicts, labels and notes read: {whole(len(read.items))}."]
    if read.unknown:
        told.append(
            f"Left out: {counted(len(read.unknown), 'row')} (the first is row "
            f"{whole(read.unknown[0])}), whose segment this comparison does not have."
        )
    for segment, item, mine, theirs in conflicts[:MOST_CONFLICTS]:
        what = " ".join(filter(None, (item.kind, item.system, item.label)))
        told.append(
            f"Segment {whole(segment + 1)}, {what}: “{theirs}” in the file, “{mine}” here; "
            "yours stays."
        )
    if len(conflicts) > MOST_CONFLICTS:
        told.append(f"{whole(len(conflicts) - MOST_CONFLICTS)} more of the kind.")
    return told


def _typology() -> None:
    st.caption(
        "The key sets a label while labelling (l). Labels that were given stay when one is renamed "
        "or taken away here."
    )
    kinds = keeping.ask(workspace.typology, ())
    frame = pd.DataFrame([[getattr(k, c) for c in COLUMNS] for k in kinds], columns=COLUMNS)
    edited = st.data_editor(
        frame, num_rows="dynamic", hide_index=True, width="stretch", key="typology"
    )
    rows = kinds_of(edited)
    problems = workspace.problems(rows)
    if problems:
        notice("error", "These labels cannot be used yet:", problems, key="typology-problems")
    with st.container(horizontal=True):
        if st.button("Save the labels", type="primary", disabled=bool(problems)):
            keeping.ask(lambda space: workspace.set_typology(space, rows), None)
            run_again()
        if st.button("Back to the default labels"):
            keeping.ask(lambda space: workspace.set_typology(space, workspace.DEFAULT), None)
            st.session_state.pop("typology", None)
            st.rerun(scope="fragment")


def kinds_of(frame: pd.DataFrame) -> list[Kind]:
    """The rows of the table of labels; a cell that is empty may be None or NaN there."""
    cells = frame.astype(object).where(frame.notna(), "")
    return [Kind(*(str(cell).strip() for cell in row)) for row in cells.itertuples(index=False)]
