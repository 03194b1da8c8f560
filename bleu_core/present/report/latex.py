"""Any document in LaTeX for a paper: to be \\input, with booktabs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import assert_never

from bleu_core.common.escaping import latex as text
from bleu_core.common.numerals import whole
from bleu_core.present.account.segments import told
from bleu_core.present.account.spans import Segment, Span
from bleu_core.present.document import (
    LATEX,
    USER_TONES,
    Bullet,
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

LENGTH = LATEX.characters
PREAMBLE = r"""% Needs \usepackage{booktabs} and, for pdfLaTeX, \usepackage[T1]{fontenc}.
% Text beyond Latin letters needs XeLaTeX or LuaLaTeX with a font that has it."""


def to_latex(document: Document) -> str:
    """The document without figures and what is collapsed."""
    return "\n".join(_lines(document)) + "\n"


def _lines(document: Document) -> Iterator[str]:
    yield PREAMBLE
    kinds: Counter[str] = Counter()
    for section in document.without_figures():
        tables = [piece for piece in section.pieces if isinstance(piece, Table)]
        if tables:
            yield from _tables(section, tables, _subject(document), kinds)
        else:
            if section.title:
                yield rf"\paragraph{{{_title(section)}}}"
            for piece in section.pieces:
                yield from _piece(piece)
                yield ""


def _subject(document: Document) -> str:
    """The names of the systems, for captions: a table is read without the text around it."""
    names = any(span.tone in USER_TONES for span in document.heading)
    return sentence(document.heading) if names else ""


def _tables(
    section: Section, tables: Sequence[Table], subject: str, kinds: Counter[str]
) -> Iterator[str]:
    """The tables of a section; its sentences are in the caption of the first."""
    prose = [sentence(piece.spans) for piece in section.pieces if isinstance(piece, Prose)]
    for number, table in enumerate(tables):
        kinds[table.kind] += 1
        nth = f"-{kinds[table.kind]}" if kinds[table.kind] > 1 else ""
        title = f"{text(table.label)} ({subject})." if subject else f"{text(table.label)}."
        caption = " ".join([title, *(prose if number == 0 else [])])
        yield from _table(table, caption, f"tab:bleu-{table.kind}{nth}")
    for piece in section.pieces:
        if not isinstance(piece, Table | Prose):
            yield from (*_piece(piece), "")


def _title(section: Section) -> str:
    name = rf" \texttt{{{text(section.name, LENGTH)}}}" if section.name else ""
    return f"{text(section.title)}{name}"


def _piece(piece: Piece) -> Iterator[str]:
    match piece:
        case Prose():
            yield sentence(piece.spans)
        case Bullets():
            yield from _list(piece.items)
        case Problems():
            title = text(piece.title)
            yield rf"\textbf{{{title}}}" if piece.is_serious else title
            yield from _list([Bullet([Span(problem)]) for _, problem in piece.items])
        case Segments():
            yield from _list([_segment(segment) for segment in piece.segments])
        case Table():
            yield from _table(piece, text(piece.label), f"tab:bleu-{piece.kind}")
        case Figure() | Details():
            pass
        case _:
            assert_never(piece)


def _list(items: Sequence[Bullet]) -> Iterator[str]:
    if not items:
        return
    yield r"\begin{itemize}"
    for item in items:
        yield rf"\item {sentence(item.spans)}"
        yield from _list([Bullet(spans) for spans in item.inner])
    yield r"\end{itemize}"


def _segment(segment: Segment) -> Bullet:
    texts = [("A", segment.a), ("B", segment.b)]
    texts += [("reference", one) for one in segment.references if one is not None]
    return Bullet(
        [Span(f"segment {whole(segment.line)}: "), *told(segment)],
        [[Span(f"{name} "), Span(passage, "quoted")] for name, passage in texts],
    )


def sentence(spans: Sequence[Span]) -> str:
    """Spans as a line."""
    return "".join(map(_span, spans)).strip()


def _span(span: Span) -> str:
    written = text(span.text, LENGTH if span.tone in USER_TONES else None)
    if span.tone in ("quoted", "signature") and span.text:
        return rf"\texttt{{{written}}}"
    return rf"\textbf{{{written}}}" if span.tone == "strong" else written


def _table(table: Table, caption: str, label: str) -> Iterator[str]:
    columns = "".join("l" if column.is_text else "r" for column in table.columns)
    yield from (r"\begin{table}", r"\centering", rf"\begin{{tabular}}{{{columns}}}", r"\toprule")
    yield " & ".join(text(title, LENGTH) for title in table.titles) + r" \\"
    yield r"\midrule"
    for number, row in enumerate(table.rows):
        yield " & ".join(map(_cell, row)) + r" \\"
        if number in table.rules:
            yield r"\midrule"
    yield from (r"\bottomrule", r"\end{tabular}")
    yield from (rf"\caption{{{caption}}}", rf"\label{{{label}}}", r"\end{table}")


def _cell(cell: Span) -> str:
    """A cell; only user text has a look of its own."""
    return _span(cell if cell.tone in (*USER_TONES, "signature") else Span(cell.text))
