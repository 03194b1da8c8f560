"""A cluster that somebody else runs: it may go away, and it may not be as this machine is."""

import pickle
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from bleu_core import BleuConfig, Comparison, cluster
from bleu_core import cluster as mapping
from bleu_core.cluster import ClusterError, on
from bleu_core.common.version import __version__
from bleu_core.datasets import DatasetPlan, count, here
from bleu_core.datasets.counting import FolderError
from tests.core.cluster import work
from tests.core.cluster.made_sets import FRAGMENTS, assert_is, written
from tests.core.cluster.processes import scheduler, worker
from tests.core.refusing import refused

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs SIGKILL")
slow = pytest.mark.slow
Made = tuple[DatasetPlan, Comparison]
CONFIG = BleuConfig()


def early(act: Callable[[], None]) -> Callable[[float], None]:
    """Progress that acts once, when the first fragment is done."""

    def progress(part: float) -> None:
        if part == 1 / FRAGMENTS:
            act()

    return progress


@slow
def test_its_workers_count_what_this_process_counts(made: Made, tmp_path: Path) -> None:
    plan, expected = made
    with scheduler() as (address, _), worker(address), worker(address), on(address) as cluster:
        assert count(plan, CONFIG, tmp_path, cluster) == []
    assert_is(plan, tmp_path, expected)


@slow
def test_where_all_workers_are_lost_that_is_told_and_another_goes_on(
    made: Made, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan, expected = made
    monkeypatch.setattr(mapping, "WORKER_TIMEOUT", 0.0)
    with scheduler() as (address, _):
        lost = refused("cluster.interrupted", error=ClusterError)
        with worker(address) as process, on(address) as cluster, lost:
            count(plan, CONFIG, tmp_path, cluster, early(process.kill))
        before = written(tmp_path)
        assert 0 < len(before) < FRAGMENTS
        monkeypatch.undo()
        with worker(address), on(address) as cluster:
            count(plan, CONFIG, tmp_path, cluster)
    assert_is(plan, tmp_path, expected)
    after = written(tmp_path)
    assert len(after) == FRAGMENTS
    assert {path: after[path] for path in before} == before


def test_where_there_is_no_cluster_that_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "CONNECT_TIMEOUT", 0.1)
    for address in ("tcp://127.0.0.1:1", "127.0.0.1:1", "nonsense://a", "tcp://"):
        with refused("cluster.unreachable", error=ClusterError) as told, on(address):
            pass
        assert told[0].values["address"] == address


def test_a_worker_of_another_version_does_not_work(monkeypatch: pytest.MonkeyPatch) -> None:
    call = cluster.sent(work.half, 4)
    assert pickle.loads(call) == 2
    monkeypatch.setattr(cluster, "__version__", "0.0.1")
    with refused("cluster.other_version", error=ClusterError) as told:
        pickle.loads(call)
    assert told[0].values["version"] == __version__
    assert told[0].values["reason"].endswith("0.0.1")


def test_a_folder_that_workers_do_not_share_is_told(made: Made, tmp_path: Path) -> None:
    plan, _ = made

    def elsewhere(function: Any, items: Sequence[Any]) -> Iterator[Any]:
        for item, found in here(function, items):
            plan.statistics_path(tmp_path, item, CONFIG).unlink()
            yield item, found

    with refused("dataset.folder_not_shared", error=FolderError):
        count(plan, CONFIG, tmp_path, elsewhere)
