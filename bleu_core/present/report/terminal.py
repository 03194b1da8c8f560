"""Any document as text for a terminal; no character of a user's text acts there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import assert_never

from bleu_core.common.escaping import visible
from bleu_core.common.numerals import whole
from bleu_core.present.account.segments import told
from bleu_core.present.account.spans import Segment, Span
from bleu_core.present.account.spans import text as plain
from bleu_core.present.document import (
    TERMINAL,
    USER_TONES,
    Bullets,
    Details,
    Document,
    Figure,
    Piece,
    Problems,
    Prose,
    Section,
    Segments,
    Table,
)

LENGTH = TERMINAL.characters
RULE = "─"


def to_text(document: Document) -> str:
    """The document without figures and what is collapsed."""
    return "\n".join(_lines(document)) + "\n"


def _lines(document: Document) -> Iterator[str]:
    yield sentence(document.heading)
    for section in document.without_figures():
        yield from _section(section)


def _section(section: Section) -> Iterator[str]:
    """An empty line before each piece, but for notes, and what follows the title."""
    if section.title:
        yield from ("", f"{section.title} {visible(section.name, LENGTH)}".strip())
    for number, piece in enumerate(section.pieces):
        follows = number == 0 and section.title
        if not follows and not (isinstance(piece, Prose) and piece.style == "muted"):
            yield ""
        if isinstance(piece, Table) and section.shows_labels:
            yield f"{piece.label}:"
        yield from piece_lines(piece)


def piece_lines(piece: Piece) -> Iterator[str]:
    """A piece in lines."""
    match piece:
        case Prose():
            yield sentence(piece.spans)
        case Bullets():
            for item in piece.items:
                yield f"- {sentence(item.spans)}"
                yield from (f"  - {sentence(spans)}" for spans in item.inner)
        case Problems():
            yield piece.title
            for severity, text in piece.items:
                yield f"{'!' if severity == 'serious' else '-'} {visible(text)}"
        case Table():
            yield from table_lines(piece)
        case Segments():
            for segment in piece.segments:
                yield from _segment(segment)
        case Figure() | Details():
            pass
        case _:
            assert_never(piece)


def sentence(spans: Sequence[Span]) -> str:
    """Spans as a line; text of users is cut."""
    return plain(
        span._replace(text=visible(span.text, LENGTH if span.tone in USER_TONES else None))
        for span in spans
    )


def table_lines(table: Table) -> Iterator[str]:
    """Columns as wide as their cells, text to the left and numbers to the right."""
    rows = [[visible(text, LENGTH) for text in row] for row in [table.titles, *table.texts]]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for number, row in enumerate(rows, -1):
        cells = [
            cell.ljust(width) if column.is_text else cell.rjust(width)
            for cell, width, column in zip(row, widths, table.columns, strict=True)
        ]
        yield "  ".join(["", *cells]).rstrip()
        if number in table.rules:
            yield f"  {RULE * (sum(widths) + 2 * len(widths) - 2)}"


def _segment(segment: Segment) -> Iterator[str]:
    document = f" ({visible(segment.document, 80)})" if segment.document else ""
    yield f"  segment {whole(segment.line)}{document}: {plain(told(segment))}"
    yield f"    A  {visible(segment.a, LENGTH)}"
    yield f"    B  {visible(segment.b, LENGTH)}"
    for reference in segment.references:
        if reference is not None:
            yield f"    r  {visible(reference, LENGTH)}"
