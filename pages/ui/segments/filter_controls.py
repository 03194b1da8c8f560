"""Controls above the worklist: search, order, filters, the strip of Δ, and active conditions."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from bleu_core import Comparison, workspace
from bleu_core.common.escaping import escape_markdown, one_line
from bleu_core.common.formatting import format_count, format_int
from bleu_core.common.pair import LABEL_A, LABEL_B
from bleu_core.common.rounding import round_range
from bleu_core.metrics import MetricComparison, count_agreement
from bleu_core.present.delta_bins import DeltaBin, delta_bins
from bleu_core.segments import filter_boxes
from bleu_core.segments.annotations import VERDICTS, AnnotationFilter
from bleu_core.segments.expressions import ExpressionError
from bleu_core.segments.filter_boxes import OPPOSED, PLACES, SIGNS, Boxes, Filters, Range
from bleu_core.segments.worklist import filter_conditions
from pages.ui import metric_results, results, segment_filter, state, user_workspace
from pages.ui import slice_saving as saving
from pages.ui.cache import result
from pages.ui.judgements import notes_dialog, saved_annotations
from pages.ui.query import LONGEST_TEXT
from pages.ui.segments import worklist
from pages.ui.segments.delta_strip import draw_delta_strip
from pages.ui.segments.worklist import order_texts
from pages.ui.widgets.controls import follow_choice, follow_value
from pages.ui.widgets.rich_text import glossary_help


def draw_metric_filters(
    comparison: Comparison, filters: Filters, change: Callable[..., None]
) -> None:
    """Draw the two metrics, their disagreement, and a range of Δ for each.

    `change` gets the choice, by field name of `Filters`.
    """
    with st.container(width=520):
        worklist.draw_metric_pickers(comparison)
        one, other = (worklist.metric_label(comparison, key) for key in filters.metrics)
        said = {
            "any": "any or none",
            "first": f"{one}: B better, {other}: B worse",
            "second": f"{one}: B worse, {other}: B better",
            "either": "either way",
        }
        opinions = [metric_results.ready_opinion(comparison, key) for key in filters.metrics]
        if None not in opinions:
            counts = count_agreement(*filter(None, opinions))
            for name in ("first", "second"):
                said[name] += f" ({format_int(counts[name])})"
        st.selectbox(
            "Metric disagreement",
            **follow_choice(
                "find-opposed", OPPOSED, filters.opposed, lambda chosen: change(opposed=chosen)
            ),
            format_func=said.__getitem__,
        )
        for column, name, key in zip(
            st.columns(2), ("delta_1", "delta_2"), filters.metrics, strict=True
        ):
            opinion = metric_results.ready_opinion(comparison, key)
            if opinion is not None:
                with column:
                    _metric_range(comparison, name, opinion, getattr(filters, name), change)


def _metric_range(
    comparison: Comparison,
    name: str,
    opinion: MetricComparison,
    shown: Range | None,
    change: Callable[..., None],
) -> None:
    low, high, step = round_range(opinion.sentence_deltas)
    key = opinion.about.key
    limits = shown or (low, high)
    start = float(np.clip(limits[0], low, high)), float(np.clip(limits[1], low, high))

    def choose(chosen: tuple[float, float]) -> None:
        change(**{name: None if chosen == (low, high) else chosen})

    st.slider(
        f"Δ {worklist.metric_label_markdown(comparison, key)}",
        low,
        high,
        start,
        step=step,
        format=f"%.{opinion.about.decimals}f",
        **follow_value(f"find-{name}-{key}", start, choose),
    )


PLACE_TEXT = {
    "anywhere": "all texts",
    "source": "the source",
    "references": "a reference",
    LABEL_A: "A",
    LABEL_B: "B",
    "A, not B": "A, not B",
    "B, not A": "B, not A",
}
SIGN_TEXT = {"any": "all", "gain": "Δ > 0", "loss": "Δ < 0", "changed": "Δ ≠ 0", "same": "Δ = 0"}
LENGTH_HELP = (
    "Mean of the reference lengths used for A and for B; these differ only with several references."
)
# Characters of a condition on the button that removes it.
LONGEST_CONDITION = 48
VERDICT_TEXT = {"": "any or none", "given": "any judgment", "none": "no judgment"}


def draw_filters(comparison: Comparison) -> None:
    """Draw search, order and filters. Each writes into the view, and so into the URL."""
    sort = worklist.current_sort(comparison)
    texts = order_texts(comparison, sort)
    with st.container(horizontal=True, gap="small", key="find"):
        with st.container(key="find-search"):
            segment_filter.draw_search(comparison)
        st.selectbox(
            "Order",
            **follow_choice(
                "find-sort", texts, sort, lambda sort: state.change(sort=sort, segment=0)
            ),
            format_func=texts.__getitem__,
            label_visibility="collapsed",
            width=210,
        )
        # Drawn when opened: this is half of the page's controls.
        panel = st.popover("Filters", key="filters", on_change="rerun")
        if panel.open:
            with panel:
                _draw_filter_panel(comparison)
        _draw_filter_count(len(filter_conditions(state.current().where)))
        _save_slice()
        if user_workspace.current() and st.button(
            "Annotations", help="Summary, export, import, labels."
        ):
            notes_dialog.notes_dialog()


def _draw_filter_count(number: int) -> None:
    """Write the number of conditions on the button: with another label, its panel would close."""
    content = f'" ({format_int(number)})"' if number else "none"
    st.html(f"<style>.st-key-filters button p::after {{ content: {content}; }}</style>")


def _draw_filter_panel(comparison: Comparison) -> None:
    shown = read_filters()
    st.text_input(
        "Text",
        shown.filters.text,
        max_chars=LONGEST_TEXT,
        **_filter_control(shown.filters, "text"),
        placeholder="Text or /regex/",
        width=520,
    )
    _draw_text_filters(comparison, shown.filters)
    draw_metric_filters(comparison, shown.filters, set_boxes)
    _draw_annotation_filters(comparison, shown.annotation_filter)


def draw_strip(comparison: Comparison) -> None:
    """Draw the distribution of Δ, whose selected range is a filter."""
    bins = _delta_bins(comparison)
    same = len(comparison) - sum(one.segments for one in bins)
    draw_delta_strip(
        bins,
        read_filters().filters.delta,
        f"{format_count(same, 'segment')} unchanged, not drawn",
        key="delta-strip",
        take=_set_delta,
    )


@result()
def _delta_bins(comparison: Comparison) -> list[DeltaBin]:
    return delta_bins(comparison.sentence_deltas)


def _set_delta(limits: Range | None) -> None:
    """Filter by a range of Δ; unchanged segments, which are in no bar, are in no range."""
    sign = read_filters().filters.sign
    if limits and limits[0] <= 0 <= limits[1] and sign == "any":
        set_boxes(delta=limits, sign="changed")
    elif not limits and sign == "changed":
        set_boxes(delta=None, sign="any")
    else:
        set_boxes(delta=limits)


def _save_slice() -> None:
    """Draw the control that saves the expression under a name, if there is a workspace."""
    view = state.current()
    if view.where and user_workspace.current():
        with st.popover("Save", key="save-slice", help="Save these segments as a named slice."):
            saving.save_controls(view.where, view.thresholds, "segments")
    saving.draw_problem()


def read_filters() -> Boxes:
    """The boxes of the view's expression; empty if it is invalid."""
    view = state.current()
    try:
        return filter_boxes.read_boxes(view.where, view.metrics)
    except ExpressionError:
        return filter_boxes.read_boxes("", view.metrics)


