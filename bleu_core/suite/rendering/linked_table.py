"""A table of a suite's file of HTML, of which cells lead to other pages of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bleu_core.present.account.spans import Span
from bleu_core.present.account.tables import Column, Table
from bleu_core.present.report.markup import Html, element
from bleu_core.present.report.tables import span


def drawn(found: Table, links: Sequence[Mapping[int, str]]) -> Html:
    """The table; `links` says by row and column where in the file a cell leads to."""
    head = [
        element("th", column.label or element("span", "Verdict", class_="unseen"),
                scope="col", class_=_kind(column))
        for column in found.columns
    ]  # fmt: skip
    body = []
    for row, to in zip(found.rows, links, strict=True):
        cells = [
            element("td", _linked(_span(cell), to.get(number, "")), class_=_kind(column))
            for number, (cell, column) in enumerate(zip(row, found.columns, strict=True))
        ]
        body.append(element("tr", *cells))
    made = element(
        "table",
        element("caption", found.label, class_="unseen"),
        element("thead", element("tr", *head)),
        element("tbody", *body),
        class_="suite",
    )
    # It is reached by the keyboard, which scrolls it where it is wider than the window.
    about = {"role": "region", "aria_label": found.label, "tabindex": "0"}
    return element("div", made, class_="wide", **about)


def _kind(column: Column) -> str:
    if not column.label:
        return "text verdict"
    return ("text baseline" if column.label == "Baseline" else "text") if column.is_text else ""


def _span(one: Span) -> str:
    """A name, which anybody wrote, stands apart, whatever its direction."""
    return element("bdi", one.text) if one.tone == "quoted" else span(one)


def _linked(content: str, to: str) -> str:
    return element("a", content, href=f"#{to}") if to else content
