"""The report of the open comparison, one click away in every format."""

from __future__ import annotations

from functools import partial
from importlib.util import find_spec

import streamlit as st

from bleu_core.explain.comparison import Comparison
from bleu_core.present.report import MOST_FOR_NGRAMS, file_name, render
from bleu_core.present.report.gathering import gather
from bleu_core.segments.annotations import Annotations
from bleu_core.segments.detectors import Thresholds
from bleu_core.significance import Significance, judge
from pages.ui import opinions, results, state
from pages.ui.judgements import saved

# Suffix: what the button says, what the file is for, its MIME type.
FORMATS = {
    ".html": ("HTML", "One file that opens anywhere, without a network", "text/html"),
    ".md": ("Markdown", "For a pull request", "text/markdown"),
    ".tex": ("LaTeX", "For a paper, with booktabs", "application/x-tex"),
    ".csv": ("CSV", "Every statistic and column of every segment", "text/csv"),
    ".xlsx": (
        "XLSX",
        "The same as a workbook, with the other tables",
        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    ),
}
# A workbook of more segments takes minutes, and a sheet has a million rows at most.
MOST_IN_XLSX = 100_000


def menu(comparison: Comparison) -> None:
    """A button for each format; a file is made when its button is pressed."""
    panel = st.popover("Report", icon=":material/download:", key="report", on_change="rerun")
    if not panel.open:
        return
    said, thresholds = saved.own(comparison), state.current().thresholds
    tested = results.significance(comparison)
    with panel:
        for suffix, (label, purpose, mime) in FORMATS.items():
            if suffix == ".xlsx" and not _has_xlsx(comparison):
                continue
            st.download_button(
                label,
                partial(_make, comparison, tested, said, thresholds, suffix),
                file_name(comparison, suffix),
                mime,
                key=f"report{suffix}",
                help=purpose,
                on_click="ignore",
                width="stretch",
            )


def _has_xlsx(comparison: Comparison) -> bool:
    return find_spec("openpyxl") is not None and len(comparison) <= MOST_IN_XLSX


def _make(
    comparison: Comparison,
    found: Significance | None,
    said: Annotations,
    thresholds: Thresholds,
    suffix: str,
) -> bytes:
    # Runs outside of the script, with no element to show progress in.
    findings = results.findings(comparison.evalset, comparison.config)
    if suffix == ".csv":
        return render(gather(comparison, annotations=said, findings=findings), suffix)
    few = len(comparison) <= MOST_FOR_NGRAMS
    evidence = results.evidence(comparison, lambda part: None) if few else None
    content = gather(
        comparison,
        found or judge(comparison),
        evidence,
        annotations=said,
        findings=findings,
        opinions=opinions.judged(comparison),
        thresholds=thresholds,
    )
    return render(content, suffix)
