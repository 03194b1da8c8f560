"""The slice finder's findings, and the saved slices; a row opens its segments."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import streamlit as st

from bleu_core import Comparison
from bleu_core.common.escaping import one_line
from bleu_core.common.formatting import (
    format_count,
    format_int,
    format_interval,
    format_p_below,
    format_p_cell,
    format_percent,
    format_score,
    format_share,
    format_small_delta,
    join_words,
)
from bleu_core.common.formatting import format_delta as delta_text
from bleu_core.common.pair import LABEL_A, LABEL_B
from bleu_core.messages import codes, screen
from bleu_core.present.account.segments import format_surplus
from bleu_core.segments.finder import FoundSlice, SliceFindings
from bleu_core.segments.saved_slices import (
    ABOUT_CHOSEN,
    NOT_EXCHANGEABLE,
    SavedSlice,
    ScoredSlice,
    saved_slices_note,
    score_saved,
)
from bleu_core.significance import LEVEL
from pages.ui import open_comparison, results, segment_filter, state, user_workspace
from pages.ui import slice_saving as saving
from pages.ui.cache import BackgroundTask, result
from pages.ui.judgements import saved_annotations
from pages.ui.slices.parts import open_where
from pages.ui.view import DEPTHS, LARGEST, LEAST
from pages.ui.widgets import progress_bars
from pages.ui.widgets.alert import draw_alert
from pages.ui.widgets.controls import follow_choice, follow_value, run_again
from pages.ui.widgets.rich_text import glossary_help
from pages.ui.widgets.table import Cell, draw_table, signed_cell

# Similar expressions in the row of a slice.
MOST_VARIANTS = 2
DESCRIBED = (
    "No test, no p-value: the condition depends on one system's output, where even similar systems "
    "differ, or the slice lies in one document."
)


def draw_found() -> None:
    """Draw the parameters, and the findings; progress and Stop meanwhile."""
    comparison = segment_filter.comparison_or_part()
    st.caption(
        "Slices that contribute more to Δ than their share, searched in one random half of the "
        "test set and tested on the other.",
        help=glossary_help("found-slice"),
    )
    _settings()
    saving.draw_problem()
    how = results.current_search()
    found = results.slice_findings.ready(comparison, how)
    task = results.finder_task.ready(comparison, how)
    if found is not None:
        _draw_findings(comparison, found)
    elif task is None and len(comparison) > results.QUICK_SEARCH:
        search = partial(results.search_slices, comparison, how)
        text = f"Search {format_count(len(comparison), 'segment')}"
        st.button(text, type="primary", on_click=search)
    elif task is not None and not task.running:
        _unfinished(comparison, task, how)
    else:
        results.search_slices(comparison, how)
        st.fragment(partial(_progress, how), run_every=1.0)()


def _settings() -> None:
    least, depth = results.current_search()[:2]
    with st.container(horizontal=True):
        st.number_input(
            "Minimum segments",
            LEAST,
            LARGEST,
            least,
            **follow_value("find-least", least, lambda least: state.change(find_least=int(least))),
            help="Minimum size of a slice in the half that is searched.",
            width=220,
        )
        st.selectbox(
            "Maximum conditions",
            **follow_choice("find-depth", DEPTHS, depth, "find_depth"),
            help="Maximum number of conditions joined by “and”.",
            width=220,
        )


def _progress(how: results.SliceSearch) -> None:
    task = results.finder_task.ready(segment_filter.comparison_or_part(), how)
    if task is None or not task.running:
        run_again()
    with st.container(horizontal=True, vertical_alignment="center"):
        text = f"Searching: {format_percent(task.part)}"
        progress_bars.task_progress(task, text, "stop-finding")


def _unfinished(comparison: Comparison, task: BackgroundTask, how: results.SliceSearch) -> None:
    if task.failed:
        draw_alert("error", "The search failed.", [screen.work_failed()], key="found-stopped")
    else:
        draw_alert("info", "The search was stopped.", key="found-stopped")
    st.button("Search again", on_click=partial(results.search_slices, comparison, how))


def _draw_findings(comparison: Comparison, found: SliceFindings) -> None:
    if found.why_not:
        draw_alert("info", "No search was made.", [one_line(found.why_not)], key="found-none")
        return
    st.caption(_summary(found), help=_how(found))
    opened = None
    if found.slices:
        number = sum(one.confirmed for one in found.slices)
        st.subheader(
            format_count(number, "confirmed slice") if number else "No confirmed slices",
            anchor=False,
        )
        opened = _table(found.slices, True)
    else:
        draw_alert("info", "No slice that can be tested stands out.", key="found-nothing")
    described = None
    if found.described:
        st.subheader("Untested slices", anchor=False)
        st.caption(DESCRIBED)
        described = _table(found.described, False)
    for slices, row in ((found.slices, opened), (found.described, described)):
        if row is not None:
            open_where(comparison, slices[int(row)].expression)
    _save([*found.slices, *found.described])


def _save(slices: Sequence[FoundSlice]) -> None:
    if not slices or user_workspace.current() is None:
        return
    expressions = [one.expression for one in slices]
    with st.popover("Save a slice", key="saving-found"):
        chosen = st.selectbox("Slice", expressions, format_func=one_line, key="found-chosen")
        saving.save_controls(chosen, state.current().thresholds, "found")


def _summary(found: SliceFindings) -> str:
    return (
        f"{format_count(found.conjunctions, 'combination')} searched in "
        f"{format_count(found.searched, 'segment')}, tested on the other "
        f"{format_int(found.held_out)}; p-values are corrected for "
        f"{format_count(len(found.slices), 'slice')}."
    )


def _how(found: SliceFindings) -> str:
    return (
        f"Combinations of {format_count(found.conditions, 'condition')}. The halves were drawn by "
        f"{found.unit} (seed {found.seed}), which is also the unit of the test. A slice is "
        f"confirmed if, in the other half, {format_p_below(LEVEL)} and it contributes more than "
        "its share: the interval of the points beyond its share excludes 0. Δ, the 95% CIs and "
        "p are of that half, the other numbers of all segments."
    )


def _table(slices: Sequence[FoundSlice], is_tested: bool) -> str | None:
    columns = [
        {"label": "filter"},
        {"label": "segments", "align": "right", "term": "segment"},
        {"label": "share", "align": "right", "term": "found-slice"},
        {"label": "BLEU points", "align": "right", "term": "points"},
        {"label": "share of gain or loss", "align": "right", "term": "found-slice"},
        {"label": "Δ held out" if is_tested else "Δ", "align": "right", "term": "delta"},
    ]
    if is_tested:
        columns += [
            {"label": "95% CI", "align": "right", "term": "simultaneous-interval"},
            {"label": "beyond share", "align": "right", "term": "confirmed"},
            {"label": "p, corrected", "align": "right", "term": "p-value"},
            {"label": "confirmed", "term": "confirmed"},
        ]
    return draw_table(
        columns,
        [_found_row(one)[: len(columns)] for one in slices],
        ids=list(range(len(slices))),
        key="found-table" if is_tested else "described-table",
        label="Found slices" if is_tested else "Untested slices",
        how="Enter opens its segments",
    )


def _found_row(one: FoundSlice) -> list[Cell]:
    what = "gain" if one.points > 0 else "loss"
    name = one_line(one.expression, 300)
    if one.variants:
        alike = join_words((one_line(other, 200) for other in one.variants), MOST_VARIANTS, "or")
        name += f" (similar: {alike})"
    return [
        {"t": name, "tone": "code"},
        format_int(len(one.rows)),
        format_share(one.share),
        signed_cell(one.points, format_small_delta),
        f"{format_share(one.share_of_change)} of the {what}",
        signed_cell(one.delta),
        format_interval(one.ci_low, one.ci_high) if one.ci_low is not None else "",
        format_surplus(one),
        "" if one.p_value is None else format_p_cell(one.p_value),
        {"t": "yes", "tone": "strong"} if one.confirmed else {"t": "no", "tone": "muted"},
    ]


UNSAVED = "(unsaved filter)"
CAVEAT = (
    "p-values are corrected for all tested slices; they do not confirm a slice that was saved "
    "because it stood out here."
)
# Segments times slices that are tested without a progress bar.
MOST_WITHOUT_BAR = 20_000
HOW = ["Set a filter to save it here under a name, or import a file of slices."]


def draw_saved() -> None:
    """Draw the table of saved slices, and their controls."""
    comparison = open_comparison.current_comparison()
    st.caption(
        "Named filters, saved for all test sets. Each is scored as a corpus, over all segments of "
        "this test set.",
        help=glossary_help("slice"),
    )
    saving.draw_problem()
    slices, (where, thresholds) = saving.saved_slices(), saving.current_filter()
    shown = [*slices]
    if where and all((one.expression, one.thresholds) != (where, thresholds) for one in slices):
        shown.append(SavedSlice(UNSAVED, where, thresholds))
    if user_workspace.current() is None:
        why = ["A link includes the current filter.", user_workspace.why_nothing()]
        draw_alert("info", "Slices cannot be saved here.", why, key="saved-nowhere")
    if shown:
        now = saved_annotations.state_for_visitor()
        _draw_saved_table(comparison, _score(comparison, tuple(shown), now))
    elif user_workspace.current() is not None:
        draw_alert("info", "No saved slices yet.", HOW, key="saved-none")
    if shown and shown[-1].name == UNSAVED:
        saving.save_controls(where, thresholds, "saved")
    if user_workspace.current() is not None:
        saving.edit_controls(slices)


@result(size=lambda made: sum(one.rows.nbytes + 1_000 for one in made))
def _score(
    comparison: Comparison, slices: tuple[SavedSlice, ...], state_for_visitor: tuple[object, ...]
) -> list[ScoredSlice]:
    """Return the slices' scores, computed with a progress bar where that takes time."""
    with progress_bars.progress_bar(
        "Testing saved slices",
        shown=len(comparison) * len(slices) >= MOST_WITHOUT_BAR,
        on_stop=partial(state.change, slices_tab="parts"),
    ) as testing:
        return score_saved(
            slices,
            lambda one: segment_filter.filter_columns(comparison, one.expression, one.thresholds),
            testing,
        )


