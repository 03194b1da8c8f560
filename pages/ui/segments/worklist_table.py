"""The worklist as a table, and the measures its rows show."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from bleu_core import Comparison
from bleu_core.common.escaping import one_line
from bleu_core.common.formatting import (
    NO_VALUE,
    format_component,
    format_delta,
    format_int,
    format_number,
    format_score,
    format_small_delta,
    truncate,
)
from bleu_core.common.pair import LABEL_A, LABEL_B, LABEL_DELTA
from bleu_core.messages import server
from bleu_core.metrics import MetricComparison, rank_disagreement
from bleu_core.metrics.additive import FloatArray
from bleu_core.segments.annotations import Annotation, Annotations
from bleu_core.segments.worklist import COMPONENTS, SORTS, sort_metrics
from pages.ui import state
from pages.ui.cache import result
from pages.ui.segments import worklist
from pages.ui.widgets.alert import draw_alert
from pages.ui.widgets.table import PAGE_ROWS, Cell, draw_paging, draw_table, signed_cell

LONGEST_HEADING = 12
# Significant digits in the column of an order.
SIGNIFICANT = 4


class WorklistMeasure(NamedTuple):
    """A column: numbers per segment, title, and formatting."""

    heading: str
    term: str
    values: FloatArray
    write: Callable[[float], Cell]
    tone: str = ""
    help: str = ""

    def cell(self, segment: int) -> Cell:
        value = float(self.values[segment])
        return NO_VALUE if np.isnan(value) else self.write(value)


class WorklistBars(NamedTuple):
    """A bar per segment: positive is better; the largest fills the width."""

    values: FloatArray
    reach: float

    def cell(self, segment: int) -> Cell:
        return {"bar": float(np.nan_to_num(self.values[segment] / self.reach))}


def worklist_measures(comparison: Comparison) -> tuple[WorklistBars, list[WorklistMeasure]]:
    """The bars, the column of their numbers, and two related columns."""
    sort = worklist.current_sort(comparison)
    opinions = worklist.opinions_of(comparison, sort_metrics(sort.removeprefix("-")))
    bars, main = _order_bars(comparison, sort.removeprefix("-"), list(opinions.values()))
    by = _order_column_measure(comparison, sort)
    return bars, [by or main, *_side_measures(comparison, list(opinions.values()))]


def _order_column_measure(comparison: Comparison, sort: str) -> WorklistMeasure | None:
    table, column = worklist.order_table(comparison, sort), worklist.order_column(comparison, sort)
    if table is None or column is None:
        return None
    heading = one_line(column.name, LONGEST_HEADING)
    write = partial(format_number, digits=SIGNIFICANT)
    values = table.numbers(column.name)
    return WorklistMeasure(heading, "", values, write, help=one_line(column.about))


def _order_bars(
    comparison: Comparison, key: str, opinions: Sequence[MetricComparison]
) -> tuple[WorklistBars, WorklistMeasure]:
    """The numbers of the order: points, a metric's Δ, or disagreement; otherwise Δ."""
    if len(opinions) == 2:
        apart = _disagreement(comparison, *opinions)
        write = partial(signed_cell, write=partial(format_delta, digits=0))
        measure = WorklistMeasure("apart", "rank-disagreement", apart, write)
        return WorklistBars(apart, 100.0), measure
    if opinions:
        gains = opinions[0].gains
        return WorklistBars(gains, _largest_absolute(gains)), _metric_delta(opinions[0])
    if key in ("carried", "points", *COMPONENTS) and comparison.ledger.defined:
        carried = SORTS["points" if key == "carried" else key](comparison)
        heading = f"{format_component(key)} points" if key in COMPONENTS else "points"
        write = partial(signed_cell, write=format_small_delta)
        measure = WorklistMeasure(heading, "points", carried, write)
        return WorklistBars(carried, _largest_absolute(carried)), measure
    deltas = comparison.sentence_deltas
    write = partial(signed_cell, write=partial(format_delta, digits=1))
    measure = WorklistMeasure(LABEL_DELTA, "sentence-delta", deltas, write)
    return WorklistBars(deltas, 100.0), measure


def _side_measures(comparison: Comparison, found: list[MetricComparison]) -> list[WorklistMeasure]:
    """Δ by the two metrics in order or expression; for one metric, the scores of A and B."""
    pair = found if len(found) == 2 else _selecting_opinions(comparison)
    if pair:
        return [_metric_delta(one) for one in pair]
    if not found:
        write = partial(format_score, digits=1)
        sides = comparison.sentences_a, comparison.sentences_b
        return _metric_sides("sentence-bleu", write, *sides)
    (one,) = found
    write = partial(format_score, digits=one.about.decimals)
    return _metric_sides(one.about.glossary_key, write, one.sentences_a, one.sentences_b)


