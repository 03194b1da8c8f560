"""Two processes on this machine: the same numbers, whatever happens to them."""

import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import dask
import pytest

from bleu_core import BleuConfig, Comparison
from bleu_core.cluster import ClusterError, on
from bleu_core.datasets import DatasetPlan, Map, count
from bleu_core.messages import codes
from bleu_core.text.evalset import InputError
from tests.core.cluster import work
from tests.core.cluster.made_sets import FRAGMENTS, assert_is, written
from tests.core.datasets.parquet_sets import files_in
from tests.core.refusing import refused

slow = pytest.mark.slow
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs SIGKILL")


@pytest.fixture(scope="module")
def local() -> Iterator[Map]:
    with on("local", 2) as found:
        yield found


def test_processes_do_the_work_and_tell_what_is_wrong_with_it(
    made: tuple[DatasetPlan, Comparison], local: Map, tmp_path: Path
) -> None:
    plan, expected = made
    assert count(plan, BleuConfig(), tmp_path, local) == []
    assert_is(plan, tmp_path, expected)
    assert len(written(tmp_path)) == FRAGMENTS
    found = dict(local(work.half, [1, 2, 3, 4, 5]))
    three, five = found.pop(3), found.pop(5)
    assert found == {1: 0.5, 2: 1, 4: 2}
    assert isinstance(three, InputError)
    assert three.problems == ["Three is odd.", "And a prime."]
    assert (type(five), five.filename) == (FileNotFoundError, "five.parquet")
    assert list(local(work.half, [])) == []
    with pytest.raises(ZeroDivisionError):  # a fault of the program is none of an item
        list(local(work.is_faulty, [1, 2]))
    with refused("cluster.lacks_bleuscope", error=ClusterError):
        list(local(work.needs_more, [1, 2]))


@slow
def test_a_worker_that_is_killed_as_it_writes_leaves_nothing_double(
    made: tuple[DatasetPlan, Comparison], local: Map, tmp_path: Path
) -> None:
    plan, expected = made
    once = tmp_path / "once"
    found = list(local(partial(work.count_or_die, plan.bare, tmp_path, once), plan.fragments))
    assert once.exists()
    assert sorted(fragment.first for fragment, _ in found) == [f.first for f in plan.fragments]
    assert not any(result for _, result in found)
    assert_is(plan, tmp_path, expected)
    paths = {plan.statistics_path(tmp_path, one, BleuConfig()) for one in plan.fragments}
    assert set(files_in(tmp_path / "statistics")) == paths


@slow
def test_what_ends_a_worker_is_not_blamed_on_what_waits_beside_it(monkeypatch) -> None:
    monkeypatch.setattr("bleu_core.cluster.WORKER_TIMEOUT", 300.0)  # a new one may take long
    # What is sent ahead waits in the one process that there is. Dask may look for it while it is
    # being replaced, as it does on a slow machine.
    hasty = dask.config.set({"distributed.deploy.lost-worker-timeout": "1ms"})
    with hasty, on("local", 1) as alone:
        found = dict(alone(work.half, [7, 8, 10, 12]))
    assert codes(found.pop(7).problems) == ["cluster.workers_ended"]
    assert found == {8: 4, 10: 5, 12: 6}


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
