"""A map of systems by documents: the score of each less the mean of all."""

from __future__ import annotations

from typing import Any

import streamlit as st

from bleu_core.common.escaping import visible
from bleu_core.common.numerals import counted, delta, points, whole
from bleu_core.segments.worklist import document_is
from bleu_core.systems import DocumentScores, ScoredSystems, score_documents
from pages.ui import pair, state
from pages.ui.cache import result
from pages.ui.widgets.glossary_tip import help_of
from pages.ui.widgets.mounting import component
from pages.ui.widgets.notice import notice
from pages.ui.widgets.paging import paging

_document_scores = result()(score_documents)
_mount = component("systems/where_documents.js", '<div class="map"></div>')


def documents(systems: ScoredSystems, a: str, b: str) -> None:
    """Draw the map, the documents with the largest spread first; a cell opens its document."""
    found = _document_scores(systems)
    st.subheader("Documents, the largest spread first", help=help_of("documents"), anchor=False)
    if found is None:
        notice(
            "info",
            "No documents are known.",
            [
                "Where files name the document of each segment (mteval, WMT, a column of a "
                "table), it stands here on which documents a system is better than the others."
            ],
            key="no-documents",
        )
        return
    st.caption(
        f"{counted(len(found.names), 'document')}. A number is BLEU of the system on the segments "
        f"of the document, less the mean of all {whole(len(systems))} systems there: + is better "
        "than the others, − worse. A cell opens the segments of the document, with that system "
        "as B."
    )
    page = paging(len(found.names), key="documents-page")
    shown = found.order[page].tolist()
    opened = _mount(
        data={
            "systems": list(map(visible, systems.names)),
            "a": visible(a),
            "b": visible(b),
            "largest": abs(found.gaps).max().item(),
            "documents": [_document(systems, found, d) for d in shown],
            "label": "BLEU of each system on each document, less the mean of all systems there",
        },
        key="documents-map",
        on_open_change=lambda: None,
    ).get("open")
    if opened:
        document, system = opened
        _open(systems, found.names[document], systems.names[system], a, b)


def _open(systems: ScoredSystems, document: str, system: str, a: str, b: str) -> None:
    # If A itself is chosen, B becomes A.
    pair.choose(systems.evalset, b if system == a else a, system)
    state.change(segment=0, where=document_is(systems.evalset, document))
    state.switch_to("segments.py")


def _document(systems: ScoredSystems, found: DocumentScores, d: int) -> dict[str, Any]:
    document = visible(found.names[d])
    cells = zip(systems.names, found.gaps[:, d].tolist(), found.scores[:, d].tolist(), strict=True)
    return {
        "id": d,
        "name": document,
        "about": f"{counted(found.sizes[d].item(), 'segment')}, "
        f"mean BLEU {points(found.means[d].item())}",
        "cells": [
            {
                "gap": gap,
                "text": delta(gap, 1),
                "told": f"{visible(name)} on {document}: BLEU {points(score)}, {delta(gap)}",
            }
            for name, gap, score in cells
        ],
    }
