"""The Overview of a data set: verdict, waterfall, parts, tests, segments and report."""

from __future__ import annotations

from functools import partial

import pandas as pd
import streamlit as st
from bleu_core.datasets.slicing import value_expression
from bleu_core.present.account.datasets import DatasetAccount
from bleu_core.present.dataset_report import DatasetReport

from bleu_core.common.formatting import format_count, format_int, format_percent
from bleu_core.datasets import DatasetComparison, SegmentSummary, dataset_comparison, skip_reason
from bleu_core.present import figures
from bleu_core.present.account import MOVERS
from bleu_core.present.account.tables import tests_table
from bleu_core.present.report import render_dataset
from bleu_core.present.report.json_report import dataset_json
from bleu_core.segments import filter_boxes
from bleu_core.segments.filter_boxes import Filters
from bleu_core.segments.slice_criteria import DOCUMENT, NO_VALUE
from bleu_core.segments.slices import run_names
from bleu_core.significance import SAMPLES, TRIALS
from pages.ui import job_results
from pages.ui.overview import charts
from pages.ui.overview.charts import open_segments
from pages.ui.widgets.alert import draw_alert
from pages.ui.widgets.controls import run_again
from pages.ui.widgets.figure import figure
from pages.ui.widgets.rich_text import draw_rich_text, draw_unattributed, glossary_help
from pages.ui.widgets.table import draw_account_table

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


def verdict(account: DatasetAccount) -> None:
    """Draw the verdict, and what was left out."""
    found, job = account.verdict, account.job
    opened = draw_rich_text(found.told, key="verdict")
    if found.waiting and (account.significance is not None or skip_reason(job)):
        with st.expander("What this difference is made of, chance or not", key="waiting"):
            opened = draw_rich_text(found.waiting, key="verdict-parts") or opened
    if account.segments_sentence:
        st.caption(account.segments_sentence)
    if job.missing:
        _left_out(job)
    if opened:
        kind, _, which = opened.partition(":")
        charts.open_component(job, which if kind == "component" else "")


def _left_out(job: DatasetComparison) -> None:
    number = len(job.missing)
    rest = number - TOLD
    more = [f"And {format_int(rest)} more."] if rest > 0 else []
    groups = format_count(number, "group of rows is", "groups of rows are")
    told = [*job.missing[:TOLD], *more]
    told.append("Segments are numbered without what is left out.")
    draw_alert("warning", f"{groups} left out of all numbers:", told, key="left-out")


def waterfall(account: DatasetAccount) -> None:
    """Draw the waterfall from A to B; precisions where there are no points."""
    job = account.job
    if not job.ledger.defined:
        figure(
            figures.precisions(job),
            "Precision by n-gram order",
            "modified-precision",
            "precisions",
            lambda: charts.parts_frame(account.parts),
        )
        return
    step = figure(
        figures.waterfall(job),
        "Where the points come from",
        "component",
        "waterfall",
        lambda: charts.components_frame(account.parts),
        selects=True,
    )
    if step:
        charts.open_component(job, step[0].get("customdata", ""))


def parts(account: DatasetAccount) -> None:
    """Draw the parts of both scores, and the tests one click away."""
    st.subheader("The parts", help=glossary_help("bleu"), anchor=False)
    charts.parts_table(account.parts)
    if account.significance is None:
        return
    panel = st.expander("Is it chance? Tests and what they mean", on_change="rerun", key="tests")
    if panel.open:
        with panel:
            st.caption(account.significance.about_unit)
            draw_account_table(tests_table(account.tests), key="tests-table")
            st.caption(EXPLAINED)


def complete(job: DatasetComparison) -> None:
    """Compute p and interval with a progress bar, and draw the page again."""
    if skip_reason(job) or job_results.significance.ready(job) is not None:
        return
    what = f"{format_int(TRIALS)} randomization trials and {format_int(SAMPLES)} bootstrap samples"
    bar = st.progress(0.0)

    def show(part: float) -> None:
        bar.progress(part, text=f"{what}: {format_percent(part)}")

    job_results.significance.put(job_results.significance.make(job, show), job)
    run_again()


def draw_job_strips(job: DatasetComparison) -> None:
    """Draw a bar per document, those with most points; without documents, runs of lines."""
    if not job.ledger.defined:
        return
    draw_unattributed(job)
    if job.unit == "document":
        _documents(job)
    else:
        _runs(job)


