"""The n-grams of one kind of evidence, folded into families, and their controls."""

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
)
from bleu_core.common.pair import LABEL_A, LABEL_B
from bleu_core.explain.ledger import point_sources
from bleu_core.explain.ngram_families import Cause
from bleu_core.explain.ngram_folds import Entry, content_first, fold_rows, sort_families
from bleu_core.explain.ngrams import KINDS, NgramTable
from bleu_core.text.encoding import LARGE
from pages.ui import results, state
from pages.ui.query import LONGEST_TEXT
from pages.ui.widgets import progress_bars
from pages.ui.widgets.alert import draw_alert, error_sentences
from pages.ui.widgets.controls import follow_choice, follow_value
from pages.ui.widgets.download import draw_download
from pages.ui.widgets.rich_text import glossary_help
from pages.ui.widgets.table import Cell, draw_paging, draw_table, signed_cell

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
FAMILIES = (
    "List families first, and fold n-grams under one that they contain; the first 20 are shown "
    "there. A search lists all n-grams singly."
)
CONTENT = (
    "List n-grams of function words last. Function words are the most frequent tokens, which "
    "together make up 40% of the references."
)
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
        _draw_switch("Families", "gram-families", FAMILIES, "flat", 110, off=True)
        _draw_switch("Content words first", "gram-content", CONTENT, "content", 170)
    return kind, text or "", sort


def _draw_switch(
    label: str, key: str, help: str, field: str, width: int, off: bool = False
) -> None:
    """Draw the switch of a field of the view: the field is set where the switch is on, or `off`."""
    shown = getattr(state.current().phrases, field) != off
    st.toggle(
        label,
        shown,
        **follow_value(key, shown, lambda on: change_phrases(**{field: on != off})),
        help=help,
        width=width,  # its place, before it is loaded
    )


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


ALONG = (
    "Segments where A wins (above the line) and where B wins (below), in 20 runs of the test set; "
    "for other evidence, the occurrences."
)
FAMILY = "Points of all n-grams of the family, with those that are too rare for this list."
# N-grams per page, and most n-grams folded under one.
ROWS, MEMBERS = 25, 20


class EvidenceColumn(NamedTuple):
    """A column of the evidence: its label, its glossary entry, its tone, the cell of a row."""

    label: str
    term: str
    tone: str
    cell: Callable[[int], Cell]
    wide: bool = False


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
    folded = not (view.flat or text)
    families: list[Cause] = []
    if folded and kind == "matched":
        families = sort_families(results.quick_ngram_families(comparison), sort)
    if view.content:
        frequent = results.frequent_tokens(comparison)
        rows, families = content_first(found, rows, families, frequent)
    listed = fold_rows(found, rows, families) if folded else None
    with st.container(horizontal=True, vertical_alignment="center"):
        st.caption(format_count(len(rows), "n-gram"))
        number = len(rows) if listed is None else len(listed)
        with st.container(horizontal=True, horizontal_alignment="right", width=240):
            key = f"gram-page-{hash(replace(view, ngram=''))}"
            page = draw_paging(number, key=key, alone=True, rows=ROWS)
        draw_download(
            "CSV",
            lambda: to_csv(_frame(found, rows, kind)),
            f"{kind}.csv",
            "text/csv",
            key=f"{kind}-csv",
            width=64,
        )
    if listed is None:
        entries = [Entry(row, rows[:0]) for row in rows[page].tolist()]
    else:
        entries = listed.entries(page)
    _draw_rest(comparison, float(found.points_with_folded(kind)[rows].sum()), len(rows))
    return _draw_entries(comparison, found, kind, entries, folded, families)


class _Row(NamedTuple):
    """A row as it is drawn: the n-gram, its row of the evidence or -1, and where it is folded."""

    text: str
    row: int
    under: int | None = None  # the number of the row that it is folded under
    family: Cause | None = None


