"""N-grams vs. error annotations: uncredited n-grams without an error, and the reverse."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import streamlit as st

from bleu_core import Comparison
from bleu_core.common.escaping import escape_markdown, one_line
from bleu_core.common.formatting import format_int, format_percent
from bleu_core.messages import screen
from bleu_core.people.meta_evaluation.human_scores import HumanScores
from bleu_core.people.ngram_occurrences import Occurrences
from bleu_core.people.ngram_vs_marks import COUNTED_SEVERITIES
from bleu_core.present.account import error_marks as mark_texts
from bleu_core.present.document import Span, Table
from bleu_core.systems import ScoredSystems
from pages.ui import open_comparison, store
from pages.ui.cache import is_running
from pages.ui.judge import marked_ngrams
from pages.ui.judge.marked_ngrams import MarkSelection
from pages.ui.widgets.alert import draw_alert
from pages.ui.widgets.controls import run_again
from pages.ui.widgets.progress_bars import draw_while_running, start_button, task_progress
from pages.ui.widgets.rich_text import glossary_help
from pages.ui.widgets.table import Cell, account_cell, account_column, draw_table

ALL, PAIR = "all systems", "A and B"


def draw_ngram_vs_marks(systems: ScoredSystems, people: HumanScores) -> None:
    """Draw the right half of “Metrics vs. people”, if there are annotations (`people.ratings`)."""
    former = marked_ngrams.ngram_marks_task.ready(systems, people)
    is_gone = marked_ngrams.ngram_occurrences.ready(systems, people) is None
    if is_gone and (former is None or not (former.running or former.over)):
        marked_ngrams.start_ngram_marks(systems, people)
    st.subheader(
        "N-gram level: where BLEU and annotators disagree",
        help=glossary_help("false-alarms"),
        anchor=False,
    )
    draw_while_running(
        lambda: is_running(marked_ngrams.ngram_marks_task.ready(systems, people)),
        partial(_draw_section, people),
    )


def ngram_vs_marks_sentence(systems: ScoredSystems, people: HumanScores) -> list[Span]:
    """The headline's sentence on all systems; empty until it is counted."""
    counts = marked_ngrams.ngram_marks_counts(systems, people) if people.ratings else None
    return [] if counts is None else mark_texts.headline(counts)


def _draw_section(people: HumanScores) -> None:
    comparison = open_comparison.current_comparison()
    systems = store.systems(comparison.evalset, comparison.config)
    occurrences = marked_ngrams.ngram_occurrences.ready(systems, people)
    if occurrences is None:
        _draw_work(systems, people)
        return
    choice = _draw_choice(occurrences, comparison)
    counts = marked_ngrams.ngram_marks_counts(systems, people, choice)
    if counts is None:
        run_again()
    refused, credited = mark_texts.orders_tables(counts)
    _draw_counts(refused, [one.false_alarms for one in counts.orders], "inside-refused")
    _draw_counts(credited, [one.not_seen for one in counts.orders], "inside-credited")
    scope, caveat, *more = mark_texts.about(counts)
    st.caption(caveat, help=" ".join([scope, *more]))
    marked_ngrams.draw_marked_ngrams(counts, people, choice)


def _draw_work(systems: ScoredSystems, people: HumanScores) -> None:
    """Draw the progress, or why there is nothing."""
    job = marked_ngrams.ngram_marks_task.ready(systems, people)
    if job is not None and job.running:
        with st.container(horizontal=True, vertical_alignment="center", key="inside-doing"):
            share = format_percent(min(job.part, 1.0))
            task_progress(job, f"Counting n-grams and annotated errors: {share}", "stop-inside")
        return
    if job is not None and (job.problem or job.failed):
        why = job.problem or screen.work_failed()
        draw_alert("warning", "Counting failed:", [why], key="inside-failed")
    else:
        start = partial(marked_ngrams.start_ngram_marks, systems, people)
        start_button("Count n-grams", start, "start-inside")


def _draw_choice(occurrences: Occurrences, comparison: Comparison) -> MarkSelection:
    """Draw the choice of systems and annotated errors; return it."""
    names = occurrences.systems
    with st.container(horizontal=True, vertical_alignment="bottom", key="inside-choices"):
        options = [ALL, *([PAIR] if len(names) > 2 else []), *range(len(names))]
        systems = st.selectbox(
            "Systems",
            options,
            format_func=lambda one: (
                {ALL: f"all {format_int(len(names))} systems"}.get(one, one)
                if isinstance(one, str)
                else one_line(names[one], 40)
            ),
            key="inside-systems",
            width=200,
        )
        there = occurrences.severities
        severities = st.pills(
            "Severities",
            there,
            default=[one for one in there if one in COUNTED_SEVERITIES],
            selection_mode="multi",
            format_func=lambda one: escape_markdown(one) or "none",
            key="inside-severities",
        )
        categories = ["", *occurrences.categories]
        category = st.selectbox(
            "Category",
            range(len(categories)),
            format_func=lambda i: one_line(categories[i], 40) if i else "all",
            key="inside-category",
            width=220,
        )
    pair = (comparison.a, comparison.b)
    chosen = {ALL: None, PAIR: pair}.get(systems) if isinstance(systems, str) else (names[systems],)
    return MarkSelection(tuple(severities), chosen, categories[category])


def _draw_counts(found: Table, shares: Sequence[float | None], key: str) -> None:
    """Draw counts by order, with shares as bars."""
    rows: list[list[Cell]] = []
    for row, part in zip(found.rows, shares, strict=True):
        name, number, of_it, told_share, interval = map(account_cell, row)
        if part is not None:
            told_share = {"t": row[3].text, "tone": "strong", "share": part}
        rows.append([name, number, of_it, told_share, interval])
    columns = [account_column(column, narrow=True) | {"narrow": True} for column in found.columns]
    draw_table(columns, rows, key=key, label=found.label)
