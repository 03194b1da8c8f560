"""Work on a few threads: as many as a process may use."""

import threading

import pytest

from bleu_core.common import parallel


def test_as_many_threads_as_the_environment_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OMP_NUM_THREADS", raising=False)
    usual = parallel.threads_allowed()
    found = {}
    for said in ("1", "3", "", "0", "all", "2,4"):
        monkeypatch.setenv("OMP_NUM_THREADS", said)
        found[said] = parallel.threads_allowed()
    assert found == {"1": 1, "3": 3} | dict.fromkeys(("", "0", "all", "2,4"), usual)


def test_one_worker_is_no_thread_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parallel, "WORKERS", 1)
    own = threading.get_ident()
    found = list(parallel.in_order(lambda item: (item, threading.get_ident()), range(9)))
    assert found == [(item, own) for item in range(9)]
