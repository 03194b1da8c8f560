"""Two processes on this machine: the same numbers, whatever happens to them."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import psutil
import pytest

from bleu_core import Comparison
from bleu_core.cluster import ClusterError, on
from bleu_core.datasets import Map, Plan, here, run
from bleu_core.datasets.job import Job
from bleu_core.datasets.tally import merged
from bleu_core.streams import InputError
from tests.core.cluster import work
from tests.core.cluster.made_sets import FRAGMENTS, assert_is, written

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs SIGKILL")


@pytest.fixture(scope="module")
def local() -> Iterator[Map]:
    with on("local", 2) as found:
        yield found


def test_two_processes_count_what_one_counts(
    made: tuple[Plan, Comparison], local: Map, tmp_path: Path
) -> None:
    plan, expected = made
    job, bad = run(plan, tmp_path / "two", local)
    assert_is(job, expected)
    assert not bad
    assert_is(run(plan, tmp_path / "one", here)[0], expected)
    assert len(written(tmp_path / "two")) == FRAGMENTS


def test_a_worker_that_is_killed_by_its_id_changes_nothing(
    made: tuple[Plan, Comparison], local: Map, tmp_path: Path
) -> None:
    plan, expected = made
    [(_, process)] = local(work.own_id, [0])
    assert isinstance(process, int)

    def kill(part: float) -> None:
        if part == 1 / FRAGMENTS:
            os.kill(process, signal.SIGKILL)

    job, bad = run(plan, tmp_path, local, kill)
    assert_is(job, expected)
    assert not bad
    assert not psutil.pid_exists(process)


def test_a_worker_that_is_killed_as_it_writes_leaves_nothing_double(
    made: tuple[Plan, Comparison], local: Map, tmp_path: Path
) -> None:
    plan, expected = made
    once = tmp_path / "once"
    found = list(local(partial(work.count_or_die, plan.bare, tmp_path, once), plan.fragments))
    assert once.exists()
    assert sorted(fragment.first for fragment, _ in found) == [f.first for f in plan.fragments]
    tallies = [tally for _, tally in found if not isinstance(tally, Exception)]
    assert_is(Job(plan, tmp_path, merged(tallies)), expected)
    paths = {plan.statistics_path(tmp_path, fragment) for fragment in plan.fragments}
    assert written(tmp_path).keys() == paths


def test_work_that_is_stopped_goes_on_where_it_was(
    made: tuple[Plan, Comparison], local: Map, tmp_path: Path
) -> None:
    plan, expected = made

    def stop(part: float) -> None:
        if part > 0.3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(plan, tmp_path, local, stop)
    # What a worker had begun may still be under the name that it has until it is whole.
    before = {path: at for path, at in written(tmp_path).items() if path.suffix == ".parquet"}
    assert len(before) >= 5
    assert_is(run(plan, tmp_path, local)[0], expected)
    after = {path: at for path, at in written(tmp_path).items() if path.suffix == ".parquet"}
    assert len(after) == FRAGMENTS
    assert {path: after[path] for path in before} == before


def test_what_is_wrong_with_an_item_is_told_of_it_and_the_rest_is_done(local: Map) -> None:
    found = dict(local(work.half, range(10)))
    three, five, seven = found.pop(3), found.pop(5), found.pop(7)
    assert found == {number: number / 2 for number in found}
    assert isinstance(three, InputError)
    assert three.problems == ["Three is odd.", "And a prime."]
    assert isinstance(five, FileNotFoundError)
    assert five.filename == "five.parquet"
    assert str(seven) == "each worker that was given it ended, most likely for lack of memory."


def test_what_ends_a_worker_is_not_blamed_on_what_waits_beside_it() -> None:
    with on("local", 1) as alone:  # what is sent ahead waits in the one process that there is
        found = dict(alone(work.half, [7, 8, 10, 12]))
    seven = found.pop(7)
    assert str(seven) == "each worker that was given it ended, most likely for lack of memory."
    assert found == {8: 4, 10: 5, 12: 6}


def test_a_fault_of_the_program_is_no_fault_of_an_item(local: Map) -> None:
    with pytest.raises(ZeroDivisionError):
        list(local(work.is_faulty, [1, 2]))


def test_a_worker_that_lacks_something_is_told_in_a_sentence(local: Map) -> None:
    with pytest.raises(ClusterError, match=r"need bleuscope.* says: No module named 'module_that"):
        list(local(work.needs_more, [1, 2]))


def test_no_item_is_no_work(local: Map) -> None:
    assert list(local(work.half, [])) == []


def test_many_items_come_once_each_and_few_are_sent_ahead(local: Map) -> None:
    taken: list[int] = []

    class Counted(list[int]):
        def __iter__(self) -> Iterator[int]:
            for item in super().__iter__():
                taken.append(item)
                yield item

    items = Counted(range(100, 300))
    given = local(work.half, items)
    first = next(given)
    assert len(taken) < 20
    assert dict([first, *given]) == {number: number / 2 for number in items}
