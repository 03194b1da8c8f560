"""Where in the page a number of a report leads: the screen that shows what it consists of."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from urllib.parse import parse_qsl, urlencode

from bleu_core.explain.comparison import Comparison
from bleu_core.present import document as doc

Link = Callable[[str], str]


def address(comparison: Comparison, opens: str) -> str:
    """The address in the page of what a span opens; "" if no screen shows it."""
    kind, _, what = opens.partition(":")
    points = comparison.ledger.components
    if kind == "segments":
        return hash_of(view="segments", sort="-points" if comparison.delta > 0 else "points")
    if kind == "segment":
        return hash_of(view="segments", seg=what)
    if kind == "component" and what in points:
        return hash_of(view="segments", sort=f"{'-' if points[what] > 0 else ''}{what}")
    if kind == "ngrams":
        return hash_of(view="ngrams", find=what)
    if kind == "slices":
        return hash_of(view="slices", by=what)
    if kind == "slice":
        return hash_of(view="segments", slice=what)
    if kind == "flags":
        parts = {f"part.{name}": value for name, value in parse_qsl(what)}
        return hash_of(view="segments", **parts)
    return ""


def hash_of(**state: str) -> str:
    """The address of a state of the page: see state.js."""
    return f"#{urlencode(state)}"


def linked_spans(spans: Sequence[doc.Span], link: Link) -> list[doc.Span]:
    """Spans that open the address of what they name."""
    return [one._replace(opens=link(one.opens) or one.opens) for one in spans]


def linked_section(section: doc.Section, comparison: Comparison) -> doc.Section:
    """A section whose numbers are links."""
    link = partial(address, comparison)
    return replace(section, pieces=[_linked(piece, link) for piece in section.pieces])


def _linked(piece: doc.Piece, link: Link) -> doc.Piece:
    match piece:
        case doc.Prose():
            return replace(piece, spans=linked_spans(piece.spans, link))
        case doc.Bullets():
            items = [item._replace(spans=linked_spans(item.spans, link)) for item in piece.items]
            return replace(piece, items=items)
        case doc.Table():
            return replace(piece, rows=[linked_spans(row, link) for row in piece.rows])
        case doc.Details():
            return replace(piece, pieces=[_linked(one, link) for one in piece.pieces])
    return piece


def opened_slices(document: doc.Document) -> list[str]:
    """The expressions of the slices that spans of a document open."""
    opened: list[str] = []

    def collect(opens: str) -> str:
        opened.append(opens)
        return opens

    for section in document.sections:
        for piece in section.pieces:
            _linked(piece, collect)
    return [one.removeprefix("slice:") for one in opened if one.startswith("slice:")]
