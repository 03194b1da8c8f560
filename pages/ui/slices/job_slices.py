"""The scores of A and B on each part of a data set, with intervals; a part opens its segments."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
import streamlit as st
from bleu_core.datasets.slicing import slice_expression
from bleu_core.present.account.datasets import slices_table

from bleu_core.common.escaping import one_line
from bleu_core.common.formatting import format_int
from bleu_core.datasets import (
    DatasetComparison,
    DataSlice,
    SegmentSummary,
    by_points,
    criteria_of,
    describe_slices,
    first_criterion,
)
from bleu_core.messages import server
from bleu_core.present import figures
from bleu_core.present.account.tables import unattributed_note
from bleu_core.present.document import Table
from pages.ui import job_results, state
from pages.ui.widgets.alert import draw_alert
from pages.ui.widgets.controls import follow_value
from pages.ui.widgets.figure import figure
from pages.ui.widgets.rich_text import glossary_help
from pages.ui.widgets.table import draw_account_table, draw_paging

# The most parts in the figure.
MOST_DRAWN = 50


def draw_job_slices(job: DatasetComparison, survey: SegmentSummary) -> None:
    """Draw the control, the figure and the table; a part that is pressed opens its segments."""
    how = _choose(survey)
    found = job_results.slices(job, survey, how)
    about = [criteria_of(survey)[how], *describe_slices(job, survey, how, found)]
    if is_long := len(found) > MOST_DRAWN:
        found = by_points(found)
        about.append("Those that carry most come first.")
    st.caption(" ".join(about))
    drawn = found[:MOST_DRAWN]
    chosen = figure(
        figures.slice_intervals(drawn),
        f"Δ on the first {format_int(MOST_DRAWN)} parts" if is_long else "Δ on each part",
        "slice",
        "slices",
        lambda: _frame(found),
        selects=True,
    )
    if chosen:
        _open(job, how, drawn[int(chosen[0]["y"])])
    opened = _table(job, how, found)
    if note := unattributed_note(job.ledger):
        st.caption(note, help=glossary_help("unattributed"))
    if opened is not None:
        _open(job, how, opened)


def _choose(survey: SegmentSummary) -> str:
    """Draw the choice of the criterion: the link's, or the first that varies."""
    known, asked = criteria_of(survey), state.current().slice_by
    how = asked if asked in known else first_criterion(survey)
    if asked not in ("", how):
        told = [server.unknown_criterion(one_line(asked), of_data_set=True)]
        draw_alert("warning", "Not understood, and left out:", told, key="no-such-criterion")
    st.selectbox(
        "Slice by",
        list(known),
        list(known).index(how),
        format_func=one_line,
        **follow_value("slice-by", how, lambda chosen: state.change(slice_by=chosen)),
        width=360,
        help=glossary_help("slice"),
    )
    return how


def _table(job: DatasetComparison, how: str, found: Sequence[DataSlice]) -> DataSlice | None:
    """Draw a page of the parts; return the one that was opened."""
    page = draw_paging(len(found), key=f"slices-page-{how}")
    made = slices_table(job, how, found[page])
    rows = [
        [row[0]._replace(opens=str(number)), *row[1:]]
        for number, row in enumerate(made.rows, page.start)
    ]
    opened = draw_account_table(Table(made.label, made.columns, rows), key="slices-table")
    return None if opened is None else found[int(opened)]


def _open(job: DatasetComparison, how: str, part: DataSlice) -> None:
    """Open the segments of a part, those that carry most first."""
    sort = "-points" if job.delta > 0 else "points"
    state.change(where=slice_expression(job, how, part), segment=0, sort=sort)
    state.switch_to("segments.py")


def _frame(found: Sequence[DataSlice]) -> pd.DataFrame:
    return pd.DataFrame(
        [
            {
                "part": part.label,
                "segments": part.n,
                "BLEU A": part.score_a,
                "BLEU B": part.score_b,
                "Δ": part.delta,
                "interval low": part.ci_low,
                "interval high": part.ci_high,
                "p (Holm)": part.p_value,
                "BLEU points": part.points,
            }
            for part in found
        ]
    )
