"""Judgments, labels and notes on the same two outputs in another saved comparison."""

from __future__ import annotations

from functools import partial

import streamlit as st

from bleu_core import Comparison, workspace
from bleu_core.common.escaping import escape_markdown
from bleu_core.common.formatting import format_count
from bleu_core.readers import File
from bleu_core.segments.annotations import Annotations
from bleu_core.workspace import SavedComparison, Workspace, annotation_files
from pages.ui import open_comparison, user_workspace
from pages.ui.judgements.notes_dialog import RUNS_KEY, runs_of_dialog
from pages.ui.widgets.alert import draw_alert

Found = tuple[SavedComparison, dict[str, Annotations]]  # the annotations by annotator


def draw_annotations_elsewhere(comparison: Comparison) -> None:
    """Offer to copy annotations into a saved comparison that has none."""
    if problem := st.session_state.pop("annotations-not-copied", ""):
        draw_alert("error", "The annotations were not copied:", [problem], key="not-copied")
    found: Found | None = user_workspace.ask(partial(_find, comparison=comparison), None)
    if found is None:
        return
    other, annotations = found
    segments = len(set().union(*annotations.values()))
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown(
            f"Another saved comparison, {escape_markdown(open_comparison.title_of(other))}, has "
            f"annotations of these two outputs ({format_count(segments, 'segment')})."
        )
        st.button("Copy annotations", on_click=_copy, args=(comparison, found))


def _find(space: Workspace, comparison: Comparison) -> Found | None:
    """Return the comparison opened last that has annotations of A and B; None if this has some."""
    digest, pair = comparison.evalset.whole.digest, (comparison.a, comparison.b)
    others = workspace.comparisons_with_outputs(space, digest, pair)
    if not others or workspace.list_annotators(space, digest):
        return None
    for other in others:
        a, b = map(other.systems.index, pair)
        found = {
            name: annotations
            for name in workspace.list_annotators(space, other.digest)
            if (annotations := workspace.load_annotations(space, other.digest, name, (a, b)))
        }
        if found:
            return other, found
    return None


def _copy(comparison: Comparison, found: Found) -> None:
    """Export the annotations of another comparison, and import them here."""
    saved, annotations = found
    title = open_comparison.title_of(saved)

    def copy(space: Workspace) -> None:
        if (data := workspace.load_comparison(space, saved.digest)) is None:
            return
        other = Comparison.of(data, comparison.config, comparison.a, comparison.b)
        for name, said in annotations.items():
            file = File("annotations.csv", annotation_files.to_csv(other, said, name))
            rows = annotation_files.read(file, comparison).rows
            workspace.import_annotations(space, comparison.evalset.digest, title, rows)

    st.session_state["annotations-not-copied"] = user_workspace.change(copy)
    st.session_state[RUNS_KEY] = runs_of_dialog() + 1
