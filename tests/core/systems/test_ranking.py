"""Systems ranked, and the best output per segment: against all that is written out."""

import random
from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bleu_core import BleuConfig, Ranking, SegmentStatistics, rank_systems, segment_statistics
from bleu_core.common.stats import holm
from bleu_core.metrics import ImportedScores, imported_statistics
from bleu_core.significance import paired_approximate_randomization, paired_bootstrap
from bleu_core.systems import segments_won
from bleu_core.systems.oracle import _bound, best_choice
from tests.core.imaginary_marks import Marks, marks
from tests.core.random_statistics import random_pair
from tests.core.refusing import refused
from tests.effort import examples

SIZE = 60


def graded(levels: list[float], size: int = SIZE, noise: float = 10) -> list[Marks]:
    """Systems whose marks lie about these levels, all of them off by the same on a segment."""
    rng = np.random.default_rng(size)
    hard = rng.normal(0, 5, size)
    return [marks((level + hard + rng.normal(0, noise, size)).round()) for level in levels]


def ranked(levels: list[float], size: int = SIZE, **options: object) -> Ranking:
    names = [f"s{k}" for k in range(len(levels))]
    return rank_systems(graded(levels, size), names, trials=300, samples=50, **options)


LEVELS = st.lists(st.sampled_from([50.0, 52.0, 54.0, 57.0, 62.0]), min_size=2, max_size=7)


@settings(max_examples=examples(120))
@given(levels=LEVELS, higher=st.booleans(), by_document=st.booleans())
def test_ranks_and_groups_written_out(levels: list[float], higher: bool, by_document: bool) -> None:
    clusters = np.arange(SIZE) // 3 if by_document else None
    found = ranked(levels, higher_is_better=higher, clusters=clusters)
    systems = graded(levels)
    keys = list(combinations(range(len(levels)), 2))
    alone = [
        paired_approximate_randomization(systems[i], systems[j], 300, clusters=clusters)
        for i, j in keys
    ]
    corrected = holm([test.p_value for test in alone])
    beats: set[tuple[int, int]] = set()
    for (i, j), test, p_holm, pair in zip(keys, alone, corrected, found.pairs, strict=True):
        interval = paired_bootstrap(systems[i], systems[j], 50, clusters=clusters)
        assert (pair.a, pair.b) == (f"s{i}", f"s{j}")
        assert (pair.delta, pair.p_value, pair.p_holm) == (test.delta, test.p_value, p_holm)
        assert [pair.ci_low, pair.ci_high] == pytest.approx([interval.ci_low, interval.ci_high])
        if p_holm < 0.05:
            beats.add((j, i) if (test.delta > 0) == higher else (i, j))
    assert (found.told_apart, found.family) == (len(beats), len(keys))
    size = len(levels)
    for one in found.systems:
        k = int(one.name[1:])
        assert one.rank_best == 1 + sum((other, k) in beats for other in range(size))
        assert one.rank_worst == size - sum((k, other) in beats for other in range(size))
    order = [int(one.name[1:]) for one in found.systems]
    cuts = [
        end
        for end in range(1, size)
        if all((x, y) in beats for x in order[:end] for y in order[end:])
    ]
    expected = [order[a:b] for a, b in zip([0, *cuts], [*cuts, size], strict=True)]
    assert [[int(one.name[1:]) for one in band] for band in found.bands] == expected


def test_identical_systems_share_ranks_and_a_pair_can_be_asked_for_either_way() -> None:
    one, _ = random_pair(1, SIZE)
    better = one.with_rows(one.matrix + np.array([0, 0, 2, 1, 1, 1, 0, 0, 0, 0]))
    found = rank_systems([one, better, one, one], ["c", "best", "a", "b"], trials=200, samples=20)
    assert [x.name for x in found.systems] == ["best", "c", "a", "b"]
    assert [(x.rank_best, x.rank_worst) for x in found.systems] == [(1, 1), *[(2, 4)] * 3]
    same = found.pair("a", "b")
    assert (same.delta, same.p_value, same.p_holm) == (0, 1, 1)
    assert [[x.name for x in band] for band in found.bands] == [["best"], ["c", "a", "b"]]
    assert found.baseline == "c"
    found = ranked([50, 60])
    forth, back = found.pair("s0", "s1"), found.pair("s1", "s0")
    assert forth.delta > 0
    assert (back.a, back.b, back.delta, back.p_holm) == ("s1", "s0", -forth.delta, forth.p_holm)
    assert forth.ci_low is not None
    assert (back.ci_low, back.ci_high) == (-forth.ci_high, -forth.ci_low)


