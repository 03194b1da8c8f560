"""The table of n-grams vs. error annotations, counted in the background."""

from __future__ import annotations

from functools import partial

import streamlit as st

from bleu_core.common.formatting import format_percent
from bleu_core.common.progress import Progress
from bleu_core.messages import screen
from bleu_core.people.meta_evaluation.human_scores import HumanScores
from bleu_core.people.ngram_vs_marks import NgramVsMarks, count_ngrams_vs_marks
from bleu_core.present.account.error_marks import about, orders_table
from bleu_core.systems import ScoredSystems
from pages.ui.cache import BackgroundTask, is_running, result
from pages.ui.widgets.alert import draw_alert, error_sentences
from pages.ui.widgets.progress_bars import draw_while_running, start_button, task_progress
from pages.ui.widgets.rich_text import glossary_help
from pages.ui.widgets.table import draw_account_table

# Seconds before a bar is shown; earlier it would only flicker.
UNSEEN = 0.25


class NgramMarksTask(BackgroundTask):
    """A background count for `ngram_marks_counts`; `problem` says why there is none."""

    def __init__(self, systems: ScoredSystems, people: HumanScores) -> None:
        self.problem = ""
        super().__init__(partial(self._count, systems, people))

    def _count(self, systems: ScoredSystems, people: HumanScores, progress: Progress) -> None:
        try:
            ngram_marks_counts(systems, people, progress)
        except ValueError as error:
            self.problem = error_sentences(error)[0]


@result(size=lambda _: 1_000)
def ngram_marks_counts(
    systems: ScoredSystems, people: HumanScores, progress: Progress | None = None
) -> NgramVsMarks:
    return count_ngrams_vs_marks(systems.evalset, systems.config, people.ratings, progress)


ngram_marks_task = result()(NgramMarksTask)


def start_ngram_marks(systems: ScoredSystems, people: HumanScores) -> None:
    """Start counting, unless a task does: the former was stopped, or its result is gone."""
    former = ngram_marks_task.ready(systems, people)
    if not is_running(former):
        ngram_marks_task.renew(former, systems, people).wait(UNSEEN)


def draw_ngram_vs_marks(systems: ScoredSystems, people: HumanScores) -> None:
    """Draw the right half of “Metrics vs. people”, if there are annotations (`people.ratings`)."""
    if ngram_marks_counts.ready(systems, people) is None:
        job = ngram_marks_task.ready(systems, people)
        if job is None or not (job.running or job.stopped or job.failed or job.problem):
            start_ngram_marks(systems, people)
    help_text = glossary_help("ngrams-vs-marks")
    st.subheader("N-grams vs. error annotations", help=help_text, anchor=False)
    draw_while_running(
        lambda: is_running(ngram_marks_task.ready(systems, people)),
        partial(_draw_counts, systems, people),
    )


def _draw_counts(systems: ScoredSystems, people: HumanScores) -> None:
    """Draw the table, or the progress, or why there is nothing."""
    counts = ngram_marks_counts.ready(systems, people)
    job = ngram_marks_task.ready(systems, people)
    if counts is not None:
        draw_account_table(orders_table(counts), key="ngrams-vs-marks", narrow=True)
        caveat, *more = about(counts)
        st.caption(caveat, help=" ".join(more))
    elif job is not None and job.running:
        with st.container(horizontal=True, vertical_alignment="center", key="ngram-marks-doing"):
            share = format_percent(min(job.part, 1.0))
            task_progress(job, f"Counting n-grams and annotated errors: {share}", "stop-ngrams")
    elif job is not None and (job.problem or job.failed):
        why = job.problem or screen.work_failed()
        draw_alert("warning", "Counting failed:", [why], key="ngram-marks-failed")
    else:
        start = partial(start_ngram_marks, systems, people)
        start_button("Count n-grams", start, "start-ngram-marks")
