"""The n-grams of a data set that were moved most: counted when asked for, searched, ordered."""

from __future__ import annotations

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from bleu_core.datasets import Job
from bleu_core.datasets.ngram_evidence import Moved, NgramEvidence
from bleu_core.numerals import bare, counted, delta, fine_delta, whole
from pages.ui import job_passes, job_results, state
from pages.ui.ngrams.evidence_controls import change
from pages.ui.query_fields import LONGEST_TEXT
from pages.ui.widgets.cells import signed
from pages.ui.widgets.controls import follow
from pages.ui.widgets.glossary_tip import help_of
from pages.ui.widgets.notice import notice
from pages.ui.widgets.paging import paging
from pages.ui.widgets.rerun import run_again
from pages.ui.widgets.table import Cell, table

# The orders, the usual one first: columns of `NgramEvidence`.
SORTS = {
    "points": "most BLEU points, either way",
    "q": "most certain first (q)",
    "gained": "most matches, either way",
}
LEFT_OUT = (
    "Of each group of rows only the n-grams that were moved most are kept. At most so many matches "
    "more of this one may lie where it was not kept; 0: it was counted everywhere."
)
HEADINGS = [
    {"label": "n-gram", "tone": "code"},
    {"label": "matches, B − A", "align": "right", "narrow": True, "term": "credited"},
    {"label": "A wins", "align": "right", "narrow": True, "term": "wins"},
    {"label": "B wins", "align": "right", "narrow": True, "term": "wins"},
    {"label": "p", "align": "right", "narrow": True, "term": "sign-test"},
    {"label": "q", "align": "right", "narrow": True, "term": "q-value"},
    {"label": "own points", "align": "right", "narrow": True, "term": "points"},
    {"label": "left out", "align": "right", "narrow": True, "help": LEFT_OUT},
]


def evidence_or_wait(job: Job) -> NgramEvidence | None:
    """The evidence; None where it was not asked for or is being counted, which is drawn."""
    found = job_results.ngrams(job)
    if found is not None:
        return found
    number = counted(len(job), "segment")
    going = job_passes.find(job, job_results.NGRAMS)
    if going is None:
        told = "All texts are read again for it, which takes longer than the count of the scores."
        notice("info", "The n-grams of this data set have not been counted.", [told], key="ngrams")
        if st.button(f"Count the n-grams of {number}", type="primary", key="count-ngrams"):
            job_results.count_ngrams(job)
            run_again()
        return None
    if going.running:
        job_passes.watch(job, job_results.NGRAMS, f"Counting the n-grams of {number}")
        return None
    title, rest = "The n-grams of this data set have not been counted.", "What was counted is kept."
    if job_passes.say_why_not(going, job_results.NGRAMS, title, rest):
        job_results.count_ngrams(job, instead_of=going)
        run_again()
    return None


def show(found: NgramEvidence) -> None:
    """A search, an order, and the n-grams by pages."""
    text, sort = _controls()
    rows = found.order_by(sort, _rows(found, text))
    bound = found.part.bound
    told = f"{whole(len(rows))} n-grams"
    if bound:
        told += (
            f"; none that is not kept was moved by more than {counted(bound, 'match', 'matches')}"
        )
    with st.container(horizontal=True, vertical_alignment="center"):
        st.caption(f"{told}.", help=help_of("wins"))
        page = paging(len(rows), key=f"gram-page-{hash((text, sort))}", alone=True)
    table(
        HEADINGS,
        [_row(one) for one in found.listed(rows[page])],
        key="ngrams-table",
        label="N-gram evidence",
        empty="No n-gram of this data set has this text.",
    )


def _controls() -> tuple[str, str]:
    view = state.current().phrases
    with st.container(horizontal=True, vertical_alignment="center"):
        text = st.text_input(
            "Search n-grams",
            view.text,
            **follow("gram-text", view.text, lambda chosen: change(text=chosen)),
            placeholder='Search; "in": whole tokens; /…/: regular expression',
            max_chars=LONGEST_TEXT,
            label_visibility="collapsed",
        )
        sort = view.sort if view.sort in SORTS else next(iter(SORTS))
        st.selectbox(
            "Order",
            list(SORTS),
            list(SORTS).index(sort),
            format_func=SORTS.__getitem__,
            **follow("gram-sort", sort, lambda chosen: change(sort=chosen)),
            label_visibility="collapsed",
        )
    return text or "", sort


def _rows(found: NgramEvidence, text: str) -> NDArray[np.int64]:
    try:
        return found.rows(text)
    except ValueError as error:
        notice("error", "The search cannot be done.", [str(error)], key="gram-search-error")
        return found.rows()


def _row(one: Moved) -> list[Cell]:
    return [
        one.text,
        delta(one.gained, 0),
        whole(one.wins_a),
        whole(one.wins_b),
        bare(one.p),
        bare(one.q),
        signed(one.points, fine_delta),
        {"t": whole(one.left_out), "tone": "muted"},
    ]
