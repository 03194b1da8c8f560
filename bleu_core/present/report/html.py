"""Render any document as HTML: a self-contained file, or sections of a larger page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import assert_never

from bleu_core.common import theme
from bleu_core.common.escaping import one_line
from bleu_core.common.formatting import format_delta, format_int
from bleu_core.common.formatting import format_plain as number
from bleu_core.common.pair import B_MINUS_A, A, B
from bleu_core.explain.changed_spans import ChangedSpan
from bleu_core.explain.matching import SegmentMatch, match_segment
from bleu_core.metrics.bleu import SegmentStatistics, segment_statistics
from bleu_core.present import document as doc
from bleu_core.present.report.marked_lines import legend, nothing, reference_line, system_line
from bleu_core.present.report.markup import Html, element, join, page, resource
from bleu_core.present.report.svg import chart_svg
from bleu_core.present.tables.comparison_tables import part_lines, parts_table
from bleu_core.present.tables.segments import segment_sentence
from bleu_core.segments.annotations import Annotation

# Rows of a clipping table; a long segment has thousands of n-grams.
ROWS = 60
# The space of an interval's picture, in its own units; it is stretched to the column's width.
WIDTH, HEIGHT = 160, 12
# Kinds of tables that the keyboard can scroll, as they are wider than the window.
WIDE = ("suite",)


def to_html(document: doc.Document) -> str:
    """The document as one file, without any script."""
    style = theme.CSS + resource("report.css")
    title = element("h1", *map(span_html, document.heading))
    about = [element("p", document.about, class_="muted")] if document.about else []
    summary = (html for own in document.sections if not own.title for html in pieces_html(own))
    header = element("header", *about, title, *summary)
    sections = (section_html(own) for own in document.sections if own.title)
    return page(document.title, element("main", header, *sections), style=style)


def section_html(own: doc.Section) -> Html:
    """A section under its heading."""
    name = [element("bdi", own.name)] if own.name else []
    title = f"{own.title} " if own.name else own.title
    # Tables link to sections with a name.
    place = {"id": own.id} if own.name else {}
    return element("section", element("h2", title, *name), *pieces_html(own), **place)


def pieces_html(own: doc.Section) -> Iterator[Html]:
    """The pieces of a section."""
    for piece in own.pieces:
        yield from piece_html(piece, own.shows_labels)


def piece_html(piece: doc.Piece, shows_label: bool = False) -> Iterator[Html]:
    """A piece; the label of a table is read aloud only unless `shows_label`."""
    match piece:
        case doc.Prose():
            yield element("p", *map(span_html, piece.spans), class_=piece.style)
        case doc.Bullets():
            yield element("ul", *map(_bullet, piece.items))
        case doc.Problems():
            yield _problems(piece)
        case doc.Table():
            yield table_html(piece, shows_label)
        case doc.Figure():
            drawn = chart_svg(piece.draw(), piece.title)
            yield element("div", drawn, class_=f"figure {piece.kind}")
        case doc.Segments():
            yield legend()
            yield from _segments(piece)
        case doc.Details():
            inner = (html for own in piece.pieces for html in piece_html(own))
            yield element("details", element("summary", piece.title), *inner, class_="more")
        case _:
            assert_never(piece)


def span_html(one: doc.Span) -> str:
    """A span as HTML, linked if it opens a place of the file; user text is isolated."""
    content: str = one.text
    if one.tone == "quoted":
        content = element("code", element("bdi", one_line(one.text)), class_="ngram")
    elif one.tone in ("name", "sentence"):
        content = element("bdi", one.text)
    elif one.tone == "signature":
        content = element("code", element("bdi", one.text), class_="signature")
    elif one.tone and one.text:
        content = element("span", one.text, class_=one.tone)
    return element("a", content, href=one.opens) if one.opens.startswith("#") else content


def _bullet(item: doc.Bullet) -> Html:
    inner = [element("ul", *(element("li", *map(span_html, spans)) for spans in item.inner))]
    return element("li", *map(span_html, item.spans), *(inner if item.inner else []))


def _problems(piece: doc.Problems) -> Html:
    items = [element("li", element("bdi", sentence)) for sentence in piece.sentences]
    if not piece.title:
        return element("ul", *items)
    return element("div", element("p", piece.title), element("ul", *items), class_="findings")


def table_html(found: doc.Table, shows_label: bool = False) -> Html:
    """A table with its label as caption."""
    head = [
        element("th", _label(column), scope="col", class_="text" if column.is_text else "",
                title=column.full)
        for column in found.columns
    ]  # fmt: skip
    rows = []
    for place, row in enumerate(found.rows):
        cells = [
            element("td", *_table_cell(found, place, i), class_="text" if column.is_text else "",
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


def _label(column: doc.Column) -> str:
    is_quoted = column.is_quoted or column.full
    return element("bdi", column.full or column.label) if is_quoted else column.label


def _table_cell(found: doc.Table, place: int, number: int) -> Iterator[str]:
    """A cell; one without a tone, or strong, has the colour of its column."""
    cell, column = found.rows[place][number], found.columns[number]
    if cell.tone in ("", "strong"):
        cell = cell._replace(tone=f"{column.tone} {cell.tone}".strip())
    if found.intervals and number == found.drawn_in:
        picture = _interval(found.intervals[place], found.intervals, cell.text)
        yield element("span", picture, element("span", cell.text, class_="bounds"))
    else:
        yield span_html(cell)


def _interval(one: doc.DrawnInterval, among: Sequence[doc.DrawnInterval], text: str) -> Html:
    """A line for the interval and a dot for its middle, on the axis that all of them share."""
    ends = [end for other in among for end in other if end is not None]
    low, high = min(ends), max(ends)

    def at(value: float) -> str:
        part = (value - low) / (high - low) if high > low else 0.5
        return number(6 + part * (WIDTH - 12), 5)

    middle = number(HEIGHT / 2)
    drawn = [element("line", x1="0", x2=number(WIDTH), y1=middle, y2=middle, class_="axis")]
    first, middle_value, last = one
    if first is not None and last is not None:
        line = {"x1": at(first), "x2": at(last)}
        drawn.append(element("line", y1=middle, y2=middle, class_="interval", **line))
    drawn.append(element("circle", cx=at(middle_value), cy=middle, r="4"))
    size = {"width": number(WIDTH), "height": number(HEIGHT)}
    box = f"0 0 {number(WIDTH)} {number(HEIGHT)}"
    return element("svg", element("title", text), *drawn, viewBox=box, aria_hidden="true", **size)


def _segments(piece: doc.Segments) -> Iterator[Html]:
    """Segments, opened, with their annotations. They are of one test set, so counted in one go."""
    found, config = piece.segments, piece.config
    references = list(zip(*(one.references for one in found), strict=True))
    a = segment_statistics([one.a for one in found], references, config)
    b = segment_statistics([one.b for one in found], references, config)
    for i, one in enumerate(found):
        own = a.subset([i]), b.subset([i])
        spans = piece.spans(one)
        yield _segment(one, *own, piece.sentence(one), spans, piece.annotations.get(one.row))


def _segment(
    found: doc.Segment,
    stats_a: SegmentStatistics,
    stats_b: SegmentStatistics,
    changes: Sequence[doc.Span],
    spans: Sequence[ChangedSpan],
    annotation: Annotation | None,
) -> Html:
    """One segment, opened, with its annotation."""
    config = stats_a.config
    a, b = (match_segment(text, found.references, config) for text in (found.a, found.b))
    rows = []
    if found.source is not None:
        rows.append(_row("Source", "source", join([found.source or nothing()])))
    for r, text in enumerate(found.references):
        label = f"Ref {r + 1}" if len(found.references) > 1 else "Reference"
        rows.append(_row(label, "reference", reference_line(a, b, r, text)))
    lost, gained = ([span for span in spans if span.side == side] for side in ("a", "b"))
    rows.append(_row(A, "a", system_line(found.a, a.match, b.match, lost, is_b=False)))
    rows.append(_row(B, "b", system_line(found.b, b.match, a.match, gained, is_b=True)))
    title: list[str] = [element("b", f"#{format_int(found.line)}")]
    if found.document:
        title += [" · ", element("bdi", found.document)]
    title += [" · ", *map(span_html, segment_sentence(found))]
    clipping = (html for piece in _clipping(a, b) for html in piece_html(piece))
    # With effective order: many segments are shorter than N.
    scored_a, scored_b = (stats.rescored(effective_order=True) for stats in (stats_a, stats_b))
    lines = part_lines(scored_a, scored_b, percent_digits=1, bp_digits=3)
    numbers = table_html(parts_table(lines, "numbers"))
    below = element("div", numbers, element("div", *clipping), class_="below")
    return element(
        "article",
        element("h3", *title),
        *([element("p", *map(span_html, changes))] if changes else []),
        *([_annotation(annotation)] if annotation else []),
        *rows,
        element("details", element("summary", "Score components and clipping table"), below),
        class_="segment",
    )


def _annotation(annotation: Annotation) -> Html:
    """Judgment, labels and note of a segment."""
    pieces = [element("b", annotation.verdict)] if annotation.verdict else []
    pieces += [
        element("span", element("bdi", str(label)), class_=f"mark {label.system.lower()}")
        for label in annotation.labels
    ]
    if annotation.note:
        pieces.append(element("span", annotation.note, class_="note", dir="auto"))
    return element("div", *pieces, class_="said")


def _row(label: str, kind: str, text: Html) -> Html:
    texts = element("span", text, class_="text", dir="auto")
    return element("div", element("span", label, class_="label"), texts, class_=f"row {kind}")


def _clipping(match_a: SegmentMatch, match_b: SegmentMatch) -> Iterator[doc.Piece]:
    """The n-grams with more credit in one system, longest first."""
    in_a, in_b = ({row.text: row for row in match.ngrams} for match in (match_a, match_b))
    own = [row.text for match in (match_a, match_b) for row in match.ngrams if row.in_hyp]
    # N-grams with credit are in a reference, and therefore in both tables.
    both = [
        (in_a[text], in_b[text]) for text in dict.fromkeys(own) if text in in_a and text in in_b
    ]
    apart = [(a, b) for a, b in both if a.credited != b.credited]
    apart.sort(key=lambda row: -row[0].order)
    if not apart:
        yield doc.plain(f"{A} and {B} match every n-gram equally often.", "muted")
        return
    references = [f"r{r + 1}" for r in range(len(match_a.references))]
    columns = [doc.Column("n"), doc.Column("n-gram", is_text=True)]
    columns += [doc.Column(title) for title in (A, B, *references, "limit")]
    columns += [
        doc.Column(f"matched {A}", "a"),
        doc.Column(f"matched {B}", "b"),
        doc.Column(B_MINUS_A),
    ]
    rows = [
        [
            doc.Span(format_int(a.order)),
            doc.Span(a.text, "quoted"),
            *map(doc.Span, map(format_int, (a.in_hyp, b.in_hyp, *a.in_refs, a.limit))),
            *map(doc.Span, map(format_int, (a.credited, b.credited))),
            doc.signed(format_delta(b.credited - a.credited, 0)),
        ]
        for a, b in apart[:ROWS]
    ]
    yield doc.Table("Clipping table", columns, rows, kind="clipping")
    if len(apart) > ROWS:
        yield doc.plain(f"First {ROWS} of {format_int(len(apart))} n-grams", "muted")
