"""The command is stopped: no process of it is left, and it goes on where it was."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psutil
import pytest

from bleu_core import BleuConfig, Comparison
from bleu_core.datasets import DatasetPlan
from bleu_core.messages import dataset
from tests.core.cluster.made_sets import FRAGMENTS, written
from tests.places import ROOT

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform == "win32", reason="needs SIGKILL and named pipes"),
]
Made = tuple[DatasetPlan, Comparison]


@contextmanager
def at_the_last_fragment(plan: DatasetPlan, folder: Path) -> Iterator[subprocess.Popen[str]]:
    """The command, in a group of its own as a shell starts it, when it has but one thing to do.

    That comes to no end: in the place of its statistics there is a pipe into which nobody writes.
    """
    pipe = plan.statistics_path(folder, plan.fragments[-1], BleuConfig())
    pipe.parent.mkdir(parents=True)
    os.mkfifo(pipe)
    process = subprocess.Popen(
        command(plan, folder), cwd=ROOT, start_new_session=True, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    try:
        while len(written(folder)) < FRAGMENTS - 1:
            assert process.poll() is None, process.communicate()
            time.sleep(0.02)
        yield process
    finally:
        process.kill()
        process.communicate()
        pipe.unlink()


def command(plan: DatasetPlan, folder: Path) -> list[str]:
    data = str(Path(plan.fragments[0].path).parent)
    return [
        *[sys.executable, "-m", "bleu_core.cli", "data", data, "--a", "one", "--b", "two"],
        *["--ref", "ref", "--cluster", "local", "--workers", "2", "--out", str(folder)],
    ]


def compared(folder: Path) -> Any:
    words = ["compare", "--data", str(folder), "--trials", "0", "--accept-findings"]
    words = [sys.executable, "-m", "bleu_core.cli", *words, "--format", "json"]
    return json.loads(subprocess.check_output(words, cwd=ROOT, text=True))


def family_of(process: subprocess.Popen[str]) -> list[psutil.Process]:
    return psutil.Process(process.pid).children(recursive=True)


def is_stopped(process: subprocess.Popen[str]) -> None:
    printed, said = process.communicate()
    assert (process.returncode, printed) == (130, "")
    assert dataset.interrupted("Stopped.") in said
    assert "Traceback" not in said


def test_ctrl_c_ends_all_processes_without_noise_and_the_command_goes_on(
    made: Made, tmp_path: Path
) -> None:
    plan, expected = made
    with at_the_last_fragment(plan, tmp_path) as process:
        family = family_of(process)
        assert len(family) >= 2
        before = written(tmp_path)
        os.killpg(process.pid, signal.SIGINT)
        is_stopped(process)
    psutil.wait_procs(family)
    assert written(tmp_path) == before
    subprocess.run(command(plan, tmp_path), cwd=ROOT, check=True)
    assert compared(tmp_path)["delta"] == expected.delta
    after = written(tmp_path)
    assert len(after) == FRAGMENTS
    assert {path: after[path] for path in before} == before


def test_where_the_command_is_killed_its_workers_end_too(made: Made, tmp_path: Path) -> None:
    plan, _ = made
    with at_the_last_fragment(plan, tmp_path) as process:
        family = family_of(process)
        process.kill()
        psutil.wait_procs(family)
