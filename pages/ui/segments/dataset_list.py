"""The segment list of a data set: made in the background, shown by pages."""

from __future__ import annotations

from collections.abc import Hashable
from functools import partial
from typing import Any, NamedTuple

import numpy as np
import streamlit as st
from bleu_core.datasets.listing import ListedSegments
from bleu_core.datasets.texts import Selection, segments_at, take_segments
from bleu_core.datasets.worklist import (
    WorklistRequest,
    known_columns,
    list_segments,
    refusal_reason,
)
from numpy.typing import NDArray

from bleu_core import InputError
from bleu_core.common.escaping import one_line
from bleu_core.common.formatting import format_count, format_int, format_small_delta, truncate
from bleu_core.common.progress import Progress
from bleu_core.datasets import DatasetComparison
from bleu_core.messages import server
from bleu_core.segments.columns import SegmentTable
from bleu_core.segments.detectors import Thresholds
from bleu_core.segments.expressions import ExpressionError, check, describe_columns, parse
from bleu_core.segments.worklist import filter_conditions, sort_column, with_meaning
from pages.ui import job_results, state, store, user_workspace
from pages.ui.cache import result
from pages.ui.segments import filter_controls, worklist_table
from pages.ui.segments.worklist import bleu_order_texts, column_order_texts, column_orders_of
from pages.ui.segments.worklist_table import WorklistBars, WorklistMeasure
from pages.ui.view import View
from pages.ui.widgets.alert import draw_alert
from pages.ui.widgets.controls import follow_value, run_again
from pages.ui.widgets.rich_text import glossary_help
from pages.ui.widgets.table import PAGE_ROWS, Cell, draw_paging, draw_table

LIST_KEY = "list of segments"


class DatasetExpression(NamedTuple):
    """Problems of an expression, and its valid conditions."""

    fault: ExpressionError | None
    rest: str


def has_statistics(job: DatasetComparison) -> bool:
    """Whether the statistics exist; if not, draws what can be done."""
    try:
        dataset_columns(job)
    except InputError as error:
        again = "The command that has counted the data set counts anew what is gone of it."
        title = "The segments of this data set cannot be listed."
        draw_alert("warning", title, [*error.problems, again], key="no-statistics")
        return False
    return True


def dataset_columns(job: DatasetComparison) -> SegmentTable:
    """Columns of the segments, with the view's thresholds."""
    return _columns(job, state.current().thresholds)


_columns = result(size=lambda table: table.comparison.stats_a.matrix.nbytes)(known_columns)


def dataset_column_names(job: DatasetComparison) -> list[dict[str, Any]]:
    """The columns, for completion in the filter line."""
    return _names(job, state.current().thresholds)


@result()
def _names(job: DatasetComparison, thresholds: Thresholds) -> list[dict[str, Any]]:
    return [one._asdict() for one in describe_columns(_columns(job, thresholds))]


def check_expression(job: DatasetComparison, where: str) -> DatasetExpression:
    """Problems of an expression."""
    if not where:
        return DatasetExpression(None, "")
    try:
        check(parse(where), dataset_columns(job))
    except ExpressionError as error:
        return DatasetExpression(error, with_meaning(where, dataset_columns(job)))
    return DatasetExpression(None, where)


def requested_list(job: DatasetComparison) -> WorklistRequest:
    """The list that the view requests, in the default order if its own does not exist."""
    view = state.current()
    sort = View().sort if refusal_reason(view.sort, dataset_columns(job)) else view.sort
    return WorklistRequest(check_expression(job, view.where).rest, sort, view.thresholds)


def draw_missing_order(job: DatasetComparison) -> None:
    """Draw a note if the link's order is not available for data sets."""
    if why := refusal_reason(state.current().sort, dataset_columns(job)):
        draw_alert("warning", server.refused_order(why), key="no-order")


def finished_list(job: DatasetComparison) -> ListedSegments | None:
    """The list, if finished."""
    return _listed.ready(job, requested_list(job))


@result(size=lambda made: made.lines.nbytes + made.values.nbytes)
def _listed(
    job: DatasetComparison, wanted: WorklistRequest, progress: Progress | None = None
) -> ListedSegments:
    return list_segments(job, wanted, progress=progress)


