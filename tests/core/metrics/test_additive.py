"""Additive metrics that are not BLEU: people's marks, and a plugin's, which is checked first."""

import math
import statistics
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
import pytest
import scipy.stats

from bleu_core import EvalSet
from bleu_core.metrics.additive import score_of
from bleu_core.metrics.facts import MetricInfo
from bleu_core.metrics.plugin_metric import PluginMetric
from bleu_core.segments.slice_criteria import Partition
from bleu_core.segments.slices import score_parts
from bleu_core.significance import jackknife_interval, paired_approximate_randomization
from bleu_core.teaching.panels import randomized_deltas
from bleu_core.text.plugins import Plugin
from tests.core.imaginary_marks import marks
from tests.core.refusing import refused

SIZE = 60


def drawn(seed: int) -> list[float]:
    """All below 0, as marks off for errors are."""
    return [-round(x, 1) for x in np.random.default_rng(seed).gamma(2, 2, SIZE).tolist()]


A, B = drawn(1), drawn(2)
DELTA = statistics.fmean(B) - statistics.fmean(A)


def sizes_of_trials(trials: int, seed: int) -> list[float]:
    swapped = np.random.default_rng(seed).integers(2, size=(trials, SIZE), dtype=bool)
    sizes = []
    for mask in swapped.tolist():
        first = [a if swap else b for a, b, swap in zip(A, B, mask, strict=True)]
        second = [b if swap else a for a, b, swap in zip(A, B, mask, strict=True)]
        sizes.append(abs(statistics.fmean(first) - statistics.fmean(second)))
    return sizes


def test_randomization_and_jackknife_take_any_additive_metric() -> None:
    assert score_of(marks(A)) == pytest.approx(statistics.fmean(A))
    found = paired_approximate_randomization(marks(A), marks(B), 500, 3)
    extreme = sum(size >= abs(DELTA) - 1e-12 for size in sizes_of_trials(500, 3))
    assert (found.p_value, found.delta) == ((extreme + 1) / 501, pytest.approx(DELTA))
    assert found.units == SIZE
    assert np.abs(randomized_deltas(marks(A), marks(B), 500, 3)) == pytest.approx(
        sizes_of_trials(500, 3)
    )
    differences = [b - a for a, b in zip(A, B, strict=True)]
    half = scipy.stats.t.ppf(0.975, SIZE - 1) * scipy.stats.sem(differences)
    assert jackknife_interval(marks(A), marks(B)) == pytest.approx((DELTA - half, DELTA + half))


def test_parts_are_scored_under_any_additive_metric() -> None:
    part = np.arange(SIZE) % 7 // 6  # every seventh segment is of the second part
    first, second = score_parts(marks(A), marks(B), Partition(["many", "few"], part), None)
    assert (first.label, first.n, second.label, second.n) == ("many", 52, "few", 8)
    chosen = [i for i in range(SIZE) if i % 7 == 6]
    assert second.score_b == pytest.approx(statistics.fmean(B[i] for i in chosen))
    rest = [i for i in range(SIZE) if i % 7 != 6]
    pair = marks([A[i] for i in rest]), marks([B[i] for i in rest])
    assert (first.ci_low, first.ci_high) == pytest.approx(jackknife_interval(*pair))
    assert (first.unit, second.ci_low) == ("segment", None)
    assert math.isnan(first.points)  # only BLEU has a ledger


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


def test_a_score_that_is_no_number_is_refused() -> None:
    class Undefined(Given):
        def scores(self, sums: Any) -> Any:
            return np.full(len(sums), np.nan)

    with refused("plugin.failed") as told:
        counted(ones, ones, kind=Undefined)
    assert "not a finite number" in str(told[0])


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
