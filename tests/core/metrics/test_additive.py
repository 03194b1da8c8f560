"""An additive metric that is not BLEU: people's marks, whose score is their mean.

Everything that resamples, slices or keeps scores is written out here for plain
lists of marks, so that none of it can know BLEU.
"""

import math
import statistics
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest
import scipy.stats

from bleu_core import EvalSet, workspace
from bleu_core.common.progress import Progress
from bleu_core.metrics.additive import require_pair, score_of
from bleu_core.segments.slice_criteria import Partition
from bleu_core.segments.slices import score_parts
from bleu_core.significance import jackknife_interval, paired_approximate_randomization
from bleu_core.teaching.panels import randomized_deltas
from tests.core.imaginary_marks import Marks, marks
from tests.core.random_statistics import random_pair
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


def test_runs_are_scored_by_any_additive_metric(tmp_path: Path) -> None:
    space = workspace.Workspace(tmp_path)
    texts = {"old": ["a b", "c"], "new": ["a b c", "d"]}
    data = EvalSet(texts, [["x", "y"]])
    workspace.save_comparison(space, data)
    test_set = workspace.test_set_digest(data)

    def count(
        systems: Sequence[pa.Array], references: Sequence[pa.Array], *, progress: Progress | None
    ) -> list[Marks]:
        return [marks([len(line.as_py()) for line in system]) for system in systems]

    assert workspace.run_scores(space, test_set, workspace.runs(space, test_set), count) == [2, 3]


def test_only_like_is_compared_with_like() -> None:
    for other, different in (
        (replace(marks(B), scale="0 to 10"), ["scale ('0 to 100', '0 to 10')"]),
        (random_pair(1, SIZE)[0], ["scale ('0 to 100', None)", "tokenize (None, '13a')"]),
    ):
        with refused("comparison.unequal_settings") as messages:
            require_pair(marks(A), other)
        assert messages[0].values["settings"][:2] == different
    with refused("comparison.unequal_segments") as messages:
        require_pair(marks(A), marks(B[:-1]))
    assert messages[0].values == {"first": "A", "segments": 60, "others": ["B"], "numbers": [59]}