def list_or_progress(job: DatasetComparison) -> ListedSegments | None:
    """The list; None while it is being made or impossible, which is drawn."""
    if (result := finished_list(job)) is not None:
        return result
    wanted = requested_list(job)
    former = job_results.find_pass(job, (LIST_KEY, wanted))
    # A finished list may have been evicted; a failed or stopped one is reported.
    again = former if former and former.came_to_its_end else None
    making = job_results.start_pass(job, (LIST_KEY, wanted), partial(_listed, job, wanted), again)
    making.wait(job_results.UNSEEN)
    if making.running:
        job_results.watch_pass(making, "list", f"Going through {format_int(len(job))} segments")
        return None
    result = finished_list(job)
    title = "The segments have not been gone through."
    if result is None and job_results.draw_reasons(making, "list", title):
        job_results.start_pass(job, (LIST_KEY, wanted), partial(_listed, job, wanted), making)
        run_again()
    return result


def list_page(job: DatasetComparison, lines: NDArray[np.int64]) -> Selection:
    """Saved values of the segments of some lines."""
    return _page(job, lines.tobytes(), lines)


@result(size=lambda made: 500 * len(made))
def _page(job: DatasetComparison, key: bytes, _lines: NDArray[np.int64]) -> Selection:
    return segments_at(job, _lines)


# Most metadata columns, and characters per cell.
MOST_COLUMNS, LONGEST_CELL = 2, 60


def draw_order_choice(job: DatasetComparison) -> None:
    """Draw the choice of the order."""
    sort = requested_list(job).sort
    known = dataset_columns(job)
    names = bleu_order_texts(sort.removeprefix("-")) | dict(column_orders_of(known))
    if sort_column(sort.removeprefix("-")) and sort not in names:
        names |= dict(column_order_texts(sort_column(sort.removeprefix("-"))))
    st.selectbox(
        "Order",
        list(names),
        list(names).index(sort),
        format_func=names.__getitem__,
        **follow_value("find-sort", sort, lambda sort: state.change(sort=sort, segment=0)),
        label_visibility="collapsed",
    )


def draw_list_summary(job: DatasetComparison, found: ListedSegments, opened: int | None) -> None:
    """Draw the number of segments, their points, and the active conditions."""
    active = filter_conditions(requested_list(job).where)
    place = found.place(opened) if opened else None
    rank = "" if place is None else f"{format_int(place)} of "
    total = f", of {format_int(len(job))}" if active else ""
    with st.container(horizontal=True, gap="small", vertical_alignment="center"):
        st.caption(f"{rank}{format_count(found.segments, 'segment')}{total}")
        filter_controls.draw_lift_buttons(active)
    if active and found.segments and job.ledger.defined:
        points = format_small_delta(found.points(job.ledger))
        st.caption(f"Together they carry {points} BLEU points of Δ.", help=glossary_help("points"))
    if found.segments > len(found.lines):
        first = format_count(len(found.lines), "segment")
        st.caption(f"The first {first} can be looked at in this order.")


