"""Slices that are found: their search, their expressions, and what is claimed of them."""

import math
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from bleu_core import BleuConfig, Comparison, EvalSet
from bleu_core.messages import codes
from bleu_core.segments.columns import SegmentTable, table_of
from bleu_core.segments.expressions import mask, parse, written
from bleu_core.segments.expressions.evaluation import is_symmetric
from bleu_core.segments.finder import SliceFindings, draw_halves, find_slices
from bleu_core.segments.finder import search as module
from bleu_core.segments.finder.conditions import SearchSplit, conditions_of, word_conditions
from bleu_core.segments.finder.confirmation import confirm_slices, excess_points
from bleu_core.segments.finder.search import search_conjunctions
from bleu_core.significance import MIN_DOCUMENTS, paired_approximate_randomization
from tests.benchmarks import finder_calibration as planted
from tests.benchmarks import finder_data
from tests.core.watching import check_progress

WORSE = "a word repeated"


@cache
def made(defect: str = WORSE) -> Comparison:
    defects = {name: function for name, function, _ in planted.DEFECTS}
    return finder_data.made(900, seed=3, defect=defects[defect])


@cache
def table(defect: str = WORSE) -> SegmentTable:
    return table_of(made(defect))


@cache
def found_in(defect: str = WORSE) -> SliceFindings:
    return find_slices(table(defect), seed=7)


@pytest.mark.parametrize(
    ("defect", "expression", "step", "at"),
    [
        (WORSE, "a.repeat or b.repeat", 12, 0),
        pytest.param("numbers dropped", "a.numbers or b.numbers", 2, 1, marks=pytest.mark.slow),
        pytest.param("source copied", "a.copy or b.copy", 12, 0, marks=pytest.mark.slow),
    ],
)
def test_a_planted_defect_is_at_the_top_and_confirmed(defect, expression, step, at) -> None:
    found = found_in(defect)
    first = found.slices[0]
    assert first.expression == expression
    assert {row % step for row in first.rows.tolist()} == {at}
    assert len(first.rows) > 60
    assert first.confirmed
    assert first.exchangeable
    assert first.p_value is not None
    assert first.p_value < 0.01
    assert first.ci_high is not None
    assert first.ci_high < 0
    assert first.points == pytest.approx(made(defect).ledger.of(first.rows))
    assert found.searched + found.held_out == 900
    # What one output chooses has no p.
    assert all(one.exchangeable and one.p_value is not None for one in found.slices)
    for one in found.described:
        assert not one.exchangeable
        assert (one.p_value, one.ci_low, one.ci_high, one.confirmed) == (None, None, None, False)
        assert codes([one.skip_reason]) == ["slice.not_exchangeable"]


def test_what_lies_in_one_document_is_described_and_has_no_test() -> None:
    """B copies the source in one of twenty documents."""
    place, data = np.arange(900) // 45, finder_data.made(900, seed=5).evalset
    source, b = data.source.to_pylist(), data.systems["B"].to_pylist()  # type: ignore[union-attr]
    b = [source[i] if place[i] == 3 and i % 2 else said for i, said in enumerate(b)]
    names, texts = [f"talk {n}" for n in place], {"A": data.systems["A"], "B": b}
    comparison = Comparison.of(EvalSet(texts, data.references, data.source, names))
    found = find_slices(table_of(comparison), min_segments=20)
    assert found.unit == "document"
    alone = [one for one in found.described if {place[r] for r in one.rows} == {3}]
    assert all(one.p_value is None and not one.confirmed and one.skip_reason for one in alone)
    assert "finder.one_document" in codes(one.skip_reason for one in alone)
    assert not any(one.confirmed for one in found.slices)


def test_where_a_and_b_are_exchanged_at_random_nothing_is_confirmed() -> None:
    exchange = finder_data.Exchanged(finder_data.made(900, seed=3))
    exchanged = exchange.where(np.random.default_rng(4).random(900) < 0.5)
    found = find_slices(exchanged, seed=4, describe=False)
    assert found.slices
    assert not any(one.confirmed for one in found.slices)


