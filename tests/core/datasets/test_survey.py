"""What is told of a data set's segments is what a comparison of the same texts says of them."""

from itertools import pairwise
from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bleu_core import BleuConfig, SegmentStatistics
from bleu_core.common.rounding import rounded
from bleu_core.datasets import (
    EDGES,
    Columns,
    DatasetPlan,
    SegmentSummary,
    counting,
    distribution,
    segment_summary,
)
from bleu_core.datasets.distribution import PointConcentration
from bleu_core.datasets.segment_summary import saved_summary, surveyed
from bleu_core.explain.ledger import carriers
from bleu_core.present import figures
from bleu_core.present.account.segments import movers
from bleu_core.text.evalset import InputError
from tests.core.datasets.parquet_sets import Made, made
from tests.core.refusing import refused
from tests.effort import examples

SLOW = pytest.mark.slow
TWO_ORDERS = BleuConfig(max_ngram_order=2, lowercase=True, smooth_method="add-k")
CONFIGS = [
    pytest.param(None, id="usual"),
    pytest.param(TWO_ORDERS, marks=SLOW, id="two orders"),
    pytest.param(BleuConfig(reference_length="average"), marks=SLOW, id="average"),
]


@pytest.fixture(scope="module", params=CONFIGS)
def data(
    request: pytest.FixtureRequest, data: Made, tmp_path_factory: pytest.TempPathFactory
) -> Made:
    if request.param is None:
        return data
    return made(tmp_path_factory.mktemp("survey") / "set", config=request.param)


def parts(data: Made, prices: np.ndarray | None = None) -> list[SegmentSummary]:
    prices = data.job.ledger.prices if prices is None else prices
    return [
        segment_summary.summarize_fragment(data.plan, fragment, data.job.folder, prices)
        for fragment in data.plan.fragments
    ]


@pytest.fixture(scope="module")
def pieces(data: Made) -> list[SegmentSummary]:
    return parts(data)


def same(one: SegmentSummary, other: SegmentSummary) -> None:
    assert (one.segments, one.better, one.worse) == (other.segments, other.better, other.worse)
    assert (one.histogram == other.histogram).all()
    assert (one.gains, one.losses) == (other.gains, other.losses)
    assert one.spread.bins == other.spread.bins
    assert one.divisions.keys() == other.divisions.keys()
    for name, division in one.divisions.items():
        assert division.more == other.divisions[name].more
        values = other.divisions[name].values
        assert division.values.keys() == values.keys()
        for value, groups in division.values.items():
            assert groups.keys() == values[value].keys()
            for group, summed in groups.items():
                assert summed.segments == values[value][group].segments
                assert np.allclose(summed.sums, values[value][group].sums, rtol=1e-12, atol=0)


def test_segments_are_better_worse_or_equal_by_so_much(data: Made) -> None:
    found, deltas = surveyed(data.job), rounded(data.comparison.sentence_deltas)
    assert found.segments == len(data.comparison)
    assert (found.better, found.worse) == ((deltas > 0).sum(), (deltas < 0).sum())
    assert found.equal == (deltas == 0).sum() > 0
    # The bars of the figure, where its range is as wide.
    counts, edges = figures.histogram(np.append(data.comparison.sentence_deltas, 100.0))
    counts[-1] -= 1
    assert (edges.tolist(), counts.tolist()) == (EDGES.tolist(), found.histogram.tolist())


def test_the_segments_that_carry_most_are_those_of_the_ledger(data: Made) -> None:
    found = surveyed(data.job)
    for direction, tops in ((1, found.gains), (-1, found.losses)):
        expected = movers(data.comparison, direction, segment_summary.MOST_TOP)
        assert len(tops) == segment_summary.MOST_TOP
        assert [top.line for top in tops] == [one.line for one in expected]
        for top, one in zip(tops, expected, strict=True):
            assert (top.delta, top.score_a, top.score_b) == (one.delta, one.score_a, one.score_b)
            assert top.points == pytest.approx(one.points, rel=1e-12)


def test_a_segment_is_as_long_as_the_mean_of_what_a_and_b_are_measured_against() -> None:
    config = BleuConfig(max_ngram_order=1)
    a, b = (
        SegmentStatistics(np.array([[1, length, 1, 1] for length in lengths]), config)
        for lengths in ([0, 0, 4, 4, 30], [0, 1, 5, 6, 30])
    )
    plan = DatasetPlan((), Columns("x", "y", ("r",)), config)
    ((name, found),) = segment_summary.columns_of(plan, pa.record_batch({"x": range(5)}), a, b)
    assert name == segment_summary.LENGTH
    starts = [0, 0.1, *segment_summary.LENGTHS]
    for place, length in zip(found.to_pylist(), [0, 0.5, 4.5, 5, 30], strict=True):
        assert starts[int(place)] <= length < starts[int(place) + 1]