@pytest.mark.parametrize(
    ("levels", "size", "options"),
    [([50.0, 90.0], 29, {}), ([50.0, 90.0], SIZE, {"trials": 0}), ([50.0], SIZE, {})],
    ids=["29 segments", "no trials", "one system"],
)
def test_where_nothing_is_tested_all_ranks_are_open(levels, size, options) -> None:
    names = [f"s{k}" for k in range(len(levels))]
    found = rank_systems(graded(levels, size), names, **{"trials": 50, **options})
    assert not found.tested
    assert (found.unit, found.units, found.trials, found.samples) == ("", 0, 0, 0)
    assert found.told_apart == found.family == 0
    assert {(x.rank_best, x.rank_worst, x.ci_low) for x in found.systems} == {(1, len(names), None)}
    assert all(pair.p_value is pair.p_holm is pair.ci_low is None for pair in found.pairs)
    assert found.bands == (found.systems,)
    assert ranked([50, 90], 30).tested


def test_all_that_is_wrong_is_told_at_once() -> None:
    a, b = random_pair(1, SIZE)
    systems = [a, b.subset(range(50)), a.rescored(smooth_method="none")]
    with refused(
        "comparison.unequal_segments", "comparison.unequal_settings", "systems.name_twice",
        "systems.unknown",
    ) as messages:  # fmt: skip
        rank_systems(systems, ["x", "y", "x"], "z")
    sizes, settings_, names, baseline = (message.values for message in messages)
    assert sizes == {"first": "'x'", "segments": 60, "others": ["'y'"], "numbers": [50]}
    assert settings_["settings"] == ["smooth_method ('exp', 'none')"]
    assert (names, baseline) == (
        {"name": "x", "count": 2},
        {"system": "z", "systems": ["x", "y", "x"]},
    )
    for systems, names, code in [
        ([], [], "systems.too_few"),
        ([a], ["a", "b"], "systems.number_of_names"),
        ([a, b], [], "systems.number_of_names"),
    ]:
        with refused(code):
            rank_systems(systems, names)
    with refused("settings.must_be"):
        rank_systems([a, b], ["a", "b"], trials=-1)
    empty: list[SegmentStatistics] = [a.subset([]), b.subset([])]
    assert not rank_systems(empty, ["a", "b"]).tested


def test_a_segment_is_won_by_the_better_score_and_by_nobody_where_they_are_alike() -> None:
    # The last is shorter than the highest order: effective order tells who has it right.
    references = [["a b c d", "e f g h", "i j k l", "m n o p", "q r"]]
    outputs = [
        ["a b c d", "e f x h", "x", "m n o p", "q r"],
        ["a b c x", "e f g h", "x", "m n o p", "q x"],
        ["a b c d", "e f g h", "i j k l", "m n o x", "x x"],
    ]
    systems = [segment_statistics(output, references) for output in outputs]
    won = segments_won(systems)
    scores = [one.effective_sentence_scores for one in systems]
    assert won.tolist() == [[int((b > a).sum()) for b in scores] for a in scores]
    assert (won[0, 1], won[1, 0]) == (1, 2)
    assert (segments_won(systems, higher_is_better=False) == won.T).all()
    # A segment without a number is won by nobody.
    numbers = {"a": np.array([1.0, np.nan, 3.0]), "b": np.array([2.0, 5.0, 3.0])}
    of_numbers = imported_statistics(ImportedScores("marks", True, numbers), ["a", "b"])
    assert segments_won(of_numbers).tolist() == [[0, 1], [0, 0]]


LINE = st.lists(st.sampled_from(["a", "b", "c", "d"]), min_size=1, max_size=8).map(" ".join)


