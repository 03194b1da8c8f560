"""Render any document as text for a terminal, with control characters escaped."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import assert_never

from bleu_core.common.escaping import one_line
from bleu_core.present import document as doc
from bleu_core.present.tables.segments import segment_bullet

LENGTH = doc.TERMINAL.characters
RULE = "─"


def to_text(document: doc.Document) -> str:
    """The document without figures and what is collapsed."""
    return "\n".join(_lines(document)) + "\n"


def _lines(document: doc.Document) -> Iterator[str]:
    yield sentence(document.heading)
    for section in document.without_figures():
        yield from _section(section)


def _section(section: doc.Section) -> Iterator[str]:
    """An empty line before each piece, but for notes, and what follows the title."""
    if section.title:
        yield from ("", f"{section.title} {one_line(section.name, LENGTH)}".strip())
    for number, piece in enumerate(section.pieces):
        follows = number == 0 and section.title
        if not follows and not (isinstance(piece, doc.Prose) and piece.style == "muted"):
            yield ""
        if isinstance(piece, doc.Table) and section.shows_labels:
            yield f"{piece.label}:"
        yield from piece_lines(piece)


def piece_lines(piece: doc.Piece) -> Iterator[str]:
    """A piece in lines."""
    match piece:
        case doc.Prose():
            yield sentence(piece.spans)
        case doc.Bullets():
            yield from _list(piece.items)
        case doc.Problems():
            if piece.title:
                yield piece.title
            mark = "!" if piece.title else "-"
            yield from (f"{mark} {one_line(text)}" for text in piece.sentences)
        case doc.Table():
            yield from table_lines(piece)
        case doc.Segments():
            yield from _list(
                segment_bullet(one, piece.sentence(one), "R") for one in piece.segments
            )
        case doc.Figure() | doc.Details():
            pass
        case _:
            assert_never(piece)


def _list(items: Iterable[doc.Bullet]) -> Iterator[str]:
    for item in items:
        yield f"- {sentence(item.spans)}"
        yield from (f"  - {sentence(spans)}" for spans in item.inner)


def sentence(spans: Sequence[doc.Span]) -> str:
    """Spans as a line; text of users is cut."""
    return doc.text(
        span._replace(text=one_line(span.text, LENGTH if span.tone in doc.USER_TONES else None))
        for span in spans
    )


def table_lines(table: doc.Table) -> Iterator[str]:
    """Columns as wide as their cells, text to the left and numbers to the right."""
    rows = [[one_line(text, LENGTH) for text in row] for row in [table.titles, *table.texts]]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for number, row in enumerate(rows, -1):
        cells = [
            cell.ljust(width) if column.is_text else cell.rjust(width)
            for cell, width, column in zip(row, widths, table.columns, strict=True)
        ]
        yield "  ".join(["", *cells]).rstrip()
        if number in table.rules:
            yield f"  {RULE * (sum(widths) + 2 * len(widths) - 2)}"
