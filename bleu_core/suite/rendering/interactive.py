"""A suite run as an interactive page: the board, whose cells open their comparisons."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from bleu_core.common.formatting import format_count
from bleu_core.present.document import HTML
from bleu_core.present.report.html import sections_html
from bleu_core.present.report.markup import Html, element, join
from bleu_core.present.viewer import to_page
from bleu_core.present.viewer.contents import MOST_IN_PAGE, page_document
from bleu_core.suite.rendering.board import board_data
from bleu_core.suite.rendering.document import SuiteCell, anchor, set_document, suite_document
from bleu_core.suite.results import SetResult, SuiteResult

BLEU = "bleu"
_LINK = re.compile('href="#(at-[0-9a-f]+)"')


def render_suite_page(result: SuiteResult, sets: Mapping[str, str]) -> bytes:
    """The page of a run as a file; `sets` are the results of `set_report`, by name of the set."""
    return to_page(suite_contents(result, sets)).encode()


def suite_contents(result: SuiteResult, reports: Mapping[str, str]) -> dict[str, Any]:
    """The document of a run; sets without comparisons are only on the board."""
    sets = [json.loads(reports[of.name]) for of in result.sets if reports.get(of.name)]
    addresses = _addresses(sets)
    board = board_data(result, BLEU, lambda cell: addresses.get(_anchor_of(cell), ""))
    board["anchors"] = [anchor(of.name) for of in result.sets]
    board["legend"] = _legend(result, reports)
    # Links to comparisons lead to their places in the page.
    overview = _LINK.sub(
        lambda link: f'href="{addresses.get(link[1], f"#{link[1]}")}"',
        join(_overview(result, addresses)),
    )
    return page_document("suite", result.title, sets, overview=overview, board=board)


def _addresses(sets: list[dict[str, Any]]) -> dict[str, str]:
    """The address of each comparison in the page, by the anchor of its system on its set."""
    return {
        anchor(of["name"], of["systems"][pair["b"]]["name"]): f"#view=overview&set={s}&pair={p}"
        for s, of in enumerate(sets)
        for p, pair in enumerate(of["pairs"])
    }


def _anchor_of(cell: SuiteCell) -> str:
    return anchor(cell.of.name, cell.system.name) if cell.system else ""


def _legend(result: SuiteResult, reports: Mapping[str, str]) -> str:
    """The contents of a cell in words, and why some comparisons cannot be opened."""
    tests = sum(one.bleu.p_holm is not None for of in result.sets for one in of.systems)
    p = f"p (Holm, {format_count(tests, 'test')})" if tests else "p"
    text = f"Cell: BLEU, Δ to the baseline, {p}."
    if any(of.segments > MOST_IN_PAGE for of in result.sets if of.name in reports):
        text += f" Test sets of more than {format_count(MOST_IN_PAGE, 'segment')} cannot be opened."
    return text


def _overview(result: SuiteResult, addresses: Mapping[str, str]) -> Iterator[Html]:
    """The report of the run, and of each set that has one below it."""
    yield from sections_html(suite_document(result, HTML))
    for of in result.sets:
        yield element("article", *_of_set(result, of, addresses), id=anchor(of.name))


def _of_set(result: SuiteResult, of: SetResult, addresses: Mapping[str, str]) -> Iterator[Html]:
    # The table of scores links to the anchors in this text.
    known = " ".join(addresses)
    yield from sections_html(set_document(result, of, known, HTML), "h2")
