"""Resampling against sacreBLEU, draw for draw, and plain loops; the t-test against scipy."""

import math
import random
import tracemalloc
from collections.abc import Callable
from itertools import pairwise

import numpy as np
import pytest
import scipy.stats
from hypothesis import given, settings
from hypothesis import strategies as st
from sacrebleu.metrics import BLEU
from sacrebleu.significance import PairedTest

from bleu_core import SegmentStatistics, segment_statistics
from bleu_core.bleu import score_of_row
from bleu_core.significance import (
    paired_approximate_randomization,
    paired_bootstrap,
    resample_counts,
    resampling,
    sacrebleu_bootstrap_p,
    swap_masks,
)
from bleu_core.significance.paired_t import block_t_test, student_coverage, student_limit
from tests.core.random_statistics import Pair, pairs, random_pair
from tests.places import sample_lines

Texts = tuple[list[str], list[str], list[list[str]]]
Compare = Callable[[SegmentStatistics, SegmentStatistics], object]
TESTS: list[Compare] = [
    paired_approximate_randomization,
    paired_bootstrap,
    sacrebleu_bootstrap_p,
    block_t_test,
]


def made_up_texts(seed: int, segments: int, b_is_worse_by: float) -> Texts:
    """References of few words, and two outputs that have some words wrong or left out."""
    rng = random.Random(seed)
    references = [rng.choices("abcdefgh", k=rng.randint(4, 20)) for _ in range(segments)]

    def output(noise: float) -> list[str]:
        garbled = [[w if rng.random() > noise else rng.choice(["", "x", "a"]) for w in ref]
                   for ref in references]  # fmt: skip
        return [" ".join(filter(None, words)) for words in garbled]

    return output(0.3), output(0.3 + b_is_worse_by), [[" ".join(ref) for ref in references]]


def sample() -> Texts:
    names = ("apertium-direct.en", "apertium-pivot.en", "reference-1.en", "reference-2.en")
    a, b, *references = map(sample_lines, names)
    return a, b, references


def p_of_sacrebleu(texts: Texts, kind: str, number: int) -> float:
    a, b, references = texts
    systems = [("A", a), ("B", b)]
    _, scores = PairedTest(systems, {"BLEU": BLEU()}, references, kind, number)()
    p_value: float = scores["BLEU"][1].p_value
    return p_value


CORPORA = [
    pytest.param(lambda: made_up_texts(1, 61, 0.02), 500, id="61 segments"),
    pytest.param(lambda: made_up_texts(2, 200, 0.03), 500, id="200 segments"),
    pytest.param(lambda: made_up_texts(3, 333, 0.0), 500, id="333 segments"),
    pytest.param(sample, 500, id="sample"),
    pytest.param(lambda: made_up_texts(4, 2500, 0.01), 200, id="2,500 segments"),
]


