"""The concordance: the segments that contain an n-gram, by which system matched it."""

from __future__ import annotations

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from bleu_core import Comparison
from bleu_core.common.numerals import whole
from bleu_core.common.wording import cut
from bleu_core.explain.context import in_context
from bleu_core.explain.ngrams import NgramTable
from bleu_core.explain.ngrams.concordance import concordance
from pages.ui import state
from pages.ui.widgets.notice import notice
from pages.ui.widgets.table import table

LINES = 30
# The groups that are evidence, per kind.
EVIDENT = {
    "matched": ("only A", "only B"),
    "over-produced by A": ("unreferenced",),
    "over-produced by B": ("unreferenced",),
    "missed by A": ("only B", "neither"),
    "missed by B": ("only A", "neither"),
}


def show(comparison: Comparison, found: NgramTable, ngram: str) -> None:
    """Draw the first segments of a group, with the n-gram in the middle of each text."""
    if not ngram.split():
        return
    groups = concordance(found.corpus, ngram).groups()
    notice("info", f"‹{ngram}›", key="the-ngram")
    usual = _usual(groups, state.current().phrases.kind)
    chosen = st.segmented_control(
        "Who matched it",
        list(groups),
        default=usual,
        format_func=lambda name: f"{name} {whole(len(groups[name]))}",
        key=f"group-{ngram}",
        label_visibility="collapsed",
    )
    rows = groups[chosen or usual]
    first, lines = rows[:LINES].tolist(), comparison.evalset.lines
    opened = table(
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
        [[whole(lines[i]), {"lines": _context(comparison, i, ngram)}] for i in first],
        ids=lines[first].tolist(),
        key="concordance",
        label="Segments with the n-gram",
        empty="No segment here.",
    )
    if len(rows) > LINES:
        st.caption(f"The first {LINES} of {whole(len(rows))} segments.")
    if opened:
        state.change(segment=int(opened))
        state.switch_to("segments.py")


def _usual(groups: dict[str, NDArray[np.int64]], kind: str) -> str:
    """Return the default group: the largest of those that are evidence of the kind, if any."""

    def size(name: str) -> int:
        return len(groups[name])

    first = max(EVIDENT.get(kind, EVIDENT["matched"]), key=size)
    return first if size(first) else max(groups, key=size)


def _context(comparison: Comparison, segment: int, ngram: str) -> list[dict[str, str]]:
    """Return the n-gram in context in each text; the beginning of a text without it."""
    evalset = comparison.evalset
    texts = [("A", "a", evalset.systems[comparison.a]), ("B", "b", evalset.systems[comparison.b])]
    texts += [(f"r{n}", "muted", column) for n, column in enumerate(evalset.references, 1)]
    lines = []
    for tag, tone, column in texts:
        text = column[segment].as_py()
        if text is None:
            continue
        found = in_context(text, ngram, comparison.config)
        line = {"tag": tag, "tone": tone}
        if found is None:
            lines.append(line | {"t": cut(text, 120)})
        else:
            lines.append(line | {"t": found.before, "hit": found.ngram, "after": found.after})
    return lines