@given(st.integers(0, 200_000), st.integers(1, 3_000))
def test_lines_of_a_block_are_of_one_group_wherever_groups_of_rows_begin(first, rows) -> None:
    found = distribution.groups_of_lines(first, rows)
    assert found.tolist() == [(first + i) // 1_024 % 64 for i in range(rows)]


def test_a_division_has_the_sums_of_its_segments(data: Made) -> None:
    found, comparison = surveyed(data.job), data.comparison
    pairs = np.stack([comparison.stats_a.matrix, comparison.stats_b.matrix], axis=1)
    columns = {"document": comparison.evalset.documents, **comparison.evalset.metadata}
    assert list(columns) == ["document", "kind", "year"]
    for name, column in columns.items():
        texts, division = (
            np.array([text or "" for text in column.to_pylist()]),
            found.divisions[name],
        )
        assert division.values.keys() == set(texts)
        for value in set(texts):
            total = division.total(value)
            assert total.segments == (texts == value).sum()
            assert total.sums == pytest.approx(pairs[texts == value].sum(axis=0), rel=1e-12)


@settings(max_examples=examples(40))
@given(st.data())
def test_fragments_make_the_same_in_any_order(
    data: Made, pieces: list[SegmentSummary], drawn: st.DataObject
) -> None:
    pieces = drawn.draw(st.permutations(pieces))
    cut = drawn.draw(st.integers(1, len(pieces) - 1))
    both = [
        segment_summary.join_summaries(pieces[:cut]),
        segment_summary.join_summaries(pieces[cut:]),
    ]
    same(segment_summary.join_summaries(both), surveyed(data.job))


def test_what_is_kept_is_what_was_found_however_many_are_read_at_a_time(
    data: Made, monkeypatch: pytest.MonkeyPatch
) -> None:
    surveyed(data.job)
    monkeypatch.setattr(counting, "BATCH", 17)
    same(segment_summary.join_summaries(parts(data)), saved_summary(data.job))


def test_values_kept_of_a_column_are_the_first_by_name_in_any_order(
    data: Made, monkeypatch: pytest.MonkeyPatch
) -> None:
    everything = segment_summary.join_summaries(parts(data)).divisions["document"]
    monkeypatch.setattr(distribution, "MOST_VALUES", 5)
    for pieces in (parts(data), parts(data)[::-1]):
        found = segment_summary.join_summaries(pieces).divisions["document"]
        assert found.more
        assert sorted(found.values) == sorted(everything.values)[:5]
        for value in found.values:
            assert found.total(value).segments == everything.total(value).segments
        assert not segment_summary.join_summaries(pieces).divisions["kind"].more


def test_groups_are_summed_where_there_are_many_values(
    data: Made, monkeypatch: pytest.MonkeyPatch
) -> None:
    everything = segment_summary.join_summaries(parts(data)).divisions
    assert everything["year"].grouped
    monkeypatch.setattr(distribution, "MOST_TESTED", 10)  # of 11 years
    found = segment_summary.join_summaries(parts(data)).divisions
    assert found["kind"].grouped
    assert not found["year"].grouped
    for value, groups in found["year"].values.items():
        assert list(groups) == [-1]
        assert found["year"].total(value).segments == everything["year"].total(value).segments


def test_without_a_ledger_segments_go_by_their_own_difference(tmp_path: Path) -> None:
    data = made(tmp_path, 40, config=BleuConfig(max_ngram_order=4, smooth_method="none"))
    found = segment_summary.join_summaries(parts(data, np.full(10, np.nan)))
    deltas = rounded(data.comparison.sentence_deltas)
    for tops, gained in ((found.gains, deltas), (found.losses, -deltas)):
        order = np.argsort(-gained, kind="stable")
        assert [top.line for top in tops] == (order[gained[order] > 0] + 1).tolist()
    assert all(np.isnan(top.points) for top in found.gains)
    assert found.spread.concentration(1) == 0


def test_statistics_that_are_gone_are_named(tmp_path: Path) -> None:
    data = made(tmp_path, 40, group=10)
    data.plan.statistics_path(data.job.folder, data.plan.fragments[1]).unlink()
    with refused("dataset.unreadable_again", error=InputError) as told:
        surveyed(data.job)
    assert told[0].values["fragment"] == data.plan.fragments[1].name
    assert saved_summary(data.job) is None


POINTS = st.lists(
    st.one_of(st.floats(-5, 5), st.floats(-1e-3, 1e-3), st.just(0.0)), min_size=1, max_size=80
).map(np.array)


@given(POINTS, st.sampled_from([1, -1]))
def test_the_concentration_is_wrong_by_no_more_than_the_width_of_a_bin(
    points: np.ndarray, direction: int
) -> None:
    found = PointConcentration.of(points, np.array([0.01, -0.02]))
    exact = len(carriers(points, direction))
    carrying = found.concentration(direction)
    counts, shares = found.curve(direction)
    if not len(counts):
        assert np.maximum(points * direction, 0).max() < 1e-8
        return
    last = np.searchsorted(shares, 0.5)
    in_bin = int(np.diff(np.append(0, counts))[last])
    assert abs(carrying - exact) <= np.ceil(in_bin / 32) + 1


@given(POINTS)
def test_the_curve_has_the_share_of_the_largest(points: np.ndarray) -> None:
    counts, shares = PointConcentration.of(points, np.array([0.01, -0.02])).curve(1)
    gains = np.sort(np.maximum(points, 0))[::-1]
    near = 2e-8 * len(points) / max(gains.sum(), 1e-300)  # half a tick each, and in the sum
    for count, share in zip(counts.tolist(), shares.tolist(), strict=True):
        assert share == pytest.approx(gains[:count].sum() / gains.sum(), abs=near)
    assert all(one < other for one, other in pairwise(counts.tolist()))
