"""Controls above the worklist: search, filters, order, and active conditions.

A box shows a part of the view's expression, and a choice is written into the expression.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from bleu_core import Comparison, workspace
from bleu_core.common.escaping import unmarked, visible
from bleu_core.common.numerals import counted, whole
from bleu_core.segments.annotations import VERDICTS
from bleu_core.segments.annotations import Filter as AnnotationFilter
from bleu_core.segments.expressions import ExpressionError
from bleu_core.segments.worklist import PLACES, SIGNS, Condition, Filters, boxes, conditions
from bleu_core.segments.worklist.boxes import Boxes
from pages.ui import filter_line, results, state, user_workspace
from pages.ui import slice_saving as saving
from pages.ui.judgements import marked, notes_dialog, saved
from pages.ui.query_fields import LONGEST_TEXT
from pages.ui.segments import metric_filters, metrics, worklist
from pages.ui.segments.order_texts import order_texts
from pages.ui.widgets.controls import follow

PLACE_TEXT = {
    "anywhere": "anywhere",
    "source": "in the source",
    "references": "in a reference",
    "A": "in A",
    "B": "in B",
    "A, not B": "in A and not in B",
    "B, not A": "in B and not in A",
}
SIGN_TEXT = {"any": "all", "gain": "Δ > 0", "loss": "Δ < 0", "changed": "Δ ≠ 0", "same": "Δ = 0"}
LENGTH_HELP = (
    "The mean of the reference lengths that A and that B are measured against, which differ only "
    "where there are several references."
)
# Characters of a condition on the button that removes it.
LONGEST_CONDITION = 48
VERDICT_TEXT = {"": "any or none", "given": "given", "none": "not yet given"}


def show(comparison: Comparison) -> None:
    """Draw search, filters and order. Each writes into the view, and so into the URL."""
    shown = read()
    sort = metrics.sort_here(comparison)
    texts = order_texts(comparison, sort)
    st.text_input(
        "Find in segments",
        shown.filters.text,
        max_chars=LONGEST_TEXT,
        **_following(shown.filters, "text"),
        placeholder="Find text, or /regular expression/   ( / )",
        label_visibility="collapsed",
    )
    with st.container(horizontal=True, gap="small"):
        st.selectbox(
            "Order",
            list(texts),
            list(texts).index(sort),
            format_func=texts.__getitem__,
            **follow("find-sort", sort, lambda sort: state.change(sort=sort, segment=0)),
            label_visibility="collapsed",
        )
        # Drawn when opened: this is half of the page's controls.
        panel = st.popover("Filters", key="filters", on_change="rerun")
        if panel.open:
            with panel:
                _filters(comparison, shown.filters)
                metric_filters.show(comparison, shown.filters, set_boxes)
                _annotation_filters(comparison, shown.annotation_filter)
        if user_workspace.current() and st.button(
            "Notes", help="What was said; export, import, labels."
        ):
            notes_dialog.notes_dialog()
        _save()


def _save() -> None:
    """Draw the control that saves the expression under a name, if there is a workspace."""
    view = state.current()
    if view.where and user_workspace.current():
        with st.popover("Save", key="save-slice", help="These segments, as a slice with a name."):
            saving.save_controls(view.where, view.thresholds, "segments")
    saving.told()


def read() -> Boxes:
    """The boxes of the view's expression; empty if it is invalid."""
    view = state.current()
    try:
        return boxes.read(view.where, view.metrics)
    except ExpressionError:
        return boxes.read("", view.metrics)


def set_boxes(**values: Any) -> None:
    """Set the values of boxes; the list restarts at its first segment.

    An invalid expression is replaced.
    """
    view = state.current()
    try:
        where = boxes.with_boxes(view.where, values, view.metrics)
    except ExpressionError:
        where = boxes.with_boxes("", values, view.metrics)
    filter_line.change(where)


def _filters(comparison: Comparison, filters: Filters) -> None:
    left, right = st.columns(2, width=520)
    with left:
        _choice("The text is to be", "place", PLACES, PLACE_TEXT, filters)
        _choice("Sign of Δ (B − A)", "sign", SIGNS, SIGN_TEXT, filters)
        if comparison.evalset.documents is not None:
            names = {"": "", **results.documents(comparison.evalset)}
            document = next((one for one, name in names.items() if name == filters.document), "")
            st.selectbox(
                "Document",
                list(names),
                list(names).index(document),
                format_func=lambda label: label or "all",
                **follow("find-document", document, lambda label: set_boxes(document=names[label])),
            )
        st.toggle("Hide identical outputs", filters.differ, **_following(filters, "differ"))
    measured = comparison.stats_a.ref_len, comparison.stats_b.ref_len
    longest = float(max(1, *(np.ceil(lengths.max()) for lengths in measured)))
    with right:
        _range("Δ, points", "delta", -100.0, 100.0, filters)
        _range("Sentence BLEU of A", "score_a", 0.0, 100.0, filters)
        _range("Sentence BLEU of B", "score_b", 0.0, 100.0, filters)
        _range("Reference length, tokens", "length", 0.0, longest, filters, LENGTH_HELP)


