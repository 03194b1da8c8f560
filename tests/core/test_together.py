"""Pairs resampled together: each as if it were alone; and the quick form of the formula."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bleu_core import BleuConfig, SegmentStatistics
from bleu_core.formula import bleu_scores, quick_scores
from bleu_core.significance import (
    paired_approximate_randomization,
    paired_bootstrap,
    resample_together,
)
from tests.core.random_statistics import Pair, pairs, random_pair


@settings(deadline=None)
@given(pair=pairs(), rows=st.integers(0, 2**32))
def test_quick_scores_are_the_scores_but_for_the_last_digits(pair: Pair, rows: int) -> None:
    for stats in pair:
        drawn = np.random.default_rng(rows).integers(0, 3, (20, len(stats))) @ stats.matrix
        for some in (stats.matrix, drawn):
            exact, quick = bleu_scores(some, stats.config), quick_scores(some, stats.config)
            assert quick == pytest.approx(exact, rel=1e-12, abs=1e-12)
            assert ((exact == 0) == (quick == 0)).all()


@settings(max_examples=20, deadline=None)
@given(seed=st.integers(0, 2**32), number=st.integers(1, 4), by_document=st.booleans())
def test_each_pair_is_tested_as_if_it_were_alone(seed: int, number: int, by_document: bool) -> None:
    size = 40
    some = [random_pair(seed + i, size) for i in range(number)]
    clusters = np.arange(size) // 3 if by_document else None
    found = resample_together(some, 30, 20, 5, clusters)
    for (a, b), resampled in zip(some, found, strict=True):
        for method in ("exp", "add-k", "none"):
            x, y = (s.rescored(smooth_method=method) for s in (a, b))
            a_units, b_units = (
                s.rescored(smooth_method=method) for s in (resampled.a, resampled.b)
            )
            randomization, bootstrap = replace(resampled, a=a_units, b=b_units).tests()
            alone = paired_approximate_randomization(x, y, 30, 5, clusters=clusters)
            assert randomization == alone
            expected = paired_bootstrap(x, y, 20, 5, clusters=clusters)
            assert bootstrap.deltas.tolist() == expected.deltas.tolist()
            assert (bootstrap.ci_low, bootstrap.ci_high, bootstrap.p_value, bootstrap.units) == (
                expected.ci_low, expected.ci_high, expected.p_value, expected.units
            )  # fmt: skip


def test_progress_rises_to_one_and_can_stop() -> None:
    parts: list[float] = []
    resample_together([random_pair(1, 50)] * 2, 50, 20, progress=parts.append)
    assert parts == sorted(parts)
    assert parts[-1] == 1

    def stop(part: float) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        resample_together([random_pair(1, 50)], 50, 20, progress=stop)


def test_ties_are_told_to_the_last_digit() -> None:
    # Every trial gives Δ or −Δ: all are ties, however the logarithm is rounded.
    row = np.array([9, 9, 7, 5, 3, 2, 9, 8, 7, 6])
    a = SegmentStatistics(np.stack([row] + [0 * row] * 39), BleuConfig())
    b = SegmentStatistics(
        np.stack([row - [0, 0, 1, 1, 0, 0, 0, 0, 0, 0]] + [0 * row] * 39), a.config
    )
    found = paired_approximate_randomization(a, b, 200)
    assert (found.p_value, found.ties) == (1, 200)
