"""The Overview shows the numbers of JSON, digit for digit, and so do the tables of reports."""

from __future__ import annotations

import json
from typing import Any

from bleu_core import BleuConfig
from bleu_core.common.formatting import format_delta, format_p, format_score, format_small_delta
from bleu_core.metrics import METRIC_KEYS
from bleu_core.present.comparison_document import comparison_document
from bleu_core.present.comparison_report import ComparisonReport, gather
from bleu_core.present.document import HTML, Document, Table
from bleu_core.present.report.json_report import comparison_json
from bleu_core.present.tables.comparison_tables import families_table
from bleu_core.present.tables.verdict import GRADES
from pages.ui import metric_results, results
from pages.ui.store import load_sample
from tests.comparisons import compared

from .conftest import App

Rows = list[list[str]]


def show() -> tuple[Any, ComparisonReport]:
    app = App()
    app.details("metrics")
    app.choose("all-tests", True)
    comparison = compared(load_sample(), BleuConfig())
    for key in METRIC_KEYS[1:]:
        metric_results.metric_with_tests(comparison, key)
    app.run()
    content = gather(
        comparison,
        results.significance.ready(comparison),
        results.ngram_evidence(comparison, lambda part: None),
        metric_pairs=metric_results.tested_metrics(comparison),
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


def test_all_of_them_show_the_same() -> None:
    app, content = show()
    told, document = json.loads(comparison_json(content)), comparison_document(content, HTML)
    for key in ("parts", "opinions"):
        assert full(app.cells(key)) == of_document(document, key), key
    assert full(app.cells("families")) == full(families_table(content.families).texts)
    assert full(app.cells("tests-table")) == of_document(document, "tests")
    assert app.overview["scorecard"]["badge"] == GRADES[told["grade"]]
    significance = told["significance"]
    assert format_p(significance["randomization"]["p_value"]) in told["verdict"]
    assert format_delta(significance["bootstrap"]["ci_low"]) in told["verdict"]
    # JSON has the numbers of the tables.
    *_, (_, a, b, *deltas) = of_document(document, "parts")
    numbers = [format_score(told[side]["score"]) for side in "ab"]
    assert [a, b, *deltas] == [*numbers, *[format_delta(told["delta"])] * 2]
    families = told["causes"]["families"]
    points = [row[-1] for row in of_document(document, "families")]
    assert points[: len(families)] == [format_small_delta(one["points"]) for one in families]
    assert families
    segments = [row["line"] for row in app.overview["segments"]["rows"]]
    assert segments == [one["line"] for one in (*told["losses"][:3], *told["gains"][:1])]
