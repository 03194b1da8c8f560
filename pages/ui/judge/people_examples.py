"""Published results on BLEU and people: 13 systems of 2021, and the paper's five."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import streamlit as st

from bleu_core.people.against.examples import MarkedSystems, Paper, read_marked_systems, read_paper
from bleu_core.people.against.outliers import outliers
from bleu_core.present import figures
from bleu_core.present.account import people_examples as published_texts
from pages.ui.judge.people_systems import numbers_behind
from pages.ui.widgets.account_table import draw
from pages.ui.widgets.figure import figure
from pages.ui.widgets.prose import prose

_FOLDER = Path(__file__).parents[3] / "sample_data"


@cache
def _read() -> tuple[MarkedSystems, Paper]:
    texts = (
        (_FOLDER / name).read_text("utf-8") for name in ("mqm-ted-2021.json", "papineni2002.json")
    )
    return read_marked_systems(next(texts)), read_paper(next(texts))


def show() -> None:
    """Draw both, labelled as examples that do not belong to the open comparison."""
    marked, paper = _read()
    left, right = st.columns([6, 5], gap="large")
    with left:
        plot = figures.people_scatter(marked.versus, outliers(marked.versus.means).tolist())
        figure(
            plot,
            "Others: 13 systems of 2021",
            "human-judgement",
            "example-systems",
            lambda: numbers_behind(marked.versus),
        )
        prose(published_texts.of_marked_systems(marked), key="example-told", small=True)
        st.caption(f"Counted from {marked.source}")
    with right:
        st.subheader("Others: the paper's five systems of 2002", anchor=False)
        draw(published_texts.paper_table(paper), key="example-paper", narrow=True)
        st.caption(published_texts.of_paper(paper))
        st.caption(published_texts.QUOTED)
