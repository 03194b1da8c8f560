"""Robustness: Δ under other settings and by other metrics, computed in the background."""

from __future__ import annotations

from contextlib import suppress
from functools import partial

import streamlit as st

from bleu_core import Comparison, InputError
from bleu_core.common.formatting import (
    NO_VALUE,
    format_count,
    format_delta,
    format_duration,
    format_int,
    format_interval,
    format_p_cell,
    format_score,
)
from bleu_core.common.pair import LABEL_A, LABEL_B
from bleu_core.common.progress import Progress, sub_progress
from bleu_core.metrics.imported import KEY_PREFIX as IMPORTED
from bleu_core.present.account.opinions import agreement, opinions_table
from bleu_core.present.document import text
from bleu_core.significance.metric_tests import MetricSignificance
from bleu_core.significance.robustness import expected_seconds, robustness_grid, robustness_settings
from bleu_core.significance.robustness_results import RobustnessCell as Result
from bleu_core.significance.robustness_results import summarize_robustness
from bleu_core.text.tokenizers import TokenizerUnavailable
from pages.ui import metric_results, segment_filter
from pages.ui.cache import BackgroundTask, is_running, result
from pages.ui.widgets.alert import draw_alert
from pages.ui.widgets.controls import run_again
from pages.ui.widgets.progress_bars import draw_while_running, start_button
from pages.ui.widgets.rich_text import glossary_help
from pages.ui.widgets.table import Cell, account_cell, draw_table, signed_cell


class RobustnessTask(BackgroundTask):
    """Computes the `total` settings of one comparison, then the metrics, quick or computed already.

    `cells` has the results so far; `metric_results` has those of the first `judged` metrics.
    """

    def __init__(self, comparison: Comparison) -> None:
        self.total = len(robustness_settings(comparison))
        self.cells: list[Result] = []
        self.metrics = [
            key
            for key in metric_results.metric_keys(comparison)
            if metric_results.ready_opinion(comparison, key)
            or metric_results.is_quick(comparison, key)
        ]
        self.judged = 0
        # Imported scores may be removed while the task works.
        self._ready = {key: metric_results.ready_opinion(comparison, key) for key in self.metrics}
        super().__init__(partial(self._fill, comparison))

    @property
    def done(self) -> int:
        """Number of settings with a result."""
        return sum(len(cell.smoothings) for cell in self.cells)

    @property
    def complete(self) -> bool:
        """Whether all settings and metrics have their result."""
        return self.done == self.total and self.judged == len(self.metrics)

    def _fill(self, comparison: Comparison, progress: Progress) -> None:
        share = self.total / (self.total + len(self.metrics))
        for done in robustness_grid(comparison, progress=sub_progress(progress, 0, share)):
            self.cells.append(done)
        for number, key in enumerate(self.metrics):
            ends = (share + (1 - share) * n / len(self.metrics) for n in (number, number + 1))
            part = sub_progress(progress, *ends)
            with suppress(InputError, TokenizerUnavailable):  # the Overview reports it
                found = self._ready[key] or metric_results.metric_opinion(comparison, key, part)
                metric_results.run_tests(comparison, [found], part)
            self.judged += 1


robustness_task = result()(RobustnessTask)


# If it is expected to take no more seconds, it starts without a request.
AT_ONCE = 10


def draw_robustness() -> None:
    """Draw progress, then sentences and the table as results arrive; a button if it takes long."""
    st.caption(
        "Δ under other tokenizers, case, smoothing and references, and by other metrics: does the "
        "verdict depend on a setting, or on BLEU?",
        help=glossary_help("robustness"),
    )
    comparison = segment_filter.comparison_or_part()
    if untested := comparison.evalset.untested:
        draw_alert("info", "Nothing to test", [untested], key="untested")
        return
    task = robustness_task.ready(comparison)
    if task is None:
        seconds = expected_seconds(comparison)
        if seconds > AT_ONCE:
            number = format_int(len(robustness_settings(comparison)))
            time = format_duration(seconds)
            if st.button(f"Compute all {number} settings (about {time})", type="primary"):
                robustness_task(comparison)
                run_again()
            return
        robustness_task(comparison)
    draw_while_running(lambda: is_running(_task()), _draw_task, every=1.0)


def _task() -> RobustnessTask | None:
    return robustness_task.ready(segment_filter.comparison_or_part())


