"""The concordance: the segments with the open n-gram, in groups."""

from __future__ import annotations

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from bleu_core import Comparison
from bleu_core.common.formatting import format_int, truncate
from bleu_core.common.pair import LABEL_A, LABEL_B
from bleu_core.explain.concordance import concordance, in_context
from bleu_core.explain.ngrams import NgramTable
from pages.ui import state
from pages.ui.widgets.alert import draw_alert
from pages.ui.widgets.table import draw_paging, draw_table

# Segments per page: the concordance is about as tall as the list beside it.
SEGMENTS = 8
# The groups that are evidence, per kind.
EVIDENT = {
    "matched": ("only A", "only B"),
    "over-produced by A": ("unreferenced",),
    "over-produced by B": ("unreferenced",),
    "missed by A": ("only B", "neither"),
    "missed by B": ("only A", "neither"),
}


def draw_concordance(comparison: Comparison, found: NgramTable, ngram: str) -> None:
    """Draw the first segments of a group, with the n-gram in the middle of each text."""
    if not ngram.split():
        return
    groups = concordance(found.corpus, ngram).groups()
    draw_alert("info", f"“{ngram}”", key="the-ngram")
    usual = _usual(groups, state.current().phrases.kind)
    chosen = st.segmented_control(
        "Group of segments",
        list(groups),
        default=usual,
        format_func=lambda name: f"{name} {format_int(len(groups[name]))}",
        key=f"group-{state.current().phrases.kind}-{usual}-{ngram}",
        label_visibility="collapsed",
    )
    rows = groups[chosen or usual]
    page = draw_paging(len(rows), key=f"group-page-{ngram}-{chosen}", rows=SEGMENTS)
    first, lines = rows[page].tolist(), comparison.evalset.lines
    opened = draw_table(
        [
            {
                "label": "#",
                "align": "right",
                "tone": "muted",
                "narrow": True,
                "help": "Line number.",
            },
            {"label": "in context"},
        ],
        [[format_int(lines[i]), {"lines": _context(comparison, i, ngram)}] for i in first],
        ids=lines[first].tolist(),
        key="concordance",
        label="Segments with the n-gram",
        empty="No segments in this group.",
    )
    if opened:
        state.open_screen("segments.py", segment=int(opened))


def _usual(groups: dict[str, NDArray[np.int64]], kind: str) -> str:
    """Return the default group: the largest of those that are evidence of the kind, if any."""

    def size(name: str) -> int:
        return len(groups[name])

    first = max(EVIDENT.get(kind, EVIDENT["matched"]), key=size)
    return first if size(first) else max(groups, key=size)


def _context(comparison: Comparison, segment: int, ngram: str) -> list[dict[str, str]]:
    """Return the n-gram in context in each text; the beginning of a text without it."""
    evalset = comparison.evalset
    texts = [
        (LABEL_A, "a", evalset.systems[comparison.a]),
        (LABEL_B, "b", evalset.systems[comparison.b]),
    ]
    texts += [(f"r{n}", "muted", column) for n, column in enumerate(evalset.references, 1)]
    lines = []
    for tag, tone, column in texts:
        text = column[segment].as_py()
        if text is None:
            continue
        found = in_context(text, ngram, comparison.config)
        line = {"tag": tag, "tone": tone}
        if found is None:
            lines.append(line | {"t": truncate(text, 120)})
        else:
            lines.append(line | {"t": found.before, "hit": found.ngram, "after": found.after})
    return lines
