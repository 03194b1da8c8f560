"""The comparisons of a test set as JSON of a suite's page, made by the process that measures it."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bleu_core.explain.comparison import Comparison
from bleu_core.metrics.bleu import SegmentStatistics
from bleu_core.present.comparison_document import comparison_document
from bleu_core.present.comparison_report import ComparisonReport
from bleu_core.present.document import SUITE_PAGE
from bleu_core.present.viewer.columns import input_columns, report_table
from bleu_core.present.viewer.contents import (
    MOST_IN_PAGE,
    MOST_SHOWN,
    report_pair,
    segment_weights,
    set_data,
    shown_rows,
)
from bleu_core.present.viewer.ranking import MOST_LINES


def set_report(name: str, contents: Iterable[ComparisonReport], lines: int = MOST_LINES) -> str:
    """The `TestSet` of a page as JSON; "" if no system has a baseline, or the set is too large.

    One comparison at a time is in memory. The page has at most so many `lines` of systems as texts.
    """
    found = _SetContents(name, lines)
    for content in contents:
        if len(content.comparison) <= MOST_IN_PAGE:
            found.add(content)
    return found.to_json()


@dataclass
class _SetContents:
    """The `TestSet` of a page, comparison by comparison."""

    name: str
    lines: int
    statistics: dict[str, SegmentStatistics] = field(default_factory=dict)
    pairs: list[dict[str, Any]] = field(default_factory=list)
    columns: list[dict[str, Any]] = field(default_factory=list)
    weights: NDArray[np.float64] | None = None
    last: Comparison | None = None

    def add(self, content: ComparisonReport) -> None:
        comparison, table = content.comparison, report_table(content)
        self.statistics.setdefault(comparison.a, comparison.stats_a)
        self.statistics.setdefault(comparison.b, comparison.stats_b)
        names = list(self.statistics)
        places = names.index(comparison.a), names.index(comparison.b)
        document = comparison_document(content, SUITE_PAGE)
        self.pairs.append(report_pair(content, table, document, places))
        weights = segment_weights(comparison)
        if self.weights is None:
            self.columns, self.weights = input_columns(table), weights
        else:
            self.weights = np.maximum(self.weights, weights)
        self.last = comparison

    def to_json(self) -> str:
        if self.last is None or self.weights is None:
            return ""
        evalset, config = self.last.evalset, self.last.config
        most = min(MOST_SHOWN, self.lines // len(self.statistics))
        shown = shown_rows(evalset, list(self.statistics), config, self.weights, most)
        data = set_data(
            evalset,
            self.statistics,
            self.pairs,
            columns=self.columns,
            shown=shown,
            name=self.name,
        )
        return json.dumps(data, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