def set_boxes(**values: Any) -> None:
    """Set the values of boxes; the list restarts at its first segment.

    An invalid expression is replaced.
    """
    view = state.current()
    try:
        where = filter_boxes.with_boxes(view.where, values, view.metrics)
    except ExpressionError:
        where = filter_boxes.with_boxes("", values, view.metrics)
    segment_filter.change_filter(where)


def _draw_text_filters(comparison: Comparison, filters: Filters) -> None:
    left, right = st.columns(2, width=520)
    with left:
        _draw_choice("Search text in", "place", PLACES, PLACE_TEXT, filters)
        _draw_choice("Sign of Δ (B − A)", "sign", SIGNS, SIGN_TEXT, filters)
        if comparison.evalset.documents is not None:
            names = {"": "", **results.document_names(comparison.evalset)}
            document = next((one for one, name in names.items() if name == filters.document), "")
            st.selectbox(
                "Document",
                **follow_choice(
                    "find-document", names, document, lambda label: set_boxes(document=names[label])
                ),
                format_func=lambda label: label or "all",
            )
        st.toggle("Hide identical outputs", filters.differ, **_filter_control(filters, "differ"))
    measured = comparison.stats_a.ref_len, comparison.stats_b.ref_len
    longest = float(max(1, *(np.ceil(lengths.max()) for lengths in measured)))
    with right:
        delta, score = (glossary_help(term) for term in ("sentence-delta", "sentence-bleu"))
        _draw_range("Δ, points", "delta", -100.0, 100.0, filters, delta)
        _draw_range("Sentence BLEU of A", "score_a", 0.0, 100.0, filters, score)
        _draw_range("Sentence BLEU of B", "score_b", 0.0, 100.0, filters, score)
        _draw_range("Reference length, tokens", "length", 0.0, longest, filters, LENGTH_HELP)


