"""Comparisons and scores in notebooks, as data frames and as HTML without scripts.

The HTML loads nothing and has no ids or headings that would enter a notebook's contents. Each
output includes the style sheet, because it may be shown alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import pandas as pd

from bleu_core.common import theme
from bleu_core.common.files import replace_file
from bleu_core.common.formatting import (
    format_component,
    format_count,
    format_fraction,
    format_length_ratio,
    format_score,
)
from bleu_core.explain.comparison import Comparison
from bleu_core.explain.ngrams import NgramTable, evidence
from bleu_core.messages import screen
from bleu_core.metrics import Bleu, get_metric, is_metric
from bleu_core.metrics.bleu import BleuScore
from bleu_core.metrics.precision import Precision, format_precision
from bleu_core.present.comparison_document import comparison_document
from bleu_core.present.comparison_report import ComparisonReport, gather
from bleu_core.present.document import NOTEBOOK, Column, Document, Segments, Span, Table
from bleu_core.present.report import MOST_FOR_NGRAMS, html, render, report_suffix
from bleu_core.present.report.markup import Html, element, resource
from bleu_core.present.report.sheets import metadata, only_texts, places, statistics, texts
from bleu_core.segments.columns import FLAG, NUMBER, TEXT, SegmentTable, table_of
from bleu_core.segments.expressions import Name, missing_column
from bleu_core.significance import run_tests
from bleu_core.significance.metric_tests import compare_with_metric
from bleu_core.systems.grades import p_among_all
from bleu_core.text.evalset import InputError

Made = TypeVar("Made")


def evidence_of(comparison: Comparison, min_count: int = 2) -> NgramTable:
    """The n-grams of a comparison, without points if the ledger is undefined."""
    per_match = np.nan_to_num(comparison.ledger.per_match)
    return _cached(
        comparison, f"ngrams {min_count}", lambda: evidence(comparison, per_match, min_count)
    )


def content_of(comparison: Comparison) -> ComparisonReport:
    """The report of `bleuscope compare`, without other metrics and detectors."""

    def made() -> ComparisonReport:
        counts = len(comparison) <= MOST_FOR_NGRAMS
        ngrams = evidence_of(comparison) if counts else None
        return gather(comparison, run_tests(comparison), ngrams, p_holm=p_among_all(comparison))

    return _cached(comparison, "content", made)


def _cached(comparison: Comparison, name: str, make: Callable[[], Made]) -> Made:
    if name not in comparison.results:
        comparison.results[name] = make()
    found: Made = comparison.results[name]
    return found


# Columns of `NgramTable` under the same names.
NGRAM_NUMBERS = (
    *("matches_a", "matches_b", "wins_a", "wins_b", "p", "q", "count_a", "count_b", "limit"),
    *("over_a", "over_b", "missed_a", "missed_b", "documents"),
)


def segments_frame(comparison: Comparison, names: Sequence[str] = ()) -> pd.DataFrame:
    """See `Comparison.segments`."""
    columns, written = places(comparison) | statistics(comparison), texts(comparison)
    renamed = {name: _frame_name(name) for name in (*written, *names)}
    written |= metadata(comparison, {**columns, **written, **dict.fromkeys(renamed.values())})
    requested = [name for name in names if renamed[name] not in columns | written]
    frame = pd.DataFrame(columns | _requested_columns(comparison, requested) | written)
    return frame.rename(columns=renamed)


def _frame_name(name: str) -> str:
    """A column's name in the frame: "b.copy" is "copy_b", "delta.chrf" "delta_chrf"."""
    if name in ("a", "b"):
        return f"output_{name}"
    side, _, own = name.partition(".")
    return f"{own}_{side}" if side in ("a", "b") else name.replace(".", "_")


def _requested_columns(comparison: Comparison, names: Sequence[str]) -> dict[str, Any]:
    """Columns under their names in expressions; metrics such as "delta.chrf" are computed here."""
    keys = dict.fromkeys(name.partition(".")[2] for name in names)
    metric_pairs = {
        key: compare_with_metric(comparison, get_metric(key, comparison.config))
        for key in keys
        if key != Bleu.about.key and is_metric(key)
    }
    table = table_of(comparison, metric_pairs=metric_pairs)
    problems = [problem for name in names if (problem := missing_column(Name(name), table))]
    several = [name for name in names if name in table.columns and _has_several_texts(table, name)]
    problems += [screen.several_texts(name) for name in several]
    if problems:
        raise InputError(problems)
    return {
        name: table.values(name)
        if table.column(name).kind in (NUMBER, FLAG)
        else only_texts(table, name)
        for name in names
    }


