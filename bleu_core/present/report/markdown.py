"""Documents as GitHub Markdown; user text is in code spans, so that it is never interpreted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import accumulate
from typing import assert_never

from bleu_core.common.escaping import markdown_code as code
from bleu_core.common.formatting import format_count
from bleu_core.present import document as doc
from bleu_core.present.tables.segments import segment_bullet

LENGTH = doc.MARKDOWN.characters


def to_markdown(document: doc.Document) -> str:
    """The document without figures and what is collapsed."""
    return "\n".join(_lines(document)) + "\n"


def _lines(document: doc.Document) -> Iterator[str]:
    yield f"### {sentence(document.short_heading or document.heading)}"
    for section in document.without_figures():
        if section.is_folded:
            # The titles of folded sections are ours. GitHub reads Markdown after an empty line.
            yield from ("", f"<details><summary>{section.title}</summary>")
            yield from section_lines(replace(section, title=""))
            yield from ("", "</details>")
        else:
            yield from section_lines(section)


def section_lines(section: doc.Section) -> Iterator[str]:
    """A section, with an empty line before each piece."""
    if section.title:
        name = f" {code(section.name, LENGTH)}" if section.name else ""
        yield from ("", f"**{section.title}{name}**")
    for piece in section.pieces:
        if isinstance(piece, doc.Table) and section.shows_labels:
            yield from ("", f"{piece.label}:")
        yield from ("", *piece_lines(piece))


def piece_lines(piece: doc.Piece) -> Iterator[str]:
    """A piece in lines."""
    match piece:
        case doc.Prose():
            yield sentence(piece.spans)
        case doc.Bullets():
            yield from _fitting([_bullet(item) for item in piece.items], piece.limit)
        case doc.Problems():
            if piece.title:
                yield from (f"**{piece.title}**", "")
            mark = "warning: " if piece.title else ""
            yield from (f"- {mark}{code(text)}" for text in piece.sentences)
        case doc.Table():
            yield from table_lines(piece)
        case doc.Segments():
            for segment in piece.segments:
                yield _bullet(segment_bullet(segment, piece.sentence(segment)))
        case doc.Figure() | doc.Details():
            pass
        case _:
            assert_never(piece)


def _bullet(item: doc.Bullet) -> str:
    inner = (f"  - {sentence(spans)}" for spans in item.inner)
    return "\n".join([f"- {sentence(item.spans)}", *inner])


def _fitting(rows: Sequence[str], limit: doc.LengthLimit | None) -> Iterator[str]:
    """The first rows, as many as there is room for, and how many there are besides."""
    if limit is None:
        yield from rows
        return
    characters, unit = limit
    fit = sum(end <= characters for end in accumulate(len(row) + 1 for row in rows))
    yield from rows[:fit]
    if left := len(rows) - fit:
        yield from ("", f"{format_count(left, f'more {unit}')}: see the HTML report.")


def sentence(spans: Sequence[doc.Span]) -> str:
    """Spans as a line."""
    return "".join(map(_span, spans)).strip()


def _span(span: doc.Span) -> str:
    if span.tone in ("signature", "sentence"):
        return code(span.text)
    if span.tone in doc.USER_TONES:
        return code(span.text, LENGTH) if span.text else ""
    return f"**{span.text}**" if span.tone in ("strong", "gain", "loss") else span.text


def table_lines(table: doc.Table) -> Iterator[str]:
    """A table in lines: titles, rule, rows."""
    yield f"| {' | '.join(map(_label, table.columns))} |"
    yield f"|{'|'.join('---' if column.is_text else '---:' for column in table.columns)}|"
    yield from _fitting([f"| {' | '.join(map(_cell, row))} |" for row in table.rows], table.limit)


def _label(column: doc.Column) -> str:
    return _cell(doc.Span(column.label, "name" if column.is_quoted else ""))


def _cell(cell: doc.Span) -> str:
    is_user_text = cell.tone in (*doc.USER_TONES, "signature")
    return code(cell.text.replace("|", "¦"), LENGTH) if is_user_text else cell.text