def _draw_annotation_filters(comparison: Comparison, annotation_filter: AnnotationFilter) -> None:
    kinds = user_workspace.ask(workspace.load_label_types, ())
    if not kinds:
        return
    left, right = st.columns(2, width=520)
    labels = [
        label.name
        for one in saved_annotations.own_annotations(comparison).values()
        for label in one.labels
    ]
    listed = [
        *(kind.name for kind in kinds),
        *sorted(labels),
        *filter(None, [annotation_filter.label]),
    ]
    names = ["", *dict.fromkeys(listed)]
    options = ["", "given", "none", *VERDICTS]
    for column, label, name, choices, text in (
        (left, "Judgment", "verdict", options, VERDICT_TEXT),
        (right, "Label", "label", names, {"": "any"}),
    ):
        column.selectbox(
            label,
            **_filter_choice(annotation_filter, name, choices),
            format_func=lambda choice, text=text: text.get(choice, choice),
        )
    noted = _filter_control(annotation_filter, "noted")
    st.toggle("With a note", annotation_filter.noted, **noted)
    _draw_marks_filter(comparison, annotation_filter)


def _draw_marks_filter(comparison: Comparison, annotation_filter: AnnotationFilter) -> None:
    """Draw the filter by error annotations in A and B, if there are any."""
    kinds = saved_annotations.marked_segments(comparison, mine=False)
    if not kinds and not annotation_filter.marked:
        return
    severities = {f"severity:{kind.severity}": f"severity {kind.severity}" for kind in kinds}
    categories = {f"category:{kind.category}": kind.category for kind in kinds if kind.category}
    texts = {"": "any or none", "any": "any error"}
    texts |= dict(sorted(severities.items())) | dict(sorted(categories.items()))
    texts.setdefault(annotation_filter.marked, annotation_filter.marked.partition(":")[2])
    left, right = st.columns(2, width=520, vertical_alignment="bottom")
    left.selectbox(
        "Errors in A or B",
        **_filter_choice(annotation_filter, "marked", texts),
        format_func=lambda choice: one_line(texts[choice], 60),
    )
    if annotation_filter.marked:
        mine = _filter_control(annotation_filter, "mine")
        right.toggle("Annotated by me", annotation_filter.mine, **mine)


def draw_active_filters(
    comparison: Comparison, lines: NDArray[np.int64], opened: int | None
) -> None:
    """Draw the number of matching segments, and the active conditions."""
    conditions = filter_conditions(state.current().where)
    position = worklist.worklist_position(lines, opened)
    rank = "" if position is None else f"{format_int(position + 1)} of "
    total = f" ({format_int(len(comparison))} in total)" if conditions else ""
    with st.container(
        horizontal=True, gap="small", vertical_alignment="center", key="active-filters"
    ):
        st.caption(f"{rank}{format_count(len(lines), 'segment')}{total}")
        for number, condition in enumerate(conditions):
            st.button(
                f"{escape_markdown(one_line(condition.text, LONGEST_CONDITION))} ✕",
                key=f"lift-{number}",
                on_click=segment_filter.change_filter,
                args=(condition.rest,),
                help="Remove this condition",
            )


def _filter_choice(
    filters: Filters | AnnotationFilter, name: str, options: Iterable[str]
) -> dict[str, Any]:
    value = getattr(filters, name)
    return follow_choice(f"find-{name}", options, value, lambda x: set_boxes(**{name: x}))


def _filter_control(filters: Filters | AnnotationFilter, name: str) -> dict[str, Any]:
    value = getattr(filters, name)
    return follow_value(f"find-{name}", value, lambda chosen: set_boxes(**{name: chosen}))


def _draw_choice(
    label: str, name: str, options: tuple[str, ...], texts: dict[str, str], filters: Filters
) -> None:
    st.selectbox(
        label,
        **_filter_choice(filters, name, options),
        format_func=texts.__getitem__,
    )


def _draw_range(
    label: str, name: str, low: float, high: float, filters: Filters, tip: str | None = None
) -> None:
    limits = getattr(filters, name) or (low, high)
    start = float(np.clip(limits[0], low, high)), float(np.clip(limits[1], low, high))

    def choose(chosen: tuple[float, float]) -> None:
        set_boxes(**{name: None if chosen == (low, high) else chosen})

    following = follow_value(f"find-{name}", start, choose)
    st.slider(label, low, high, start, step=1.0, format="%.0f", help=tip, **following)