def _draw_entries(
    comparison: Comparison,
    found: NgramTable,
    kind: str,
    entries: list[Entry],
    folded: bool,
    families: list[Cause],
) -> str:
    """Draw the entries of a page with the n-grams folded under them; return the open n-gram."""
    view = state.current().phrases
    drawn = _drawn_rows(found, entries)
    documents = comparison.evalset.documents is not None
    columns = _columns(found, kind, documents, folded)
    ids = [None if one.family and one.family.is_sign else one.text for one in drawn]
    opened = view.ngram or next(filter(None, ids), "")
    # Each needs a pass over all tokens: some 30 ms with so many segments.
    is_along = len(comparison) <= LARGE
    headings = _headings(columns, is_along)
    if families:
        headings.append(
            {"label": "family", "align": "right", "term": "family", "help": FAMILY, "narrow": True}
        )

    def cells(one: _Row) -> list[Cell]:
        along: list[Cell] = [""] if is_along else []
        if is_along and one.row >= 0 and one.under is None:
            along = [{"along": list(results.ngram_along(comparison, one.text, kind))}]
        numbers = [column.cell(one.row) if one.row >= 0 else "" for column in columns]
        family: list[Cell] = [""] if families else []
        if one.family:
            family = [signed_cell(one.family.points, format_small_delta)]
        return [one.text, *along, *numbers, *family]

    draw_table(
        headings,
        [cells(one) for one in drawn],
        ids=ids,
        under=[one.under for one in drawn],
        selected=opened,
        shows="opened",
        key="ngrams",
        label="N-gram evidence",
        on_open=lambda: change_phrases(ngram=st.session_state["ngrams"]["open"] or view.ngram),
        empty="No n-grams.",
    )
    return opened


def _drawn_rows(found: NgramTable, entries: list[Entry]) -> list[_Row]:
    """Return a row for each entry, and below it one for each of its first members."""
    drawn: list[_Row] = []
    for entry in entries:
        members = entry.members[:MEMBERS]
        texts = found.texts(np.append(entry.row, members)).to_pylist() if entry.row >= 0 else []
        if entry.family:
            texts = [entry.family.text, *(texts[1:] or found.texts(members).to_pylist())]
        head = len(drawn)
        drawn.append(_Row(texts[0], entry.row, family=entry.family))
        drawn += [
            _Row(text, row, head) for text, row in zip(texts[1:], members.tolist(), strict=True)
        ]
    return drawn


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


def _columns(found: NgramTable, kind: str, documents: bool, folded: bool) -> list[EvidenceColumn]:
    """Return the columns of a kind; a folded list leaves out those that its families make wide."""
    counts = found.counts

    def count(name: str) -> Callable[[int], Cell]:
        return lambda i: format_int(int(getattr(counts, name)[i]))

    def signed(values: NDArray[np.float64]) -> Callable[[int], Cell]:
        return lambda i: signed_cell(float(values[i]), format_small_delta)

    points = [EvidenceColumn("with nested", "points", "", signed(found.points_with_folded(kind)))]
    if not folded:
        points.insert(0, EvidenceColumn("own points", "points", "", signed(found.points)))
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
        EvidenceColumn("q", "q-value", "", lambda i: format_p_cell(float(found.q[i])), wide=True),
        EvidenceColumn("docs", "documents", "", count("documents")),
        *points,
    ]
    left_out = {"docs"} if folded or not documents else set()
    left_out |= {"p"} if folded else set()
    return [column for column in shown if column.label not in left_out]


def _headings(columns: list[EvidenceColumn], is_along: bool) -> list[dict[str, Any]]:
    first: list[dict[str, Any]] = [{"label": "n-gram", "tone": "code"}]
    if is_along:
        first.append({"label": "along", "help": ALONG, "narrow": True, "wide": True})
    return first + [
        {"label": c.label, "align": "right", "term": c.term, "narrow": True, "wide": c.wide}
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
