"""NIST and chrF on the bench, in tables that follow every edit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import streamlit as st

from bleu_core.common.numerals import fraction, plain, points, whole
from bleu_core.teaching import Workings
from bleu_core.teaching.lessons import Prepared
from bleu_core.teaching.second_opinions import (
    bits_of_ngrams,
    character_counts,
    group_by_bits,
    metric_scores,
    nist_sums,
)
from bleu_core.text import glossary
from pages.ui.widgets.glossary_tip import help_of
from pages.ui.widgets.table import Cell, table

Sides = Mapping[str, Workings]


# The effective settings: those of the bench may need a tokenizer that is not installed.


def information(bench: Prepared, sides: Sides) -> None:
    """Draw the bits of the references' n-grams, and which of them match."""
    config = sides["A"].stats.config
    bits = bits_of_ngrams(bench.candidates, bench.references, config)
    rows: list[list[Cell]] = [
        [
            whole(worth.order),
            plain(worth.bits, 3),
            " · ".join(worth.ngrams),
            *[whole(worth.credited[letter]) for letter in sides],
        ]
        for worth in group_by_bits(sides, bits)
    ]
    st.subheader("What the references' n-grams are worth", anchor=False, help=help_of("nist"))
    columns = [
        {"label": "Order", "align": "right", "narrow": True},
        {"label": "Bits each", "align": "right", "narrow": True, "term": "information"},
        {"label": "N-grams of the references"},
        *[{"label": f"{letter} matches", "align": "right", "narrow": True} for letter in sides],
    ]
    table(columns, rows, key="information", label="Information of n-grams, and what matches")
    sums = nist_sums(bench.candidates, bench.references, config)
    table(
        [
            {"label": "Candidate"},
            {"label": "BLEU", "align": "right", "term": "bleu"},
            {"label": "NIST", "align": "right", "term": "nist"},
            {"label": "Bits that match / n-grams of the candidate, by order"},
        ],
        [
            [letter, points(workings.score.score), points(sums[letter].score), sums[letter].text]
            for letter, workings in sides.items()
        ],
        key="other-scores",
        label="BLEU and NIST",
    )


def characters(bench: Prepared, sides: Sides) -> None:
    """Character n-grams that a candidate and its reference share, by order."""
    counted = character_counts(bench.candidates, bench.references)
    rows: list[list[Cell]] = [
        [
            whole(of_order[0].order),
            *[fraction(one.matched, of) for one in of_order for of in (one.output, one.reference)],
        ]
        for of_order in zip(*counted.values(), strict=True)
    ]
    st.subheader("Character n-grams in common", anchor=False, help=help_of("chrf"))
    columns = [{"label": "Characters", "align": "right", "narrow": True}]
    for letter in counted:
        columns += [
            {"label": f"{letter}: precision", "align": "right"},
            {"label": f"{letter}: recall", "align": "right"},
        ]
    table(columns, rows, key="characters", label="Character n-grams in common")
    scores(bench, sides, ["chrf"])


def scores(bench: Prepared, sides: Sides, others: Sequence[str]) -> None:
    """BLEU of the bench beside other metrics."""
    result = metric_scores(bench.candidates, bench.references, sides["A"].stats.config)
    rows: list[list[Cell]] = [
        [letter, points(workings.score.score), *[points(result[letter][name]) for name in others]]
        for letter, workings in sides.items()
    ]
    columns = [
        {"label": "Candidate"},
        *[
            {"label": glossary.find(name).term, "align": "right", "term": name}
            for name in ("bleu", *others)
        ],
    ]
    table(columns, rows, key="other-scores", label="BLEU beside other metrics")
