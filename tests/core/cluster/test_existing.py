"""A cluster that somebody else runs: it may go away, and it may not be as this machine is."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from bleu_core import Comparison
from bleu_core.cluster import ClusterError, faults, mapping, on
from bleu_core.datasets import Plan, here, run
from bleu_core.datasets.writing import FolderError
from bleu_core.streams import InputError
from bleu_core.version import __version__
from tests.core.cluster import work
from tests.core.cluster.made_sets import FRAGMENTS, assert_is, written
from tests.core.cluster.processes import scheduler, worker

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs SIGKILL")
Made = tuple[Plan, Comparison]


def early(act: Callable[[], None]) -> Callable[[float], None]:
    """Progress that acts once, when the first fragment is done."""

    def progress(part: float) -> None:
        if part == 1 / FRAGMENTS:
            act()

    return progress


def test_its_workers_count_what_this_process_counts(made: Made, tmp_path: Path) -> None:
    plan, expected = made
    with scheduler() as (address, _), worker(address), worker(address), on(address) as cluster:
        job, bad = run(plan, tmp_path, cluster)
    assert_is(job, expected)
    assert not bad


def test_where_all_workers_are_lost_that_is_told_and_another_goes_on(
    made: Made, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan, expected = made
    monkeypatch.setattr(mapping, "PATIENCE", 0.0)
    with scheduler() as (address, _):
        with (
            worker(address) as process,
            on(address) as cluster,
            pytest.raises(ClusterError, match="has had no worker for a minute"),
        ):
            run(plan, tmp_path, cluster, early(process.kill))
        before = written(tmp_path)
        assert 0 < len(before) < FRAGMENTS
        monkeypatch.undo()
        with worker(address), on(address) as cluster:
            assert_is(run(plan, tmp_path, cluster)[0], expected)
    after = written(tmp_path)
    assert len(after) == FRAGMENTS
    assert {path: after[path] for path in before} == before


def test_where_the_scheduler_goes_away_that_is_told_and_the_work_goes_on_elsewhere(
    made: Made, tmp_path: Path
) -> None:
    plan, expected = made
    with (
        scheduler() as (address, process),
        worker(address),
        on(address) as cluster,
        pytest.raises(ClusterError, match=r"connection to the cluster is lost.*goes on"),
    ):
        run(plan, tmp_path, cluster, early(process.kill))
    before = written(tmp_path)
    assert before
    assert_is(run(plan, tmp_path, here)[0], expected)
    after = written(tmp_path)
    assert {path: after[path] for path in before} == before


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:1", "127.0.0.1:1", "nonsense://a", "tcp://"])
def test_where_there_is_no_cluster_that_is_told(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(faults, "PATIENCE", 0.5)
    with (
        pytest.raises(ClusterError, match=f"^There is no cluster at {re.escape(address)}: "),
        on(address),
    ):
        pass


def other_version(folder: Path) -> None:
    """A package that is ours in all but its version."""
    package = folder / "bleu_core"
    package.mkdir(parents=True)
    ours = Path(work.__file__).parents[3] / "bleu_core"
    initial = (ours / "__init__.py").read_text("utf-8")
    (package / "__init__.py").write_text(f"__path__.append({str(ours)!r})\n{initial}", "utf-8")
    (package / "version.py").write_text('__version__ = "0.0.1"\n', "utf-8")


def no_package(folder: Path) -> None:
    """In the place of ours, nothing."""
    folder.mkdir()
    text = "raise ModuleNotFoundError(\"No module named 'bleu_core'\")\n"
    (folder / "bleu_core.py").write_text(text, "utf-8")


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (other_version, f"has BLEUscope 0.0.1, and this is {re.escape(__version__)}: all must"),
        (no_package, r"need bleuscope .* installed.*No module named 'bleu_core'"),
    ],
)
def test_a_worker_that_is_not_as_we_are_is_told_and_lives_on(
    make: Callable[[Path], None], says: str, tmp_path: Path
) -> None:
    make(tmp_path / "first")
    with (
        scheduler() as (address, _),
        worker(address, tmp_path / "first") as process,
        on(address) as cluster,
    ):
        with pytest.raises(ClusterError, match=says):
            list(cluster(work.half, [1, 2]))
        assert process.poll() is None


def test_a_scheduler_needs_nothing_of_us(tmp_path: Path) -> None:
    no_package(tmp_path / "first")
    with (
        scheduler(tmp_path / "first") as (address, _),
        worker(address),
        on(address) as cluster,
    ):
        found = dict(cluster(work.half, [1, 2, 3]))
        assert isinstance(found.pop(3), InputError)
        assert found == {1: 0.5, 2: 1}


def test_a_folder_that_workers_do_not_share_is_told(made: Made, tmp_path: Path) -> None:
    plan, _ = made

    def elsewhere(function: Any, items: Sequence[Any]) -> Iterator[Any]:
        for item, found in here(function, items):
            plan.statistics_path(tmp_path, item).unlink()
            yield item, found

    with pytest.raises(FolderError, match="share: --statistics FOLDER"):
        run(plan, tmp_path, elsewhere)
