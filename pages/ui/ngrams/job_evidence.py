"""The n-grams of a data set that moved most: counted on request, searched, sorted."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pandas as pd
import streamlit as st
from bleu_core.datasets.ngram_evidence import MovedNgrams, NgramEvidence
from bleu_core.datasets.slicing import ngram_expression
from bleu_core.present.account.datasets import cost_notes, ngram_notes, ngrams_table
from numpy.typing import NDArray

from bleu_core.common.escaping import to_csv
from bleu_core.common.formatting import format_count
from bleu_core.datasets import DatasetComparison
from pages.ui import job_results, state
from pages.ui.ngrams.evidence_table import search_and_order
from pages.ui.widgets.alert import draw_alert, error_sentences
from pages.ui.widgets.controls import run_again
from pages.ui.widgets.rich_text import glossary_help
from pages.ui.widgets.table import draw_account_table, draw_paging

# The orders, the default first: columns of `NgramEvidence`, "-" for descending.
SORTS = {
    "-size": "most BLEU points, either way",
    "points": "points, losses first",
    "-points": "points, gains first",
    "q": "most certain first (q)",
    "-wins": "most segments first",
}


def evidence_or_wait(job: DatasetComparison) -> NgramEvidence | None:
    """Return the evidence; None if not requested or being counted, which is drawn."""
    found = job_results.ngrams(job)
    if found is not None:
        return found
    number = format_count(len(job), "segment")
    going = job_results.find_pass(job, job_results.NGRAMS)
    if going is None:
        title = "The n-grams of this data set have not been counted."
        draw_alert("info", title, cost_notes(job), key="ngrams")
        if st.button(f"Count the n-grams of {number}", type="primary", key="count-ngrams"):
            job_results.count_ngrams(job)
            run_again()
        return None
    if going.running:
        job_results.watch_pass(going, job_results.NGRAMS, f"Counting the n-grams of {number}")
        return None
    title, rest = "The n-grams of this data set have not been counted.", "What was counted is kept."
    if job_results.draw_reasons(going, job_results.NGRAMS, title, rest):
        job_results.count_ngrams(job, instead_of=going)
        run_again()
    return None


def draw_job_evidence(job: DatasetComparison, found: NgramEvidence) -> None:
    """Draw a search, an order, and the n-grams by pages; an opened one leads to its segments."""
    text, sort = search_and_order(SORTS)
    rows = found.order_by(sort.removeprefix("-"), _rows(found, text), sort.startswith("-"))
    with st.container(horizontal=True, vertical_alignment="center"):
        st.caption(format_count(len(rows), "n-gram"), help=glossary_help("wins"))
        page = draw_paging(len(rows), key=f"gram-page-{hash((text, sort))}", alone=True)
        st.download_button(
            "CSV",
            lambda: to_csv(_frame(found, rows)),
            "n-grams.csv",
            "text/csv",
            on_click="ignore",
        )
    st.caption(" ".join(ngram_notes(found, found.rows())), help=glossary_help("left-out"))
    opened = _table(job, found, rows[page])
    if opened is not None:
        _open(job, opened)


def _table(
    job: DatasetComparison, found: NgramEvidence, rows: NDArray[np.int64]
) -> MovedNgrams | None:
    """Draw some n-grams; return the one that was opened."""
    if not len(rows):
        st.caption("No n-gram of this data set has this text.")
        return None
    listed, made = list(found.listed(rows)), ngrams_table(found, rows)
    shown = [
        [row[0]._replace(opens=str(i) if _where(job, one) else ""), *row[1:]]
        for i, (one, row) in enumerate(zip(listed, made.rows, strict=True))
    ]
    opened = draw_account_table(replace(made, rows=shown), key="ngrams-table", narrow=True)
    return None if opened is None else listed[int(opened)]


def _where(job: DatasetComparison, one: MovedNgrams) -> str:
    return ngram_expression(one.text, job.plan.config)


def _open(job: DatasetComparison, one: MovedNgrams) -> None:
    """Open the segments that match it, those that carry its points first."""
    sort = "-points" if one.gained > 0 else "points"
    state.change(where=_where(job, one), segment=0, sort=sort)
    state.switch_to("segments.py")


def _frame(found: NgramEvidence, rows: NDArray[np.int64]) -> pd.DataFrame:
    return pd.DataFrame(list(found.listed(rows)), columns=["n-gram", *MovedNgrams._fields[1:]])


def _rows(found: NgramEvidence, text: str) -> NDArray[np.int64]:
    try:
        return found.rows(text)
    except ValueError as error:
        draw_alert(
            "error", "The search cannot be done.", error_sentences(error), key="gram-search-error"
        )
        return found.rows()