def _draw_saved_table(comparison: Comparison, found: list[ScoredSlice]) -> None:
    opened = draw_table(
        [
            {"label": "slice"},
            {"label": "filter"},
            {"label": "segments", "align": "right", "term": "segment"},
            {"label": LABEL_A, "align": "right", "tone": "a", "term": "slice"},
            {"label": LABEL_B, "align": "right", "tone": "b", "term": "slice"},
            {"label": "Δ", "align": "right", "term": "delta"},
            {"label": "simultaneous 95% CI", "align": "right", "term": "simultaneous-interval"},
            {"label": "p, corrected", "align": "right", "term": "p-value"},
            {"label": "BLEU points", "align": "right", "term": "points"},
            {"label": "note"},
        ],
        [_saved_row(one) for one in found],
        ids=[i if one.score_a is not None else None for i, one in enumerate(found)],
        key="saved-table",
        label="Saved slices",
        how="Enter opens its segments",
    )
    note = saved_slices_note(found)
    if any(one.p_value is not None for one in found):
        st.caption(CAVEAT, help=note)
    else:
        st.caption(note)
    if NOT_EXCHANGEABLE.code in codes(one.skip_reason for one in found):
        st.caption(ABOUT_CHOSEN)
    if opened is not None:
        saved = found[int(opened)].saved
        open_where(comparison, saved.expression, saved.thresholds)


def _saved_row(one: ScoredSlice) -> list[Cell]:
    name = one_line(one.saved.name)
    head: list[Cell] = [
        {"t": name, "tone": "muted"} if one.saved.name == UNSAVED else name,
        one_line(one.saved.expression, 200),
    ]
    note: Cell = {"t": one_line(one.why_not or one.skip_reason), "tone": "muted"}
    if one.score_a is None or one.score_b is None:
        segments = "" if one.why_not else format_int(len(one.rows))
        return [*head, segments, "", "", "", "", "", "", note]
    return [
        *head,
        format_int(len(one.rows)),
        format_score(one.score_a),
        format_score(one.score_b),
        signed_cell(one.score_b - one.score_a, delta_text),
        "" if one.ci_low is None else format_interval(one.ci_low, one.ci_high),
        "" if one.p_value is None else format_p_cell(one.p_value),
        "" if one.points is None else signed_cell(one.points, format_small_delta),
        note,
    ]
