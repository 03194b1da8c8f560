"""What the Overview says, as cells and sentences: results in, text out."""

from __future__ import annotations

from typing import Any

import numpy as np
import streamlit as st

from bleu_core import Comparison
from pages.ui.format import delta, fraction, points, whole
from pages.ui.table import Cell

PLOT = {"displayModeBar": False}
SHOWN = 10

HELP = {
    "precision": "Of all n-grams of a system, how many are in a reference, none counted more often "
    "than in the one reference that has it most (modified precision; Papineni et al. 2002, 2.1).",
    "parts": "BLEU is the brevity penalty times the geometric mean of the precisions p1 to pN. "
    "Each line gives the clipped matches, the n-grams in all, and their ratio in per cent.",
    "sentence": "Sentence BLEU of B minus that of A, in points from −100 to 100, with effective "
    "order and the smoothing of the signature. It ranks segments; it does not add up to Δ.",
    "movers": "The segments whose sentence BLEU differs most, with the beginning of both outputs.",
}


def headline(comparison: Comparison) -> None:
    """The verdict in one sentence. It holds numbers only, no text of any user's."""
    a, b, change = comparison.score_a.score, comparison.score_b.score, comparison.delta
    if abs(change) < 0.005:
        said = f"**A** and **B** score alike ({points(a)} and {points(b)} BLEU)."
    else:
        way = "above" if change > 0 else "below"
        said = (
            f"**B** scores **{points(abs(change))}** {way} **A** "
            f"({points(a)} → {points(b)} BLEU, Δ {delta(change)})."
        )
    st.markdown(f"## {said.replace('**A**', ':blue[**A**]').replace('**B**', ':orange[**B**]')}")


def parts(comparison: Comparison) -> tuple[list[dict[str, Any]], list[list[Cell]]]:
    """Columns and rows of the table of p1..pN, BP, lengths and BLEU for A, B and Δ."""
    a, b = comparison.score_a, comparison.score_b
    columns: list[dict[str, Any]] = [
        {"label": ""},
        {"label": "A", "align": "right", "tone": "a"},
        {"label": "%", "align": "right", "tone": "a"},
        {"label": "B", "align": "right", "tone": "b"},
        {"label": "%", "align": "right", "tone": "b"},
        {"label": "B − A", "align": "right", "help": "Candidate minus baseline."},
    ]
    rows: list[list[Cell]] = []
    for n in range(comparison.config.max_ngram_order):
        rows.append(
            [
                {"t": f"p{'₁₂₃₄₅₆₇₈₉'[n]}", "title": f"precision of {n + 1}-grams"},
                _plain(fraction(a.counts[n], a.totals[n])),
                _plain(points(a.precisions[n])),
                _plain(fraction(b.counts[n], b.totals[n])),
                _plain(points(b.precisions[n])),
                _signed(b.precisions[n] - a.precisions[n]),
            ]
        )
    rows.append(
        [
            {"t": "BP", "title": "brevity penalty: e^(1 − r/c) where the output is shorter"},
            "",
            _plain(f"{a.bp:.4f}"),
            "",
            _plain(f"{b.bp:.4f}"),
            _signed(b.bp - a.bp, 4),
        ]
    )
    rows.append(
        [
            {"t": "length c / r", "title": "tokens of the output / of the references chosen"},
            _plain(fraction(a.sys_len, a.ref_len)),
            _plain(_ratio(a.sys_len, a.ref_len)),
            _plain(fraction(b.sys_len, b.ref_len)),
            _plain(_ratio(b.sys_len, b.ref_len)),
            {"t": delta(b.sys_len - a.sys_len, 0) + " tokens", "tone": "muted"},
        ]
    )
    rows.append(
        [
            {"t": "BLEU", "tone": "strong"},
            "",
            {"t": points(a.score), "tone": "strong"},
            "",
            {"t": points(b.score), "tone": "strong"},
            _signed(b.score - a.score),
        ]
    )
    return columns, rows


def movers(comparison: Comparison, direction: int) -> tuple[list[dict[str, Any]], list[list[Cell]]]:
    """The segments that moved most, up (direction 1) or down (−1), with both outputs."""
    deltas = comparison.sentence_deltas * direction
    best = np.argsort(-deltas, kind="stable")[:SHOWN]
    systems = comparison.evalset.systems
    columns = [
        {"label": "#", "align": "right", "tone": "muted", "narrow": True, "help": "Line number."},
        {"label": "Δ", "align": "right", "narrow": True, "help": HELP["sentence"]},
        {"label": "Output"},
    ]
    rows: list[list[Cell]] = [
        [
            whole(i + 1),
            _signed(comparison.sentence_deltas[i]),
            {
                "lines": [
                    {"tag": "A", "tone": "a", "t": _start(systems[comparison.a][i].as_py())},
                    {"tag": "B", "tone": "b", "t": _start(systems[comparison.b][i].as_py())},
                ]
            },
        ]
        for i in best.tolist()
        if deltas[i] > 0
    ]
    return columns, rows


def _start(text: str, length: int = 160) -> str:
    return text if len(text) <= length else text[: length - 1] + "…"


def _plain(text: str) -> Cell:
    return {"t": text}


def _signed(number: float, digits: int = 2) -> Cell:
    text = delta(number, digits)
    tone = "gain" if text[0] == "+" else "loss" if text[0] == "\u2212" else "muted"
    return {"t": text, "tone": tone}


def _ratio(sys_len: float, ref_len: float) -> str:
    return points(100 * sys_len / ref_len) if ref_len else "–"