def _has_several_texts(table: SegmentTable, name: str) -> bool:
    """Whether a segment may have any number of such texts."""
    column = table.column(name)
    if column.missing or column.kind != TEXT:
        return False
    return [segments for _, segments in table.texts(name).parts] != [None]


def ngrams_frame(comparison: Comparison, min_count: int) -> pd.DataFrame:
    """See `Comparison.ngrams`."""
    table = evidence_of(comparison, min_count)
    rows = table.largest_first()
    under = table.fold[rows]
    inside = np.full(len(rows), None, object)
    inside[under >= 0] = table.texts(under[under >= 0]).to_pylist()
    defined = 1.0 if comparison.ledger.defined else np.nan
    columns = {
        "ngram": table.texts(rows).to_pylist(),
        "order": table.column("order")[rows],
        "points": defined * table.column("points")[rows],
        "points_with_inside": defined * table.points_with_folded[rows],
        "inside": inside,
    }
    return pd.DataFrame(columns | {name: table.column(name)[rows] for name in NGRAM_NUMBERS})


def comparison_html(comparison: Comparison) -> str:
    """The verdict, score components, and the segments with the largest contributions."""
    document = comparison_document(content_of(comparison), NOTEBOOK)
    return _output(_sections(document), "Comparison of two systems")


def score_html(score: BleuScore) -> str:
    """A score with its components."""
    rows = []
    for n, counted in enumerate(zip(score.counts, score.totals, score.precisions, strict=True), 1):
        precision = Precision(*counted)
        value = format_precision(precision, 2) + ("%" if precision.defined else "")
        rows.append([format_component(f"p{n}"), format_fraction(*counted[:2]), value])
    rows.append(["BP", "", format_score(score.bp, 4)])
    lengths = score.sys_len, score.ref_len
    rows.append(["length c / r", format_fraction(*lengths), f"{format_length_ratio(*lengths)}%"])
    title = f"BLEU {format_score(score.score)}"
    columns = [Column("", is_text=True), Column("count"), Column("value")]
    cells = [list(map(Span, row)) for row in rows]
    table = html.table_html(Table(f"Components of {title}", columns, cells, kind="score"))
    signature = element("p", "Signature ", element("code", score.signature), class_="signature")
    return _output([element("h1", title), table, signature], title)


def _sections(document: Document) -> Iterator[Html]:
    """The sections of a report; segments are collapsed, except in the direction of Δ."""
    is_first = True
    for own in document.sections:
        if not own.title:
            title = element("h1", *map(html.span_html, document.heading))
            yield element("header", title, *html.pieces_html(own))
        elif any(isinstance(piece, Segments) for piece in own.pieces):
            segments = [piece for piece in own.pieces if isinstance(piece, Segments)]
            number = sum(len(piece.segments) for piece in segments)
            title = element("summary", f"{own.title}: {format_count(number, 'segment')}")
            pieces = html.pieces_html(own)
            yield element("details", title, *pieces, class_="side", open="open" * is_first)
            is_first = False
        else:
            yield html.section_html(own)


def _output(sections: Iterable[Html], label: str) -> str:
    body = element("article", *sections, class_="bleuscope", aria_label=label)
    # Headings become elements with that role, which tables of contents ignore.
    opened = re.sub(r"<h([1-6])>", r'<div class="h\1" role="heading" aria-level="\1">', body)
    return element("style", Html(_style())) + Html(re.sub("</h[1-6]>", "</div>", opened))


@cache
def _style() -> str:
    """The report's style, limited to an output."""
    own = files("bleu_core.present.notebook").joinpath("notebook.css").read_text("utf-8")
    colours = theme.CSS.replace(":root", "&")
    return (
        f".bleuscope:not(#_) {{\n{colours}& * {{ all: revert; }}\n{resource('report.css')}{own}}}\n"
    )


def save_report(comparison: Comparison, path: Path) -> None:
    """Write the report of a comparison in the format of the file's ending."""
    replace_file(path, render(content_of(comparison), report_suffix(path)))


def page_view(comparison: Comparison, height: int) -> PageView:
    """See `Comparison.view`."""
    return PageView(comparison, height)


class PageView:
    """The interactive page in a sandboxed frame, which reaches neither notebook nor origin."""

    def __init__(self, comparison: Comparison, height: int) -> None:
        self._comparison, self._height = comparison, height

    def __repr__(self) -> str:
        return f"<interactive page of {self._comparison!r}>"

    def _repr_html_(self) -> str:
        page = render(content_of(self._comparison), ".html").decode()
        return element(
            "iframe",
            srcdoc=page,
            sandbox="allow-scripts",
            width="100%",
            height=str(self._height),
            title="Interactive page of the comparison",
        )
