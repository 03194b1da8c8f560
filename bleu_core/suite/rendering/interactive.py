"""A suite run as an interactive page, whose rows and cells open their comparisons."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from html import escape
from typing import Any

from bleu_core.common.formatting import format_count
from bleu_core.present.document import HTML
from bleu_core.present.report.html import pieces_html, sections_html
from bleu_core.present.report.markup import Html, element, join
from bleu_core.present.viewer import to_page
from bleu_core.present.viewer.contents import MOST_IN_PAGE, page_document
from bleu_core.suite.rendering.board import board_data
from bleu_core.suite.rendering.document import SuiteCell, anchor, set_document, suite_document
from bleu_core.suite.rendering.screen import suite_screen
from bleu_core.suite.results import SuiteResult

_LINK = re.compile('href="#(at-[0-9a-f]+)"')


def render_suite_page(result: SuiteResult, sets: Mapping[str, str]) -> bytes:
    """The page of a run as a file; `sets` are the results of `set_report`, by name of the set."""
    return to_page(suite_contents(result, sets)).encode()


def suite_contents(result: SuiteResult, reports: Mapping[str, str]) -> dict[str, Any]:
    """The document of a run; sets without comparisons are only on its first screen."""
    sets = [json.loads(reports[of.name]) for of in result.sets if reports.get(of.name)]
    screen = suite_with_report(result, _addresses(sets))
    if any(of.segments > MOST_IN_PAGE for of in result.sets if of.name in reports):
        most = format_count(MOST_IN_PAGE, "segment")
        screen["notes"].append([f" Test sets of more than {most} cannot be opened."])
    return page_document("suite", result.title, sets, suite=screen)


def suite_with_report(result: SuiteResult, addresses: Mapping[str, str]) -> dict[str, Any]:
    """The `SuiteScreen` of a run; `addresses` of comparisons, by the `anchor` of set and system."""

    def address(cell: SuiteCell) -> str:
        return addresses.get(anchor(cell.of.name, cell.system.name), "") if cell.system else ""

    screen = suite_screen(result, address) | {"board": None, "folded": []}
    if max((len(of.systems) for of in result.sets), default=0) > 1:
        tests = sum(one.bleu.p_holm is not None for of in result.sets for one in of.systems)
        p = f"p (Holm, {format_count(tests, 'test')})" if tests else "p"
        legend = f"Cell: BLEU, Δ to the baseline, {p}."
        screen["board"] = board_data(result, address) | {"legend": legend}
    for title, html in _folded(result, addresses):
        # Links to comparisons lead to their addresses.
        linked = _LINK.sub(
            lambda link: f'href="{escape(addresses.get(link[1], f"#{link[1]}"))}"', join(html)
        )
        screen["folded"].append({"title": title, "html": linked})
    return screen


def _addresses(sets: list[dict[str, Any]]) -> dict[str, str]:
    """The address of each comparison in the page, by the anchor of its system on its set."""
    return {
        anchor(of["name"], of["systems"][pair["b"]]["name"]): f"#view=overview&set={s}&pair={p}"
        for s, of in enumerate(sets)
        for p, pair in enumerate(of["pairs"])
    }


def _folded(result: SuiteResult, addresses: Mapping[str, str]) -> Iterator[tuple[str, list[Html]]]:
    """The report of the run, section by section, with that of each set before the last ones."""
    sections = {section.id: section for section in suite_document(result, HTML).sections}
    known = " ".join(addresses)  # the table of scores links to the anchors in this text
    sets = [
        element("article", *sections_html(set_document(result, of, known, HTML), "h2"),
                id=anchor(of.name))
        for of in result.sets
    ]  # fmt: skip
    for key in ("reasons", "comparisons", "slices", "sets", "notes", "signatures"):
        if key == "sets":
            yield "Scores by test set", sets
        elif section := sections.get(key):
            yield section.title, [*pieces_html(section)]