def _documents(job: DatasetComparison) -> None:
    names, values = dataset_comparison.points_by_document(job)
    labels = [name or NO_VALUE for name in names]
    number = len(job.tally.names)
    few = len(names) < number
    axis = (
        f"the {format_int(len(names))} of {format_int(number)} documents that have"
        if few
        else "documents,"
    )
    chosen = figure(
        figures.strip(labels, values, f"{axis} most points{'' if few else ' first'}"),
        "Documents",
        "points",
        "documents",
        lambda: pd.DataFrame({"document": labels, "BLEU points": values}),
        selects=True,
    )
    if chosen:
        open_segments(job, value_expression(job, DOCUMENT, names[int(chosen[0]["x"])]))


def _runs(job: DatasetComparison) -> None:
    first, last, values = dataset_comparison.points_by_run(job)
    labels = run_names(first, last)
    chosen = figure(
        figures.strip(
            labels, values, f"the data set in order, {format_count(len(values), 'run')} of lines"
        ),
        "Along the data set",
        "points",
        "runs",
        lambda: pd.DataFrame({"lines": labels, "BLEU points": values}),
        selects=True,
    )
    if chosen:
        i = int(chosen[0]["x"])
        ends = float(first[i]), float(last[i])
        open_segments(job, filter_boxes.filters_expression(Filters(lines=ends)))


def histogram(job: DatasetComparison, survey: SegmentSummary) -> None:
    """Draw how many segments changed by how much."""
    counts, edges = survey.bars
    if survey.equal == len(job):
        return  # the message is above; there is no bar to draw
    bar = figure(
        figures.histogram_bars(counts, edges, survey.equal),
        "How the segments changed",
        "sentence-delta",
        "deltas",
        lambda: pd.DataFrame({"Δ from": edges[:-1], "Δ to": edges[1:], "segments": counts}),
        selects=True,
    )
    if bar:
        low, high = bar[0]["customdata"]
        # Segments that did not change are in no bar.
        wanted = Filters(delta=(float(low), float(high)), sign="changed")
        charts.open_segments(job, filter_boxes.filters_expression(wanted))


def concentration(job: DatasetComparison, survey: SegmentSummary) -> None:
    """Draw how few segments carry the gain and the loss."""
    if not job.ledger.defined:
        return
    gains, losses = (
        figures.Curve(*survey.spread.curve(way), survey.spread.total(way, job.ledger.prices))
        for way in (1, -1)
    )
    point = figure(
        figures.concentration_curves(gains, losses),
        "How few segments carry it",
        "concentration",
        "concentration",
        lambda: pd.DataFrame(
            {
                "of": ["gains"] * len(gains.segments) + ["losses"] * len(losses.segments),
                "segments": [*gains.segments, *losses.segments],
                "share of the points": [*gains.shares, *losses.shares],
            }
        ),
        selects=True,
    )
    if point:
        charts.open_segments(job, sort=point[0]["customdata"])


def movers(job: DatasetComparison, survey: SegmentSummary) -> None:
    """Draw the segments that carry most; without texts until these have been read."""
    found = job_results.read_movers.ready(job, survey)
    ready = found is not None
    if found is None:
        found = job_results.movers_without_texts(job, survey)
    if found.problems:
        draw_alert(
            "warning", "The texts of these segments cannot be read.", found.problems, key="texts"
        )
    both = ((1, "Most for B", found.gains), (-1, "Most against B", found.losses))
    for column, (direction, title, segments) in zip(st.columns(2, gap="large"), both, strict=True):
        with column:
            opened = charts.draw_movers(segments, MOVERS, direction, title)
        if opened:
            sort = "-points" if direction > 0 else "points"
            charts.open_segments(job, segment=opened, sort=sort)
    if not ready:
        with st.spinner("Reading the texts of these segments"):
            job_results.read_movers(job, survey)
        run_again()


# Suffix: label of the button, purpose of the file, MIME type.
FORMATS = {
    ".html": ("HTML", "One file that opens anywhere, without a network", "text/html"),
    ".md": ("Markdown", "For a pull request", "text/markdown"),
    ".json": ("JSON", "All numbers in full, for a program", "application/json"),
}


def menu(job: DatasetComparison, survey: SegmentSummary | None) -> None:
    """Draw a button for each format once the report's parts are known.

    A file is made when its button is pressed.
    """
    movers = None if survey is None else job_results.read_movers.ready(job, survey)
    if movers is None or movers.problems:
        return
    content = DatasetReport(
        job, job_results.significance.ready(job), survey, job_results.ngrams(job)
    )
    with st.popover("Report", icon=":material/download:", key="report"):
        for suffix, (label, purpose, mime) in FORMATS.items():
            st.download_button(
                label,
                partial(written, content, suffix),
                f"data-set{suffix}",
                mime,
                key=f"report{suffix}",
                help=purpose,
                on_click="ignore",
                width="stretch",
            )


def written(content: DatasetReport, suffix: str) -> bytes:
    """The report as a file."""
    return dataset_json(content).encode() if suffix == ".json" else render_dataset(content, suffix)
