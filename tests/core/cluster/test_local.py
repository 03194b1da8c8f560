"""Two processes on this machine: the same numbers, whatever happens to them."""

import sys
from functools import partial
from pathlib import Path

import pytest

from bleu_core import BleuConfig, Comparison
from bleu_core.datasets import DatasetPlan, Map, count, processes
from bleu_core.datasets.executors import WorkerFault
from bleu_core.messages import codes
from bleu_core.text.evalset import InputError
from tests.core.cluster import work
from tests.core.cluster.made_sets import FRAGMENTS, assert_is, written
from tests.core.datasets.parquet_sets import files_in

slow = pytest.mark.slow
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs SIGKILL")


@pytest.fixture(scope="module")
def local() -> Map:
    return processes(2)


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
    with pytest.raises(WorkerFault, match="a fault of the program"):  # none of an item
        list(local(work.is_faulty, [1, 2]))


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


def test_a_process_that_is_killed_costs_only_its_own_item() -> None:
    found = dict(processes(2)(work.half, [7, 8, 10, 12]))
    assert codes(found.pop(7).problems) == ["cluster.workers_ended"]
    assert found == {8: 4, 10: 5, 12: 6}


def test_many_items_come_once_each_and_few_are_sent_ahead(local: Map) -> None:
    taken: list[int] = []

    class Counted(list[int]):
        def __getitem__(self, index: int) -> int:  # type: ignore[override]
            taken.append(index)
            return super().__getitem__(index)

    items = Counted(range(100, 300))
    found = local(work.half, items)
    first = next(found)
    assert len(taken) < 20
    assert dict([first, *found]) == {number: number / 2 for number in items}
