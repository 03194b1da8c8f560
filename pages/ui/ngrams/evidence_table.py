"""The n-grams of a kind of evidence, paged; a row opens its n-gram."""

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
from bleu_core.common.numerals import bare, counted, fine_delta, whole
from bleu_core.explain.ledger import sources
from bleu_core.explain.ngrams import NgramTable
from pages.ui import results, state
from pages.ui.ngrams.evidence_controls import change
from pages.ui.widgets import progress
from pages.ui.widgets.cells import signed
from pages.ui.widgets.glossary_tip import help_of
from pages.ui.widgets.notice import notice, reasons
from pages.ui.widgets.paging import paging
from pages.ui.widgets.table import Cell, table

INSIDE = (
    "Own: of the n-gram's matches alone. With inside: also of shorter n-grams inside it that stand "
    "and fall with it in this kind of evidence, which have no row of their own."
)


class Column(NamedTuple):
    """A column of the evidence: its label, its glossary entry, its tone, the cell of a row."""

    label: str
    term: str
    tone: str
    cell: Callable[[int], Cell]


def evidence_of(comparison: Comparison) -> NgramTable:
    """Return the evidence, counted with a progress bar where that takes time."""
    with progress.bar("Counting n-grams", shown=len(comparison) >= progress.SLOW) as counting:
        return results.evidence(comparison, counting)


def show(comparison: Comparison, found: NgramTable, kind: str, text: str, sort: str) -> str:
    """Draw the n-grams of a kind that match a search, in an order; return the open one."""
    rows = _rows(found, kind, text, sort)
    view = state.current().phrases
    with st.container(horizontal=True, vertical_alignment="center"):
        st.caption(f"{whole(len(rows))} n-grams")
        page = paging(len(rows), key=f"gram-page-{hash(replace(view, ngram=''))}", alone=True)
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
    table(
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
        on_open=lambda: change(ngram=st.session_state["ngrams"]["open"] or view.ngram),
        empty="No n-gram is evidence of this kind.",
    )
    _say_the_rest(comparison, float(found.points_with_folded(kind)[rows].sum()), len(rows))
    return opened


def _rows(found: NgramTable, kind: str, text: str, sort: str) -> NDArray[np.int64]:
    try:
        rows = found.rows(kind, text)
    except ValueError as error:
        notice("error", "The search cannot be done.", reasons(error), key="gram-search-error")
        rows = found.rows(kind)
    down = sort.startswith("-") or sort == "size"
    return found.order_by(sort.removeprefix("-"), down, rows, kind)


def _say_the_rest(comparison: Comparison, listed: float, number: int) -> None:
    """Draw the points of the listed n-grams, on all pages, and of all others."""
    ledger = comparison.ledger
    if not ledger.defined:
        return
    (others, points), *rest, (_, total) = sources(
        ledger, comparison.stats_a, comparison.stats_b
    ).closing(listed)
    pieces = [(f"{counted(number, 'n-gram')} of this list", listed), (others, points), *rest]
    told = ", ".join(f"{name} {fine_delta(carried)}" for name, carried in pieces)
    st.caption(f"Points: {told}; together Δ {fine_delta(total)}.", help=help_of("points", INSIDE))


def _columns(found: NgramTable, kind: str, documents: bool) -> list[Column]:
    """Return the columns of a kind of evidence."""
    counts = found.counts

    def count(name: str) -> Callable[[int], Cell]:
        return lambda i: whole(int(getattr(counts, name)[i]))

    with_inside = found.points_with_folded(kind)
    points = [
        Column("own points", "points", "", lambda i: signed(float(found.points[i]), fine_delta)),
        Column("with inside", "points", "", lambda i: signed(float(with_inside[i]), fine_delta)),
    ]
    if kind.startswith("over"):
        return [
            Column("A over", "over-produced", "a", count("over_a")),
            Column("B over", "over-produced", "b", count("over_b")),
            Column("in A", "count", "a", count("count_a")),
            Column("in B", "count", "b", count("count_b")),
            *points,
        ]
    if kind.startswith("missed"):
        return [
            Column("A missed", "missed", "a", count("missed_a")),
            Column("B missed", "missed", "b", count("missed_b")),
            Column("in refs", "clip-limit", "", count("limit")),
            *points,
        ]
    shown = [
        Column("A", "credited", "a", count("matches_a")),
        Column("B", "credited", "b", count("matches_b")),
        Column("A wins", "wins", "", count("wins_a")),
        Column("B wins", "wins", "", count("wins_b")),
        Column("p", "sign-test", "", lambda i: bare(float(found.p[i]))),
        Column("q", "q-value", "", lambda i: bare(float(found.q[i]))),
        Column("docs", "documents", "", count("documents")),
        *points,
    ]
    return [column for column in shown if documents or column.label != "docs"]


def _headings(columns: list[Column]) -> list[dict[str, Any]]:
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
        | {"points with inside": found.points_with_folded(kind)[rows]}
    )
