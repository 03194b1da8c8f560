"""Saved slices: the scores of A and B on each; a row opens its segments."""

from __future__ import annotations

from functools import partial

import streamlit as st

from bleu_core import Comparison
from bleu_core.common.escaping import visible
from bleu_core.common.numerals import bare, bounds, fine_delta, points, whole
from bleu_core.common.numerals import delta as delta_text
from bleu_core.messages import codes
from bleu_core.segments.saved_slices import (
    ABOUT_CHOSEN,
    NOT_EXCHANGEABLE,
    SavedSlice,
    ScoredSlice,
    about_saved,
    score_saved,
)
from bleu_core.workspace import Workspace
from pages.ui import chosen, open_comparison, state, user_workspace
from pages.ui import slice_saving as saving
from pages.ui.cache import result
from pages.ui.slices.opening import open_where
from pages.ui.widgets import progress
from pages.ui.widgets.cells import signed
from pages.ui.widgets.glossary_tip import help_of
from pages.ui.widgets.notice import notice
from pages.ui.widgets.table import Cell, table

UNSAVED = "(filter of this link)"
# Segments times slices that are tested without a progress bar.
AT_ONCE = 20_000
HOW = ["Set a filter, and it can be saved here under a name.", "Or import a file of them."]


def show() -> None:
    """Draw the table of saved slices, and their controls."""
    comparison = open_comparison.get()
    st.caption(
        "Filters with a name, kept for all test sets. Each is scored as a corpus of its own, of "
        "all segments of this test set.",
        help=help_of("slice"),
    )
    saving.told()
    slices, (where, thresholds) = saving.saved(), saving.present()
    shown = [*slices]
    if where and all((one.expression, one.thresholds) != (where, thresholds) for one in slices):
        shown.append(SavedSlice(UNSAVED, where, thresholds))
    if user_workspace.current() is None:
        why = ["A link keeps the filter that is set.", user_workspace.why_nothing()]
        notice("info", "No slices are saved here.", why, key="saved-nowhere")
    if shown:
        _show_table(comparison, _scored(comparison, shown))
    elif user_workspace.current() is not None:
        closed = user_workspace.why_only_read()
        how = [closed] if closed else HOW
        notice("info", "No slice is saved yet.", how, key="saved-none")
    if shown and shown[-1].name == UNSAVED:
        saving.save_controls(where, thresholds, "saved")
    if user_workspace.current() is not None:
        saving.edit_controls(slices)


def _scored(comparison: Comparison, slices: list[SavedSlice]) -> list[ScoredSlice]:
    nothing: tuple[int, ...] = ()
    # Annotations are known by the state of the workspace.
    return _score(comparison, tuple(slices), user_workspace.ask(Workspace.state, nothing))


@result(size=lambda made: sum(one.rows.nbytes + 1_000 for one in made))
def _score(
    comparison: Comparison, slices: tuple[SavedSlice, ...], state_of_workspace: tuple[int, ...]
) -> list[ScoredSlice]:
    """Return the slices' scores, computed with a progress bar where that takes time."""
    with progress.bar(
        "Testing saved slices",
        shown=len(comparison) * len(slices) >= AT_ONCE,
        on_stop=partial(state.change, slices_tab="parts"),
    ) as testing:
        return score_saved(
            slices,
            lambda one: chosen.table(comparison, one.expression, one.thresholds),
            testing,
        )


def _show_table(comparison: Comparison, found: list[ScoredSlice]) -> None:
    opened = table(
        [
            {"label": "slice"},
            {"label": "expression"},
            {"label": "segments", "align": "right", "term": "segment"},
            {"label": "A", "align": "right", "tone": "a", "term": "slice"},
            {"label": "B", "align": "right", "tone": "b", "term": "slice"},
            {"label": "Δ", "align": "right", "term": "delta"},
            {"label": "simultaneous interval", "align": "right", "term": "simultaneous-interval"},
            {"label": "p, corrected", "align": "right", "term": "p-value"},
            {"label": "BLEU points", "align": "right", "term": "points"},
            {"label": "note"},
        ],
        [_row(one) for one in found],
        ids=[i if one.score_a is not None else None for i, one in enumerate(found)],
        key="saved-table",
        label="Saved slices",
        how="Enter opens its segments",
    )
    sentences = [about_saved(found)]
    if NOT_EXCHANGEABLE.code in codes(one.skip_reason for one in found):
        sentences.append(ABOUT_CHOSEN)
    st.caption(" ".join(sentences))
    if opened is not None:
        saved = found[int(opened)].saved
        open_where(comparison, saved.expression, saved.thresholds)


def _row(one: ScoredSlice) -> list[Cell]:
    name = visible(one.saved.name)
    head: list[Cell] = [
        {"t": name, "tone": "muted"} if one.saved.name == UNSAVED else name,
        visible(one.saved.expression, 200),
    ]
    note: Cell = {"t": visible(one.why_not or one.skip_reason), "tone": "muted"}
    if one.score_a is None or one.score_b is None:
        segments = "" if one.why_not else whole(len(one.rows))
        return [*head, segments, "", "", "", "", "", "", note]
    return [
        *head,
        whole(len(one.rows)),
        points(one.score_a),
        points(one.score_b),
        signed(one.score_b - one.score_a, delta_text),
        "" if one.ci_low is None else bounds(one.ci_low, one.ci_high),
        "" if one.p_value is None else bare(one.p_value),
        "" if one.points is None else signed(one.points, fine_delta),
        note,
    ]
