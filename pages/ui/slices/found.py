"""The slice finder: slices found on one half of the test set and tested on the other."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import streamlit as st

from bleu_core import Comparison
from bleu_core.common.escaping import visible
from bleu_core.common.numerals import bare, bounds, counted, fine_delta, percent, share, whole
from bleu_core.common.wording import listed
from bleu_core.messages import screen
from bleu_core.segments.finder import FoundSlice, SliceFindings
from pages.ui import finding, state, subset, user_workspace
from pages.ui import slice_saving as saving
from pages.ui.cache import BackgroundTask
from pages.ui.slices.opening import open_where
from pages.ui.view import DEPTHS, LARGEST, LEAST
from pages.ui.widgets.cells import signed
from pages.ui.widgets.controls import follow
from pages.ui.widgets.glossary_tip import help_of
from pages.ui.widgets.notice import notice
from pages.ui.widgets.rerun import run_again
from pages.ui.widgets.table import Cell, table

# Similar expressions in the row of a slice.
MOST_VARIANTS = 2
DESCRIBED = (
    "Where what one system wrote is a condition, any two systems differ, even two that are alike; "
    "and what lies in one document was seen once. So there is no test and no p: points and counts "
    "describe them."
)


def show() -> None:
    """Draw the parameters, and the findings; progress and Stop meanwhile."""
    comparison = subset.shown()
    st.caption(
        "What do the segments that carry the difference have in common? One random half of the "
        "test set is searched, and what stands out there is tested on the other half.",
        help=help_of("found-slice"),
    )
    _settings()
    saving.told()
    how = finding.current_search()
    found = finding.slice_findings.ready(comparison, how)
    task = finding.finder_task.ready(comparison, how)
    if found is not None:
        _show(comparison, found)
    elif task is None and len(comparison) > finding.QUICK:
        if st.button(f"Search {counted(len(comparison), 'segment')}", type="primary"):
            finding.search_slices(comparison, how)
            run_again()
    elif task is not None and not task.running:
        _unfinished(comparison, task, how)
    else:
        finding.search_slices(comparison, how)
        st.fragment(partial(_progress, how), run_every=1.0)()


def _settings() -> None:
    least, depth = finding.current_search()[:2]
    with st.container(horizontal=True):
        st.number_input(
            "Least number of segments",
            LEAST,
            LARGEST,
            least,
            **follow("find-least", least, lambda chosen: state.change(find_least=int(chosen))),
            help="Of a slice, in the half that is searched.",
            width=220,
        )
        st.selectbox(
            "Conditions at most",
            DEPTHS,
            DEPTHS.index(depth),
            **follow("find-depth", depth, lambda chosen: state.change(find_depth=chosen)),
            help="How many conditions are joined by “and”.",
            width=220,
        )


def _progress(how: finding.Search) -> None:
    task = finding.finder_task.ready(subset.shown(), how)
    if task is None or not task.running:
        run_again()
    with st.container(horizontal=True, vertical_alignment="center"):
        st.progress(min(task.part, 1.0), text=f"Searching: {percent(task.part)}")
        if st.button("Stop", key="stop-finding"):
            task.stopped = True
            run_again()


def _unfinished(comparison: Comparison, task: BackgroundTask, how: finding.Search) -> None:
    if task.failed:
        notice("error", "The search failed.", [screen.work_failed()], key="found-stopped")
    else:
        notice("info", "The search was stopped.", key="found-stopped")
    if st.button("Search again"):
        finding.search_slices(comparison, how)
        run_again()


def _show(comparison: Comparison, found: SliceFindings) -> None:
    if found.why_not:
        notice("info", "Nothing was searched.", [visible(found.why_not)], key="found-none")
        return
    st.caption(_how(found))
    opened = None
    if found.slices:
        number = sum(one.confirmed for one in found.slices)
        st.subheader(
            counted(number, "confirmed slice") if number else "Nothing is confirmed",
            anchor=False,
        )
        opened = _table(found.slices, True)
    else:
        notice("info", "Nothing stands out that can be tested.", key="found-nothing")
    described = None
    if found.described:
        st.subheader("Described, not tested", anchor=False)
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
        chosen = st.selectbox("Slice", expressions, format_func=visible, key="found-chosen")
        saving.save_controls(chosen, state.current().thresholds, "found")


def _how(found: SliceFindings) -> str:
    looked = counted(found.conjunctions, "combination")
    return (
        f"Searched: {counted(found.searched, 'segment')}, {looked} of "
        f"{counted(found.conditions, 'condition')}; tested on the other "
        f"{counted(found.held_out, 'segment')}. The halves were drawn by {found.unit} (seed "
        f"{found.seed}), which is also what was exchanged. p is corrected for "
        f"{counted(len(found.slices), 'slice')}. Confirmed is a slice with p below 0.05 there "
        "that carries more than its share, too: the points beyond its share have an interval "
        "without 0. Δ, interval and p are of that half, the other "
        "numbers of all segments."
    )


def _table(slices: Sequence[FoundSlice], is_tested: bool) -> str | None:
    columns = [
        {"label": "segments with"},
        {"label": "segments", "align": "right", "term": "segment"},
        {"label": "of the set", "align": "right", "term": "found-slice"},
        {"label": "BLEU points", "align": "right", "term": "points"},
        {"label": "of the loss or gain", "align": "right", "term": "found-slice"},
        {"label": "Δ", "align": "right", "term": "delta"},
    ]
    if is_tested:
        columns += [
            {"label": "interval", "align": "right", "term": "simultaneous-interval"},
            {"label": "p, corrected", "align": "right", "term": "p-value"},
            {"label": "confirmed", "term": "confirmed"},
        ]
    return table(
        columns,
        [_row(one)[: len(columns)] for one in slices],
        ids=list(range(len(slices))),
        key="found-table" if is_tested else "described-table",
        label="Slices that stand out" if is_tested else "Slices that are described",
        how="Enter opens its segments",
    )


def _row(one: FoundSlice) -> list[Cell]:
    what = "gain" if one.points > 0 else "loss"
    name = visible(one.expression, 300)
    if one.variants:
        alike = listed((visible(other, 200) for other in one.variants), MOST_VARIANTS, "or")
        name += f" (nearly the same: {alike})"
    return [
        {"t": name, "tone": "code"},
        whole(len(one.rows)),
        share(one.share),
        signed(one.points, fine_delta),
        f"{share(one.share_of_change)} of the {what}",
        signed(one.delta),
        bounds(one.ci_low, one.ci_high) if one.ci_low is not None else "",
        "" if one.p_value is None else bare(one.p_value),
        {"t": "yes", "tone": "strong"} if one.confirmed else {"t": "no", "tone": "muted"},
    ]
