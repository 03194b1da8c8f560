"""The report of the open data set."""

from __future__ import annotations

from functools import partial

import streamlit as st

from bleu_core.datasets import Job, Survey
from bleu_core.present.dataset_report import JobContent
from bleu_core.present.report import render_dataset
from bleu_core.present.report.json_report import dataset_json
from pages.ui import job_results

# Suffix: label of the button, purpose of the file, MIME type.
FORMATS = {
    ".html": ("HTML", "One file that opens anywhere, without a network", "text/html"),
    ".md": ("Markdown", "For a pull request", "text/markdown"),
    ".json": ("JSON", "All numbers in full, for a program", "application/json"),
}


def menu(job: Job, survey: Survey | None) -> None:
    """Draw a button for each format once the report's parts are known.

    A file is made when its button is pressed.
    """
    movers = None if survey is None else job_results.read_movers.ready(job, survey)
    if movers is None or movers.problems:
        return
    content = JobContent(job, job_results.significance.ready(job), survey, job_results.ngrams(job))
    with st.popover("Report", icon=":material/download:", key="report"):
        for suffix, (label, purpose, mime) in FORMATS.items():
            st.download_button(
                label,
                partial(written, content, suffix),
                f"data-set{suffix}",
                mime,
                key=f"report{suffix}",
                help=purpose,
                on_click="ignore",
                width="stretch",
            )


def written(content: JobContent, suffix: str) -> bytes:
    """The report as a file."""
    return dataset_json(content).encode() if suffix == ".json" else render_dataset(content, suffix)
