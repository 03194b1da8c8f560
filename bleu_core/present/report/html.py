"""Any document as HTML: one file that needs nothing else, or sections of a larger page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import assert_never

from bleu_core.common.numerals import plain as number
from bleu_core.present.account.spans import Span
from bleu_core.present.document import (
    Bullet,
    Bullets,
    Column,
    Details,
    Document,
    DrawnInterval,
    Figure,
    Piece,
    Problems,
    Prose,
    Section,
    Segments,
    Table,
)
from bleu_core.present.report.markup import Html, element
from bleu_core.present.report.page import file, page
from bleu_core.present.report.segments import LEGEND, segment

# The space of an interval's picture, in its own units; it is stretched to the column's width.
WIDTH, HEIGHT = 160, 12
# Kinds of tables that the keyboard can scroll, as they are wider than the window.
WIDE = ("suite",)


def to_html(document: Document) -> str:
    """The document as one file; the script that draws figures is in it only if it has some."""
    return page(document.title, sections(document), scripts(document.has_figures))


def scripts(with_figures: bool) -> list[str]:
    """The scripts that draw figures: 4.5 MB."""
    if not with_figures:
        return []
    from bleu_core.present.figures import standalone

    return [standalone.script(), file("report.js")]


def sections(document: Document, heading: str = "h1") -> Iterator[Html]:
    """The sections; `heading` is the element of the document's heading."""
    title = element(heading, *map(span, document.heading))
    summary = [own for own in document.sections if not own.title]
    about = [element("p", document.about, class_="muted")] if document.about else []
    yield element("header", *about, title, *(html for own in summary for html in pieces(own)))
    if document.has_figures:
        yield element("noscript", "The figures need JavaScript; the tables hold the numbers.")
    for own in document.sections:
        if own.title:
            yield section(own)


def section(own: Section) -> Html:
    """A section under its heading."""
    name = [element("bdi", own.name)] if own.name else []
    return element("section", element("h2", own.title, *name), *pieces(own))


def pieces(own: Section) -> Iterator[Html]:
    """The pieces of a section."""
    for piece in own.pieces:
        yield from rendered(piece, own.shows_labels)


def rendered(piece: Piece, shows_label: bool = False) -> Iterator[Html]:
    """A piece; the label of a table is read aloud only unless `shows_label`."""
    match piece:
        case Prose():
            yield element("p", *map(span, piece.spans), class_=piece.style)
        case Bullets():
            yield element("ul", *map(_bullet, piece.items))
        case Problems():
            yield _problems(piece)
        case Table():
            yield table(piece, shows_label)
        case Figure():
            yield from _figure(piece)
        case Segments():
            yield element("p", LEGEND, class_="muted")
            for own in piece.segments:
                yield segment(own, piece.config, piece.annotations.get(own.row))
        case Details():
            inner = (html for own in piece.pieces for html in rendered(own))
            yield element("details", element("summary", piece.title), *inner, class_="more")
        case _:
            assert_never(piece)


def span(one: Span) -> str:
    """A span as HTML, linked if it opens a place of the file.

    User text is isolated, whatever its direction.
    """
    content: str = one.text
    if one.tone == "quoted":
        content = element("code", element("bdi", one.text), class_="ngram")
    elif one.tone == "name":
        content = element("bdi", one.text)
    elif one.tone == "signature":
        content = element("code", element("bdi", one.text), class_="signature")
    elif one.tone and one.text:
        content = element("span", one.text, class_=one.tone)
    return element("a", content, href=one.opens) if one.opens.startswith("#") else content


def _bullet(item: Bullet) -> Html:
    inner = [element("ul", *(element("li", *map(span, spans)) for spans in item.inner))]
    return element("li", *map(span, item.spans), *(inner if item.inner else []))


def _problems(piece: Problems) -> Html:
    items = [
        element("li", element("bdi", sentence), class_=severity)
        for severity, sentence in piece.items
    ]
    classes = "findings grave" if piece.is_serious else "findings"
    return element("div", element("p", piece.title), element("ul", *items), class_=classes)


def _figure(piece: Figure) -> Iterator[Html]:
    """A place for a figure and its data, which is no script; report.js draws it.

    No id: a file may hold several reports.
    """
    from bleu_core.present.figures import standalone

    data = standalone.data(piece.draw())
    yield element("div", class_=f"figure {piece.kind}", role="group", aria_label=piece.title)
    yield Html(f'<script type="application/json">{data}</script>')


def table(found: Table, shows_label: bool = False) -> Html:
    """A table with its label as caption."""
    head = [
        element("th", _label(column), scope="col", class_="text" if column.is_text else "",
                title=column.full)
        for column in found.columns
    ]  # fmt: skip
    rows = []
    for place, row in enumerate(found.rows):
        cells = [
            element("td", *_cell(found, place, i), class_="text" if column.is_text else "",
                    title=row[i].hover)
            for i, column in enumerate(found.columns)
        ]  # fmt: skip
        rows.append(element("tr", *cells, class_="ends" if place in found.rules else ""))
    made = element(
        "table",
        element("caption", found.label, class_="" if shows_label else "unseen"),
        element("thead", element("tr", *head)),
        element("tbody", *rows),
        class_=found.kind,
    )
    if found.kind not in WIDE:
        return made
    about = {"role": "region", "aria_label": found.label, "tabindex": "0"}
    return element("div", made, class_="wide", **about)


def _label(column: Column) -> str:
    is_quoted = column.is_quoted or column.full
    return element("bdi", column.full or column.label) if is_quoted else column.label


def _cell(found: Table, place: int, number: int) -> Iterator[str]:
    """A cell; one without a tone, or strong, has the colour of its column."""
    cell, column = found.rows[place][number], found.columns[number]
    if cell.tone in ("", "strong"):
        cell = cell._replace(tone=f"{column.tone} {cell.tone}".strip())
    if found.intervals and number == found.drawn_in:
        picture = _interval(found.intervals[place], found.intervals, cell.text)
        yield element("span", picture, element("span", cell.text, class_="bounds"))
    else:
        yield span(cell)


def _interval(one: DrawnInterval, among: Sequence[DrawnInterval], text: str) -> Html:
    """A line for the interval and a dot for its middle, on the axis that all of them share."""
    ends = [end for other in among for end in other if end is not None]
    low, high = min(ends), max(ends)

    def at(value: float) -> str:
        part = (value - low) / (high - low) if high > low else 0.5
        return number(6 + part * (WIDTH - 12), 5)

    middle = number(HEIGHT / 2)
    drawn = [element("line", x1="0", x2=number(WIDTH), y1=middle, y2=middle, class_="axis")]
    if one.low is not None and one.high is not None:
        line = {"x1": at(one.low), "x2": at(one.high)}
        drawn.append(element("line", y1=middle, y2=middle, class_="interval", **line))
    drawn.append(element("circle", cx=at(one.value), cy=middle, r="4"))
    size = {"width": number(WIDTH), "height": number(HEIGHT)}
    box = f"0 0 {number(WIDTH)} {number(HEIGHT)}"
    return element("svg", element("title", text), *drawn, viewBox=box, aria_hidden="true", **size)
