"""A metric of a plugin: what it counts is checked before anything is computed from it."""

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
import pytest

from bleu_core import EvalSet
from bleu_core.common.plugins import Plugin
from bleu_core.metrics import MetricComparison, MetricStatistics
from bleu_core.metrics.facts import MetricInfo
from bleu_core.metrics.plugin_metric import PluginMetric
from bleu_core.significance.metric_tests import compare_metrics
from bleu_core.text.plugin_guard import PluginError

DATA = EvalSet({"a": ["x"] * 40, "b": ["y"] * 40}, [["x"] * 40])


@dataclass(frozen=True)
class Given:
    """A metric whose arrays are `made` for each system, and whose score is their first column."""

    made: Any
    about: ClassVar = MetricInfo("given", "Given", "")

    def count(self, systems: Any, references: Any, progress: Any = None) -> Any:
        return [make() for make in self.made]

    def scores(self, sums: Any) -> Any:
        return sums[:, 0]

    quick_scores = sentence_scores = scores

    def signature(self, num_refs: int) -> str:
        return "given"


def counted(*made: Any) -> list[Any]:
    metric = PluginMetric(Given(made), Plugin("metrics", "given", "package", "1.0"))
    return metric.count(list(DATA.systems.values()), DATA.references)


def test_columns_of_other_numbers_and_values_that_are_no_numbers_are_refused() -> None:
    def ones(columns: int = 2) -> Any:
        return np.ones((40, columns))

    def with_nan() -> Any:
        rows = ones()
        rows[3, 1] = np.nan
        return rows

    assert len(counted(ones, ones)) == 2
    for second in (lambda: ones(3), with_nan, lambda: ones() / np.zeros((40, 2))):
        with pytest.raises(PluginError), np.errstate(divide="ignore"):
            counted(ones, second)


def test_an_undefined_difference_has_no_p() -> None:
    @dataclass(frozen=True)
    class Undefined(Given):
        def scores(self, sums: Any) -> Any:
            return np.full(len(sums), np.nan)

    metric = Undefined(())
    rows = np.ones((40, 1))
    a, b = (MetricStatistics(rows, metric, "given") for _ in range(2))
    (found,) = compare_metrics([MetricComparison(a, b)], None, trials=50, samples=50)
    assert found.p is None
