"""A metric held against people: scipy and slow transcriptions of the papers are the oracles.

What people say here is drawn at random or written by hand: no person said it.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import combinations, product
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import stats

from bleu_core import BleuConfig, EvalSet
from bleu_core.metrics import (
    ImportedMetric,
    ImportedScores,
    MetricStatistics,
    get_metric,
    imported_statistics,
)
from bleu_core.people.meta_evaluation import system_level
from bleu_core.people.meta_evaluation.human_scores import HumanScores
from bleu_core.people.meta_evaluation.metric_vs_human import (
    MetricVsHuman,
    accuracy,
    evaluate_metric,
    kendall,
    outlier_systems,
    pearson,
    r_without,
)
from bleu_core.people.meta_evaluation.segment_level import calibrate_ties, evaluate_segments
from bleu_core.people.meta_evaluation.system_level import pairwise_confidence, pairwise_p_values
from bleu_core.present.tables.people import reordered_pairs
from bleu_core.significance import swap_masks
from bleu_core.systems import ScoredSystems
from tests.places import SAMPLE_DATA

Floats = NDArray[np.float64]
WORDS = ["a", "b", "c", "d", "e"]


def scores_of(values: Floats, higher: bool = True) -> dict[str, MetricStatistics]:
    """Numbers of systems s0, s1, … as a metric has them."""
    names = [f"s{k}" for k in range(len(values))]
    scores = ImportedScores("m", higher, dict(zip(names, values, strict=True)))
    return dict(zip(names, imported_statistics(scores, names), strict=True))


def said(values: Floats, higher: bool = True) -> HumanScores:
    return HumanScores(
        "marks", "Marks", "a mark", higher, {f"s{k}": v for k, v in enumerate(values)}
    )


def held(metric: Floats, people: Floats, higher: bool = True, better: bool = True) -> MetricVsHuman:
    about = ImportedMetric("m", higher).about
    found = evaluate_metric(said(people, better), scores_of(metric, higher), about)
    assert found is not None
    return found


def drawn(seed: int, systems: int = 6, segments: int = 40) -> tuple[Floats, Floats]:
    """A metric's numbers and people's whole marks, which have ties, of so many systems."""
    rng = np.random.default_rng(seed)
    worth = rng.normal(0, 1, (systems, 1)) + rng.normal(0, 1, (systems, segments))
    return worth + rng.normal(0, 1, worth.shape), np.round(worth)


def taus(x: Floats, y: Floats) -> list[float]:
    return [stats.kendalltau(a, b).statistic for a, b in zip(x, y, strict=True)]


def interval(values: list[float]) -> object:
    return pytest.approx(np.percentile(values, [2.5, 97.5]))


def exchanged(a: Sequence[Any], b: Sequence[Any], mask: Sequence[int]) -> list[list[Any]]:
    """Both, each segment exchanged where the mask says 0."""
    first = [x if m else y for x, y, m in zip(a, b, mask, strict=True)]
    second = [y if m else x for x, y, m in zip(a, b, mask, strict=True)]
    return [first, second]


def beyond(seen: float, other: float) -> float:
    return 0.5 if abs(other - seen) < 1e-9 else float(other > seen)


def test_correlations_are_those_of_scipy() -> None:
    for values in (3, 30):
        rng = np.random.default_rng(values)
        x, y = rng.integers(0, values, (2, 60, 9)).astype(float)
        expected = [stats.pearsonr(a, b).statistic for a, b in zip(x, y, strict=True)]
        assert pearson(x, y) == pytest.approx(expected)
        assert kendall(x, y) == pytest.approx(taus(x, y))
    equal, rising = np.full((1, 5), 0.1 + 0.2), np.arange(5.0)[None]
    assert np.isnan([pearson(equal, rising), kendall(equal, rising)]).all()
    # A number that is not there is left out of tau.
    x, y = np.array([[1.0, 3, 2, np.nan, 5]]), np.array([[1.0, 2, 3, 4, 5]])
    there = ~np.isnan(x[0])
    assert kendall(x, y) == pytest.approx(taus(x[:, there], y[:, there]))
    x, y = np.array([[1.0, 2, 3, 3]]), np.array([[1.0, 3, 2, 2]])
    # Of six pairs only (2, 3) and (2, 4) turn; (3, 4) both have as equal.
    assert accuracy(x, y)[0] == pytest.approx(4 / 6)


class TestSystems:
    """Systems by a metric and by people."""

    def test_lower_is_better_is_turned_on_either_side(self) -> None:
        metric, people = drawn(1)
        usual = held(metric, people)
        for turned in (
            held(-metric, people, higher=False),
            held(metric, -people, better=False),
            held(-metric, -people, higher=False, better=False),
        ):
            assert turned.r == pytest.approx(usual.r)
            assert (turned.tau, turned.agreed) == (usual.tau, usual.agreed)
            assert (
                system_level.evaluate_systems(turned).soft.value
                == system_level.evaluate_systems(usual).soft.value
            )

    def test_the_metric_is_counted_where_people_said_something(self) -> None:
        texts = {"x": ["a b c d", "a b", "c d e f"], "y": ["a b", "a b c d", "c d e"]}
        data = EvalSet(texts, [["a b c d", "a b c d", "c d e f"]])
        people = HumanScores("m", "m", "m", True, {"y": np.array([1.0, np.nan, 2]),
                                              "x": np.array([np.nan, np.nan, 3])})  # fmt: skip
        config = BleuConfig()
        found = evaluate_metric(
            people, ScoredSystems.of(data).statistics, get_metric("bleu", config).about
        )
        part = EvalSet({k: [v[0], v[2]] for k, v in texts.items()}, [["a b c d", "c d e f"]])
        expected = [s.corpus().score for s in ScoredSystems.of(part).statistics.values()]
        assert found.scores == pytest.approx(expected)
        assert found.means.tolist() == [3.0, 1.5]
        assert not found.is_complete

    def test_systems_that_nobody_judged_are_left_out(self) -> None:
        metric, people = drawn(2, 4)
        people[1] = np.nan
        assert held(metric, people).names == ("s0", "s2", "s3")
        nobody = said(people * np.nan)
        assert evaluate_metric(nobody, scores_of(metric), ImportedMetric("m", True).about) is None

    def test_two_systems_have_a_pair_and_no_correlation_and_one_has_neither(self) -> None:
        found = system_level.evaluate_systems(held(*drawn(3, 2)))
        assert np.isnan([found.r.value, found.tau.value]).all()
        assert found.r.over_systems is found.r.over_segments is None
        assert found.accuracy.value in (0, 1)
        assert found.outliers == ()
        found = system_level.evaluate_systems(held(*drawn(3, 1)))
        assert np.isnan([found.r.value, found.accuracy.value, found.soft.value]).all()
        assert found.by_segment is None

    def test_intervals_are_those_of_resamples_drawn_slowly(self) -> None:
        def r(x: Floats, y: Floats) -> float:
            return pearson(x[None], y[None])[0]

        metric, people = drawn(4, 7)
        metric[:3] = metric[2::-1]  # some pairs are in another order
        one = held(metric, people)
        assert 0 < one.agreed < one.pairs
        found = system_level.evaluate_systems(one, samples=400, seed=9)
        rs, shares = [], []
        for picks in np.random.default_rng(9).choice(7, size=(400, 7)):
            x, y = one.scores[picks], one.means[picks]
            rs.append(r(x, y))
            pairs = [(i, j) for i, j in combinations(range(7), 2) if picks[i] != picks[j]]
            shares.append(np.mean([np.sign(x[i] - x[j]) == np.sign(y[i] - y[j]) for i, j in pairs]))
        assert found.r.over_systems == interval(rs)
        assert found.accuracy.over_systems == interval(shares)
        segments = np.random.default_rng(9).choice(40, size=(400, 40))
        rs = [r(metric[:, k].mean(axis=1), people[:, k].mean(axis=1)) for k in segments]
        assert found.r.over_segments == interval(rs)

    def test_documents_are_drawn_where_there_are_enough(self) -> None:
        one, documents = held(*drawn(5)), np.arange(40) // 4
        for given, unit in ((documents, ("document", 10)), (documents // 2, ("segment", 40))):
            found = system_level.evaluate_systems(one, given)
            assert (found.unit, found.units) == unit
        # Few segments have no interval over segments.
        found = system_level.evaluate_systems(held(*drawn(6, 5, 29)))
        assert found.r.over_segments is found.acc_eq.over_segments is None
        assert found.r.over_systems is not None


class TestSoftPairwiseAccuracy:
    """Against the paper, written out slowly: one pair, one exchange, one segment at a time."""

    @staticmethod
    def slow_p(a: Floats, b: Floats, masks: NDArray[np.uint8]) -> float:
        deltas = [np.subtract(*map(np.mean, exchanged(a, b, mask))) for mask in masks]
        return float(np.mean([beyond(a.mean() - b.mean(), delta) for delta in deltas]))

    def test_it_is_that_of_the_paper(self) -> None:
        metric, people = drawn(7, 4, 12)
        masks = np.concatenate(list(swap_masks(12, 200, 5)))
        distances = [
            abs(self.slow_p(metric[i], metric[j], masks) - self.slow_p(people[i], people[j], masks))
            for i, j in combinations(range(4), 2)
        ]
        found = pairwise_confidence(held(metric, people), trials=200, seed=5)
        assert np.abs(found[0] - found[1]) == pytest.approx(distances)
        one = held(metric, people)
        p = pairwise_confidence(one)
        soft = system_level.evaluate_systems(one).soft.value
        assert soft == pytest.approx(1 - np.abs(p[0] - p[1]).mean())

    def test_p_is_the_share_of_all_exchanges(self) -> None:
        metric, _ = drawn(8, 2, 8)
        every = np.array(list(product([0, 1], repeat=8)))
        exact = self.slow_p(metric[0], metric[1], every)
        pair = list(scores_of(metric).values())
        assert pairwise_p_values(pair, 1, trials=20_000)[0] == pytest.approx(exact, abs=0.015)

    def test_another_order_of_systems_changes_nothing(self) -> None:
        metric, people = drawn(9)
        people[3] = people[1]
        metric[2] = metric[0]
        forth = system_level.evaluate_systems(held(metric, people)).soft.value
        back = system_level.evaluate_systems(held(metric[::-1], people[::-1])).soft.value
        assert forth == pytest.approx(back)

    def test_corpus_bleu_is_counted_anew_on_each_exchange(self) -> None:
        rng = np.random.default_rng(1)
        x, y, reference = ([" ".join(rng.choice(WORDS, 6)) for _ in range(9)] for _ in range(3))

        def pair(x: list[str], y: list[str]) -> list[MetricStatistics]:
            data = EvalSet({"x": x, "y": y}, [reference])
            return [*ScoredSystems.of(data, BleuConfig(max_ngram_order=2)).statistics.values()]

        def delta(x: list[str], y: list[str]) -> float:
            a, b = pair(x, y)
            return a.corpus().score - b.corpus().score

        masks = np.concatenate(list(swap_masks(9, 50, 3)))
        count = sum(beyond(delta(x, y), delta(*exchanged(x, y, mask))) for mask in masks)
        assert pairwise_p_values(pair(x, y), 1, 50, 3)[0] == pytest.approx(count / 50)

    def test_pairs_of_which_no_segment_has_both_are_left_out(self) -> None:
        metric, people = drawn(10, 3, 30)
        people[0, 10:], people[2, :20] = np.nan, np.nan
        found = pairwise_confidence(held(metric, people))
        assert np.isnan(found).tolist() == [[False, True, False]] * 2
        alone = pairwise_confidence(held(metric[:2, :10], people[:2, :10]))
        assert found[:, 0].tolist() == alone[:, 0].tolist()


class TestPairsOfWhichNotAllIsJudged:
    """Marks of the second system are on easier segments than those of the others."""

    @staticmethod
    def drawn() -> tuple[Floats, Floats]:
        metric, people = drawn(10, 4, 40)
        people[0] = people[1] + np.arange(40) % 2  # it is better
        people[:, :15] += 50
        people[1, 20:], people[2, :10], people[3, :20] = np.nan, np.nan, np.nan
        return metric, people

    @staticmethod
    def signs(metric: Floats, people: Floats, i: int, j: int) -> tuple[float, float] | None:
        both = ~np.isnan(people[i] + people[j])
        if not both.any():
            return None
        m, p = (values[i, both].mean() - values[j, both].mean() for values in (metric, people))
        return np.sign(m), np.sign(p)

    def test_a_pair_is_compared_on_the_segments_of_both(self) -> None:
        metric, people = self.drawn()
        one = held(metric, people)
        signs = [self.signs(metric, people, i, j) for i, j in combinations(range(4), 2)]
        assert signs[4] is None  # the second and the last share none
        assert [*zip(*np.sign(one.differences), strict=True)][:4] == signs[:4]
        assert one.is_compared.tolist() == [pair is not None for pair in signs]
        assert (one.compared, one.agreed) == (5, sum(m == p for m, p in filter(None, signs)))
        # By the means of all their own segments, people would prefer the second system.
        assert one.means[1] > one.means[0]
        assert one.differences[1][0] > 0

    def test_a_pair_without_numbers_of_the_metric_is_left_out(self) -> None:
        metric, people = drawn(3, 4, 40)
        people[1, 20:] = np.nan
        metric[0, :25] = np.nan  # imported scores: all systems have one from the 26th segment on
        one = held(metric, people)
        found = system_level.evaluate_systems(one, samples=200)
        assert (one.compared, one.agreed) == (3, 3)
        assert found.accuracy.value == 1
        assert reordered_pairs(one, found) == []

    def test_accuracy_is_over_these_pairs(self) -> None:
        metric, people = self.drawn()
        found = system_level.evaluate_systems(held(metric, people), samples=300, seed=9)
        assert found.accuracy.value == held(metric, people).agreed / 5
        assert found.accuracy.over_segments is None


class TestOutliers:
    """Mathur et al. 2020."""

    def test_they_are_beyond_two_and_a_half_deviations(self) -> None:
        # The median is 0 and the MAD 1.
        for far, expected in ((2.5 * 1.483 - 0.01, []), (2.5 * 1.483 + 0.01, [5, 6])):
            means = np.array([-1.0, -1, 0, 1, 1, -far, far])
            assert outlier_systems(means).tolist() == expected
        assert outlier_systems(np.array([1.0, 1, 1, 5])).tolist() == []

    def test_r_without_them_is_that_of_the_others(self) -> None:
        x, y = np.arange(6.0), np.array([1.0, 0, 2, 1, 2, 30])
        left = stats.pearsonr(x[:5], y[:5]).statistic
        assert r_without(x, y, outlier_systems(y)) == pytest.approx(left)
        assert np.isnan(r_without(x[:3], y[:3], 0))


class TestSegments:
    """Deutsch et al. 2023, and where metric and people part."""

    @staticmethod
    def slow_acc_eq(metric: Floats, people: Floats, epsilon: float) -> float:
        """(K, n) numbers: of each segment the pairs that are right, then the mean of segments."""
        shares = []
        for m, h in zip(metric.T, people.T, strict=True):
            right = []
            for i, j in combinations(range(len(m)), 2):
                if np.isnan(m[i] + m[j] + h[i] + h[j]):
                    continue
                tie = abs(m[i] - m[j]) <= epsilon
                order = 0.0 if tie else np.sign(m[i] - m[j])
                right.append(order == np.sign(h[i] - h[j]))
            if right:
                shares.append(np.mean(right))
        return float(np.mean(shares))

    @pytest.mark.parametrize("missing", [0, 25])
    @pytest.mark.parametrize("seed", range(3))
    def test_tie_calibration_finds_the_best_of_every_epsilon(self, seed: int, missing: int) -> None:
        metric, people = drawn(seed, 5, 12)
        metric = np.round(metric * 4) / 4
        people.ravel()[np.random.default_rng(seed).choice(60, missing, replace=False)] = np.nan
        pairs = [(m[i], m[j]) for m in metric.T for i, j in combinations(range(5), 2)]
        candidates = {0.0} | {abs(a - b) for a, b in pairs}
        tried = {e: self.slow_acc_eq(metric, people, e) for e in sorted(candidates)}
        found = evaluate_segments(held(metric, people)).calibrated
        assert found is not None
        assert found.accuracy == pytest.approx(max(tried.values()))
        assert tried[found.epsilon] == pytest.approx(max(tried.values()))
        assert found.tied == pytest.approx(self.slow_acc_eq(metric, people, np.inf))
        # The smallest of equally good ones is taken.
        found = calibrate_ties(np.array([[1.0, 2.0]]), np.array([[1.0, 3.0]]))
        assert (found.epsilon, found.accuracy) == (0.0, 1.0)
        assert calibrate_ties(np.full((2, 1), np.nan), np.ones((2, 1))) is None

    def test_tau_is_the_mean_of_the_segments_that_have_one(self) -> None:
        metric, people = drawn(13)
        people[:, 0] = 1.0
        each = taus(metric.T, people.T)
        assert np.isnan(each[0])
        assert evaluate_segments(held(metric, people)).tau == pytest.approx(np.nanmean(each))

    def test_a_segment_with_one_judged_output_does_not_count(self) -> None:
        metric, people = drawn(8, 3, 20)
        people[1:, :5] = np.nan
        found = evaluate_segments(held(metric, people))
        assert found.judged == 15
        assert found.segments.tolist() == list(range(5, 20))
        assert found.calibrated.accuracy == pytest.approx(
            evaluate_segments(held(metric[:, 5:], people[:, 5:])).calibrated.accuracy
        )

    def test_the_farthest_apart_come_first_and_are_opposed(self) -> None:
        metric = np.array([[9.0, 5, 1, 4], [1, 4, 2, 4], [5, 5, 2, 3]])
        people = np.array([[1.0, 2, 2, 7], [8, 5, 2, 6], [5, 2, 2, 5]])
        found = evaluate_segments(held(metric, people))
        # Of the third segment people find all equal; on the fourth nothing is opposed.
        assert [one.segment for one in found.discordant] == [0, 1]
        assert found.discordant[0] == (0, 1, 0, 7.0, 8.0)

    def test_of_too_many_pairs_segments_are_drawn(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("bleu_core.people.meta_evaluation.segment_level.MAX_PAIRS", 150)
        found = evaluate_segments(held(*drawn(14, 6, 40)))
        assert (len(found.segments), found.judged) == (10, 40)
        assert sorted(set(found.segments.tolist())) == found.segments.tolist()


def test_a_scale_changes_nothing() -> None:
    metric, people = drawn(15)
    usual = system_level.evaluate_systems(held(metric, people))
    large = system_level.evaluate_systems(held(1e6 * metric, people))
    assert large.r.over_segments == pytest.approx(usual.r.over_segments)
    assert large.acc_eq.value == usual.acc_eq.value


def test_thirteen_systems_have_the_measures_of_scipy() -> None:
    rows = json.loads((SAMPLE_DATA / "mqm-ted-2021.json").read_text("utf-8"))["systems"]
    bleu, people = (np.array([row[key] for row in rows]) for key in ("bleu", "penalty"))
    one = held(bleu[:, None], -people[:, None])
    assert one.r == pytest.approx(stats.pearsonr(bleu, -people).statistic)
    assert one.tau == pytest.approx(stats.kendalltau(bleu, -people).statistic)
    pairs = list(combinations(zip(bleu, -people, strict=True), 2))
    agreed = sum((a[0] - b[0]) * (a[1] - b[1]) > 0 for a, b in pairs)
    assert (one.agreed, one.pairs) == (agreed, len(pairs))
    # As sacreBLEU's scores and Google's own scores of the segments give them.
    assert (f"{one.r:.3f}", f"{one.tau:.3f}", one.agreed) == ("0.620", "0.385", 54)
