"""The report of a page: without what other tabs show, the verdict first, linked to its evidence."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from urllib.parse import urlencode

from bleu_core.explain.comparison import Comparison
from bleu_core.present import document as doc
from bleu_core.present.report.html import sections_html
from bleu_core.present.report.markup import join

Link = Callable[[str], str]


def overview_html(document: doc.Document, comparison: Comparison) -> str:
    """The sections of a report without the opened segments, which have a tab of their own."""
    sections = [
        replace(own, pieces=pieces)
        for own in document.sections
        if (pieces := [piece for piece in own.pieces if not isinstance(piece, doc.Segments)])
    ]
    linked = linked_document(replace(document, sections=sections), comparison)
    return join(sections_html(linked))


def linked_document(document: doc.Document, comparison: Comparison) -> doc.Document:
    """The document with links from numbers to the screen that shows what they consist of."""
    link = partial(address, comparison)
    sections = [
        replace(own, pieces=[_linked(piece, link) for piece in own.pieces])
        for own in document.sections
    ]
    return replace(document, sections=sections)


def opened_slices(document: doc.Document) -> list[str]:
    """The expressions of the slices that spans of a document open."""
    spans = [one for own in document.sections for piece in own.pieces for one in _spans(piece)]
    return [one.opens.removeprefix("slice:") for one in spans if one.opens.startswith("slice:")]


def _spans(piece: doc.Piece) -> Iterator[doc.Span]:
    match piece:
        case doc.Prose():
            yield from piece.spans
        case doc.Table():
            for row in piece.rows:
                yield from row
        case doc.Details():
            for one in piece.pieces:
                yield from _spans(one)


def address(comparison: Comparison, opens: str) -> str:
    """The address in the page of what a span opens; "" if no screen shows it."""
    kind, _, what = opens.partition(":")
    points = comparison.ledger.components
    if kind == "segments":
        sort = "-points" if comparison.delta > 0 else "points"
        return _hash(view="segments", sort=sort)
    if kind == "component" and what in points:
        return _hash(view="segments", sort=f"{'-' if points[what] > 0 else ''}{what}")
    if kind == "ngrams":
        return _hash(view="ngrams", find=what)
    if kind == "slice":
        return _hash(view="segments", slice=what)
    return ""


def _hash(**state: str) -> str:
    return f"#{urlencode(state)}"


def _linked(piece: doc.Piece, link: Link) -> doc.Piece:
    match piece:
        case doc.Prose():
            return replace(piece, spans=_linked_spans(piece.spans, link))
        case doc.Table():
            return replace(piece, rows=[_linked_spans(row, link) for row in piece.rows])
        case doc.Details():
            return replace(piece, pieces=[_linked(one, link) for one in piece.pieces])
    return piece


def _linked_spans(spans: Sequence[doc.Span], link: Link) -> list[doc.Span]:
    return [one._replace(opens=link(one.opens) or one.opens) for one in spans]
