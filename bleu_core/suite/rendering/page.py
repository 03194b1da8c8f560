"""A run of a suite as one HTML file: a page for the suite, and one for each test set.

It needs nothing else and asks for nothing. Which page is shown is the style sheet's: links of the
file lead from one to another, also without scripts.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from importlib.resources import files
from math import isnan

from bleu_core.common.numerals import NONE, bare, counted, moment, points
from bleu_core.common.wording import listed
from bleu_core.present.account.spans import Span
from bleu_core.present.account.tables import Column, Table
from bleu_core.present.figures import standalone
from bleu_core.present.report.content import Content
from bleu_core.present.report.html import sections
from bleu_core.present.report.markup import Html, element, join
from bleu_core.present.report.page import file, page, section
from bleu_core.suite.rendering.linked_table import drawn
from bleu_core.suite.rendering.told import (
    Cell,
    Part,
    cells,
    change,
    headline,
    notes,
    parts,
    parts_table,
    signatures,
    table,
)
from bleu_core.suite.results import OfSet, SuiteResult

# Segments each way of a comparison: a file may hold hundreds of them, and each takes some 20 kB.
SEGMENTS = 5


def report_of(name: str, contents: Iterable[Content]) -> str:
    """The comparisons of a test set as parts of its page, to be given to `to_html`.

    It is made where the set was compared: what it is made of is large.
    """
    return join(
        element(
            "section",
            *sections(replace(content, most=SEGMENTS), "h2"),
            class_="comparison",
            id=anchor(name, content.names[1]),
        )
        for content in contents
    )


def anchor(*names: str) -> str:
    """Where in the file a set is, or a system on it, by their names, which may be anything."""
    return "at-" + hashlib.sha256("\0".join(names).encode()).hexdigest()[:16]


def to_html(result: SuiteResult, pages: Mapping[str, str]) -> str:
    """The run as one HTML document.

    `pages` has what `report_of` makes, by the names of the sets; of the others there are numbers.
    """
    # The script that draws the figures is 4.5 MB, and of no use without one.
    scripts = [standalone.script(), file("report.js")] if pages else []
    style = files("bleu_core.suite.rendering").joinpath("suite.css").read_text("utf-8")
    return page(result.title, _leaves(result, pages), scripts, more_style=style)


def _leaves(result: SuiteResult, pages: Mapping[str, str]) -> Iterator[Html]:
    yield _leaf("all", _first(result))
    for number, one in enumerate(result.sets):
        around = [result.sets[i] if 0 <= i < len(result.sets) else None
                  for i in (number - 1, number + 1)]  # fmt: skip
        yield _leaf(anchor(one.name), _of_set(result, one, around, pages.get(one.name, "")))


def _leaf(place: str, content: Iterable[Html]) -> Html:
    return element("article", *content, class_="leaf", id=place)


def _first(result: SuiteResult) -> Iterator[Html]:
    """The suite: its table, what did not pass, slices, how scores were made."""
    found = cells(result)
    yield element("p", f"BLEUscope suite, {moment(result.made)}", class_="muted")
    yield element("h1", element("bdi", result.title))
    yield element("p", headline(result), class_="headline")
    yield drawn(table(found), [_links(cell) for cell in found])
    yield element(
        "p",
        "Δ is the system's score minus the baseline's, in points of the metric; p is that of BLEU, "
        "after Holm over all tests of the suite.",
        class_="muted",
    )
    yield from _why([cell for cell in found if cell.why])
    yield from _slices(list(parts(found)))
    yield from _notes(result)
    yield from _signatures(result)


def _of_set(
    result: SuiteResult, one: OfSet, around: Sequence[OfSet | None], report: str
) -> Iterator[Html]:
    before, after = around
    turns = [element("a", "All test sets", href="#all")]
    if before:
        turns.append(
            element("a", "← ", element("bdi", before.name), href=f"#{anchor(before.name)}")
        )
    if after:
        turns.append(
            element(
                "a", element("bdi", after.name), " →", href=f"#{anchor(after.name)}", class_="next"
            )
        )
    yield element("nav", *turns, aria_label=f"From {one.name}")
    yield element("h1", element("bdi", one.name))
    if one.segments:
        yield element("p", counted(one.segments, "segment"), class_="headline")
    found = [cell for cell in cells(result) if cell.of is one]
    yield from _why([cell for cell in found if cell.why], linked=False)
    if one.systems:
        yield section("Scores", _scores(one, report))
    yield from _slices(list(parts(found)), linked=False)
    alone = replace(result, sets=(one,))
    yield from _notes(alone)
    yield from _signatures(alone)
    if report:
        yield Html(report)


def _scores(one: OfSet, report: str) -> Html:
    """What each metric says of each system, which leads to its report where there is one."""
    columns = [
        Column("System", is_text=True),
        Column("Metric", is_text=True),
        Column("Score", "", "score"),
        Column("Baseline's", "", "score"),
        Column("Δ", "", "delta"),
        Column("p", "", "p-value"),
        Column("p (Holm)", "", "p-value"),
        Column("Baseline", is_text=True),
    ]
    rows, links = [], []
    for system in one.systems:
        for said in system.said:
            rows.append(
                [
                    Span(system.name, "quoted"),
                    Span(said.label),
                    Span(points(said.score), "strong"),
                    Span(NONE if isnan(said.baseline) else points(said.baseline)),
                    change(said),
                    Span(bare(said.p)),
                    Span(bare(said.p_holm)),
                    Span(system.baseline, "quoted") if system.baseline else Span(NONE, "muted"),
                ]
            )
            place = anchor(one.name, system.name)
            links.append({0: place} if place in report else {})
    return drawn(Table("Scores of each system", columns, rows), links)


def _links(cell: Cell) -> dict[int, str]:
    """Where the cells of a row of the suite's table lead to, by column."""
    return {1: anchor(cell.of.name)}


def _why(found: Sequence[Cell], linked: bool = True) -> Iterator[Html]:
    if not found:
        return
    told = []
    for cell in found:
        names = [element("bdi", cell.system.name)] if cell.system else []
        if linked:
            name = element("bdi", cell.of.name)
            names.insert(0, element("a", name, href=f"#{anchor(cell.of.name)}"))
        sentences = element("ul", *(element("li", element("bdi", one)) for one in cell.why))
        told.append(element("li", Html(", ".join(names)), sentences))
    yield section("What did not pass, and why", element("ul", *told, class_="why"))


def _slices(found: Sequence[Part], linked: bool = True) -> Iterator[Html]:
    if found:
        links = [{1: anchor(one.cell.of.name)} if linked else {} for one in found]
        yield section("Slices", drawn(parts_table(found, linked), links))


def _notes(result: SuiteResult) -> Iterator[Html]:
    told = [
        element("li", element("bdi", name), ": ", element("bdi", sentence))
        for name, sentence in notes(result)
    ]
    if told:
        yield section("Also to be known", element("ul", *told, class_="why"))


def _signatures(result: SuiteResult) -> Iterator[Html]:
    by = signatures(result)
    if not by:
        return
    told = []
    for signature, names in by.items():
        of = [element("bdi", listed(names)), ": "] if len(result.sets) > 1 else []
        told.append(element("p", *of, element("code", signature), class_="signature"))
    yield section("Signatures", *told)
