"""What stands on the work of processes: the second pass, what is told of faults, the command."""

from __future__ import annotations

import os
import shutil
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from bleu_core import Comparison
from bleu_core.cli import main
from bleu_core.cluster import faults, on
from bleu_core.datasets import Map, Plan, here, run, surveyed
from bleu_core.datasets.ngram_pass import COUNTED, find_ngrams
from bleu_core.ngrams import evidence
from bleu_core.rounding import rounded
from tests.core.cluster import made_sets, work

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="as the others")
Made = tuple[Plan, Comparison]


@pytest.fixture(scope="module")
def local() -> Iterator[Map]:
    with on("local", 2) as found:
        yield found


def test_segments_are_looked_through_as_one_process_does(
    made: Made, local: Map, tmp_path: Path
) -> None:
    plan, expected = made
    one, two = (run(plan, tmp_path / name, here)[0] for name in ("one", "two"))
    assert one is not None
    assert two is not None
    alone, found = surveyed(one), surveyed(two, local)
    deltas = rounded(expected.sentence_deltas)
    assert (found.better, found.worse) == ((deltas > 0).sum(), (deltas < 0).sum())
    assert (found.gains, found.losses) == (alone.gains, alone.losses)
    assert found.histogram.tolist() == alone.histogram.tolist()
    assert found.spread.bins == alone.spread.bins


def test_ngrams_are_counted_as_one_process_does_also_where_a_worker_is_killed(
    made: Made, local: Map, tmp_path: Path
) -> None:
    plan, expected = made
    one, two = (run(plan, tmp_path / name, here)[0] for name in ("one", "two"))
    assert one is not None
    assert two is not None
    [(_, process)] = local(work.own_id, [0])
    assert isinstance(process, int)

    def kill(part: float) -> None:
        if part == COUNTED / made_sets.FRAGMENTS:
            os.kill(process, signal.SIGKILL)

    alone, found = find_ngrams(one), find_ngrams(two, local, kill)
    assert not psutil.pid_exists(process)
    assert found.rows.equals(alone.rows)
    assert found.bound == 0
    counts = evidence(expected, expected.ledger.per_match, min_count=1).counts
    gained = (counts.matches_b - counts.matches_a)[counts.wins > 0]
    assert sorted(found.rows["gained"].to_pylist()) == sorted(gained.tolist())


def test_what_is_damaged_is_told_in_the_same_sentence(
    made: Made, local: Map, tmp_path: Path
) -> None:
    whole, _ = made
    shutil.copytree(Path(whole.fragments[0].path).parent, tmp_path / "set")
    spoiled = tmp_path / "set" / "2.parquet"
    data = bytearray(spoiled.read_bytes())
    data[100:2_000] = bytes(1_900)
    spoiled.write_bytes(data)
    plan = made_sets.plan_of(tmp_path / "set")
    alone, bad_alone = run(plan, tmp_path / "one", here)
    found, bad = run(plan, tmp_path / "two", local)
    assert alone is not None
    assert found is not None
    assert [one.fragment.path for one in bad] == [str(spoiled)]
    assert bad == bad_alone
    assert found.delta == alone.delta
    assert len(made_sets.written(tmp_path / "two")) == made_sets.FRAGMENTS - 1


def test_the_command_says_that_there_is_no_cluster(
    made: Made,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(faults, "PATIENCE", 0.5)
    data = str(Path(made[0].fragments[0].path).parent)
    columns = ["--a", "one", "--b", "two", "--ref", "ref"]
    where = ["--cluster", "tcp://127.0.0.1:1", "--statistics", str(tmp_path)]
    assert main(["compare", "--data", data, *columns, *where]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert "There is no cluster at tcp://127.0.0.1:1: " in printed.err
