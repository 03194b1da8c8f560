"""A metric of a plugin: what it counts is checked before anything is computed from it."""

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
import pytest

from bleu_core import EvalSet
from bleu_core.metrics.facts import MetricInfo
from bleu_core.metrics.plugin_metric import PluginMetric
from bleu_core.text.plugins import Plugin
from tests.core.refusing import refused

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


def counted(*made: Any, kind: type[Given] = Given) -> list[Any]:
    metric = PluginMetric(kind(made), Plugin("metric", "given", "package", "1.0"))
    return metric.count(list(DATA.systems.values()), DATA.references)


def ones(columns: int = 2) -> Any:
    return np.ones((40, columns))


def with_value(value: float) -> Any:
    rows = ones()
    rows[3, 1] = value
    return rows


@pytest.mark.parametrize(
    "second",
    [
        lambda: ones(3),
        lambda: ones()[1:],
        lambda: ones()[:, 0],
        lambda: ones().astype(str),
        lambda: with_value(np.nan),
        lambda: with_value(np.inf),
    ],
    ids=["wider", "shorter", "no rows", "texts", "NaN", "infinite"],
)
def test_rows_of_another_shape_and_values_that_are_no_numbers_are_refused(second: Any) -> None:
    with refused("plugin.failed"):
        counted(ones, second)


def test_rows_are_of_each_system_and_wide_enough_for_differences() -> None:
    for made in ((), (ones,), 2 * (lambda: np.ones(40),), 2 * (lambda: ones()[1:],)):
        with refused("plugin.failed"):
            counted(*made)
    small = counted(ones, lambda: ones().astype(np.uint8))
    assert [rows.dtype for rows in small] == [np.float64, np.int64]


@pytest.mark.parametrize("formula", ["scores", "quick_scores", "sentence_scores"])
def test_a_formula_that_fails_does_so_when_rows_are_counted(formula: str) -> None:
    kind = type("Broken", (Given,), {formula: lambda self, sums: sums})
    with refused("plugin.failed"):
        counted(ones, ones, kind=kind)
