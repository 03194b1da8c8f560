"""Servers of this checkout as processes of their own, and those that tests share."""

import http.client
import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from tests.places import ROOT
from tests.ports import free_port

PATIENCE = 120  # seconds that a loaded machine may take: a limit, which no test waits for


def with_host(host: str, headers: Mapping[str, str]) -> dict[str, str]:
    """Headers whose names are written with _ for -."""
    return {"Host": host} | {name.replace("_", "-"): one for name, one in headers.items()}


def shaken(line: socket.socket, host: str, headers: Mapping[str, str]) -> int:
    """The status that a websocket is answered with on a connection."""
    given = with_host(host, {
        "Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==", **headers,
    })  # fmt: skip
    lines = ["GET /_stcore/stream HTTP/1.1", *(f"{k}: {v}" for k, v in given.items())]
    line.sendall("\r\n".join([*lines, "", ""]).encode())
    return int(line.recv(12).split()[1])


class Server:
    """A server that runs, to be asked by plain sockets."""

    process: subprocess.Popen[bytes]

    def __init__(self, port: int, log: Path) -> None:
        self.port, self.log = port, log
        self.host = f"127.0.0.1:{port}"
        self.url = f"http://{self.host}"

    def ask(self, path: str = "/", method: str = "GET", **headers: str) -> tuple[int, str, str]:
        """Status, headers and body of the answer; names of headers are written with _."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        connection.request(method, path, headers=with_host(self.host, headers))
        answer = connection.getresponse()
        body = answer.read().decode("utf-8", "replace")
        connection.close()
        return answer.status, str(answer.headers), body

    def shake_hands(self, **headers: str) -> int:
        """The status that a websocket is answered with: 101 is one that is open."""
        with socket.create_connection(("127.0.0.1", self.port), PATIENCE) as line:
            return shaken(line, self.host, headers)

    def printed(self, what: str) -> str:
        """What the first group of a pattern matches in the log, once it is there."""
        deadline = time.monotonic() + PATIENCE
        while not (found := re.search(what, self.log.read_text("utf-8", "replace"))):
            assert time.monotonic() < deadline, self.log.read_text("utf-8", "replace")
            time.sleep(0.1)
        return found[1]

    def come_in(self, query: str) -> str:
        """The cookie of who opens the address with what lets in."""
        found = re.search("set-cookie: ([^;]+);", self.ask(f"/?{query}")[1])
        assert found is not None
        return found[1]

    # As `bleuscope` and `bleuscope class` print them.

    @property
    def token(self) -> str:
        return self.printed(r"token=(\S+)")

    @property
    def students_token(self) -> str:
        return self.printed(r"For the class: \S+token=(\w+)")

    @property
    def teachers_token(self) -> str:
        return self.printed(r"For you, the teacher, only: \S+token=(\S+)\n")


@contextmanager
def started(
    command: list[str], log: Path, is_ready: Callable[[], bool], **more: Any
) -> Iterator[subprocess.Popen[bytes]]:
    """A process, once it is ready, that is ended at the end of the block."""
    with log.open("wb") as out:
        process = subprocess.Popen(command, stdout=out, stderr=out, **more)
    try:
        deadline = time.monotonic() + PATIENCE
        while not is_ready():
            if process.poll() is not None or time.monotonic() > deadline:
                pytest.fail(f"It did not start:\n{log.read_text(errors='replace')}")
            time.sleep(0.05)
        yield process
    finally:
        process.terminate()
        process.wait(PATIENCE)


@contextmanager
def running(
    command: list[str], log: Path, port: int, folder: Path = ROOT, **more: str
) -> Iterator[Server]:
    """A new process that serves at a port, once it is healthy; a test may stop or kill it."""
    environment = {k: v for k, v in os.environ.items() if k != "BLEUSCOPE_TOKEN"} | more
    server = Server(port, log)

    def is_healthy() -> bool:
        with suppress(OSError, http.client.HTTPException):
            return server.ask("/_stcore/health")[0] == 200
        return False

    with started(command, log, is_healthy, cwd=folder, env=environment) as server.process:
        yield server


@contextmanager
def running_process(
    log: Path, port: int, start: tuple[str, str] = ("-m", "streamlit"), **environment: str
) -> Iterator[subprocess.Popen[bytes]]:
    command = [sys.executable, *start, "run", "app.py"]
    command += ["--server.port", str(port), "--server.headless", "true"]
    with running(command, log, port, **environment) as server:
        yield server.process


@contextmanager
def running_server(
    log: Path, start: tuple[str, str] = ("-m", "streamlit"), **environment: str
) -> Iterator[str]:
    port = free_port()
    with running_process(log, port, start, **environment):
        yield f"http://127.0.0.1:{port}"


# The fixtures are those of tests/conftest.py, so that each runs once in a worker.


@pytest.fixture(scope="session")
def keeping_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Path]]:
    """The address of a server that keeps things, and the link to the folder where it does."""
    folder = tmp_path_factory.mktemp("keeping")
    link = folder / "home"
    with running_server(folder / "log.txt", BLEUSCOPE_HOME=str(link)) as url:
        yield url, link


HOSTILE = ("secrets", "platformdirs", "streamlit", "click", "pages", "bleu_core", "tomllib")
SETTINGS = '[server]\naddress = "0.0.0.0"\nallowedHosts = ["*"]\n[theme]\nbase = "none"\n'


@pytest.fixture(scope="session")
def hostile_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder, as an archive of test data unpacks to, that wants to be run."""
    folder = tmp_path_factory.mktemp("hostile")
    for name in HOSTILE:
        code = f"open({str(folder / 'it-ran')!r}, 'a').write({name!r})\n"
        (folder / f"{name}.py").write_text(code)
    (folder / "app.py").write_text(code)
    (folder / ".streamlit").mkdir()
    (folder / ".streamlit" / "config.toml").write_text(SETTINGS)
    (folder / ".streamlit" / "secrets.toml").write_text("= this is none")
    return folder


@pytest.fixture(scope="session")
def bleuscope(hostile_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """What the command starts there, as it is installed: a script, whose folder is its own."""
    folder = tmp_path_factory.mktemp("server")
    script = folder / "bleuscope"
    script.write_text("import sys\nfrom bleu_core.cli import main\nsys.exit(main())\n")
    port = free_port()
    command = [sys.executable, str(script), "--no-browser", "--port", str(port)]
    more = {"PYTHONPATH": str(ROOT), "BLEUSCOPE_HOME": "kept-here"}
    with running(command, folder / "log", port, hostile_folder, **more) as server:
        server.printed("(Ctrl-C)")
        yield server
