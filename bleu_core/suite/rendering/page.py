"""A suite run as one static HTML file: a page for the suite, and one per test set.

It loads nothing. The style sheet decides which page is shown: links within the file lead from one
page to another, also without scripts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from importlib.resources import files

from bleu_core.present.comparison_document import comparison_document
from bleu_core.present.comparison_report import ComparisonReport
from bleu_core.present.document import HTML, SUITE_PAGE
from bleu_core.present.report.html import sections_html
from bleu_core.present.report.markup import Html, element, join, page
from bleu_core.suite.rendering.document import anchor, set_document, suite_document
from bleu_core.suite.results import SuiteResult


def report_of(name: str, contents: Iterable[ComparisonReport]) -> str:
    """The comparisons of a test set as HTML sections of its page, for `to_html`.

    They are rendered in the process that compared the set, as their data is large.
    """
    return join(
        element(
            "section",
            *sections_html(comparison_document(content, SUITE_PAGE), "h2"),
            class_="comparison",
            id=anchor(name, content.names[1]),
        )
        for content in contents
    )


def to_html(result: SuiteResult, pages: Mapping[str, str]) -> str:
    """The run as one HTML document.

    `pages` has the HTML from `report_of` by name of the set; other sets only show numbers.
    """
    style = files("bleu_core.suite.rendering").joinpath("suite.css").read_text("utf-8")
    return page(result.title, _leaves(result, pages), more_style=style)


def _leaves(result: SuiteResult, pages: Mapping[str, str]) -> Iterator[Html]:
    yield _leaf("all", sections_html(suite_document(result, HTML)))
    for number, of in enumerate(result.sets):
        report = pages.get(of.name, "")
        content = [_turns(result, number), *sections_html(set_document(result, of, report, HTML))]
        yield _leaf(anchor(of.name), [*content, Html(report)])


def _leaf(place: str, content: Iterable[Html]) -> Html:
    return element("article", *content, class_="leaf", id=place)


def _turns(result: SuiteResult, number: int) -> Html:
    """Links to the list of test sets, and to the previous and next set."""
    turns = [element("a", "All test sets", href="#all")]
    if number > 0:
        before = result.sets[number - 1].name
        turns.append(element("a", "← ", element("bdi", before), href=f"#{anchor(before)}"))
    if number + 1 < len(result.sets):
        after = result.sets[number + 1].name
        arrow = f"#{anchor(after)}"
        turns.append(element("a", element("bdi", after), " →", href=arrow, class_="next"))
    return element("nav", *turns, aria_label=f"From {result.sets[number].name}")
