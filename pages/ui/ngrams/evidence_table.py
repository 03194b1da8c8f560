"""The n-grams of one kind of evidence, their controls, and the concordance of the open one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
import streamlit as st
from numpy.typing import NDArray

from bleu_core import Comparison
from bleu_core.common.escaping import to_csv
from bleu_core.common.formatting import (
    format_count,
    format_int,
    format_p_cell,
    format_small_delta,
    truncate,
)
from bleu_core.common.pair import LABEL_A, LABEL_B
from bleu_core.explain.concordance import concordance, in_context
from bleu_core.explain.ledger import point_sources
from bleu_core.explain.ngrams import KINDS, NgramTable
from pages.ui import results, state
from pages.ui.query import LONGEST_TEXT
from pages.ui.widgets import progress_bars
from pages.ui.widgets.alert import draw_alert, error_sentences
from pages.ui.widgets.controls import follow_choice, follow_value
from pages.ui.widgets.rich_text import glossary_help
from pages.ui.widgets.table import Cell, draw_paging, draw_table, signed_cell

LINES = 30
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
        key=f"group-{ngram}",
        label_visibility="collapsed",
    )
    rows = groups[chosen or usual]
    first, lines = rows[:LINES].tolist(), comparison.evalset.lines
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
    if len(rows) > LINES:
        st.caption(f"The first {LINES} of {format_int(len(rows))} segments.")
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


POINTS = {
    "size": "largest contributions",
    "points_with_folded": "points, losses first",
    "-points_with_folded": "points, gains first",
}
MATCHED = POINTS | {"p": "smallest p first", "-wins": "most segments first"}
OVER = {
    "over_delta": "over-produced more by A than by B",
    "-over_delta": "over-produced more by B than by A",
    "-over_a": "over-produced most by A",
    "-over_b": "over-produced most by B",
    **POINTS,
}
MISSED = {
    "missed_delta": "missed more by A than by B",
    "-missed_delta": "missed more by B than by A",
    "-missed_a": "missed most by A",
    "-missed_b": "missed most by B",
    "-limit": "most often in references",
    **POINTS,
}
# The orders of each kind of evidence, the default first.
SORTS = {
    "matched": MATCHED,
    "over-produced by A": OVER,
    "over-produced by B": {"-over_delta": OVER["-over_delta"]} | OVER,
    "missed by A": MISSED,
    "missed by B": {"-missed_delta": MISSED["-missed_delta"]} | MISSED,
}
KIND = (
    "Matched: credited n-grams, and which system has more. Over-produced: in the output, but not "
    "credited. Missed: in a reference, but not produced."
)


def draw_controls() -> tuple[str, str, str]:
    """Draw the controls; return kind, text and order."""
    view = state.current().phrases
    kind = _choose_kind(view.kind)
    sorts = SORTS[kind]
    with st.container(horizontal=True, vertical_alignment="center"):
        text = st.text_input(
            "Search n-grams",
            view.text,
            **follow_value("gram-text", view.text, lambda chosen: change_phrases(text=chosen)),
            placeholder='Text, "token" or /regex/',
            max_chars=LONGEST_TEXT,
            label_visibility="collapsed",
        )
        sort = view.sort if view.sort in sorts else next(iter(sorts))
        st.selectbox(
            "Order",
            **follow_choice("gram-sort", sorts, sort, lambda chosen: change_phrases(sort=chosen)),
            format_func=sorts.__getitem__,
            label_visibility="collapsed",
        )
    return kind, text or "", sort


def _choose_kind(asked: str) -> str:
    kinds = list(KINDS)
    kind = asked if asked in kinds else kinds[0]
    st.segmented_control(
        "Evidence",
        kinds,
        default=kind,
        **follow_value("gram-kind", kind, lambda chosen: change_phrases(kind=chosen or kind)),
        help=KIND,
        label_visibility="collapsed",
    )
    return kind


def change_phrases(**changes: Any) -> None:
    """Change what the screen shows."""
    state.change(phrases=replace(state.current().phrases, **changes))


INSIDE = (
    "Own points: from the n-gram's own matches. With nested: also from shorter n-grams inside it "
    "that have the same counts in this kind of evidence, and so no row of their own."
)


class EvidenceColumn(NamedTuple):
    """A column of the evidence: its label, its glossary entry, its tone, the cell of a row."""

    label: str
    term: str
    tone: str
    cell: Callable[[int], Cell]


def evidence_of(comparison: Comparison) -> NgramTable:
    """Return the evidence, computed with a progress bar where that takes time."""
    with progress_bars.progress_bar("Counting n-grams", segments=len(comparison)) as counting:
        return results.ngram_evidence(comparison, counting)


def draw_evidence(
    comparison: Comparison, found: NgramTable, kind: str, text: str, sort: str
) -> str:
    """Draw the n-grams of a kind that match a search, in an order; return the open one."""
    rows = _rows(found, kind, text, sort)
    view = state.current().phrases
    with st.container(horizontal=True, vertical_alignment="center"):
        st.caption(f"{format_int(len(rows))} n-grams")
        page = draw_paging(len(rows), key=f"gram-page-{hash(replace(view, ngram=''))}", alone=True)
        st.download_button(
            "CSV",
            lambda: to_csv(_frame(found, rows, kind)),
            f"{kind}.csv",
            "text/csv",
            on_click="ignore",
        )
    shown = rows[page]
    texts = found.texts(shown).to_pylist()
    columns = _columns(found, kind, comparison.evalset.documents is not None)
    opened = view.ngram or next(iter(texts), "")
    draw_table(
        _headings(columns),
        [
            [ngram, *(column.cell(i) for column in columns)]
            for i, ngram in zip(shown.tolist(), texts, strict=True)
        ],
        ids=texts,
        selected=opened,
        shows="opened",
        key="ngrams",
        label="N-gram evidence",
        on_open=lambda: change_phrases(ngram=st.session_state["ngrams"]["open"] or view.ngram),
        empty="No n-grams.",
    )
    _draw_rest(comparison, float(found.points_with_folded(kind)[rows].sum()), len(rows))
    return opened


def _rows(found: NgramTable, kind: str, text: str, sort: str) -> NDArray[np.int64]:
    try:
        rows = found.rows(kind, text)
    except ValueError as error:
        why = error_sentences(error)
        draw_alert("error", "Invalid search.", why, key="gram-search-error")
        rows = found.rows(kind)
    down = sort.startswith("-") or sort == "size"
    return found.order_by(sort.removeprefix("-"), down, rows, kind)


def _draw_rest(comparison: Comparison, listed: float, number: int) -> None:
    """Draw the points of the listed n-grams, on all pages, and of all others."""
    ledger = comparison.ledger
    if not ledger.defined:
        return
    (others, points), *rest, (_, total) = point_sources(
        ledger, comparison.stats_a, comparison.stats_b
    ).closing(listed)
    pieces = [(f"{format_count(number, 'n-gram')} in this list", listed), (others, points), *rest]
    told = ", ".join(f"{name} {format_small_delta(carried)}" for name, carried in pieces)
    st.caption(
        f"Points: {told}; sum: Δ {format_small_delta(total)}.",
        help=glossary_help("points", INSIDE),
    )


def _columns(found: NgramTable, kind: str, documents: bool) -> list[EvidenceColumn]:
    counts = found.counts

    def count(name: str) -> Callable[[int], Cell]:
        return lambda i: format_int(int(getattr(counts, name)[i]))

    def signed(values: NDArray[np.float64]) -> Callable[[int], Cell]:
        return lambda i: signed_cell(float(values[i]), format_small_delta)

    points = [
        EvidenceColumn("own points", "points", "", signed(found.points)),
        EvidenceColumn("with nested", "points", "", signed(found.points_with_folded(kind))),
    ]
    if kind.startswith("over"):
        return [
            EvidenceColumn("A over", "over-produced", "a", count("over_a")),
            EvidenceColumn("B over", "over-produced", "b", count("over_b")),
            EvidenceColumn("in A", "count", "a", count("count_a")),
            EvidenceColumn("in B", "count", "b", count("count_b")),
            *points,
        ]
    if kind.startswith("missed"):
        return [
            EvidenceColumn("A missed", "missed", "a", count("missed_a")),
            EvidenceColumn("B missed", "missed", "b", count("missed_b")),
            EvidenceColumn("in refs", "clip-limit", "", count("limit")),
            *points,
        ]
    shown = [
        EvidenceColumn(LABEL_A, "credited", "a", count("matches_a")),
        EvidenceColumn(LABEL_B, "credited", "b", count("matches_b")),
        EvidenceColumn("A wins", "wins", "", count("wins_a")),
        EvidenceColumn("B wins", "wins", "", count("wins_b")),
        EvidenceColumn("p", "sign-test", "", lambda i: format_p_cell(float(found.p[i]))),
        EvidenceColumn("q", "q-value", "", lambda i: format_p_cell(float(found.q[i]))),
        EvidenceColumn("docs", "documents", "", count("documents")),
        *points,
    ]
    return [column for column in shown if documents or column.label != "docs"]


def _headings(columns: list[EvidenceColumn]) -> list[dict[str, Any]]:
    first: dict[str, Any] = {"label": "n-gram", "tone": "code"}
    return [first] + [
        {"label": c.label, "align": "right", "term": c.term, "narrow": True}
        | ({"tone": c.tone} if c.tone else {})
        for c in columns
    ]


def _frame(found: NgramTable, rows: np.ndarray, kind: str) -> pd.DataFrame:
    counts = found.counts
    names = ("order", "matches_a", "matches_b", "count_a", "count_b", "limit", "wins_a", "wins_b")
    columns = {name: getattr(counts, name)[rows] for name in names}
    return pd.DataFrame(
        {"n-gram": found.texts(rows).to_pylist()}
        | columns
        | {"p": found.p[rows], "q": found.q[rows], "points": found.points[rows]}
        | {"points with nested": found.points_with_folded(kind)[rows]}
    )