def _draw_task() -> None:
    """Draw progress and results; refreshed every second until the task is done."""
    task = _task() or run_again()
    # In a container, so that the elements after it keep their places.
    with st.container():
        if task.running:
            _progress(task)
        elif not task.complete:
            _unfinished(task)
    _results(task)


def _progress(task: RobustnessTask) -> None:
    with st.container(horizontal=True, vertical_alignment="center"):
        done = f"{format_int(task.done)} of {format_int(task.total)} settings"
        if task.done == task.total:
            done = f"{format_int(task.judged)} of {format_int(len(task.metrics))} metrics"
        st.progress(task.part, text=done)
        st.button("Stop", on_click=task.stop)


def _unfinished(task: RobustnessTask) -> None:
    why = "Failed" if task.failed else "Stopped"
    tone = "error" if task.failed else "info"
    done = f"{format_int(task.done)} of {format_int(task.total)} settings"
    if task.judged:
        done += f" and {format_int(task.judged)} of {format_int(len(task.metrics))} metrics"
    draw_alert(tone, f"{why} after {done}.", key="stopped")
    again = partial(robustness_task.renew, task, segment_filter.comparison_or_part())
    start_button("Recompute all", again, "recompute-all")


def _results(task: RobustnessTask) -> None:
    cells = list(task.cells)
    if not cells:
        return
    # Current scores: imported ones may have been replaced since.
    comparison = segment_filter.comparison_or_part()
    bleu = metric_results.tested_opinion(comparison, "bleu")
    others = metric_results.tested_opinions(comparison)
    sentences = summarize_robustness(cells)
    if bleu and others:
        sentences.append(text(agreement([bleu, *others])))
    draw_alert("info", "Effect of the settings", sentences, key="holds")
    draw_table(
        [
            {"label": "metric", "term": "metric"},
            {"label": "tokenizer", "term": "token"},
            {"label": "case", "term": "case"},
            {"label": "smoothing", "term": "smoothing"},
            {"label": "references", "term": "reference"},
            {"label": LABEL_A, "align": "right", "tone": "a", "term": "metric"},
            {"label": LABEL_B, "align": "right", "tone": "b", "term": "metric"},
            {"label": "Δ", "align": "right", "term": "delta"},
            {"label": "95% CI", "align": "right", "term": "confidence-interval"},
            {"label": "p", "align": "right", "term": "p-value"},
            {"label": "Δ′ − Δ", "align": "right", "term": "robustness"},
            {"label": "95% CI of Δ′ − Δ", "align": "right", "term": "robustness"},
        ],
        [*(_row(one, i == 0) for i, one in enumerate(cells)), *map(_metric_row, others)],
        key="holds-table",
        label="Δ under other settings and by other metrics",
    )


def _row(result: Result, present: bool) -> list[Cell]:
    references = f"reference {result.reference}" if result.reference else "all"
    if result.without:
        references = f"all but reference {result.without}"
    if result.left_out:
        references += f" ({format_count(result.left_out, 'segment')} without it)"
    move: list[Cell] = ["", {"t": "current setting", "tone": "muted"}]
    if not present:
        moved = format_interval(result.move_low, result.move_high)
        move = [
            {"t": format_delta(result.move), "tone": "strong" if result.moved else "muted"},
            {"t": moved, "tone": "strong" if result.moved else "muted"},
        ]
    return [
        "BLEU",
        result.config.tokenize,
        "lower" if result.config.lowercase else "mixed",
        ", ".join(result.smoothings),
        references,
        format_score(result.score_a),
        format_score(result.score_b),
        signed_cell(result.delta),
        format_interval(result.ci_low, result.ci_high),
        format_p_cell(result.p),
        *move,
    ]


def _metric_row(judged: MetricSignificance) -> list[Cell]:
    """Return a metric's row; a dash for settings it does not have."""
    settings = judged.opinion.a.settings
    lower = settings.get("lowercase", not settings.get("case_sensitive", True))
    case = "lower" if lower else "mixed"
    texts = [str(settings.get("tokenize", NO_VALUE)), case, NO_VALUE, "all"]
    if judged.opinion.about.key.startswith(IMPORTED):
        texts = [NO_VALUE] * 4
    metric, a, b, moved, _, p, interval = map(account_cell, opinions_table([judged]).rows[0])
    own_scale: Cell = {"t": "own scale", "tone": "muted"}
    return [metric, *texts, a, b, moved, interval, p, "", own_scale]
