"""Slices that are found, and what is claimed of them."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from bleu_core import BleuConfig, Comparison, EvalSet
from bleu_core.messages import codes
from bleu_core.segments.columns import SegmentTable, table_of
from bleu_core.segments.expressions import written
from bleu_core.segments.finder import SliceFindings, draw_halves, find_slices
from bleu_core.segments.finder.conditions import SearchSplit, conditions_of
from bleu_core.segments.finder.confirmation import confirm_slices, excess_points
from bleu_core.significance import MIN_DOCUMENTS, paired_approximate_randomization
from tests.benchmarks import finder_calibration as planted
from tests.benchmarks import finder_data

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
    documents = np.unique(comparison.evalset.documents.to_pylist(), return_inverse=True)[1]
    held_out = np.flatnonzero(documents % 2 == 0)
    half = np.arange(600) < 300
    tests = confirm_slices(comparison, held_out, [(half, True), (~half, True)], documents, 9)
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


def test_what_is_beyond_the_share_has_an_interval_that_holds() -> None:
    """Of 300 draws from segments that lose alike some 95% have 0 inside."""
    rng = np.random.default_rng(3)
    inside = 0
    for _ in range(300):
        units = np.repeat(np.arange(40), 5)
        points = rng.normal(-1, 1, 200) + rng.normal(0, 1, 40)[units]
        chosen = (rng.random(40) < 0.4)[units]
        _, low, high = excess_points(points, chosen, 0.95, units)
        inside += low <= 0 <= high
    assert 270 <= inside <= 297


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
