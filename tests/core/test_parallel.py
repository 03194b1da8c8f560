"""Work on a few threads: as many as a process may use."""

from __future__ import annotations

import os
import subprocess
import sys
import threading

import pytest

from bleu_core import parallel


@pytest.mark.parametrize("said", ["1", "3"])
def test_as_many_threads_as_the_environment_says(said: str) -> None:
    code = "from bleu_core.parallel import WORKERS; print(WORKERS)"
    environment = os.environ | {"OMP_NUM_THREADS": said}
    printed = subprocess.check_output([sys.executable, "-c", code], env=environment, text=True)
    assert printed == f"{said}\n"


@pytest.mark.parametrize("said", ["", "0", "all", "2,4"])
def test_what_says_no_number_is_as_if_not_said(said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OMP_NUM_THREADS", said)
    with_it = parallel.threads_allowed()
    monkeypatch.delenv("OMP_NUM_THREADS")
    assert with_it == parallel.threads_allowed()


def test_one_worker_is_no_thread_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parallel, "WORKERS", 1)
    own = threading.get_ident()
    found = list(parallel.in_order(lambda item: (item, threading.get_ident()), range(9)))
    assert found == [(item, own) for item in range(9)]