def _annotation_filters(comparison: Comparison, annotation_filter: AnnotationFilter) -> None:
    """Draw filters by annotations."""
    kinds = user_workspace.ask(workspace.typology, ())
    if not kinds:
        return
    left, right = st.columns(2, width=520)
    labels = [label.name for one in saved.own(comparison).values() for label in one.labels]
    listed = [
        *(kind.name for kind in kinds),
        *sorted(labels),
        *filter(None, [annotation_filter.label]),
    ]
    names = ["", *dict.fromkeys(listed)]
    options = ["", "given", "none", *VERDICTS]
    for column, label, name, choices, text in (
        (left, "Verdict", "verdict", options, VERDICT_TEXT),
        (right, "Label", "label", names, {"": "any"}),
    ):
        value = getattr(annotation_filter, name)
        column.selectbox(
            label,
            choices,
            choices.index(value),
            format_func=lambda choice, text=text: text.get(choice, choice),
            **follow(
                f"find-{name}",
                value,
                lambda chosen, name=name: set_boxes(**{name: chosen}),
            ),
        )
    noted = follow("find-noted", annotation_filter.noted, lambda chosen: set_boxes(noted=chosen))
    st.toggle("With a note", annotation_filter.noted, **noted)
    _marks_filter(comparison, annotation_filter)


def _marks_filter(comparison: Comparison, annotation_filter: AnnotationFilter) -> None:
    """Draw the filter by marks in A and B, if there are any."""
    kinds = marked.kinds(comparison, mine=False)
    if not kinds and not annotation_filter.marked:
        return
    severities = {f"severity:{kind.severity}": f"severity {kind.severity}" for kind in kinds}
    categories = {f"category:{kind.category}": kind.category for kind in kinds if kind.category}
    texts = {"": "any or none", "any": "any error"}
    texts |= dict(sorted(severities.items())) | dict(sorted(categories.items()))
    texts.setdefault(annotation_filter.marked, annotation_filter.marked.partition(":")[2])
    left, right = st.columns(2, width=520, vertical_alignment="bottom")
    left.selectbox(
        "Marked in A or B",
        list(texts),
        list(texts).index(annotation_filter.marked),
        format_func=lambda choice: visible(texts[choice], 60),
        **follow("find-marked", annotation_filter.marked, lambda chosen: set_boxes(marked=chosen)),
    )
    if annotation_filter.marked:
        mine = follow("find-mine", annotation_filter.mine, lambda chosen: set_boxes(mine=chosen))
        right.toggle("Marked by me", annotation_filter.mine, **mine)


def show_active(comparison: Comparison, lines: NDArray[np.int64], opened: int | None) -> None:
    """Draw the number of matching segments, and the active conditions."""
    result = conditions(state.current().where)
    position = worklist.position(lines, opened)
    rank = "" if position is None else f"{whole(position + 1)} of "
    total = f", of {whole(len(comparison))}" if result else ""
    with st.container(horizontal=True, gap="small", vertical_alignment="center"):
        st.caption(f"{rank}{counted(len(lines), 'segment')}{total}")
        lift_buttons(result)


def lift_buttons(found: Sequence[Condition]) -> None:
    """Draw a button for each active condition that removes it."""
    for number, condition in enumerate(found):
        st.button(
            f"{unmarked(visible(condition.text, LONGEST_CONDITION))} ✕",
            key=f"lift-{number}",
            on_click=_lift,
            args=(condition.rest,),
            help="Lift this condition",
        )


def _lift(rest: str) -> None:
    # The charts are drawn again, without their selections.
    st.session_state["charts-drawn"] = st.session_state.get("charts-drawn", 0) + 1
    st.session_state.pop("chart-filters", None)
    filter_line.change(rest)


def _following(filters: Filters, name: str) -> dict[str, Any]:
    """Key and callback of a filter control."""
    value = getattr(filters, name)
    return follow(f"find-{name}", value, lambda chosen: set_boxes(**{name: chosen}))


def _choice(
    label: str, name: str, options: tuple[str, ...], texts: dict[str, str], filters: Filters
) -> None:
    st.selectbox(
        label,
        options,
        options.index(getattr(filters, name)),
        format_func=texts.__getitem__,
        **_following(filters, name),
    )


def _range(
    label: str, name: str, low: float, high: float, filters: Filters, tip: str | None = None
) -> None:
    limits = getattr(filters, name) or (low, high)
    start = float(np.clip(limits[0], low, high)), float(np.clip(limits[1], low, high))

    def choose(chosen: tuple[float, float]) -> None:
        set_boxes(**{name: None if chosen == (low, high) else chosen})

    following = follow(f"find-{name}", start, choose)
    st.slider(label, low, high, start, step=1.0, format="%.0f", help=tip, **following)