def draw_list(job: DatasetComparison, found: ListedSegments, opened: int | None) -> None:
    """Draw the page with the open segment, unless another page is chosen."""
    requested = requested_list(job)
    place = (found.place(opened) if opened else None) or 1
    page = draw_paging(
        len(found.lines), key=f"page-{opened}-{hash(state.current())}", first=-(-place // PAGE_ROWS)
    )
    lines = found.lines[page]
    rows = list_page(job, lines) if len(lines) else None
    columns: list[dict[str, Any]] = []
    cells: list[list[Cell]] = []
    if rows is not None:
        bars, shown = _list_measures(job, rows, requested.sort, found, page)
        columns, cells = _list_columns(rows, shown), _row_cells(rows, lines, bars, shown)
    draw_table(
        columns,
        cells,
        ids=lines.tolist(),
        selected=opened,
        key="worklist",
        label="Segments",
        on_open=_open_row,
        shows="opened",
        walked=True,
        empty="No segment fulfils the filter.",
    )


def _list_measures(
    job: DatasetComparison, rows: Selection, sort: str, found: ListedSegments, page: slice
) -> tuple[WorklistBars, list[WorklistMeasure]]:
    key = sort.removeprefix("-")
    bars, main = worklist_table.order_bars(rows, key)
    if main.term == "points" and found.reach and key in ("carried", "points"):
        bars = bars._replace(reach=found.reach)
    if name := sort_column(key):
        values = found.numbers(sort)[page]
        main = worklist_table.column_measure(dataset_columns(job).column(name), values)
    return bars, [main, *worklist_table.sentence_measures(rows)]


def _list_columns(rows: Selection, shown: list[WorklistMeasure]) -> list[dict[str, Any]]:
    data = rows.evalset
    documents = [] if data.documents is None else ["document"]
    return [
        {"label": "#", "align": "right", "tone": "muted", "narrow": True, "help": "Line number."},
        *(
            {"label": one_line(name, LONGEST_CELL), "clip": True, "tone": "muted", "wide": True}
            for name in [*documents, *_metadata_columns(rows)]
        ),
        {"label": "", "narrow": True},
        *(
            {
                "label": one.heading,
                "align": "right",
                "tone": one.tone,
                "narrow": True,
                **({"help": one.help} if one.help else {"term": one.term}),
            }
            for one in shown
        ),
    ]


def _metadata_columns(rows: Selection) -> list[str]:
    return list(rows.evalset.metadata)[:MOST_COLUMNS]


def _row_cells(
    rows: Selection, lines: NDArray[np.int64], bars: WorklistBars, shown: list[WorklistMeasure]
) -> list[list[Cell]]:
    data = rows.evalset
    metadata = [] if data.documents is None else [data.documents]
    metadata += [data.metadata[name] for name in _metadata_columns(rows)]
    return [
        [
            format_int(line),
            *(truncate(column[i].as_py() or "", LONGEST_CELL) for column in metadata),
            bars.cell(i),
            *(one.cell(i) for one in shown),
        ]
        for i, line in enumerate(lines.tolist())
    ]


def _open_row() -> None:
    """Open the segment of a row."""
    opened = st.session_state["worklist"]["open"]
    if opened:
        state.change(segment=int(opened))


READING_KEY = "segments to open"
_WAITED_FOR = "waits-for-segments"
OPEN_COMPARISON_HELP = (
    "Their texts are read and held here: as a comparison these segments have n-grams, all "
    "metrics, judgements and reports. Its numbers are theirs alone."
)


def draw_open_comparison(job: DatasetComparison, found: ListedSegments) -> None:
    """Draw the button; while the segments are read, the progress."""
    if not len(found.lines):
        return
    waits_for = state.current().data, requested_list(job)
    if st.session_state.get(_WAITED_FOR) == waits_for and not _open_when_read(job, found):
        return
    is_all = len(found.lines) == found.segments
    these = "these" if is_all else "the first"
    label = f"Open {these} {format_count(len(found.lines), 'segment')} as a comparison"
    if st.button(label, key="take-segments", help=OPEN_COMPARISON_HELP):
        st.session_state[_WAITED_FOR] = waits_for
        _start_reading(job, found)
        run_again()


def _start_reading(job: DatasetComparison, found: ListedSegments) -> None:
    """Start reading them, unless this is running or done and still here."""
    what = _selection_text(job)
    former = job_results.find_pass(job, what)
    digest = _taken.ready(job, what, found)
    is_here = digest is not None and store.evalset(digest) is not None
    instead_of = None if former is None or former.running or is_here else former
    job_results.start_pass(job, what, partial(_read_segments, job, what, found), instead_of)


def _selection_text(job: DatasetComparison) -> Hashable:
    # Separate for each visitor.
    return READING_KEY, requested_list(job), user_workspace.who()


def _read_segments(
    job: DatasetComparison, what: Hashable, found: ListedSegments, progress: Progress
) -> None:
    """Read the texts; the result is the digest of their test set."""
    _taken.put(_taken.make(job, what, found, progress), job, what, found)


@result()
def _taken(
    job: DatasetComparison, what: Hashable, _found: ListedSegments, progress: Progress | None = None
) -> str:
    return store.put(take_segments(job, _found.lines, progress))


def _open_when_read(job: DatasetComparison, found: ListedSegments) -> bool:
    """Open them once they are read; False while they are being read, which is drawn."""
    what = _selection_text(job)
    taking = job_results.find_pass(job, what)
    if taking is not None:
        taking.wait(job_results.UNSEEN)
        if taking.running:
            number = format_count(len(found.lines), "segment")
            job_results.watch_pass(taking, "taking", f"Reading the texts of {number}")
            return False
    del st.session_state[_WAITED_FOR]
    if taking is not None and taking.came_to_its_end:
        digest = _taken.ready(job, what, found)
        state.change(data=digest, config=job.plan.config, where="", segment=0)
        state.switch_to("segments.py")
    if taking is not None and not taking.stopped:
        why = job_results.reasons_of_pass(taking)
        draw_alert("warning", "These segments cannot be opened.", why, key="not-taken")
    return True
