"""As many threads as a process may use, and no sort that is slow on a processor."""

import threading
from pathlib import Path

import pytest

from bleu_core.cli import CPU_VARIABLE, choose_instructions
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


ABOUT = "processor\t: 0\nvendor_id\t: {}\ncpu family\t: {}\nmodel\t\t: 17\nflags\t\t: fpu sse2 {}\n"


def test_only_zen_4_is_spared(tmp_path: Path) -> None:
    about = tmp_path / "cpuinfo"
    processors = {
        ("AuthenticAMD", 25, "avx2 avx512f"): True,
        ("AuthenticAMD", 25, "avx2"): False,  # Zen 3
        ("AuthenticAMD", 26, "avx2 avx512f"): False,  # Zen 5
        ("GenuineIntel", 6, "avx2 avx512f"): False,
    }
    for processor, spared in processors.items():
        about.write_text(ABOUT.format(*processor))
        environment: dict[str, str] = {}
        choose_instructions(environment, about)
        assert (CPU_VARIABLE in environment) == spared
        chosen = {CPU_VARIABLE: ""}
        choose_instructions(chosen, about)
        assert chosen == {CPU_VARIABLE: ""}
    environment = {}
    choose_instructions(environment, tmp_path / "none")
    assert not environment
