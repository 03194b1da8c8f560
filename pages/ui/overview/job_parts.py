"""The Overview of a data set."""

from __future__ import annotations

import streamlit as st

from bleu_core.datasets import Job
from bleu_core.numerals import delta, points


def show(job: Job) -> None:
    """Both scores and Δ."""
    st.text(
        f"BLEU {points(job.score_a.score)} → {points(job.score_b.score)}, Δ {delta(job.delta)}."
    )
