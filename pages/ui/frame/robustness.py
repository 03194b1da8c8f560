"""Robustness: Δ under other settings and by other metrics, computed in the background."""

from __future__ import annotations

from contextlib import suppress
from functools import partial

import streamlit as st

from bleu_core import Comparison, InputError
from bleu_core.common.formatting import format_duration, format_int
from bleu_core.common.progress import Progress, sub_progress
from bleu_core.present.document import text
from bleu_core.present.tables.other_metrics import agreement
from bleu_core.present.tables.robustness import robustness_table
from bleu_core.significance.robustness import expected_seconds, robustness_grid, robustness_settings
from bleu_core.significance.robustness_results import RobustnessCell, summarize_robustness
from bleu_core.text.tokenizers import TokenizerUnavailable
from pages.ui import metric_results, segment_filter
from pages.ui.cache import result
from pages.ui.widgets.alert import draw_alert
from pages.ui.widgets.progress_bars import draw_result
from pages.ui.widgets.rich_text import glossary_help
from pages.ui.widgets.table import draw_document_table


@result(size=lambda cells: 1_000 * len(cells))
def robustness(comparison: Comparison, progress: Progress | None = None) -> list[RobustnessCell]:
    """Compute Δ under other settings, and the tests of metrics that are quick or there."""
    keys = [
        key
        for key in metric_results.metric_keys(comparison)
        if metric_results.ready_metric(comparison, key) or metric_results.is_quick(comparison, key)
    ]
    settings = len(robustness_settings(comparison))
    total = settings + len(keys)
    cells = list(robustness_grid(comparison, progress=sub_progress(progress, 0, settings / total)))
    for number, key in enumerate(keys, settings):
        part = sub_progress(progress, number / total, (number + 1) / total)
        # The Overview reports it; imported scores may have been removed meanwhile.
        with suppress(InputError, TokenizerUnavailable, KeyError):
            metric_results.metric_with_tests(comparison, key, part)
    return cells


def draw_robustness(comparison: Comparison) -> None:
    """Draw progress, then sentences and the table, of the filtered part if the view asks for it."""
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
        if reason := comparison.evalset.no_test_reason:
            draw_alert("info", "Nothing to test", [reason], key="untested")
            return
        settings = f"{format_int(len(robustness_settings(comparison)))} settings"
        time = format_duration(expected_seconds(comparison))
        draw_result(
            robustness,
            (comparison,),
            partial(_draw_cells, comparison),
            what=settings,
            start=f"Compute {settings} (about {time})",
            key="robustness",
        )


def _draw_cells(comparison: Comparison, cells: list[RobustnessCell]) -> None:
    # Current scores: imported ones may have been replaced since.
    bleu = metric_results.metric_with_tests.ready(comparison, "bleu")
    others = metric_results.tested_metrics(comparison)
    sentences = summarize_robustness(cells)
    if bleu and others:
        sentences.append(text(agreement([bleu, *others])))
    draw_alert("info", "Effect of the settings", sentences, key="holds")
    draw_document_table(robustness_table(cells, others), key="holds-table")
