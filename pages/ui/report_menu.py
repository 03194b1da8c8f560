"""The Report button: a comparison as a file, the interactive page first."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from importlib.util import find_spec

import streamlit as st

from bleu_core.explain.comparison import Comparison
from bleu_core.present.comparison_report import gather
from bleu_core.present.report import MOST_FOR_NGRAMS, STATIC, file_name, render
from bleu_core.present.viewer.contents import MOST_IN_PAGE
from bleu_core.segments.annotations import Annotations
from bleu_core.segments.detectors import Thresholds
from bleu_core.segments.saved_slices import SavedSlice
from bleu_core.significance import Significance, run_tests
from bleu_core.significance.metric_tests import MetricSignificance
from bleu_core.systems.grades import p_among_all
from pages.ui import metric_results, results, slice_saving, state
from pages.ui.judgements import saved_annotations
from pages.ui.widgets.download import draw_download

# Suffix: label of the button, purpose of the file, MIME type.
FORMATS = {
    ".html": (
        "Interactive page",
        "Segments, n-grams and slices in one file that needs no server.",
        "text/html",
    ),
    STATIC: ("Static HTML", "For archives: one file without scripts.", "text/html"),
    ".md": ("Markdown", "For a pull request.", "text/markdown"),
    ".tex": ("LaTeX", "For a paper; uses booktabs.", "application/x-tex"),
    ".csv": ("CSV", "All statistics and columns of all segments.", "text/csv"),
    ".xlsx": (
        "XLSX",
        "All segments and the other tables as a workbook.",
        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    ),
}
# A workbook of more segments takes minutes, and a sheet has a million rows at most.
MOST_IN_XLSX = 100_000


def draw_report_menu(comparison: Comparison) -> None:
    """Draw a button for each format; a click on it writes the file."""
    panel = st.popover(
        "Report",
        icon=":material/download:",
        key="report",
        on_change="rerun",
        help="Reports have your judgments, labels and notes, but no errors marked in the texts.",
    )
    if not panel.open:
        return
    annotations = saved_annotations.own_annotations(comparison)
    thresholds = state.current().thresholds
    tested, slices = results.significance.ready(comparison), slice_saving.saved_slices()
    most = {".html": MOST_IN_PAGE, ".xlsx": MOST_IN_XLSX if find_spec("openpyxl") else 0}
    with panel:
        for suffix, (label, purpose, mime) in FORMATS.items():
            if len(comparison) > most.get(suffix, len(comparison)):
                continue
            if suffix == STATIC:
                st.caption("Other formats")
            draw_download(
                label,
                partial(make_report, comparison, tested, annotations, thresholds, suffix, slices),
                file_name(comparison, suffix),
                mime,
                key=f"report{suffix}",
                help=purpose,
                type="primary" if suffix == ".html" else "secondary",
                width="stretch",
            )


def make_report(
    comparison: Comparison,
    found: Significance | None,
    annotations: Annotations,
    thresholds: Thresholds,
    suffix: str,
    slices: Sequence[SavedSlice] = (),
) -> bytes:
    """A report of a comparison as a file of a format; with tests if it shows any."""
    # Runs outside of the script, where no progress can be shown.
    findings = results.input_findings(comparison.evalset, comparison.config)
    collect = partial(
        gather, comparison, annotations=annotations, findings=findings, thresholds=thresholds
    )
    others = [
        MetricSignificance(one)
        for one in metric_results.ready_metrics(comparison)
        if one.about.key != "bleu"
    ]
    if suffix == ".csv":
        return render(collect(metric_pairs=others), suffix)
    few = len(comparison) <= MOST_FOR_NGRAMS
    content = collect(
        significance=found or run_tests(comparison),
        evidence=results.ngram_evidence(comparison) if few else None,
        metric_pairs=others if suffix == ".xlsx" else metric_results.tested_metrics(comparison),
        saved_slices=slices,
        p_holm=p_among_all(comparison),
    )
    return render(content, suffix)
