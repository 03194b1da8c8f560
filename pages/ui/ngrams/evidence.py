"""The n-gram evidence and its concordance: a table on the left, the segments on the right."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
import streamlit as st
from numpy.typing import NDArray

from bleu_core import Comparison
from bleu_core.context import in_context
from bleu_core.escaping import to_csv
from bleu_core.ledger import sources
from bleu_core.ngrams import KINDS, NgramTable
from bleu_core.ngrams.concordance import concordance
from bleu_core.numerals import bare, counted, fine_delta, percent, whole
from bleu_core.wording import cut
from pages.ui import open_comparison, state, store
from pages.ui.widgets.cells import signed
from pages.ui.widgets.controls import follow
from pages.ui.widgets.glossary_tip import help_of
from pages.ui.widgets.notice import notice
from pages.ui.widgets.table import Cell, table


class Column(NamedTuple):
    """A column of the evidence: its label, its glossary entry, its tone, the cell of a row."""

    label: str
    term: str
    tone: str
    cell: Callable[[int], Cell]


ROWS = 50
LINES = 30
SLOW = 20_000
POINTS = {
    "size": "most BLEU points, either way",
    "points_with_folded": "points, losses first",
    "-points_with_folded": "points, gains first",
}
MATCHED = POINTS | {
    "p": "most certain first (p)",
    "-wins": "most segments first",
}
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
# The orders that each kind of evidence can be shown in, the usual one first.
SORTS = {
    "matched": MATCHED,
    "over-produced by A": OVER,
    "over-produced by B": {"-over_delta": OVER["-over_delta"]} | OVER,
    "missed by A": MISSED,
    "missed by B": {"-missed_delta": MISSED["-missed_delta"]} | MISSED,
}
# The groups of a concordance that show what each kind is evidence of.
EVIDENT = {
    "matched": ("only A", "only B"),
    "over-produced by A": ("unreferenced",),
    "over-produced by B": ("unreferenced",),
    "missed by A": ("only B", "neither"),
    "missed by B": ("only A", "neither"),
}
INSIDE = (
    "Own: of the n-gram's matches alone. With inside: also of shorter n-grams inside it that stand "
    "and fall with it in this kind of evidence, which have no row of their own."
)
KIND = (
    "Matched: credited n-grams, and who has more. Over-produced: in the output and not credited. "
    "Missed: in a reference and not produced."
)


def evidence_table() -> str:
    """The n-grams of a kind, searchable, sortable, by pages; answer the one that is open."""
    comparison = open_comparison.get()
    if not comparison.ledger.defined:
        notice("info", "A BLEU is 0, so no points can be given; counts are shown.", key="zero")
    found = _evidence(comparison)
    view = state.current().phrases
    kinds = list(KINDS)
    kind = view.kind if view.kind in kinds else kinds[0]
    st.segmented_control(
        "Evidence",
        kinds,
        default=kind,
        **follow("gram-kind", kind, lambda chosen: _change(kind=chosen or kind)),
        help=KIND,
        label_visibility="collapsed",
    )
    with st.container(horizontal=True, vertical_alignment="center"):
        text = st.text_input(
            "Search n-grams",
            view.text,
            **follow("gram-text", view.text, lambda chosen: _change(text=chosen)),
            placeholder='Search; "in": whole tokens; /…/: regular expression',
            max_chars=state.LONGEST_TEXT,
            label_visibility="collapsed",
        )
        sorts = SORTS[kind]
        sort = view.sort if view.sort in sorts else next(iter(sorts))
        st.selectbox(
            "Order",
            list(sorts),
            list(sorts).index(sort),
            format_func=sorts.__getitem__,
            **follow("gram-sort", sort, lambda chosen: _change(sort=chosen)),
            label_visibility="collapsed",
        )
    try:
        rows = found.rows(kind, text or "")
    except ValueError as error:
        notice("error", "The search cannot be done.", [str(error)], key="gram-search-error")
        rows = found.rows(kind)
    down = sort.startswith("-") or sort == "size"
    rows = found.order_by(sort.removeprefix("-"), down, rows, kind)
    pages = max(1, -(-len(rows) // ROWS))
    with st.container(horizontal=True, vertical_alignment="center"):
        st.caption(f"{whole(len(rows))} n-grams")
        page = (
            st.pagination(
                pages, max_visible_pages=5, key=f"gram-page-{hash(replace(view, ngram=''))}"
            )
            or 1
        )
        st.download_button(
            "CSV",
            lambda: to_csv(_frame(found, rows, kind)),
            f"{kind}.csv",
            "text/csv",
            on_click="ignore",
        )
    shown = rows[(page - 1) * ROWS : page * ROWS]
    texts = found.texts(shown).to_pylist()
    columns = _columns(found, kind, comparison.evalset.documents is not None)
    chosen = view.ngram or next(iter(texts), "")
    table(
        _headings(columns),
        [
            [text, *(column.cell(i) for column in columns)]
            for i, text in zip(shown.tolist(), texts, strict=True)
        ],
        ids=texts,
        selected=chosen,
        shows="opened",
        key="ngrams",
        label="N-gram evidence",
        on_open=lambda: _change(ngram=st.session_state["ngrams"]["open"] or view.ngram),
        empty="No n-gram is evidence of this kind.",
    )
    _tell_rest(comparison, float(found.points_with_folded(kind)[rows].sum()), len(rows))
    return chosen


def _tell_rest(comparison: Comparison, listed: float, number: int) -> None:
    """What the listed n-grams, on all pages, and all the rest have of Δ."""
    ledger = comparison.ledger
    if not ledger.defined:
        return
    (others, points), *rest, (_, total) = sources(
        ledger, comparison.stats_a, comparison.stats_b
    ).closing(listed)
    pieces = [(f"{counted(number, 'n-gram')} of this list", listed), (others, points), *rest]
    told = ", ".join(f"{name} {fine_delta(carried)}" for name, carried in pieces)
    st.caption(f"Points: {told}; together Δ {fine_delta(total)}.", help=help_of("points", INSIDE))


def concordance_of(ngram: str) -> None:
    """The segments that have an n-gram, by who matched it."""
    comparison = open_comparison.get()
    if not ngram.split():
        return
    found = _evidence(comparison)
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
    lines = groups[chosen or usual]
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
        [[whole(i + 1), {"lines": _context(comparison, i, ngram)}] for i in lines[:LINES].tolist()],
        ids=[i + 1 for i in lines[:LINES].tolist()],
        key="concordance",
        label="Segments with the n-gram",
        empty="No segment here.",
    )
    if len(lines) > LINES:
        st.caption(f"The first {LINES} of {whole(len(lines))} segments.")
    if opened:
        state.change(segment=int(opened))
        st.switch_page("segments.py")


def _usual(groups: dict[str, NDArray[np.int64]], kind: str) -> str:
    """The group to begin with: the largest of those that are evidence of the kind, if any is."""

    def size(name: str) -> int:
        return len(groups[name])

    first = max(EVIDENT.get(kind, EVIDENT["matched"]), key=size)
    return first if size(first) else max(groups, key=size)


def _evidence(comparison: Comparison) -> NgramTable:
    """The table, counted once a comparison, with a bar where that takes time."""
    bar = st.empty() if len(comparison) >= SLOW else None

    def show(part: float) -> None:
        if bar is not None:
            bar.progress(min(part, 1.0), text=f"Counting n-grams: {percent(part)}")

    found = store.evidence(comparison, show)
    if bar is not None:
        bar.empty()
    return found


def _columns(found: NgramTable, kind: str, documents: bool) -> list[Column]:
    """The columns of a kind of evidence."""
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


def _context(comparison: Comparison, segment: int, ngram: str) -> list[dict[str, str]]:
    """The n-gram in A, B and the references of a segment; the beginning of a text without it."""
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


def _change(**changes: Any) -> None:
    state.change(phrases=replace(state.current().phrases, **changes))
