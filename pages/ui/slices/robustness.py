"""Robustness: Δ under other settings and by other metrics, computed in the background."""

from __future__ import annotations

from functools import partial

import streamlit as st

from bleu_core.common.numerals import NONE, bare, bounds, counted, delta, duration, points, whole
from bleu_core.metrics.imported import PREFIX as IMPORTED
from bleu_core.present.account.opinions import agreement, opinions_table
from bleu_core.present.account.spans import text
from bleu_core.significance.opinions import Judged
from bleu_core.significance.robustness import Cell as Result
from bleu_core.significance.robustness import expected_seconds, settings, summary
from pages.ui import opinions, subset
from pages.ui.slices.robustness_job import RobustnessTask, robustness_task
from pages.ui.widgets.cells import cell, signed
from pages.ui.widgets.glossary_tip import help_of
from pages.ui.widgets.notice import notice
from pages.ui.widgets.rerun import run_again
from pages.ui.widgets.table import Cell, table

# If it is expected to take no more seconds, it starts without a request.
AT_ONCE = 10


def explain() -> None:
    """Draw what the tab computes."""
    st.caption(
        "Δ under tokenizers × case × smoothing × references, each with its interval, and what "
        "each moves Δ by; then Δ by other metrics: does the verdict depend on a setting, or on "
        "BLEU?",
        help=help_of("robustness"),
    )


def show() -> None:
    """Draw progress, then sentences and the table as results arrive; a button if it takes long."""
    explain()
    comparison = subset.shown()
    task = robustness_task.ready(comparison)
    if task is None:
        seconds = expected_seconds(comparison)
        if seconds > AT_ONCE:
            number, time = whole(len(settings(comparison))), duration(seconds)
            if st.button(f"Compute all {number} settings (about {time})", type="primary"):
                robustness_task(comparison)
                run_again()
            return
        task = robustness_task(comparison)
    ticking = task.running
    st.fragment(partial(_task, ticking), run_every=1.0 if ticking else None)()


def _task(ticking: bool) -> None:
    """Draw progress and results; refreshed every second until the task is done."""
    task = robustness_task.ready(subset.shown())
    if task is None or task.running != ticking:
        run_again()
    # In a container, so that the elements after it keep their places.
    with st.container():
        if task.running:
            _progress(task)
        elif not task.complete:
            _unfinished(task)
    _results(task)


def _progress(task: RobustnessTask) -> None:
    with st.container(horizontal=True, vertical_alignment="center"):
        done = f"{whole(task.done)} of {whole(task.total)} settings"
        if task.done == task.total:
            done = f"{whole(task.judged)} of {whole(len(task.metrics))} metrics"
        st.progress(task.part, text=done)
        if st.button("Stop"):
            task.stopped = True
            run_again()


def _unfinished(task: RobustnessTask) -> None:
    why = "This failed" if task.failed else "Stopped"
    tone = "error" if task.failed else "info"
    done = f"{whole(task.done)} of {whole(task.total)} settings"
    if task.judged:
        done += f" and {whole(task.judged)} of {whole(len(task.metrics))} metrics"
    notice(tone, f"{why} after {done}.", key="stopped")
    if st.button("Compute all of them again"):
        robustness_task.renew(task, subset.shown())
        run_again()


def _results(task: RobustnessTask) -> None:
    cells = list(task.cells)
    if not cells:
        return
    # Current scores: imported ones may have been replaced since.
    comparison = subset.shown()
    bleu, others = opinions.ready_judged(comparison, "bleu"), opinions.judged(comparison)
    sentences = summary(cells)
    if bleu and others:
        sentences.append(text(agreement([bleu, *others])))
    notice("info", "What the settings change", sentences, key="holds")
    table(
        [
            {"label": "metric", "term": "metric"},
            {"label": "tokenizer", "term": "token"},
            {"label": "case", "term": "case"},
            {"label": "smoothing", "term": "smoothing"},
            {"label": "references", "term": "reference"},
            {"label": "A", "align": "right", "tone": "a", "term": "metric"},
            {"label": "B", "align": "right", "tone": "b", "term": "metric"},
            {"label": "Δ", "align": "right", "term": "delta"},
            {"label": "95 % interval", "align": "right", "term": "confidence-interval"},
            {"label": "p", "align": "right", "term": "p-value"},
            {"label": "Δ′ − Δ", "align": "right", "term": "robustness"},
            {"label": "its 95 % interval", "align": "right", "term": "robustness"},
        ],
        [*(_row(one, i == 0) for i, one in enumerate(cells)), *map(_metric_row, others)],
        key="holds-table",
        label="Δ under other settings, and by other metrics",
    )


def _row(result: Result, present: bool) -> list[Cell]:
    references = "all" if result.reference is None else f"reference {result.reference}"
    if result.left_out:
        references += f" ({counted(result.left_out, 'segment lacks it', 'segments lack it')})"
    move: list[Cell] = ["", {"t": "present setting", "tone": "muted"}]
    if not present:
        moved = bounds(result.move_low, result.move_high)
        move = [
            {"t": delta(result.move), "tone": "strong" if result.moved else "muted"},
            {"t": moved, "tone": "strong" if result.moved else "muted"},
        ]
    return [
        "BLEU",
        result.config.tokenize,
        "lower" if result.config.lowercase else "mixed",
        ", ".join(result.smoothings),
        references,
        points(result.score_a),
        points(result.score_b),
        signed(result.delta),
        bounds(result.ci_low, result.ci_high),
        bare(result.p),
        *move,
    ]


def _metric_row(judged: Judged) -> list[Cell]:
    """Return a metric's row; a dash for settings it does not have."""
    settings = judged.opinion.a.settings
    lower = settings.get("lowercase", not settings.get("case_sensitive", True))
    case = "lower" if lower else "mixed"
    texts = [str(settings.get("tokenize", NONE)), case, NONE, "all"]
    if judged.opinion.about.key.startswith(IMPORTED):
        texts = [NONE] * 4
    metric, a, b, moved, _, p, interval = map(cell, opinions_table([judged]).rows[0])
    own_scale: Cell = {"t": "on its own scale", "tone": "muted"}
    return [metric, *texts, a, b, moved, interval, p, "", own_scale]
