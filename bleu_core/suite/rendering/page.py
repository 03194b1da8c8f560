"""A suite run as an interactive page, whose rows and cells open their comparisons."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from html import escape
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bleu_core.common.formatting import format_count
from bleu_core.metrics.bleu import SegmentStatistics
from bleu_core.present.comparison_document import comparison_document
from bleu_core.present.comparison_report import ComparisonReport
from bleu_core.present.document import HTML, SUITE_PAGE
from bleu_core.present.report.html import pieces_html, section_html
from bleu_core.present.report.markup import Html, join
from bleu_core.present.viewer import to_page
from bleu_core.present.viewer.columns import input_columns, report_table
from bleu_core.present.viewer.contents import (
    MOST_IN_PAGE,
    MOST_SHOWN,
    page_document,
    report_pair,
    segment_weights,
    set_data,
    shown_rows,
)
from bleu_core.present.viewer.ranking import MOST_LINES
from bleu_core.suite.rendering.document import SuiteCell, anchor, suite_document
from bleu_core.suite.rendering.screen import board_data, suite_screen
from bleu_core.suite.results import SuiteResult

_LINK = re.compile('href="#(at-[0-9a-f]+)"')


def set_report(name: str, contents: Iterable[ComparisonReport], lines: int = MOST_LINES) -> str:
    """The `TestSet` of a page as JSON; "" if no system has a baseline, or the set is too large.

    One comparison at a time is in memory. The page has at most so many `lines` of systems as texts.
    """
    statistics: dict[str, SegmentStatistics] = {}
    pairs: list[dict[str, Any]] = []
    columns: list[dict[str, Any]] = []
    weights: NDArray[np.float64] | None = None
    comparison = None
    for content in contents:
        if len(content.comparison) > MOST_IN_PAGE:
            continue
        comparison, table = content.comparison, report_table(content)
        statistics.setdefault(comparison.a, comparison.stats_a)
        statistics.setdefault(comparison.b, comparison.stats_b)
        systems = list(statistics)
        pair = systems.index(comparison.a), systems.index(comparison.b)
        document = comparison_document(content, SUITE_PAGE)
        pairs.append(report_pair(content, table, document, pair))
        if weights is None:
            columns, weights = input_columns(table), segment_weights(comparison)
        else:
            weights = np.maximum(weights, segment_weights(comparison))
    if comparison is None or weights is None:
        return ""
    evalset = comparison.evalset
    most = min(MOST_SHOWN, lines // len(statistics))
    shown = shown_rows(evalset, list(statistics), comparison.config, weights, most)
    data = set_data(evalset, statistics, pairs, columns=columns, shown=shown, name=name)
    return json.dumps(data, ensure_ascii=False, allow_nan=False, separators=(",", ":"))


def render_suite_page(result: SuiteResult, sets: Mapping[str, str]) -> bytes:
    """The page of a run as a file; `sets` are the results of `set_report`, by name of the set."""
    return to_page(suite_contents(result, sets)).encode()


def suite_contents(result: SuiteResult, reports: Mapping[str, str]) -> dict[str, Any]:
    """The document of a run; sets without comparisons are only on its first screen."""
    sets = [json.loads(reports[of.name]) for of in result.sets if reports.get(of.name)]
    addresses = {
        anchor(of["name"], of["systems"][pair["b"]]["name"]): f"#view=overview&set={s}&pair={p}"
        for s, of in enumerate(sets)
        for p, pair in enumerate(of["pairs"])
    }
    screen = suite_with_report(result, addresses)
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
        tests = sum(own.bleu.p_holm is not None for of in result.sets for own in of.systems)
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


def _folded(result: SuiteResult, addresses: Mapping[str, str]) -> Iterator[tuple[str, list[Html]]]:
    """The report of the run, section by section, with the scores before the last ones."""
    document = suite_document(result, HTML, addresses)
    sections = {section.id: section for section in document.sections}
    for key in ("reasons", "comparisons", "slices", "sets", "notes", "signatures"):
        if key == "sets":
            scores = [section_html(section) for section in document.sections if section.name]
            yield "Scores by test set", scores
        elif section := sections.get(key):
            yield section.title, [*pieces_html(section)]
