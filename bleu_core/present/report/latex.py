"""Render any document in LaTeX for \\input into a paper, with booktabs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import assert_never

from bleu_core.common.escaping import escape_latex as text
from bleu_core.present import document as doc
from bleu_core.present.tables.segments import segment_bullet

LENGTH = doc.LATEX.characters
PREAMBLE = r"""% Needs \usepackage{booktabs} and, for pdfLaTeX, \usepackage[T1]{fontenc}.
% Non-Latin text needs XeLaTeX or LuaLaTeX with a suitable font."""


def to_latex(document: doc.Document) -> str:
    """The document without figures and what is collapsed."""
    return "\n".join(_lines(document)) + "\n"


def _lines(document: doc.Document) -> Iterator[str]:
    yield PREAMBLE
    kinds: Counter[str] = Counter()
    for section in document.without_figures():
        tables = [piece for piece in section.pieces if isinstance(piece, doc.Table)]
        if tables:
            yield from _tables(section, tables, document.heading, kinds)
        else:
            if section.title:
                name = rf" \texttt{{{text(section.name, LENGTH)}}}" if section.name else ""
                yield rf"\paragraph{{{text(section.title)}{name}}}"
            for piece in section.pieces:
                yield from (*_piece(piece), "")


def _tables(
    section: doc.Section,
    tables: Sequence[doc.Table],
    heading: Sequence[doc.Span],
    kinds: Counter[str],
) -> Iterator[str]:
    """The tables of a section, read alone: its sentences are in the caption of the first."""
    prose = [sentence(piece.spans) for piece in section.pieces if isinstance(piece, doc.Prose)]
    names = {a.text.strip(): b.text for a, b in pairwise(heading) if b.tone in doc.USER_TONES}
    subject = f" ({sentence(heading)})" if names else ""
    for number, table in enumerate(tables):
        kinds[table.kind] += 1
        nth = f"-{kinds[table.kind]}" if kinds[table.kind] > 1 else ""
        caption = [f"{text(table.label)}{subject}.", *(prose if number == 0 else [])]
        heads = [names.get(title, title) for title in table.titles]
        yield from _table(table, heads, " ".join(caption), f"tab:bleu-{table.kind}{nth}")
    for piece in section.pieces:
        if not isinstance(piece, doc.Table | doc.Prose):
            yield from (*_piece(piece), "")


def _piece(piece: doc.Piece) -> Iterator[str]:
    match piece:
        case doc.Prose():
            yield sentence(piece.spans)
        case doc.Bullets():
            yield from _list(piece.items)
        case doc.Problems():
            if piece.title:
                yield rf"\textbf{{{text(piece.title)}}}"
            yield from _list([doc.Bullet([doc.Span(problem)]) for problem in piece.sentences])
        case doc.Segments():
            yield from _list([segment_bullet(one, piece.sentence(one)) for one in piece.segments])
        case doc.Table() | doc.Figure() | doc.Details():
            pass
        case _:
            assert_never(piece)


def _list(items: Sequence[doc.Bullet]) -> Iterator[str]:
    if not items:
        return
    yield r"\begin{itemize}"
    for item in items:
        yield rf"\item {sentence(item.spans)}"
        yield from _list([doc.Bullet(spans) for spans in item.inner])
    yield r"\end{itemize}"


def sentence(spans: Sequence[doc.Span]) -> str:
    """Spans as a line."""
    return "".join(map(_span, spans)).strip()


def _span(span: doc.Span) -> str:
    written = text(span.text, LENGTH if span.tone in doc.USER_TONES else None)
    if span.tone in ("quoted", "signature") and span.text:
        return rf"\texttt{{{written}}}"
    return rf"\textbf{{{written}}}" if span.tone == "strong" else written


def _table(table: doc.Table, heads: Sequence[str], caption: str, label: str) -> Iterator[str]:
    columns = "".join("l" if column.is_text else "r" for column in table.columns)
    yield from (r"\begin{table}", r"\centering", rf"\begin{{tabular}}{{{columns}}}", r"\toprule")
    yield " & ".join(text(title, LENGTH) for title in heads) + r" \\"
    yield r"\midrule"
    for number, row in enumerate(table.rows):
        yield " & ".join(map(_cell, row)) + r" \\"
        if number in table.rules:
            yield r"\midrule"
    yield from (r"\bottomrule", r"\end{tabular}")
    yield from (rf"\caption{{{caption}}}", rf"\label{{{label}}}", r"\end{table}")


def _cell(cell: doc.Span) -> str:
    """A cell; only user text has a look of its own."""
    return _span(cell if cell.tone in (*doc.USER_TONES, "signature") else doc.Span(cell.text))
