"""HTML of a comparison and of a score for notebooks: sections of the report, without scripts.

Nothing is loaded, and there are no ids and no headings for the notebook's table of contents.
Each output has the style, as it may be shown alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.resources import files

from bleu_core.common import theme
from bleu_core.common.numerals import component_name, counted, fraction, length_ratio, points
from bleu_core.explain.comparison import Comparison
from bleu_core.metrics.bleu_score import BleuScore
from bleu_core.metrics.precision import Precision, written
from bleu_core.present.account.spans import Span
from bleu_core.present.comparison_document import comparison_document
from bleu_core.present.document import NOTEBOOK, Column, Document, Section, Segments, Table
from bleu_core.present.notebook.made import content_of
from bleu_core.present.report import html
from bleu_core.present.report.markup import Html, element
from bleu_core.present.report.page import file


def of_comparison(comparison: Comparison) -> str:
    """The verdict, the parts, and the segments that carry most, opened."""
    document = comparison_document(content_of(comparison), NOTEBOOK)
    return _output(_sections(document), "Comparison of two systems")


def of_score(score: BleuScore) -> str:
    """A score with all that it is made of."""
    precisions = zip(score.counts, score.totals, score.precisions, strict=True)
    rows = [
        [component_name(f"p{n}"), fraction(count, total), _per_cent(count, total, taken)]
        for n, (count, total, taken) in enumerate(precisions, 1)
    ]
    rows.append(["BP", "", points(score.bp, 4)])
    lengths = score.sys_len, score.ref_len
    rows.append(["length c / r", fraction(*lengths), f"{length_ratio(*lengths)} %"])
    title = f"BLEU {points(score.score)}"
    columns = [Column("", is_text=True), Column("counted"), Column("comes to")]
    cells = [list(map(Span, row)) for row in rows]
    table = html.table(Table(f"What {title} is made of", columns, cells, kind="score"))
    signature = element("p", "Signature ", element("code", score.signature), class_="signature")
    return _output([element("h1", title), table, signature], title)


def _per_cent(count: float, total: float, taken: float) -> str:
    found = Precision(count, total, taken)
    return f"{written(found, 2)} %" if found.defined else written(found, 2)


def _sections(document: Document) -> Iterator[Html]:
    """The sections of a report; segments are collapsed, except in the direction of Δ."""
    is_first = True
    for own in document.sections:
        if not own.title:
            title = element("h1", *map(html.span, document.heading))
            yield element("header", title, *html.pieces(own))
        elif any(isinstance(piece, Segments) for piece in own.pieces):
            yield _collapsed(own, is_open=is_first)
            is_first = False
        else:
            yield html.section(own)


def _collapsed(own: Section, is_open: bool) -> Html:
    number = sum(len(piece.segments) for piece in own.pieces if isinstance(piece, Segments))
    title = element("summary", f"{own.title}: {counted(number, 'segment')}")
    return element("details", title, *html.pieces(own), class_="side", open="open" * is_open)


def _output(sections: Iterable[Html], label: str) -> str:
    body = element("article", *sections, class_="bleuscope", aria_label=label)
    return element("style", Html(_style())) + _without_headings(body)


def _without_headings(body: Html) -> Html:
    """Replace headings by elements with a heading role, which tables of contents ignore."""
    opened = re.sub(r"<h([1-6])>", r'<div class="h\1" role="heading" aria-level="\1">', body)
    return Html(re.sub("</h[1-6]>", "</div>", opened))


@cache
def _style() -> str:
    """The report's style, limited to an output.

    `:not(#_)` gives each rule more weight than a notebook's own rules for tables and headings
    have, and `revert` takes those away that no rule of ours replaces.
    """
    own = files("bleu_core.present.notebook").joinpath("notebook.css").read_text("utf-8")
    colours = theme.CSS.replace(":root", "&")
    return f".bleuscope:not(#_) {{\n{colours}& * {{ all: revert; }}\n{file('report.css')}{own}}}\n"