def test_exchanging_a_and_b_changes_what_is_tested_in_nothing_but_its_sign() -> None:
    data, found = made().evalset, found_in()
    texts = {"A": data.systems["B"], "B": data.systems["A"]}
    other = Comparison.of(
        EvalSet(texts, data.references, data.source, data.documents, data.metadata)
    )
    turned = find_slices(table_of(other), seed=7, describe=False)
    assert [one.expression for one in turned.slices] == [one.expression for one in found.slices]
    for one, same in zip(found.slices, turned.slices, strict=True):
        assert one.rows.tolist() == same.rows.tolist()
        assert (one.delta, one.p_value) == (pytest.approx(-same.delta), same.p_value)


def test_halves_are_of_whole_documents_where_there_are_enough() -> None:
    for documents, unit in ((2 * MIN_DOCUMENTS - 1, "segment"), (2 * MIN_DOCUMENTS, "document")):
        names = [str(i * documents // 300) for i in range(300)]
        data = EvalSet({"A": ["x"] * 300}, [["x"] * 300], documents=names)
        (split, documents_drawn), (same, _), (other, _) = (
            draw_halves(data, 300, seed) for seed in (1, 1, 2)
        )
        assert (documents_drawn is None) == (unit == "segment")
        both = set(np.array(names)[split]) & set(np.array(names)[~split])
        assert bool(both) == (unit == "segment")
        assert (split == same).all()
        assert (split != other).any()


def test_documents_are_exchanged_whole_and_p_is_corrected_for_all_that_are_shown() -> None:
    comparison = finder_data.made(600, 30, seed=2)
    lengths = comparison.stats_a.ref_len
    documents = np.unique(comparison.evalset.documents.to_pylist(), return_inverse=True)[1]
    held_out = np.flatnonzero(documents % 2 == 0)
    half = np.arange(600) < 300
    tests = confirm_slices(
        comparison, held_out, [(half, True), (~half, True)], lengths, documents, 9
    )
    raw = []
    for chosen, one in zip((half, ~half), tests, strict=True):
        rows = held_out[chosen[held_out]]
        assert one.tested == len(rows)
        a, b = (s.subset(rows) for s in (comparison.stats_a, comparison.stats_b))
        test = paired_approximate_randomization(a, b, seed=9, clusters=documents[rows])
        assert test.units == len(np.unique(documents[rows]))
        raw.append(test.p_value)
    low, high = sorted(raw)
    corrected = sorted(one.p_value for one in tests)
    assert corrected == pytest.approx([min(2 * low, 1), min(max(2 * low, high), 1)])


def test_a_slice_that_loses_no_more_than_its_share_is_not_confirmed() -> None:
    reference = [f"they came home on day {i}" for i in range(200)]
    worse = [line.replace("came", "went") for line in reference]
    comparison = Comparison.of(EvalSet({"A": reference, "B": worse}, [reference]))
    everything, half = np.arange(200), np.arange(200) < 100
    [test] = confirm_slices(comparison, everything, [(half, True)], np.ones(200), None, seed=1)
    assert test.score_b < test.score_a
    assert test.p_value < 0.01
    assert not test.confirmed


def test_what_is_beyond_the_share_has_an_interval_that_holds() -> None:
    """Of 300 draws from segments that lose alike for their length some 95% have 0 inside."""
    rng = np.random.default_rng(3)
    for lengths in (np.ones(200), rng.integers(2, 60, 200)):
        inside = 0
        for _ in range(300):
            units = np.repeat(np.arange(40), 5)
            points = lengths * (rng.normal(-1, 1, 200) + rng.normal(0, 1, 40)[units])
            chosen = (rng.random(40) < 0.4)[units]
            _, low, high = excess_points(points, chosen, lengths, 0.95, units)
            inside += low <= 0 <= high
        assert 270 <= inside <= 297


@pytest.mark.parametrize("seed", range(3))
def test_damage_alike_at_every_length_confirms_no_slice(seed: int) -> None:
    rng = np.random.default_rng(seed)
    words = [f"word{n}" for n in range(300)]
    reference = [list(rng.choice(words, n)) for n in rng.integers(6, 40, 800)]
    worse = [[f"x{w}" if rng.random() < 0.03 else w for w in line] for line in reference]
    texts = [[" ".join(line) for line in lines] for lines in (reference, worse)]
    comparison = Comparison.of(EvalSet({"A": texts[0], "B": texts[1]}, [texts[0]]))
    found = find_slices(table_of(comparison), seed=seed, describe=False)
    assert not [one.expression for one in found.slices if one.confirmed]


def test_no_condition_is_a_score_a_difference_or_what_people_say() -> None:
    halves = SearchSplit(np.arange(900) % 2 == 0, 5, 5)
    texts = [written(one.node) for one in conditions_of(table(), halves)]
    named = {"points", "delta", "gain", "line", "similarity", "same", "label", "verdict", "note"}
    for text in texts:
        assert not {word.strip("()`") for word in text.split()} & named, text
        assert not any(part in text for part in (".bleu", ".matches", "points.")), text
    for start in ('kind = "news"', "source.length >= ", "source.length < "):
        assert any(text.startswith(start) for text in texts)


def test_which_words_are_looked_at_hangs_on_the_searched_half_alone() -> None:
    comparison = made()
    searched, _ = draw_halves(comparison.evalset, 900, 7)
    stats_a, stats_b = comparison.stats_a, comparison.stats_b
    kept = ~searched[:, None]
    other = replace(
        comparison,
        stats_a=stats_a.with_rows(np.where(kept, stats_b.matrix, stats_a.matrix)),
        stats_b=stats_b.with_rows(np.where(kept, stats_a.matrix, stats_b.matrix)),
    )
    same = table_of(other, keep=lambda name, make: table().values(name))
    one, two = found_in(), find_slices(same, seed=7, describe=False)
    expressions = [sorted(s.expression for s in found.slices) for found in (one, two)]
    assert expressions[0] == expressions[1]
    assert sorted(s.p_value or 0 for s in one.slices) == sorted(s.p_value or 0 for s in two.slices)


def test_where_nothing_can_be_looked_for_it_says_why() -> None:
    line, other = "a b c d e", {"few": "a b c d x", "alike": "a b c d e", "none": "x"}
    whys = []
    for name, size in (("few", 50), ("alike", 90), ("none", 90)):
        data = EvalSet({"A": [line] * size, "B": [other[name]] * size}, [[line] * size])
        comparison = Comparison.of(data, BleuConfig(smooth_method="none"))
        whys.append(find_slices(table_of(comparison)).reason)
    assert codes(whys) == ["finder.too_few_segments", "finder.alike", "column.unavailable"]
    assert whys[0].values == {"needed": 60, "segments": 50}


def slowly(
    masks: np.ndarray[Any, Any],
    points: list[float],
    lengths: list[float],
    least: int,
    depth: int,
    leading: int,
) -> tuple[dict[tuple[int, ...], tuple[int, float, float, float]], int]:
    """Each conjunction: segments, points, beyond its share, merit; and how many there are."""
    size, number = masks.shape
    above = [p - r * sum(points) / sum(lengths) for p, r in zip(points, lengths, strict=True)]
    spread = sum(own**2 for own in above)
    found, looked_at, merit = {}, 0, {}
    for count in range(1, depth + 1):
        errors = 0.6 * math.sqrt(2 * math.log(max(math.comb(number, count), 2)))
        for parts in combinations(range(number), count):
            rows = [i for i in range(size) if all(masks[i, part] for part in parts)]
            carried = sum(points[i] for i in rows)
            share = sum(lengths[i] for i in rows) / sum(lengths)
            beyond = carried - share * sum(points)
            # The error of Σ (1 if chosen, else 0, less the share) · (points less their own share).
            squares = sum(above[i] ** 2 for i in rows)
            error = math.sqrt((1 - share) ** 2 * squares + share**2 * (spread - squares))
            sure = min(abs(carried), abs(beyond)) - errors * error
            good = len(rows) >= least and carried * beyond > 0 and sure > 0
            merit[parts] = math.copysign(sure, beyond) if good else 0.0
            if parts[0] >= leading:
                continue
            looked_at += len(rows) >= least
            way = math.copysign(1, merit[parts])
            shorter = [
                way * merit[some] for n in range(1, count) for some in combinations(parts, n)
            ]
            if merit[parts] and abs(merit[parts]) > 1.1 * max([0, *shorter]):
                found[parts] = (len(rows), carried, beyond, abs(merit[parts]))
    return found, looked_at


@pytest.mark.parametrize("seed", range(6))
def test_every_conjunction_has_the_points_that_a_slow_search_finds(seed: int) -> None:
    for depth, leading in ((1, None), (2, None), (3, None), (3, 4)):
        compare(seed, depth, leading)


def compare(seed: int, depth: int, leading: int | None) -> None:
    rng = np.random.default_rng(seed)
    masks = rng.random((120, 11)) < rng.uniform(0.1, 0.9, 11)
    points = rng.normal(0.1 * (seed - 2), 1, 120)
    points[masks[:, 3] & masks[:, 7]] -= 1.5
    points[masks[:, 5]] += 0.7
    lengths = rng.integers(0, 9, 120) if seed else np.zeros(120)  # alike if there are none
    best, count = search_conjunctions(masks, points, lengths, 10, depth, leading)
    own = lengths.tolist() if seed else [1.0] * 120
    expected, looked_at = slowly(masks, points.tolist(), own, 10, depth, leading or 11)
    assert count == looked_at
    assert {one.parts for one in best} == expected.keys()
    for one in best:
        have = one.segments, one.points, one.excess_points, one.merit
        assert have == pytest.approx(expected[one.parts])
    assert [one.merit for one in best] == sorted((o.merit for o in best), reverse=True)
    assert best or leading is not None


def test_rows_in_many_blocks_and_few_kept_are_the_best_of_all(monkeypatch) -> None:
    rng = np.random.default_rng(5)
    masks = rng.random((300, 14)) < 0.5
    points = rng.normal(0, 1, 300) - 2.0 * (masks[:, 1] & masks[:, 4] & masks[:, 9])
    lengths = np.ones(300)
    every = search_conjunctions(masks, points, lengths, 10)[0]
    monkeypatch.setattr(module, "ROWS", 7)
    monkeypatch.setattr(module, "KEPT", 3)
    few = search_conjunctions(masks, points, lengths, 10)[0]
    losses = [one.parts for one in every if one.excess_points < 0]
    assert len(losses) > 3
    assert [one.parts for one in few if one.excess_points < 0] == losses[:3]


def test_what_lies_beside_a_loss_is_no_gain_and_nothing_is_found_where_there_is_nothing() -> None:
    masks = np.zeros((200, 2), bool)
    masks[:40, 0] = True
    masks[:, 1] = ~masks[:, 0]
    points = np.where(masks[:, 0], -1.0, 0.001 * (-1.0) ** np.arange(200))
    found, _ = search_conjunctions(masks, points, np.ones(200), 10)
    assert [(one.parts, round(one.points)) for one in found] == [((0,), -40)]
    ones = np.ones(5)
    assert search_conjunctions(np.zeros((5, 0), bool), ones, ones, 1)[0] == []
    assert search_conjunctions(np.ones((5, 2), bool), np.zeros(5), ones, 1)[0] == []


def test_work_tells_how_far_it_is_and_can_be_stopped() -> None:
    rng = np.random.default_rng(2)
    masks, points = rng.random((80, 6)) < 0.7, rng.normal(0, 1, 80)
    check_progress(lambda tell: search_conjunctions(masks, points, np.ones(80), 5, progress=tell))


SIZE = 400
# What has to be quoted, is told apart by case, is read in pieces, or is no text at all.
ODD = ['"', "\\", "\\d", "don't", "`", "/x/", "The", "the", "I", "İ", "ß", "&quot;", "{0}", "3.5"]
ODD += ["高い", "東京", "e\u0301", "é", "-", "…", "%s", "and", "not", "a\u00a0b", "(", ")"]


def of_odd_words(config: BleuConfig, with_source: bool = True) -> SegmentTable:
    """B loses where odd words stand; documents and metadata have odd names."""
    rng = np.random.default_rng(8)
    texts: dict[str, list[str]] = {"A": [], "B": []}
    references: list[list[str | None]] = [[], []]
    for i in range(SIZE):
        words = [f"word{n}" for n in rng.integers(9, size=rng.integers(6, 14))]
        odd = rng.choice(ODD, 3)
        said = " ".join([*words[:3], *odd, *words[3:]])
        hurt = i % 3 == 0 or '"' in odd or "The" in odd
        references[0].append(said)
        references[1].append(None if i % 2 else said + " !")
        texts["A"].append(said if rng.random() < 0.7 else said.replace("word1", "other"))
        texts["B"].append(" ".join(words) if hurt else said.replace("word2", "other"))
    names = ['say "hi"', "back\\slash", "tab\there", "`quoted`", "Ünï", "two\nlines", " blank "]
    metadata = {
        "my kind": [names[n] for n in rng.integers(len(names), size=SIZE)],
        "and": [str(n) for n in rng.integers(3, size=SIZE)],
        "points": [f"{n}.50" for n in rng.integers(3, size=SIZE)],
        "odd`name": ["x" if n else "" for n in rng.integers(2, size=SIZE)],
    }
    documents = [names[n] for n in rng.integers(len(names), size=SIZE)]
    source = references[0] if with_source else None
    data = EvalSet(texts, references, source, documents, metadata)
    return table_of(Comparison.of(data, config))


TABLES: dict[str, Callable[[], SegmentTable]] = {
    **{
        f"{tokenizer}, lowercase {low}": lambda tokenizer=tokenizer, low=low: of_odd_words(
            BleuConfig(tokenize=tokenizer, lowercase=low)
        )
        for tokenizer in ("13a", "char", "zh", "intl", "none")
        for low in (False, True)
    },
    "no source": lambda: of_odd_words(BleuConfig(), with_source=False),
    "documents": lambda: table_of(finder_data.made(SIZE, 40, seed=3)),
}
USUAL = ("13a, lowercase False", "zh, lowercase True", "no source")


@pytest.mark.parametrize(
    "name",
    [name if name in USUAL else pytest.param(name, marks=pytest.mark.slow) for name in TABLES],
)
def test_each_slice_and_each_condition_is_what_its_expression_says(name: str) -> None:
    table = TABLES[name]()
    found = find_slices(table, min_segments=10)
    comparison = table.comparison
    points = comparison.ledger.segments
    lengths = comparison.stats_a.ref_len + comparison.stats_b.ref_len
    assert found.slices
    assert found.described
    for one in [*found.slices, *found.described]:
        node = parse(one.expression)
        rows = mask(node, table).nonzero()[0]
        assert rows.tolist() == one.rows.tolist()
        assert one.exchangeable == is_symmetric(node, table)
        assert one.share == pytest.approx(lengths[rows].sum() / lengths.sum())
        assert one.excess_points == pytest.approx(one.points - one.share * points.sum())
        moved = np.maximum(np.sign(one.excess_points) * points, 0)
        assert one.share_of_change == pytest.approx(moved[rows].sum() / moved.sum())
        for other in one.variants:
            mask(parse(other), table)
    assert all(one.exchangeable for one in found.slices)
    halves = SearchSplit(np.arange(SIZE) % 2 == 0, 4, 4)
    beyond = np.where(halves.searched, table.comparison.ledger.segments, 0)
    words = list(word_conditions(table, halves, beyond, 60))
    assert words
    for one in [*conditions_of(table, halves), *words]:
        node = parse(written(one.node))
        assert (mask(node, table) == one.mask).all(), written(one.node)
        assert is_symmetric(node, table) or not one.exchangeable, written(one.node)
