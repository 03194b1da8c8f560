"""The scores of A and B on each part of a data set, with intervals; a part opens its segments."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from bleu_core.common.escaping import visible
from bleu_core.common.numerals import whole
from bleu_core.datasets import (
    DataSlice,
    Job,
    Survey,
    about_slices,
    by_points,
    criteria_of,
    first_to_tell,
)
from bleu_core.datasets.opening import slice_is
from bleu_core.messages import link
from bleu_core.present import figures
from bleu_core.present.account.jobs import slices_table
from bleu_core.present.account.parts import unattributed_note
from bleu_core.present.document import Table
from pages.ui import job_results, state
from pages.ui.widgets.account_table import draw
from pages.ui.widgets.controls import follow
from pages.ui.widgets.figure import figure
from pages.ui.widgets.glossary_tip import help_of
from pages.ui.widgets.notice import notice
from pages.ui.widgets.paging import paging

# The most parts in the figure.
MOST_DRAWN = 50


def show(job: Job, survey: Survey) -> None:
    """Draw the control, the figure and the table; a part that is pressed opens its segments."""
    how = _choose(survey)
    found = job_results.slices(job, survey, how)
    about = [criteria_of(survey)[how], *about_slices(job, survey, how, found)]
    if is_long := len(found) > MOST_DRAWN:
        found = by_points(found)
        about.append("Those that carry most come first.")
    st.caption(" ".join(about))
    drawn = found[:MOST_DRAWN]
    chosen = figure(
        figures.slice_intervals(drawn),
        f"Δ on the first {whole(MOST_DRAWN)} parts" if is_long else "Δ on each part",
        "slice",
        "slices",
        lambda: _frame(found),
        selects=True,
    )
    if chosen:
        _open(job, how, drawn[int(chosen[0]["y"])])
    opened = _table(job, how, found)
    if note := unattributed_note(job.ledger):
        st.caption(note, help=help_of("unattributed"))
    if opened is not None:
        _open(job, how, opened)


def _choose(survey: Survey) -> str:
    """Draw the choice of the criterion: the link's, or the first that varies."""
    known, asked = criteria_of(survey), state.current().slice_by
    how = asked if asked in known else first_to_tell(survey)
    if asked not in ("", how):
        told = [link.unknown_criterion(visible(asked), of_data_set=True)]
        notice("warning", "Not understood, and left out:", told, key="no-such-criterion")
    st.selectbox(
        "Slice by",
        list(known),
        list(known).index(how),
        format_func=visible,
        **follow("slice-by", how, lambda chosen: state.change(slice_by=chosen)),
        width=360,
        help=help_of("slice"),
    )
    return how


def _table(job: Job, how: str, found: Sequence[DataSlice]) -> DataSlice | None:
    """Draw a page of the parts; return the one that was opened."""
    page = paging(len(found), key=f"slices-page-{how}")
    made = slices_table(job, how, found[page])
    rows = [
        [row[0]._replace(opens=str(number)), *row[1:]]
        for number, row in enumerate(made.rows, page.start)
    ]
    opened = draw(Table(made.label, made.columns, rows), key="slices-table")
    return None if opened is None else found[int(opened)]


def _open(job: Job, how: str, part: DataSlice) -> None:
    """Open the segments of a part, those that carry most first."""
    sort = "-points" if job.delta > 0 else "points"
    state.change(where=slice_is(job, how, part), segment=0, sort=sort)
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
