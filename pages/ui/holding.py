"""Does the verdict hold? Δ under other settings, computed in the background."""

from __future__ import annotations

import threading

import streamlit as st

from bleu_core import Comparison
from bleu_core.robustness import Cell as Result
from bleu_core.robustness import grid, settings, summary
from bleu_core.words import delta, p_value, points, whole
from pages.ui import opening, store
from pages.ui.asking import help_of
from pages.ui.notice import notice
from pages.ui.summary import signed
from pages.ui.table import Cell, table


class Job:
    """The grid of one comparison, computed by a thread of its own, cell by cell."""

    def __init__(self, comparison: Comparison) -> None:
        self.total = len(settings(comparison))
        self.cells: list[Result] = []
        self.stopped = False
        self.failed = False
        self._thread = threading.Thread(target=self._run, args=(comparison,), daemon=True)
        self._thread.start()

    @property
    def running(self) -> bool:
        return self._thread.is_alive()

    def _run(self, comparison: Comparison) -> None:
        try:
            for cell in grid(comparison):
                self.cells.append(cell)
                if self.stopped:
                    break
        except Exception:
            self.failed = True
            raise


def show() -> None:
    """A button to begin, then progress, sentences and the table as they come."""
    comparison = opening.comparison()
    st.caption(
        "Δ under tokenizers × case × smoothing × references, each with its interval: "
        "does the sign, or the significance, depend on a setting?",
        help=help_of("robustness"),
    )
    job = store.find_job(comparison)
    if job is None:
        number = len(settings(comparison))
        if st.button(f"Compute all {whole(number)} settings", type="primary"):
            store.start_job(comparison, Job(comparison))
            st.rerun()
        return
    if job.running and not job.stopped:
        st.fragment(_progress, run_every=1.0)()
    else:
        _results(job)


def _progress() -> None:
    """Runs each second by itself until the job is done."""
    job = store.find_job(opening.comparison())
    if job is None or not job.running or job.stopped:
        st.rerun()
    with st.container(horizontal=True, vertical_alignment="center"):
        done = len(job.cells)
        st.progress(done / job.total, text=f"{done} of {job.total} settings")
        if st.button("Stop"):
            job.stopped = True
            st.rerun()
    _results(job)


def _results(job: Job) -> None:
    cells = list(job.cells)
    if len(cells) < job.total and not job.running:
        why = "This failed" if job.failed else "Stopped"
        tone = "error" if job.failed else "info"
        notice(tone, f"{why} after {len(cells)} of {job.total} settings.", key="stopped")
        if st.button("Compute all of them again"):
            comparison = opening.comparison()
            store.start_job(comparison, Job(comparison))
            st.rerun()
    if not cells:
        return
    notice("info", "What decides", summary(cells), key="holds")
    table(
        [
            {"label": "tokenizer", "term": "token"},
            {"label": "case", "term": "case"},
            {"label": "smoothing", "term": "smoothing"},
            {"label": "references", "term": "reference"},
            {"label": "A", "align": "right", "tone": "a", "term": "bleu"},
            {"label": "B", "align": "right", "tone": "b", "term": "bleu"},
            {"label": "Δ", "align": "right", "term": "delta"},
            {"label": "95 % interval", "align": "right", "term": "confidence-interval"},
            {"label": "p", "align": "right", "term": "p-value"},
            {"label": "changes", "term": "robustness"},
        ],
        [_row(cell, i == 0) for i, cell in enumerate(cells)],
        key="holds-table",
        label="Δ under other settings",
    )


def _row(cell: Result, present: bool) -> list[Cell]:
    interval = p = "–"
    if cell.ci_low is not None and cell.ci_high is not None and cell.p is not None:
        interval = f"{delta(cell.ci_low)} … {delta(cell.ci_high)}"
        p = p_value(cell.p).removeprefix("p ").removeprefix("= ")
    references = "all" if cell.reference is None else f"reference {cell.reference}"
    if cell.left_out:
        references += f" ({whole(cell.left_out)} segments lack it)"
    marks = ["present setting"] * present + ["sign"] * cell.sign_changed
    marks += ["chance"] * cell.significance_lost
    changed = cell.sign_changed or cell.significance_lost
    return [
        cell.config.tokenize,
        "lower" if cell.config.lowercase else "mixed",
        cell.config.smooth_method,
        references,
        points(cell.score_a),
        points(cell.score_b),
        signed(cell.delta),
        interval,
        p,
        {"t": ", ".join(marks), "tone": "strong" if changed else "muted"},
    ]