@given(st.data(), st.integers(2, 3), st.integers(1, 5), st.sampled_from(["exp", "add-k", "none"]))
@settings(max_examples=examples(100))
def test_no_choice_exceeds_the_bound_and_no_change_improves_the_choice(
    data: st.DataObject, systems: int, size: int, smoothing: str
) -> None:
    lines = st.lists(LINE, min_size=size, max_size=size)
    reference, outputs = data.draw(lines), [data.draw(lines) for _ in range(systems)]
    config = BleuConfig(smooth_method=smoothing)
    statistics = [segment_statistics(output, [reference], config) for output in outputs]
    found = best_choice(statistics)

    def score(choice: tuple[int, ...]) -> float:
        rows = [statistics[system].matrix[i] for i, system in enumerate(choice)]
        return float(statistics[0].scores(np.sum(rows, axis=0)[None])[0])

    every = {choice: score(choice) for choice in product(range(systems), repeat=size)}
    chosen = tuple(found.choice.tolist())
    assert found.score == pytest.approx(every[chosen])
    assert found.score >= max(stats.corpus().score for stats in statistics) - 1e-9
    assert max(every.values()) <= found.bound + 1e-9
    for choice, other in every.items():
        if sum(a != b for a, b in zip(choice, chosen, strict=True)) == 1:
            assert other <= found.score + 1e-9
    assert sum(found.shares) + found.alike == pytest.approx(1)


@pytest.mark.parametrize("weights", [None, (0.8, 0.2)])
@pytest.mark.parametrize("seed", range(10))
def test_no_choice_exceeds_the_bound_alone(seed: int, weights: tuple[float, ...] | None) -> None:
    """`best_choice` hides a bound that is too low by the score that it has found."""
    rng = random.Random(seed)
    lines = [[" ".join(rng.choices("ab", k=rng.randint(2, 9))) for _ in "12345"] for _ in "1234"]
    config = BleuConfig(max_ngram_order=2, weights=weights)
    statistics = [segment_statistics(output, lines[:1], config) for output in lines[1:]]
    rows = np.stack([stats.matrix for stats in statistics]).astype(float)
    choices = [np.array(choice) for choice in product(range(3), repeat=5)]
    scores = statistics[0].scores(np.stack([rows[c, np.arange(5)].sum(axis=0) for c in choices]))
    assert scores.max() - 1e-9 <= _bound(config, rows, choices[scores.argmax()]) < 100


@pytest.mark.parametrize(("reference", "matches", "best"), [(10, 9, 0), (20, 5, 1)])
def test_the_bound_of_one_segment_is_the_better_output(
    reference: int, matches: int, best: int
) -> None:
    """Of a short and a long one: all functions that replace parts of BLEU are exact there."""
    config = BleuConfig(max_ngram_order=2, weights=(0.7, 0.3))
    matrix = np.array([[10, reference, matches, 4, 10, 9], [20, reference, 9, 4, 20, 19]])
    scores = SegmentStatistics(matrix, config).scores(matrix)
    assert scores.argmax() == best
    bound = _bound(config, matrix[:, None].astype(float), np.array([best]))
    assert bound == pytest.approx(scores[best])


def test_systems_with_the_same_counts_share_a_segment_in_any_order() -> None:
    reference = ["a b c d", "e f g h", "i j k l"]
    best, other = reference, ["a b c d", "e f", "i j k l"]
    outputs = [best, other, ["a b c d", "e", "i"]]
    statistics = [segment_statistics(output, [reference]) for output in outputs]
    found = best_choice(statistics)
    assert found.shares == pytest.approx([1 / 2, 1 / 6, 0])
    assert found.alike == pytest.approx(1 / 3)
    assert best_choice(statistics[::-1]).shares == pytest.approx([0, 1 / 6, 1 / 2])


@settings(max_examples=examples(40))
@given(levels=LEVELS, rng=st.randoms())
def test_the_order_in_which_systems_are_given_does_not_matter(levels, rng) -> None:
    systems, names = graded(levels), [f"s{k}" for k in range(len(levels))]
    order = list(range(len(levels)))
    rng.shuffle(order)
    few = {"trials": 200, "samples": 20}
    found = rank_systems(systems, names, **few)
    turned = rank_systems([systems[k] for k in order], [names[k] for k in order], **few)
    assert (found.systems, found.bands) == (turned.systems, turned.bands)
    for a, b in combinations(names, 2):
        assert found.pair(a, b).p_holm == pytest.approx(turned.pair(a, b).p_holm)
        assert found.pair(a, b).delta == -turned.pair(b, a).delta
