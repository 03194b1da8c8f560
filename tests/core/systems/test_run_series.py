"""Runs that arrive one after another, each against the previous one and the best."""

from bleu_core import segment_statistics
from bleu_core.metrics.bleu import SegmentStatistics
from bleu_core.systems.run_series import RunSeries

REFERENCE = [f"the cat number {i} sat on the mat" for i in range(40)]


def wrong(lines: int) -> SegmentStatistics:
    """A run with so many wrong lines."""
    output = [line.replace("cat", "dog") for line in REFERENCE[:lines]] + REFERENCE[lines:]
    return segment_statistics(output, [REFERENCE])


def test_the_previous_one_is_by_key_and_the_best_one_by_score() -> None:
    series = RunSeries(trials=100)
    assert series.add("c", 3, wrong(20)).best is None
    early = series.add("a", 1, wrong(30))
    assert early.previous is None
    assert (early.best.run, early.best.delta < 0) == ("c", True)
    between = series.add("b", 2, wrong(1))
    assert (between.previous.run, between.best.run) == ("a", "c")
    assert between.previous.p_value < 0.05 < between.previous.delta
    last = series.add("d", 4, wrong(2))
    assert (last.previous.run, last.best.run) == ("c", "b")
    # Of equals the earliest is the best.
    assert series.add("e", 5, wrong(1)).best.delta == 0
    assert series.add("f", 6, wrong(2)).best.run == "b"


def test_a_run_that_comes_again_replaces_itself() -> None:
    series = RunSeries(trials=0)
    series.add("a", 1, wrong(10))
    series.add("b", 2, wrong(1))
    again = series.add("b", 3, wrong(5))
    assert (again.previous.run, again.best.run, len(series)) == ("a", "a", 2)
    assert again.previous.p_value is None
    assert series.before(3) == "a"


def test_fewer_than_30_segments_are_not_tested() -> None:
    few = [stats.subset(range(29)) for stats in (wrong(9), wrong(1))]
    series = RunSeries(trials=100)
    series.add("a", 1, few[0])
    change = series.add("b", 2, few[1]).previous
    assert (change.p_value, change.delta > 0) == (None, True)
