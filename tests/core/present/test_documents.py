"""One document, and each medium writes all of it, with text of users as text."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from bleu_core.common.escaping import escape_latex, markdown_code
from bleu_core.common.pair import A, B
from bleu_core.explain.comparison import Comparison
from bleu_core.metrics import Chrf
from bleu_core.present import charts
from bleu_core.present.comparison_document import SECTIONS, comparison_document
from bleu_core.present.comparison_report import ComparisonReport
from bleu_core.present.document import (
    HTML,
    LATEX,
    MARKDOWN,
    TERMINAL,
    Bullet,
    Bullets,
    Column,
    Details,
    Document,
    Figure,
    Medium,
    Problems,
    Prose,
    Section,
    Segment,
    Segments,
    Span,
    Table,
    plain,
)
from bleu_core.present.report.html import to_html
from bleu_core.present.report.latex import to_latex
from bleu_core.present.report.markdown import to_markdown
from bleu_core.present.report.terminal import to_text
from bleu_core.segments.detectors import DetectorCounts
from bleu_core.significance.metric_tests import compare_metrics, compare_with_metric
from bleu_core.text.config import BleuConfig
from bleu_core.text.evalset import EvalSet
from bleu_core.text.glossary import find_entry
from tests.core.present.test_report import HOSTILE, NAME, content_of, hostile
from tests.core.present.test_report_contents import of_slices

USER = HOSTILE[0] + " | " + HOSTILE[4]
SEGMENT = Segment(0, 1, NAME, -0.5, -9.0, 30.0, 21.0, USER, f"b {USER}", [USER, None], None)


def table(label: str) -> Table:
    columns = [Column("name", is_text=True), Column(NAME, is_quoted=True), Column("1", full=NAME)]
    rows = [[Span(USER, "quoted"), Span("1.50", "gain"), Span("2", hover=NAME)]] * 2
    interval = (1.0, 2.0, 3.0)
    return Table(label, columns, rows, frozenset({0}), "kind", [interval] * 2, 1)


@cache
def document() -> Document:
    """A document with a piece of every kind."""
    sentence = [Span("Better is "), Span(NAME, "name"), Span(" by "), Span("1.5", "strong")]
    summary = [Problems("Look.", [USER]), Problems("", ["A notice."]), Prose(sentence)]
    pieces = [
        table("First"), table("Second"), plain("A note.", "muted"),
        Bullets([Bullet([Span(USER, "quoted")], [[Span("inner")]])]),
        Segments([SEGMENT], BleuConfig(), sentence=lambda _: [Span(USER, "quoted"), Span(" lost")]),
        Details("Collapsed", [plain("Inside.")], "In brief."),
        Figure("histogram", "A figure", lambda: charts.delta_histogram(np.array([1.0, -2.0]))),
    ]  # fmt: skip
    sections = [Section("summary", "", summary), Section("all", "All of it", pieces, USER)]
    return Document("Title", [Span("A "), Span(NAME, "name")], sections)


def test_markdown_has_every_piece_but_figures() -> None:
    text = to_markdown(document())
    assert f"### A {markdown_code(NAME, 300)}" in text
    assert f"**All of it {markdown_code(USER, 300)}**" in text
    assert text.count("| 1.50 | 2 |") == 4
    assert f"  - {markdown_code(USER, 300)} lost" in text
    assert "First:" in text
    assert {line.count("|") for line in text.splitlines() if line.startswith("|")} == {4}
    for piece in ("Better is", "**1.5**", "- warning: `", "A note.", "  - inner", "In brief."):
        assert piece in text
    assert "A figure" not in text


def test_markdown_says_what_it_has_no_room_for() -> None:
    bullets = Bullets([Bullet([Span("x" * 50)])] * 9, (130, "reason"))
    text = to_markdown(Document("", [], [Section("s", "S", [bullets])]))
    assert text.count("- x") == 2
    assert "7 more reasons" in text


def test_latex_has_every_piece_but_figures() -> None:
    source = to_latex(document())
    assert source.count(r"\begin{tabular}{lrr}") == 2
    assert rf"\caption{{First (A {escape_latex(NAME, 60)}). A note." in source
    assert r"\label{tab:bleu-kind}" in source
    assert r"\label{tab:bleu-kind-2}" in source
    assert r"\textbf{Look.}" in source
    assert r"\textbf{1.5}" in source
    assert "In brief." in source
    assert "} lost" in source
    assert r"\input{" not in source
    assert source.count(r"\begin{itemize}") == source.count(r"\end{itemize}")


def test_a_system_called_by_its_letter_is_named_once() -> None:
    texts = EvalSet({A: ["a cat sat there"], B: ["the cat sat there"]}, [["the cat sat there"]])
    text = to_text(comparison_document(content_of(Comparison.of(texts)), TERMINAL))
    assert text.startswith(f"{A} vs {B}\n")
    assert not re.search(rf"{A} {A}|{B} {B}|is {A}, {B}", text)


@cache
def everything() -> ComparisonReport:
    """What a report says where there is something in every section."""
    comparison = hostile().comparison
    judged = compare_metrics([compare_with_metric(comparison, Chrf())], None, 200, 100)
    content = content_of(comparison, 10, hostile().annotations, judged)
    counts = [
        DetectorCounts("cut", "cut off", "The rule.", a=1, b=3, only_b=2, p=0.5, points=-0.25)
    ]
    return replace(content, detectors=counts, slices=of_slices().slices)


@pytest.mark.parametrize("medium", [HTML, MARKDOWN, LATEX, TERMINAL])
def test_every_medium_has_every_section_that_it_does_not_omit(medium: Medium) -> None:
    titles = [section.title for section in comparison_document(everything(), HTML).sections]
    assert len(titles) >= len(SECTIONS) - 1  # one is for comments only
    document = comparison_document(everything(), medium)
    write = {HTML: to_html, MARKDOWN: to_markdown, LATEX: to_latex, TERMINAL: to_text}[medium]
    text = write(document)
    shown = document.sections if medium == HTML else [*document.without_figures()]
    # The order is the same in all of them.
    own = [section.title for section in shown if section.id != "worst"]
    assert own == [title for title in titles if title in own]
    place = 0
    for section in shown:
        place = text.index(first_words(section, medium), place)  # each after the one before
    figures = {"Contributions to Δ", "Segment differences", "By position"}
    figures |= {"By document"}
    left_out = {title for title in titles if title not in own}
    omitted = [SECTIONS[key] for key in medium.omits & SECTIONS.keys()]
    others = {one.title for build in omitted for one in build(everything(), HTML)}
    assert left_out <= figures | others


def test_every_term_that_a_table_links_is_in_the_glossary() -> None:
    tables = list(tables_of(comparison_document(everything(), HTML).sections))
    assert len(tables) > len(SECTIONS) / 2
    for table in tables:
        terms = {part.term for row in (table.columns, *table.rows) for part in row}
        assert all(map(find_entry, terms - {""})), table.label


def tables_of(parts: Iterable[Section | Details]) -> Iterator[Table]:
    """The tables of sections, and those that are collapsed."""
    pieces = [piece for part in parts for piece in part.pieces]
    yield from (piece for piece in pieces if isinstance(piece, Table))
    if details := [piece for piece in pieces if isinstance(piece, Details)]:
        yield from tables_of(details)


def first_words(section: Section, medium: Medium) -> str:
    tables = [piece for piece in section.pieces if isinstance(piece, Table)]
    if medium == LATEX and tables:
        return rf"\label{{tab:bleu-{tables[0].kind}}}"
    return section.title
