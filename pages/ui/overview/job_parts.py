"""The composition of a data set's Δ: verdict, waterfall, parts, tests."""

from __future__ import annotations

import streamlit as st

from bleu_core.common.numerals import counted, percent, whole
from bleu_core.datasets import Job, untested
from bleu_core.present import figures
from bleu_core.present.account.jobs import JobAccount
from bleu_core.present.account.tables import tests_table
from bleu_core.significance import SAMPLES, TRIALS
from pages.ui import job_results
from pages.ui.overview import frames, strips, tables
from pages.ui.widgets.account_table import draw
from pages.ui.widgets.figure import figure
from pages.ui.widgets.glossary_tip import help_of
from pages.ui.widgets.notice import notice
from pages.ui.widgets.prose import prose
from pages.ui.widgets.rerun import run_again

# The number of sentences shown on what was left out.
TOLD = 5
EXPLAINED = """
Only sums are kept of a data set, so what is exchanged and drawn are whole blocks: documents, or
segments that follow one another.

**Approximate randomization** (the p above): in each trial the outputs of A and B change places in
each block with probability ½. p is how often the pseudo-systems then differ at least as much as A
and B do. Generator and seed are sacreBLEU's, whose own p would be by segment.

**Bootstrap interval**: Δ of as many blocks, drawn with replacement, a thousand times; 95 % of the
values lie in the interval, and where blocks are few, somewhat more.

**The paper's test**: BLEU on 20 runs of blocks and a paired t-test on their differences (Papineni
et al. 2002, section 3, with blocks of 25 sentences).
"""


def verdict(account: JobAccount) -> None:
    """Draw the verdict, and what was left out."""
    found, job = account.verdict, account.job
    opened = prose(found.told, key="verdict")
    if found.waiting and (account.significance is not None or untested(job)):
        with st.expander("What this difference is made of, chance or not", key="waiting"):
            opened = prose(found.waiting, key="verdict-parts") or opened
    if account.segments_told:
        st.caption(account.segments_told)
    if job.missing:
        _left_out(job)
    if opened:
        kind, _, which = opened.partition(":")
        strips.open_component(job, which if kind == "component" else "")


def _left_out(job: Job) -> None:
    number = len(job.missing)
    rest = number - TOLD
    more = [f"And {whole(rest)} more."] if rest > 0 else []
    groups = counted(number, "group of rows is", "groups of rows are")
    told = [*job.missing[:TOLD], *more]
    told.append("Segments are numbered without what is left out.")
    notice("warning", f"{groups} left out of all numbers:", told, key="left-out")


def waterfall(account: JobAccount) -> None:
    """Draw the waterfall from A to B; precisions where there are no points."""
    job = account.job
    if not job.ledger.defined:
        figure(
            figures.precisions(job),
            "Precision by n-gram order",
            "modified-precision",
            "precisions",
            lambda: frames.parts_frame(account.parts),
        )
        return
    step = figure(
        figures.waterfall(job),
        "Where the points come from",
        "component",
        "waterfall",
        lambda: frames.components_frame(account.parts),
        selects=True,
    )
    if step:
        strips.open_component(job, step[0].get("customdata", ""))


def parts(account: JobAccount) -> None:
    """Draw the parts of both scores, and the tests one click away."""
    st.subheader("The parts", help=help_of("bleu"), anchor=False)
    tables.parts_table(account.parts)
    if account.significance is None:
        return
    panel = st.expander("Is it chance? Tests and what they mean", on_change="rerun", key="tests")
    if panel.open:
        with panel:
            st.caption(account.significance.about_unit)
            draw(tests_table(account.tests), key="tests-table")
            st.caption(EXPLAINED)


def complete(job: Job) -> None:
    """Compute p and interval with a progress bar, and draw the page again."""
    if untested(job) or job_results.significance.ready(job) is not None:
        return
    what = f"{whole(TRIALS)} randomization trials and {whole(SAMPLES)} bootstrap samples"
    bar = st.progress(0.0)

    def show(part: float) -> None:
        bar.progress(part, text=f"{what}: {percent(part)}")

    job_results.significance.put(job_results.significance.make(job, show), job)
    run_again()
