"""The Overview shows the numbers of JSON, digit for digit, and so do the tables of reports."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from bleu_core import BleuConfig
from bleu_core.common.formatting import (
    format_delta,
    format_fraction,
    format_int,
    format_p,
    format_p_cell,
    format_score,
    format_share,
    format_small_delta,
)
from bleu_core.metrics import METRIC_KEYS, get_metric
from bleu_core.present.comparison_document import comparison_document
from bleu_core.present.comparison_report import ComparisonReport, gather
from bleu_core.present.document import HTML, Document, Table
from bleu_core.present.report.json_report import comparison_json
from pages.ui import metric_results, results
from pages.ui.store import load_sample
from tests.comparisons import compared

from .conftest import App

Rows = list[list[str]]
OTHER = {"lc": "yes", "order": "3"}, BleuConfig(lowercase=True, max_ngram_order=3)


def show(params: dict[str, str], config: BleuConfig) -> tuple[Any, ComparisonReport]:
    app = App(**params)
    app.set(tests=True)
    comparison = compared(load_sample(), config)
    made = [metric_results.metric_opinion(comparison, key) for key in METRIC_KEYS if key != "bleu"]
    metric_results.run_tests(comparison, made)
    app.run()
    content = gather(
        comparison,
        results.significance.ready(comparison),
        results.ngram_evidence(comparison, lambda part: None),
        opinions=metric_results.tested_opinions(comparison),
    )
    return app, content


def full(rows: Rows) -> Rows:
    """Rows without their empty cells."""
    return [[cell for cell in row if cell] for row in rows]


def of_document(document: Document, kind: str) -> Rows:
    """The rows of the table of a kind."""
    pieces = [piece for section in document.sections for piece in section.pieces]
    [table] = [piece for piece in pieces if isinstance(piece, Table) and piece.kind == kind]
    return full(table.texts)


def parts_of_json(told: dict[str, Any]) -> Iterator[list[str]]:
    """The table of parts, from nothing but the numbers of JSON."""
    a, b, components = told["a"], told["b"], told["ledger"]["components"]
    for n in range(len(a["counts"])):
        cells = []
        for side in (a, b):
            count, total = side["counts"][n], side["totals"][n]
            cells += [format_fraction(count, total), format_score(100 * count / total)]
        change = format_delta(b["precisions"][n] - a["precisions"][n])
        yield [f"p{'₁₂₃₄'[n]}", *cells, change, format_delta(components[f"p{n + 1}"])]
    bps = [format_score(side["bp"], 4) for side in (a, b)]
    yield ["BP", *bps, format_delta(b["bp"] - a["bp"], 4), format_delta(components["bp"])]
    lengths = []
    for side in (a, b):
        c, r = side["sys_len"], side["ref_len"]
        lengths += [format_fraction(c, r), format_score(100 * c / r)]
    yield ["length c / r", *lengths, format_delta(b["sys_len"] - a["sys_len"], 0)]
    yield [
        "BLEU",
        format_score(a["score"]),
        format_score(b["score"]),
        *[format_delta(told["delta"])] * 2,
    ]


def opinions_of_json(told: dict[str, Any]) -> Iterator[list[str]]:
    """The table of other metrics, from nothing but the numbers of JSON."""
    for key, one in told["metrics"].items():
        about = get_metric(key).about
        digits = about.decimals
        low, high = (format_delta(one[name], digits) for name in ("ci_low", "ci_high"))
        up = one["delta"] > 0 if one["higher_is_better"] else one["delta"] < 0
        yield [
            about.label,
            *(format_score(one[side], digits) for side in "ab"),
            format_delta(one["delta"], digits),
            ("better" if up else "worse") + ("" if one["p_value"] < 0.05 else "?"),
            format_p_cell(one["p_value"]),
            f"[{low}, {high}]",
        ]


def families_of_json(told: dict[str, Any]) -> Rows:
    return [
        [
            family["text"],
            format_share(family["share"]),
            format_int(family["wins_a"]),
            format_int(family["wins_b"]),
            format_p_cell(family["q"]),
            format_small_delta(family["points"]),
        ]
        for family in told["causes"]["families"]
    ]


def ngrams_of_json(told: dict[str, Any]) -> Rows:
    return [
        [
            ngram["text"],
            *(format_int(ngram[name]) for name in ("order", "matches_a", "matches_b")),
            *(format_int(ngram[name]) for name in ("wins_a", "wins_b")),
            format_p_cell(ngram["q"]),
            *(format_small_delta(ngram[name]) for name in ("points", "points_with_folded")),
        ]
        for ngram in told["ngrams"]
    ]


@pytest.mark.parametrize(
    ("params", "config"), [({}, BleuConfig()), pytest.param(*OTHER, marks=pytest.mark.slow)]
)
def test_all_of_them_show_the_same(params: dict[str, str], config: BleuConfig) -> None:
    app, content = show(params, config)
    told, document = json.loads(comparison_json(content)), comparison_document(content, HTML)
    parts, others = list(parts_of_json(told)), list(opinions_of_json(told))
    assert full(app.cells("parts")) == of_document(document, "parts") == parts
    assert [row[0] for row in others] == [get_metric(key).about.label for key in METRIC_KEYS]
    assert full(app.cells("opinions")) == of_document(document, "opinions") == others

    tests, significance = of_document(document, "tests"), told["significance"]
    app.set(overview_tabs="Significance")
    assert full(app.cells("tests-table")) == tests
    for row, name in zip(tests, ("randomization", "bootstrap", "by_segment"), strict=False):
        assert row[1] == format_p(significance[name]["p_value"])

    assert app.verdict.strip() == told["verdict"]
    assert format_p(significance["randomization"]["p_value"]) in told["verdict"]
    assert format_delta(significance["bootstrap"]["ci_low"]) in told["verdict"]

    rows, families = of_document(document, "families"), families_of_json(told)
    assert families
    assert full(app.cells("families")) == rows
    assert rows[: len(families)] == families
    assert rows[-1] == ["Δ", format_small_delta(told["delta"])]
    ngrams = ngrams_of_json(told)
    assert of_document(document, "phrases")[: len(ngrams)] == ngrams

    app.set(overview_tabs="Largest changes")
    for key, side in (("movers1", "gains"), ("movers-1", "losses")):
        assert [row[:3] for row in app.cells(key)] == [
            [format_int(one["line"]), format_small_delta(one["points"]), format_delta(one["delta"])]
            for one in told[side]
        ]
