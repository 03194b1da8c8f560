"""Panels of lessons: trials, the interval of a correlation, NIST, chrF; and the challenge."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

import streamlit as st

from bleu_core import teaching
from bleu_core.common.formatting import (
    format_delta,
    format_fraction,
    format_int,
    format_interval,
    format_p,
    format_plain,
    format_score,
)
from bleu_core.present.figures import trials_histogram
from bleu_core.significance import MIN_SEGMENTS
from bleu_core.teaching import Workings, panels
from bleu_core.teaching.exercise import attempt
from bleu_core.teaching.lessons import Lesson, PreparedBench, answers
from pages.ui.store import load_sample
from pages.ui.widgets.alert import draw_alert
from pages.ui.widgets.figure import figure
from pages.ui.widgets.rich_text import glossary_help
from pages.ui.widgets.table import Cell, draw_table

Sides = Mapping[str, Workings]
NARROW = {"align": "right", "narrow": True}


def draw_information(bench: PreparedBench, sides: Sides) -> None:
    """Draw the bits of the references' n-grams, and which of them match."""
    # The effective settings: those of the bench may need a tokenizer that is not installed.
    config = sides["A"].stats.config
    bits = panels.bits_of_ngrams(bench.candidates, bench.references, config)
    rows: list[list[Cell]] = [
        [
            format_int(order),
            format_plain(worth, 3),
            " · ".join(ngrams),
            *[format_int(credited[letter]) for letter in sides],
        ]
        for order, worth, ngrams, credited in panels.group_by_bits(sides, bits)
    ]
    st.subheader("Information of n-grams", anchor=False, help=glossary_help("nist"))
    columns = [
        {"label": "Order"} | NARROW,
        {"label": "Bits each", "term": "information"} | NARROW,
        {"label": "N-grams of the references"},
        *[{"label": f"{letter} matches"} | NARROW for letter in sides],
    ]
    draw_table(columns, rows, key="information", label="Information of n-grams, and matches")
    sums = panels.nist_sums(bench.candidates, bench.references, config)
    scores = {letter: score for letter, (score, _) in sums.items()}
    _draw_scores("NIST", sides, scores, {letter: text for letter, (_, text) in sums.items()})


def draw_characters(bench: PreparedBench, sides: Sides) -> None:
    """Character n-grams that a candidate and its reference share, by order."""
    counted = panels.character_counts(bench.candidates, bench.references)
    rows: list[list[Cell]] = [
        [
            format_int(order),
            *[
                format_fraction(matched, of)
                for output, reference, matched in of_order
                for of in (output, reference)
            ],
        ]
        for order, of_order in enumerate(zip(*counted.values(), strict=True), 1)
    ]
    st.subheader("Character n-grams in common", anchor=False, help=glossary_help("chrf"))
    columns = [{"label": "Characters"} | NARROW]
    for letter in counted:
        columns += [
            {"label": f"{letter}: precision", "align": "right"},
            {"label": f"{letter}: recall", "align": "right"},
        ]
    draw_table(columns, rows, key="characters", label="Character n-grams in common")
    st.caption("chrF uses neither the tokenizer nor “Ignore case”.")
    config = sides["A"].stats.config
    result = panels.metric_scores(bench.candidates, bench.references, config)
    _draw_scores("chrF", sides, {letter: scores["chrf"] for letter, scores in result.items()})


def _draw_scores(
    metric: str,
    sides: Sides,
    scores: Mapping[str, float],
    workings: Mapping[str, str] | None = None,
) -> None:
    """Draw BLEU of each candidate, its score by another metric, and how that is computed."""
    columns = [
        {"label": "Candidate"},
        {"label": "BLEU", "align": "right", "term": "bleu"},
        {"label": metric, "align": "right", "term": metric.lower()},
    ]
    rows: list[list[Cell]] = [
        [letter, format_score(side.score.score), format_score(scores[letter])]
        for letter, side in sides.items()
    ]
    if workings:
        columns.append({"label": "Matching bits / n-grams of the candidate, by order"})
        for row, text in zip(rows, workings.values(), strict=True):
            row.append(text)
    draw_table(columns, rows, key="other-scores", label=f"BLEU and {metric}")


def draw_panel(panel: str, lesson: Lesson) -> None:
    # A separate container, so that the bench below stays the same element.
    with st.container():
        if panel == "chance":
            _draw_chance()
        elif panel == "correlation":
            _draw_correlation(lesson)


# The panels that follow every edit of the bench, by their names in lessons.
BENCH_PANELS = {"information": draw_information, "characters": draw_characters}


def draw_challenge(lesson: Lesson, text: str) -> None:
    if lesson.challenge is None:
        return
    faults, score = attempt(lesson, text)
    _, start = attempt(lesson, lesson.prepared.candidates[0])
    scores = (
        f"With the lesson's references A scores {format_score(score)}; "
        f"the original A scores {format_score(start)}."
    )
    tone = "warning" if faults else "info"
    goal = f"\u2068{lesson.challenge.goal}\u2069"  # isolated: it may run from right to left
    draw_alert(tone, goal, [scores, *faults], key="challenge")


def _draw_chance() -> None:
    for column, size in zip(st.columns(2, gap="large"), (None, MIN_SEGMENTS), strict=True):
        with column:
            change, segments, deltas = answers.trials(load_sample(), size)
            number, extreme = len(deltas), int(teaching.is_extreme(deltas, change).sum())
            which = "All" if size is None else "First"
            figure(
                trials_histogram(deltas, change),
                f"{which} {format_int(segments)} segments of the sample",
                "approximate-randomization",
                f"trials-{segments}",
                partial(dict, Δ=deltas),
            )
            st.caption(
                f"{format_int(number)} trials, {format_int(extreme)} with a difference at least as "
                f"large as that of A and B ({format_delta(change)}): "
                f"{format_p((extreme + 1) / (number + 1))}"
            )


def _draw_correlation(lesson: Lesson) -> None:
    rows: list[list[Cell]] = []
    for judges, r in lesson.stated.items():
        low, high = teaching.correlation_interval(float(r), 5)
        interval = format_interval(low, high, format_score)
        rows.append([f"{judges.capitalize()} judges", r, "5", interval])
    draw_table(
        [
            {"label": "BLEU against"},
            {"label": "r", "align": "right", "term": "human-judgement"},
            {"label": "systems", "align": "right", "help": "Number of systems judged."},
            {"label": "95% CI", "align": "right", "help": "Computed with Fisher's z."},
        ],
        rows,
        key="correlation",
        label="Correlation of BLEU with human judgment in 2002",
    )
