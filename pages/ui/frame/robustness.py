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
from bleu_core.present.document import text
from bleu_core.present.tables.other_metrics import agreement, metrics_results_table
from bleu_core.significance.metric_tests import MetricSignificance
from bleu_core.significance.robustness import expected_seconds, robustness_grid, robustness_settings
from bleu_core.significance.robustness_results import RobustnessCell as Result
from bleu_core.significance.robustness_results import summarize_robustness
from bleu_core.text.tokenizers import TokenizerUnavailable
from pages.ui import metric_results, segment_filter
from pages.ui.cache import BackgroundTask, is_running, result
from pages.ui.widgets.alert import draw_alert
from pages.ui.widgets.progress_bars import draw_while_running, start_button, task_progress
from pages.ui.widgets.rich_text import glossary_help
from pages.ui.widgets.table import Cell, draw_table, signed_cell, table_cell


class RobustnessTask(BackgroundTask):
    """Computes Δ under other settings, into `cells`, then the metrics that are quick or there."""

    def __init__(self, comparison: Comparison) -> None:
        self.total = len(robustness_settings(comparison))
        self.cells: list[Result] = []
        self.complete = False
        # Imported scores may be removed while the task works.
        self._ready = {
            key: metric_results.ready_metric(comparison, key)
            for key in metric_results.metric_keys(comparison)
        }
        super().__init__(partial(self._fill, comparison))

    def _fill(self, comparison: Comparison, progress: Progress) -> None:
        asked = [
            key
            for key, ready in self._ready.items()
            if ready or metric_results.is_quick(comparison, key)
        ]
        share = self.total / (self.total + len(asked))
        for done in robustness_grid(comparison, progress=sub_progress(progress, 0, share)):
            self.cells.append(done)
        for number, key in enumerate(asked):
            ends = (share + (1 - share) * n / len(asked) for n in (number, number + 1))
            part = sub_progress(progress, *ends)
            with suppress(InputError, TokenizerUnavailable):  # the Overview reports it
                found = self._ready[key] or metric_results.metric_pair_of(comparison, key, part)
                metric_results.run_tests(comparison, [found], part)
        self.complete = True


robustness_task = result()(RobustnessTask)


def draw_robustness(comparison: Comparison) -> None:
    """Draw a section that is computed on request: progress, then sentences and the table.

    It is about the filtered part, if the view asks for it.
    """
    comparison = segment_filter.part_of(comparison) or comparison
    panel = st.expander("Robustness", key="robustness", on_change="rerun")
    if not panel.open:
        return
    with panel:
        st.caption(
            "Δ under other tokenizers, case, smoothing and references, and by other metrics: does "
            "the verdict depend on a setting, or on BLEU?",
            help=glossary_help("robustness"),
        )
        if no_test_reason := comparison.evalset.no_test_reason:
            draw_alert("info", "Nothing to test", [no_test_reason], key="untested")
            return
        task = partial(robustness_task.ready, comparison)
        draw_while_running(lambda: is_running(task()), partial(_draw_task, comparison), every=1.0)


def _draw_task(comparison: Comparison) -> None:
    """Draw how far the task is, and its results; refreshed every second until it is done."""
    task = robustness_task.ready(comparison)
    # In a container, so that the elements after it keep their places.
    with st.container():
        if task is not None and task.running:
            task_progress(task, f"{format_int(task.total)} settings", "stop-robustness")
        elif task is None or not task.complete:
            if task is not None:
                failed = "Failed" if task.failed else "Stopped"
                draw_alert("error" if task.failed else "info", f"{failed}.", key="stopped")
            time = format_duration(expected_seconds(comparison))
            label = f"Compute {format_int(len(robustness_settings(comparison)))} settings"
            start = partial(robustness_task.renew, task, comparison)
            start_button(f"{label} (about {time})", start, "compute-robustness")
    if task is not None and task.complete:
        _draw_results(comparison, task.cells)


def _draw_results(comparison: Comparison, cells: list[Result]) -> None:
    # Current scores: imported ones may have been replaced since.
    bleu = metric_results.tested_metric(comparison, "bleu")
    others = metric_results.tested_metrics(comparison)
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
    settings = judged.metric_pair.a.settings
    lower = settings.get("lowercase", not settings.get("case_sensitive", True))
    case = "lower" if lower else "mixed"
    texts = [str(settings.get("tokenize", NO_VALUE)), case, NO_VALUE, "all"]
    if judged.metric_pair.about.key.startswith(IMPORTED):
        texts = [NO_VALUE] * 4
    metric, a, b, moved, _, p, interval = map(table_cell, metrics_results_table([judged]).rows[0])
    own_scale: Cell = {"t": "own scale", "tone": "muted"}
    return [metric, *texts, a, b, moved, interval, p, "", own_scale]
