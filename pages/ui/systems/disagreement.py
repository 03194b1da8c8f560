"""System disagreement: segments and documents whose scores differ most."""

from __future__ import annotations

from typing import Any

import streamlit as st

from bleu_core.common.escaping import one_line
from bleu_core.common.formatting import (
    format_count,
    format_delta,
    format_int,
    format_score,
    plural,
    truncate,
)
from bleu_core.common.pair import A, B
from bleu_core.segments.worklist import document_expression
from bleu_core.systems import (
    DocumentScores,
    ScoredSystems,
    ScoreSpread,
    score_documents,
    score_spread,
)
from bleu_core.text.evalset import EvalSet
from pages.ui import open_comparison, state, store
from pages.ui.cache import result
from pages.ui.widgets.alert import draw_alert
from pages.ui.widgets.components import component
from pages.ui.widgets.rich_text import glossary_help
from pages.ui.widgets.table import Cell, draw_paging, draw_table

_document_scores = result()(score_documents)
_mount = component("systems/where_documents.js", '<div class="map"></div>')


def draw_documents(systems: ScoredSystems, a: str, b: str) -> None:
    """Draw the map, the documents with the largest spread first; a cell opens its document."""
    found = _document_scores(systems)
    note = (
        "Largest spread first. A number is the system's BLEU on the document minus the mean of all "
        f"{format_int(len(systems))} systems there: + is better than that mean, − worse. A cell "
        f"opens the document's segments, with that system as {B}."
    )
    st.subheader("Document spread", help=glossary_help("documents", note), anchor=False)
    if found is None:
        draw_alert(
            "info",
            "No document names.",
            [
                "With files that name the document of each segment (mteval, WMT, a column of a "
                "table), this shows on which documents a system is better than the others."
            ],
            key="no-documents",
        )
        return
    st.caption(
        f"BLEU minus the mean of all systems, in {format_count(len(found.names), 'document')}."
    )
    page = draw_paging(len(found.names), key="documents-page")
    shown = found.order[page].tolist()
    opened = _mount(
        data={
            "systems": list(map(one_line, systems.names)),
            "a": one_line(a),
            "b": one_line(b),
            "largest": abs(found.gaps).max().item(),
            "documents": [_document(systems, found, d) for d in shown],
            "label": "BLEU of each system on each document, minus the mean of all systems there",
        },
        key="documents-map",
        on_open_change=lambda: None,
    ).get("open")
    if opened:
        document, system = opened
        _open(systems, found.names[document], systems.names[system], a, b)


def _open(systems: ScoredSystems, document: str, system: str, a: str, b: str) -> None:
    # If A itself is chosen, B becomes A.
    open_comparison.choose_pair(systems.evalset, b if system == a else a, system)
    state.open_screen(
        "segments.py", segment=0, where=document_expression(systems.evalset, document)
    )


def _document(systems: ScoredSystems, found: DocumentScores, d: int) -> dict[str, Any]:
    document = one_line(found.names[d])
    cells = zip(systems.names, found.gaps[:, d].tolist(), found.scores[:, d].tolist(), strict=True)
    return {
        "id": d,
        "name": document,
        "about": f"{format_count(found.sizes[d].item(), 'segment')}, "
        f"mean BLEU {format_score(found.means[d].item())}",
        "cells": [
            {
                "gap": gap,
                "text": format_delta(gap, 1),
                "told": f"{one_line(name)} on {document}: BLEU {format_score(score)}, "
                f"{format_delta(gap)}",
            }
            for name, gap, score in cells
        ],
    }


ROWS = 20
# Characters of a source or reference, and of a system's name.
START, NAME = 140, 32
_spread = result()(score_spread)
EXTREMES, CHOSEN = f"worst as {A}, best as {B}", f"current {A} and {B}"


def draw_segments(systems: ScoredSystems, a: str, b: str) -> None:
    """Draw the list, the largest spread first; a row opens its segment."""
    data = systems.evalset
    spread = _spread(systems)
    note = (
        f"Largest spread first. A dot is a system; the square is {A}, the diamond is {B}. Short "
        "segments easily come first: there a word is worth many points."
    )
    st.subheader("Segment spread", help=glossary_help("segment-spread", note), anchor=False)
    if not spread.differing:
        draw_alert("info", "All systems have the same score on every segment.", key="no-spread")
        return
    with st.container(horizontal=True, vertical_alignment="center"):
        st.caption(
            f"{format_int(spread.differing)} of {format_count(len(data), 'segment')} "
            f"{plural(spread.differing, 'has', 'have')} a spread."
        )
        opens = st.segmented_control(
            "Open a segment with",
            [EXTREMES, CHOSEN],
            default=EXTREMES,
            required=True,
            key="spread-opens",
        )
    page = draw_paging(spread.differing, key="spread-page", rows=ROWS)
    shown = spread.order[: spread.differing][page].tolist()
    opened = draw_table(
        [
            {"label": "#", "align": "right", "tone": "muted", "narrow": True},
            {"label": "reference" if data.source is None else "source", "wide": True},
            {"label": "sentence BLEU, 0–100", "term": "sentence-bleu"},
            {"label": "best, worst", "narrow": True},
            {"label": "spread", "align": "right", "narrow": True, "term": "segment-spread"},
        ],
        [_row(systems, spread, row, (a, b)) for row in shown],
        ids=[row + 1 for row in shown],
        key="spread",
        label="Segments by the spread of sentence BLEU",
    )
    if opened:
        row = int(opened) - 1
        if opens == EXTREMES:
            worst, best = (systems.names[k] for k in spread.extremes(row))
            open_comparison.choose_pair(data, worst, best)
        state.open_screen("segments.py", segment=row + 1, where="")


def _row(
    systems: ScoredSystems, spread: ScoreSpread, row: int, chosen: tuple[str, str]
) -> list[Cell]:
    tones = dict(zip(chosen, "ab", strict=True))
    scores = spread.scores[:, row].tolist()
    worst, best = spread.extremes(row)
    return [
        format_int(row + 1),
        {"t": truncate(_text(systems.evalset, row), START)},
        {
            "dots": [
                [score, f"{_name(name)} {format_score(score)}", tones.get(name, "")]
                for name, score in zip(systems.names, scores, strict=True)
            ]
        },
        {
            "lines": [
                {"tag": format_score(scores[k]), "tone": "muted", "t": _name(systems.names[k])}
                for k in (best, worst)
            ]
        },
        format_score(spread.spreads[row].item()),
    ]


def _name(name: str) -> str:
    return truncate(one_line(name), NAME)


def _text(data: EvalSet, row: int) -> str:
    """Return the source of a segment, or else its first reference."""
    column = data.references[0] if data.source is None else data.source
    return column[row].as_py() or ""


def draw_disagreement() -> None:
    comparison = open_comparison.current_comparison()
    systems = store.systems(comparison.evalset, state.current().config)
    if len(systems) < 2:
        draw_alert(
            "info",
            "There is only one system.",
            ["Load the outputs of several systems on the Data screen to see where they disagree."],
            key="one-system",
        )
        return
    draw_segments(systems, comparison.a, comparison.b)
    draw_documents(systems, comparison.a, comparison.b)
