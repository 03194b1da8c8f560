"""N-grams vs. error marks: what BLEU does not credit without an error, and the reverse."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import streamlit as st

from bleu_core import BleuConfig, Comparison, EvalSet
from bleu_core.common.escaping import unmarked, visible
from bleu_core.common.numerals import percent, whole
from bleu_core.messages import screen
from bleu_core.people.against.people import People
from bleu_core.people.inside.counts import SEVERITIES, Inside
from bleu_core.people.inside.occurrences import Occurrences
from bleu_core.present.account import inside as told
from bleu_core.present.account.spans import Span
from bleu_core.present.document import Table
from pages.ui import open_comparison
from pages.ui.judge import inside_job, inside_ngrams
from pages.ui.judge.inside_job import Choice
from pages.ui.widgets.account_table import heading
from pages.ui.widgets.cells import cell
from pages.ui.widgets.glossary_tip import help_of
from pages.ui.widgets.notice import notice
from pages.ui.widgets.rerun import run_again
from pages.ui.widgets.table import Cell, table

# Seconds between progress updates.
TICK = 0.5
ALL, PAIR = "all systems", "A and B"


def show(comparison: Comparison, people: People) -> None:
    """Draw the right half of "BLEU against people", if people marked errors (`people.ratings`)."""
    data, config = comparison.evalset, comparison.config
    before = inside_job.job(data, config, people)
    is_gone = inside_job.found(data, config, people) is None
    if is_gone and (before is None or not (before.running or before.over)):
        inside_job.start(data, config, people)
    ticking = _is_running(data, config, people)
    st.subheader(
        "Inside: what BLEU minds and people do not, and the other way round",
        help=help_of("false-alarms"),
        anchor=False,
    )
    st.fragment(partial(_section, people, ticking), run_every=TICK if ticking else None)()


def sentence(data: EvalSet, config: BleuConfig, people: People) -> list[Span]:
    """The headline's sentence on all systems; empty until it is counted."""
    counts = inside_job.inside(data, config, people) if people.ratings else None
    return [] if counts is None else told.headline(counts)


def _section(people: People, ticking: bool) -> None:
    comparison = open_comparison.get()
    data, config = comparison.evalset, comparison.config
    if _is_running(data, config, people) != ticking:
        run_again()
    occurrences = inside_job.found(data, config, people)
    if occurrences is None:
        _tell_of_work(data, config, people)
        return
    choice = _choose(occurrences, comparison)
    counts = inside_job.inside(data, config, people, choice)
    if counts is None:
        run_again()
    _orders(counts)
    st.caption(" ".join(told.about(counts)))
    inside_ngrams.show(counts, people, choice)


def _tell_of_work(data: EvalSet, config: BleuConfig, people: People) -> None:
    """Draw the progress, or why there is nothing."""
    job = inside_job.job(data, config, people)
    if job is not None and job.running:
        with st.container(horizontal=True, vertical_alignment="center", key="inside-doing"):
            part = min(job.part, 1.0)
            st.progress(part, text=f"Counting n-grams and marks: {percent(part)}")
            if st.button("Stop", key="stop-inside"):
                job.stopped = True
                run_again()
        return
    if job is not None and (job.problem or job.failed):
        why = job.problem or screen.work_failed()
        notice("warning", "Not counted:", [why], key="inside-failed")
    elif st.button("Count n-grams and marks", key="start-inside"):
        inside_job.start(data, config, people)
        run_again()


def _choose(occurrences: Occurrences, comparison: Comparison) -> Choice:
    """The systems and marks that count."""
    names = occurrences.systems
    with st.container(horizontal=True, vertical_alignment="bottom", key="inside-choices"):
        options = [ALL, *([PAIR] if len(names) > 2 else []), *range(len(names))]
        systems = st.selectbox(
            "Outputs of",
            options,
            format_func=lambda one: (
                {ALL: f"all {whole(len(names))} systems"}.get(one, one)
                if isinstance(one, str)
                else visible(names[one], 40)
            ),
            key="inside-systems",
            width=200,
        )
        there = occurrences.severities
        severities = st.pills(
            "Severities that count",
            there,
            default=[one for one in there if one in SEVERITIES],
            selection_mode="multi",
            format_func=lambda one: unmarked(one) or "none given",
            key="inside-severities",
        )
        categories = ["", *occurrences.categories]
        category = st.selectbox(
            "Category",
            range(len(categories)),
            format_func=lambda i: visible(categories[i], 40) if i else "all",
            key="inside-category",
            width=220,
        )
    pair = (comparison.a, comparison.b)
    chosen = {ALL: None, PAIR: pair}.get(systems) if isinstance(systems, str) else (names[systems],)
    return Choice(tuple(severities), chosen, categories[category])


def _orders(counts: Inside) -> None:
    """Draw the counts by order, with shares as bars."""
    refused, credited = told.orders_tables(counts)
    _draw(refused, [one.false_alarms for one in counts.orders], "inside-refused")
    _draw(credited, [one.not_seen for one in counts.orders], "inside-credited")


def _draw(found: Table, shares: Sequence[float | None], key: str) -> None:
    rows: list[list[Cell]] = []
    for row, part in zip(found.rows, shares, strict=True):
        name, number, of_it, told_share, interval = map(cell, row)
        if part is not None:
            told_share = {"t": row[3].text, "tone": "strong", "share": part}
        rows.append([name, number, of_it, told_share, interval])
    columns = [heading(column, narrow=True) | {"narrow": True} for column in found.columns]
    table(columns, rows, key=key, label=found.label)


def _is_running(data: EvalSet, config: BleuConfig, people: People) -> bool:
    job = inside_job.job(data, config, people)
    return job is not None and job.running
