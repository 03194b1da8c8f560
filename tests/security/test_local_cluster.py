"""A cluster of processes on this machine: whoever can speak to it can run anything in it."""

import os
import socket
import stat
from contextlib import nullcontext
from typing import Any

import psutil
import pytest

from bleu_core import cluster
from bleu_core.cluster import on
from tests.core.cluster import work

slow = pytest.mark.slow


def test_it_hears_this_machine_alone_and_who_shows_its_certificate(monkeypatch) -> None:
    asked: dict[str, Any] = {}

    def made(**given: Any) -> nullcontext[str]:
        asked.update(given, path=os.environ.get("PYTHONSAFEPATH"))
        return nullcontext("cluster")

    monkeypatch.setattr("distributed.LocalCluster", made)
    with cluster.processes(3):
        pass
    assert (asked["host"], asked["n_workers"], asked["path"]) == ("127.0.0.1", 3, "1")
    assert asked["dashboard_address"].startswith("127.0.0.1:")
    assert asked["security"].require_encryption


@slow
def test_nobody_else_reaches_the_cluster() -> None:
    from distributed import Client, Security

    before = addresses_heard()
    with on("local", 1):
        heard = addresses_heard() - before
        assert len(heard) >= 3  # scheduler, nanny, worker
        assert {address.ip for address in heard} == {"127.0.0.1"}
        stranger = Security.temporary()
        for _, port in heard:
            assert answer_of_a_page(port) in ("404", "none")
            if answer_of_a_page(port) == "none":
                for protocol, security in [("tcp", None), ("tls", stranger)]:
                    address = f"{protocol}://127.0.0.1:{port}"
                    with pytest.raises(OSError, match=r"closed|certificate"):
                        Client(address, security=security, timeout=20)


def addresses_heard() -> set[Any]:
    """Where this process and those that it has started listen."""
    own = psutil.Process()
    family = [own, *own.children(recursive=True)]
    return {c.laddr for p in family for c in p.net_connections() if c.status == psutil.CONN_LISTEN}


def answer_of_a_page(port: int) -> str:
    """The status with which a server answers a browser; "none" if that is not its language."""
    with socket.create_connection(("127.0.0.1", port)) as plain:
        plain.sendall(b"GET /info/main/workers.html HTTP/1.0\r\n\r\n")
        try:
            said = plain.recv(100).decode("latin-1").split()
        except ConnectionError:
            return "none"
    return said[1] if said else "none"


@slow
def test_its_files_are_for_its_owner_alone(monkeypatch, tmp_path) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    with on("local", 1):
        made = {path: stat.S_IMODE(path.stat().st_mode) for path in tmp_path.iterdir()}
    assert set(made.values()) == {0o700}, made
    assert not list(tmp_path.glob("bleuscope-*"))


@slow
def test_what_lies_in_the_folder_is_not_run(monkeypatch, tmp_path) -> None:
    for name in ("multiprocessing", "distributed", "bleu_core", "signal", "random"):
        (tmp_path / f"{name}.py").write_text(f"open({str(tmp_path / 'ran')!r}, 'w')", "utf-8")
    monkeypatch.chdir(tmp_path)
    with on("local", 1) as found:
        [(_, process)] = found(work.own_id, [0])
    assert process != os.getpid()
    assert not (tmp_path / "ran").exists()
