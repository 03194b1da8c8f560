"""Panels of some lessons beside the bench: trials, correlations, permutations."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from bleu_core import teaching
from bleu_core.common.numerals import NONE, bounds, points, whole
from bleu_core.teaching.challenge import attempt
from bleu_core.teaching.lessons import Lesson, Prepared, answers
from pages.ui.classroom import who
from pages.ui.learn import panels_of_metrics, panels_of_systems
from pages.ui.learn.trials import trials
from pages.ui.sample import load_sample
from pages.ui.widgets.notice import notice
from pages.ui.widgets.table import Cell, table


def show(panel: str, lesson: Lesson) -> None:
    """Draw the panel above the bench, if the lesson has one."""
    # A separate container, so that the bench below stays the same element.
    with st.container():
        if panel == "chance":
            _chance()
        elif panel == "correlation":
            _correlation(lesson)
        elif panel == "systems":
            panels_of_systems.systems(lesson)


def show_of_bench(panel: str, bench: Prepared, sides: Mapping[str, teaching.Workings]) -> None:
    """Draw the panel that follows every edit of the bench, if the lesson has one."""
    if panel == "permutations":
        permutations(sides["A"])
    elif panel == "information":
        panels_of_metrics.information(bench, sides)
    elif panel == "characters":
        panels_of_metrics.characters(bench, sides)
    elif panel == "scores":
        panels_of_metrics.scores(bench, sides, ["nist", "chrf"])


def challenge(lesson: Lesson, text: str) -> None:
    """Draw how A does in the lesson's challenge; a class sees it elsewhere."""
    if lesson.challenge is None or who.room():
        return
    tried, start = (attempt(lesson, each) for each in (text, lesson.prepared.candidates[0]))
    scores = (
        f"Against the lesson's references A scores {points(tried.score)}, "
        f"and as it was prepared {points(start.score)}."
    )
    tone = "warning" if tried.faults else "info"
    notice(tone, lesson.challenge.goal, [scores, *tried.faults], key="challenge")


def permutations(workings: teaching.Workings) -> None:
    """Draw all permutations of A's pieces that are in a reference, with scores."""
    counted = teaching.census(workings.lines[0], workings.stats.config)
    st.subheader(
        "The orders of A's pieces, scored",
        anchor=False,
        help="Callison-Burch, Osborne and Koehn (2006): k words, b of whose bigrams are in a "
        "reference, have (k − b)! orders in which no match is lost.",
    )
    done = "all of them" if counted.is_complete else f"a random sample of {whole(counted.tried)}"
    number = whole(len(counted.chunks))
    rows: list[list[Cell]] = [
        ["Pieces", " | ".join(counted.chunks) or NONE],
        [
            "Orders",
            f"{number}! = {teaching.many(counted.orders)}; scored: {done}",
        ],
        ["The same BLEU", whole(counted.same)],
        ["A higher BLEU", whole(counted.higher)],
        ["A lower BLEU", whole(counted.lower)],
        ["For example", counted.example],
    ]
    columns = [{"label": "", "tone": "muted"}, {"label": ""}]
    table(columns, rows, key="permutations", label="Orders of the pieces of A and their BLEU")


def _chance() -> None:
    for column, size in zip(st.columns(2, gap="large"), (None, answers.few()), strict=True):
        with column:
            change, segments, filling = answers.trials(load_sample(), size)
            which = "All" if size is None else "The first"
            title = f"{which} {whole(segments)} segments of the sample"
            trials(title, change, filling, key=f"trials-{segments}")


def _correlation(lesson: Lesson) -> None:
    rows: list[list[Cell]] = []
    for judges, r in lesson.stated.items():
        low, high = teaching.correlation_interval(float(r), 5)
        rows.append([f"{judges.capitalize()} judges", r, "5", bounds(low, high, points)])
    table(
        [
            {"label": "BLEU against"},
            {"label": "r", "align": "right", "term": "human-judgement"},
            {"label": "systems", "align": "right", "help": "Systems that were judged."},
            {"label": "95 % interval", "align": "right", "help": "By Fisher's z."},
        ],
        rows,
        key="correlation",
        label="Correlation of BLEU with human judgement in 2002",
    )
