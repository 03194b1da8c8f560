"""Does the verdict hold? Δ under other settings, computed in the background."""

from __future__ import annotations

from functools import partial

import streamlit as st

from bleu_core.numerals import bare, bounds, counted, delta, duration, points, whole
from bleu_core.significance.robustness import Cell as Result
from bleu_core.significance.robustness import expected_seconds, settings, summary
from pages.ui import open_comparison, store
from pages.ui.slices.robustness_job import RobustnessJob
from pages.ui.widgets.cells import signed
from pages.ui.widgets.glossary_tip import help_of
from pages.ui.widgets.notice import notice
from pages.ui.widgets.rerun import run_again
from pages.ui.widgets.table import Cell, table

# What is expected to take no longer, in seconds, starts by itself.
AT_ONCE = 10
JOB = "robustness"


def explain() -> None:
    """What is asked here."""
    st.caption(
        "Δ under tokenizers × case × smoothing × references, each with its interval, and what "
        "each moves Δ by: does the verdict depend on a setting?",
        help=help_of("robustness"),
    )


def show() -> None:
    """Progress, then sentences and the table as they come; a button first where it takes long."""
    comparison = open_comparison.get()
    job = store.find_job(JOB, comparison)
    if job is None:
        seconds = expected_seconds(comparison)
        if seconds > AT_ONCE:
            number, time = whole(len(settings(comparison))), duration(seconds)
            if st.button(f"Compute all {number} settings (about {time})", type="primary"):
                store.start_job(JOB, comparison, partial(RobustnessJob, comparison))
                run_again()
            return
        job = store.start_job(JOB, comparison, partial(RobustnessJob, comparison))
    ticking = job.running
    st.fragment(partial(_job, ticking), run_every=1.0 if ticking else None)()


def _job(ticking: bool) -> None:
    """How far the job is, and its results; runs each second by itself until it is done."""
    job = store.find_job(JOB, open_comparison.get())
    if job is None or job.running != ticking:
        run_again()
    # A place of its own, whatever is in it: what follows stays where it is.
    with st.container():
        if job.running:
            _progress(job)
        elif job.done < job.total:
            _unfinished(job)
    _results(job)


def _progress(job: RobustnessJob) -> None:
    with st.container(horizontal=True, vertical_alignment="center"):
        st.progress(job.part, text=f"{whole(job.done)} of {whole(job.total)} settings")
        if st.button("Stop"):
            job.stopped = True
            run_again()


def _unfinished(job: RobustnessJob) -> None:
    why = "This failed" if job.failed else "Stopped"
    tone = "error" if job.failed else "info"
    notice(tone, f"{why} after {whole(job.done)} of {whole(job.total)} settings.", key="stopped")
    if st.button("Compute all of them again"):
        comparison = open_comparison.get()
        store.start_job(JOB, comparison, partial(RobustnessJob, comparison), instead_of=job)
        run_again()


def _results(job: RobustnessJob) -> None:
    cells = list(job.cells)
    if not cells:
        return
    notice("info", "What the settings change", summary(cells), key="holds")
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
            {"label": "Δ′ − Δ", "align": "right", "term": "robustness"},
            {"label": "its 95 % interval", "align": "right", "term": "robustness"},
        ],
        [_row(cell, i == 0) for i, cell in enumerate(cells)],
        key="holds-table",
        label="Δ under other settings",
    )


def _row(cell: Result, present: bool) -> list[Cell]:
    references = "all" if cell.reference is None else f"reference {cell.reference}"
    if cell.left_out:
        references += f" ({counted(cell.left_out, 'segment lacks it', 'segments lack it')})"
    move: list[Cell] = ["", {"t": "present setting", "tone": "muted"}]
    if not present:
        moved = bounds(cell.move_low, cell.move_high)
        move = [
            {"t": delta(cell.move), "tone": "strong" if cell.moved else "muted"},
            {"t": moved, "tone": "strong" if cell.moved else "muted"},
        ]
    return [
        cell.config.tokenize,
        "lower" if cell.config.lowercase else "mixed",
        ", ".join(cell.smoothings),
        references,
        points(cell.score_a),
        points(cell.score_b),
        signed(cell.delta),
        bounds(cell.ci_low, cell.ci_high),
        bare(cell.p),
        *move,
    ]