def _metric_sides(
    term: str, write: Callable[[float], Cell], *sentences: FloatArray
) -> list[WorklistMeasure]:
    return [
        WorklistMeasure(s, term, v, write, s.lower()) for s, v in zip("AB", sentences, strict=True)
    ]


def _selecting_opinions(comparison: Comparison) -> list[MetricComparison]:
    """Opinions that segments are selected by; two of them, with BLEU if there is only one."""
    selecting = worklist.selecting_metrics(comparison)[:2]
    keys = ("bleu", *selecting) if len(selecting) == 1 else selecting
    return list(worklist.opinions_of(comparison, keys).values())


def _metric_delta(one: MetricComparison) -> WorklistMeasure:
    about = one.about
    write = partial(format_delta, digits=about.decimals)
    signs = partial(signed_cell, write=write, higher_is_better=about.higher_is_better)
    heading = f"Δ {one_line(about.label, LONGEST_HEADING)}"
    return WorklistMeasure(heading, about.glossary_key, one.sentence_deltas, signs)


@result()
def _disagreement(comparison: Comparison, a: MetricComparison, b: MetricComparison) -> FloatArray:
    return rank_disagreement(a, b)


def _largest_absolute(values: FloatArray) -> float:
    return float(np.nanmax(np.abs(values), initial=0)) or 1.0


ANNOTATION_HELP = "A or B: better; =: same; ✕: both bad; ⚑: number of labels; ✎: note."


def draw_idle_order(comparison: Comparison) -> None:
    """Draw a note if these settings do not have the order's component."""
    key = state.current().sort.removeprefix("-")
    if key in COMPONENTS and key not in comparison.ledger.components:
        draw_alert("warning", server.idle_order(), key="idle")


def draw_worklist(
    comparison: Comparison, lines: NDArray[np.int64], opened: int | None, annotations: Annotations
) -> None:
    """Draw the page with the open segment, unless another page is chosen."""
    position = worklist.worklist_position(lines, opened) or 0
    table = st.container()
    # The key changes with segment and filter, which turn the page themselves.
    page = draw_paging(
        len(lines), key=f"page-{opened}-{hash(state.current())}", first=position // PAGE_ROWS + 1
    )
    segments = lines[page]
    bars, columns = worklist_measures(comparison)
    with table:
        draw_table(
            _table_columns(comparison, columns, said=bool(annotations)),
            _table_rows(comparison, segments, annotations, bars, columns),
            ids=[i + 1 for i in segments.tolist()],
            selected=None if opened is None else opened + 1,
            key="worklist",
            label="Segments",
            on_open=_open_row,
            shows="opened",
            walked=True,
            scrolls=True,
            empty="No segments match the filter.",
        )


def _table_columns(
    comparison: Comparison, columns: list[WorklistMeasure], said: bool
) -> list[dict[str, Any]]:
    evalset = comparison.evalset
    return [
        {"label": "#", "align": "right", "tone": "muted", "narrow": True, "help": "Line number."},
        *([{"label": "annotation", "narrow": True, "help": ANNOTATION_HELP}] if said else []),
        {
            "label": "" if evalset.documents is None else "document",
            "wide": True,
            "clip": True,
            "tone": "muted",
        },
        {"label": "", "narrow": True},
        *(
            {
                "label": column.heading,
                "align": "right",
                "tone": column.tone,
                "narrow": True,
                # In a narrow table, annotations replace all measures but the first.
                "wide": said and number > 0,
                **({"help": column.help} if column.help else {"term": column.term}),
            }
            for number, column in enumerate(columns)
        ),
        {"label": "reference" if evalset.source is None else "source", "clip": True},
    ]


def _table_rows(
    comparison: Comparison,
    lines: NDArray[np.int64],
    annotations: Annotations,
    bars: WorklistBars,
    columns: list[WorklistMeasure],
) -> list[list[Cell]]:
    evalset = comparison.evalset
    text = evalset.references[0] if evalset.source is None else evalset.source
    rows: list[list[Cell]] = []
    for i in lines.tolist():
        document = "" if evalset.documents is None else evalset.documents[i].as_py() or ""
        rows.append(
            [
                format_int(i + 1),
                *([_annotation_cell(annotations.get(i))] if annotations else []),
                document,
                bars.cell(i),
                *(column.cell(i) for column in columns),
                truncate(text[i].as_py() or "", 160),
            ]
        )
    return rows


def _annotation_cell(annotation: Annotation | None) -> str:
    """An annotation, short enough for a cell."""
    if annotation is None:
        return ""
    verdict = {"A better": LABEL_A, "B better": LABEL_B, "same": "=", "both bad": "✕"}
    parts = [verdict.get(annotation.verdict, "")]
    parts += [f"{format_int(len(annotation.labels))}⚑" if annotation.labels else ""]
    parts += ["✎" if annotation.note else ""]
    return "\u00a0".join(filter(None, parts))  # in one line


def _open_row() -> None:
    opened = st.session_state["worklist"]["open"]
    if opened:
        state.change(segment=int(opened))