@pytest.mark.parametrize("seed", [12345, 1])
@pytest.mark.parametrize(("texts", "number"), CORPORA)
def test_p_values_are_those_of_sacrebleu(
    texts: Callable[[], Texts], number: int, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SACREBLEU_SEED", str(seed))
    a, b, references = texts()
    pair = segment_statistics(a, references), segment_statistics(b, references)
    randomized = paired_approximate_randomization(*pair, trials=number, seed=seed)
    assert randomized.p_value == p_of_sacrebleu((a, b, references), "ar", number)
    assert (randomized.trials, randomized.seed) == (number, seed)
    expected = p_of_sacrebleu((a, b, references), "bs", number)
    assert sacrebleu_bootstrap_p(*pair, samples=number, seed=seed) == expected


def score(row: np.ndarray, stats: SegmentStatistics) -> float:
    return score_of_row(row, stats.config, stats.num_refs).score


@settings(max_examples=40, deadline=None)
@given(pair=pairs(), seed=st.integers(0, 9))
def test_randomization_written_out(pair: Pair, seed: int) -> None:
    a, b = pair
    delta = b.corpus().score - a.corpus().score
    swap = np.random.default_rng(seed).integers(2, size=(20, len(a)), dtype=bool)
    extreme = 0
    for mask in swap:
        first = np.where(mask[:, None], a.matrix, b.matrix).sum(axis=0)
        second = np.where(mask[:, None], b.matrix, a.matrix).sum(axis=0)
        size = abs(score(first, a) - score(second, b))
        extreme += size > abs(delta) or math.isclose(size, abs(delta), abs_tol=1e-7)
    result = paired_approximate_randomization(a, b, trials=20, seed=seed)
    assert result.delta == delta
    assert result.p_value == (extreme + 1) / 21


@settings(max_examples=40, deadline=None)
@given(pair=pairs(), seed=st.integers(0, 9))
def test_bootstrap_written_out(pair: Pair, seed: int) -> None:
    a, b = pair
    delta = b.corpus().score - a.corpus().score
    drawn = np.random.default_rng(seed).choice(len(a), size=(20, len(a)), replace=True)
    deltas = [score(b.matrix[rows].sum(axis=0), b) - score(a.matrix[rows].sum(axis=0), a)
              for rows in drawn]  # fmt: skip
    result = paired_bootstrap(a, b, samples=20, seed=seed)
    assert result.deltas == pytest.approx(deltas, abs=1e-9)
    limits = [scipy.stats.scoreatpercentile(deltas, percent) for percent in (2.5, 97.5)]
    assert [result.ci_low, result.ci_high] == pytest.approx(limits, abs=1e-9)
    extreme = [abs(x - delta) > abs(delta) or math.isclose(abs(x - delta), abs(delta), abs_tol=1e-7)
               for x in deltas]  # fmt: skip
    assert result.p_value == (sum(extreme) + 1) / 21
    assert (result.delta, result.seed) == (delta, seed)


# Blocks of one resample, of a few, of all; products in one piece and in many.
BLOCKS = [(1, 1, 1), (1, 1, 40), (1, 3, 300), (300, 1, 1 << 18), (1 << 20, 16, 1 << 18)]


@pytest.mark.parametrize(("draws", "rows", "multiplications"), BLOCKS)
@pytest.mark.parametrize("many", [1, resampling.MANY])
@pytest.mark.parametrize("segments", [1, 2, 31, 64, 77])
@pytest.mark.parametrize("seed", [0, 12345])
def test_draws_do_not_depend_on_blocks(
    seed: int,
    segments: int,
    draws: int,
    rows: int,
    multiplications: int,
    many: int,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pair = random_pair(seed, segments)
    whole = paired_approximate_randomization(*pair, 50, seed), paired_bootstrap(*pair, 50, seed)
    monkeypatch.setattr(resampling, "DRAWS", draws)
    monkeypatch.setattr(resampling, "ROWS", rows)
    monkeypatch.setattr(resampling, "MULTIPLICATIONS", multiplications)
    monkeypatch.setattr(resampling, "MANY", many)

    masks = np.vstack(list(swap_masks(segments, 50, seed)))
    rng = np.random.default_rng(seed)
    assert (masks == rng.integers(2, size=(50, segments), dtype=bool)).all()
    counts = np.vstack(list(resample_counts(segments, 50, seed)))
    drawn = np.random.default_rng(seed).choice(segments, size=(50, segments), replace=True)
    assert counts.tolist() == [np.bincount(row, minlength=segments).tolist() for row in drawn]

    assert paired_approximate_randomization(*pair, 50, seed) == whole[0]
    assert paired_bootstrap(*pair, 50, seed).deltas.tolist() == whole[1].deltas.tolist()


@pytest.mark.parametrize("most", [3, 1 << 16, 1 << 30])
def test_products_are_exact_however_large_the_numbers(most: int) -> None:
    rng = np.random.default_rng(1)
    matrix = rng.integers(most // 2, most + 1, (500, 3))
    counts = rng.integers(0, 9, (7, 500))
    assert (resampling.products(iter([counts]), matrix, 7, None) == counts @ matrix).all()


def test_memory_does_not_grow_with_trials() -> None:
    pair = tuple(stats.subset(np.arange(100_000) % 50) for stats in random_pair(1, 50))
    tracemalloc.start()
    try:
        paired_approximate_randomization(*pair, trials=400)
        paired_bootstrap(*pair, samples=100)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 100e6  # the draws of the bootstrap alone are 80 MB, those of 10,000 trials 1 GB


def test_identical_outputs_do_not_differ() -> None:
    stats, _ = random_pair(2, 100)
    assert paired_approximate_randomization(stats, stats, trials=100).p_value == 1
    bootstrap = paired_bootstrap(stats, stats, samples=100)
    assert (bootstrap.ci_low, bootstrap.ci_high, bootstrap.p_value) == (0, 0, 1)
    test = block_t_test(stats, stats)
    assert (test.t, test.p_value) == (0, 1)
    # What sacreBLEU finds: its comparison is strict.
    assert bootstrap.sacrebleu_p_value == pytest.approx(1 / 101)


def test_outputs_that_differ_in_one_segment_do_not_differ() -> None:
    # Whatever is exchanged, |Δ*| = |Δ|; fractions make that true but for rounding.
    stats, other = random_pair(3, 100)
    matrix = stats.matrix + np.array([0, 1 / 3, *[0] * 8])
    changed = matrix.copy()
    changed[7] = other.matrix[7]
    pair = SegmentStatistics(matrix, stats.config), SegmentStatistics(changed, stats.config)
    assert pair[0].corpus().score != pair[1].corpus().score
    assert paired_approximate_randomization(*pair, trials=100).p_value == 1


def test_zero_is_a_seed() -> None:
    pair = random_pair(4, 100)
    results = [paired_approximate_randomization(*pair, 200, seed).p_value for seed in (0, 0, 1, 2)]
    assert results[0] == results[1]
    assert len(set(results)) > 1
    assert len({paired_bootstrap(*pair, 50, seed).ci_low for seed in (0, 0, 1)}) == 2


@pytest.mark.parametrize("test", TESTS)
def test_only_like_is_compared_with_like(test: Compare) -> None:
    a, b = random_pair(5, 40)
    with pytest.raises(ValueError, match="A has 40 segments and B has 39"):
        test(a, b.subset(range(39)))
    with pytest.raises(ValueError, match=r"different settings: smooth_method \('exp', 'none'\)"):
        test(a, b.rescored(smooth_method="none"))


@pytest.mark.parametrize("test", [paired_approximate_randomization, paired_bootstrap])
def test_nothing_cannot_be_resampled(test: Callable[..., object]) -> None:
    a, b = random_pair(5, 40)
    with pytest.raises(ValueError, match="no segments"):
        test(a.subset(np.arange(0)), b.subset(np.arange(0)))
    with pytest.raises(ValueError, match="at least 1"):
        test(a, b, 0)


@pytest.mark.parametrize("test", [paired_approximate_randomization, paired_bootstrap])
def test_progress_rises_to_one_and_can_stop_the_work(test: Callable[..., object]) -> None:
    pair = random_pair(6, 3000)
    seen: list[float] = []
    test(*pair, 3000, progress=seen.append)
    assert seen == sorted(seen)
    assert seen[-1] == 1
    assert 20 < len(seen) <= 100

    def stop(part: float) -> None:
        raise InterruptedError

    with pytest.raises(InterruptedError):
        test(*pair, 3000, progress=stop)


@pytest.mark.parametrize("segments", [20, 39, 500, 507])
def test_blocks_and_their_t_test(segments: int) -> None:
    a, b = random_pair(segments, segments)
    test = block_t_test(a, b)
    starts = [block * segments // 20 for block in range(21)]
    blocks = [range(x, y) for x, y in pairwise(starts)]
    for stats, scores, mean, variance in (
        (a, test.scores_a, test.mean_a, test.variance_a),
        (b, test.scores_b, test.mean_b, test.variance_b),
    ):
        assert scores.tolist() == [stats.subset(block).corpus().score for block in blocks]
        assert mean == pytest.approx(scores.mean())
        assert variance == pytest.approx(((scores - scores.mean()) ** 2).sum() / 19)
    expected = scipy.stats.ttest_rel(test.scores_b, test.scores_a)
    assert (test.t, test.p_value) == pytest.approx(tuple(expected))
    assert (test.degrees, round(test.critical, 3)) == (19, 2.093)
    # "a paired t-statistic of 1.7 or above is 95% significant" (Papineni et al. 2002, section 4)
    assert round(test.critical_one_sided, 3) == 1.729


def test_what_cannot_be_cut_into_blocks() -> None:
    a, b = random_pair(7, 19)
    with pytest.raises(ValueError, match="19 segments cannot be cut into 20 blocks"):
        block_t_test(a, b)
    with pytest.raises(ValueError, match="into 1 blocks"):
        block_t_test(a, b, blocks=1)


@given(t=st.floats(0.01, 1e3), degrees=st.integers(1, 200))
def test_student_distribution(t: float, degrees: int) -> None:
    expected = 1 - 2 * scipy.stats.t.sf(t, degrees)
    assert student_coverage(t, degrees) == pytest.approx(expected, abs=1e-12)


@given(coverage=st.floats(0.01, 0.999), degrees=st.integers(1, 200))
def test_student_limits(coverage: float, degrees: int) -> None:
    expected = scipy.stats.t.ppf((1 + coverage) / 2, degrees)
    assert student_limit(coverage, degrees) == pytest.approx(expected, rel=1e-9)
