"""Judgments, labels and notes on the same two outputs in another saved comparison."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import streamlit as st

from bleu_core import Comparison, workspace
from bleu_core.common.escaping import escape_markdown
from bleu_core.common.formatting import format_count
from bleu_core.segments.annotations import Annotation, Annotations
from bleu_core.workspace import (
    NOTE,
    VERDICT,
    AnnotationItem,
    AnnotationRow,
    SavedComparison,
    Workspace,
)
from bleu_core.workspace.annotations import Pair
from pages.ui import open_comparison, user_workspace
from pages.ui.judgements.notes_dialog import RUNS_KEY, runs_of_dialog
from pages.ui.widgets.alert import draw_alert

Found = tuple[SavedComparison, dict[str, Annotations]]  # those of A and B here, by annotator


def draw_annotations_elsewhere(comparison: Comparison) -> None:
    """Offer to copy annotations into a saved comparison that has none of the pair."""
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
    """Return the comparison opened last that has annotations of A and B that this lacks; None if
    this has judgments of A and B.
    """
    digest = comparison.evalset.whole.digest
    others = workspace.comparisons_with_outputs(space, digest, comparison.places)
    here = _of_pair(space, digest, comparison.places) if others else {}
    if any(one.verdict for annotations in here.values() for one in annotations.values()):
        return None
    for other, places in others:
        found = _of_pair(space, other.digest, places)
        if any(
            _adds(one, here.get(name, {}).get(segment, Annotation()))
            for name, annotations in found.items()
            for segment, one in annotations.items()
        ):
            return other, found
    return None


def _of_pair(space: Workspace, digest: str, places: Pair) -> dict[str, Annotations]:
    found = {
        name: workspace.load_annotations(space, digest, name, places)
        for name in workspace.list_annotators(space, digest)
    }
    return {name: annotations for name, annotations in found.items() if annotations}


def _adds(one: Annotation, here: Annotation) -> bool:
    """Whether an annotation has what is missing here, of several pairs' notes and labels, too."""
    labelled, labelled_here = ({label.system for label in a.labels} for a in (one, here))
    return bool(one.verdict or (one.note and not here.note) or labelled - labelled_here)


def _copy(comparison: Comparison, found: Found) -> None:
    """Import the annotations of another comparison here."""
    saved, annotations = found
    rows = [
        AnnotationRow(segment, name, item, text, one.changed, comparison.places)
        for name, by_segment in annotations.items()
        for segment, one in by_segment.items()
        for item, text in _items(one)
        if text
    ]
    digest, title = comparison.evalset.whole.digest, open_comparison.title_of(saved)
    st.session_state["annotations-not-copied"] = user_workspace.change(
        lambda space: workspace.import_annotations(space, digest, title, rows)
    )
    st.session_state[RUNS_KEY] = runs_of_dialog() + 1


def _items(annotation: Annotation) -> Iterator[tuple[AnnotationItem, str]]:
    yield VERDICT, annotation.verdict
    yield NOTE, annotation.note
    for one in annotation.labels:
        yield AnnotationItem("label", one.system, one.name, one.number), one.severity
