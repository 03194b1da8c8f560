"""The door on real servers, asked by plain sockets: what `bleuscope` starts, and who is let in."""

from __future__ import annotations

import http.client
import os
import re
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from tests.places import ROOT
from tests.ports import free_port

PATIENCE = 120  # seconds that a loaded machine may take: a limit, which no test waits for
HOSTILE = ("secrets", "platformdirs", "streamlit", "click", "pages", "bleu_core", "tomllib")
SETTINGS = '[server]\naddress = "0.0.0.0"\nallowedHosts = ["*"]\n[theme]\nbase = "none"\n'


class Server:
    def __init__(self, process: subprocess.Popen[bytes], port: int, log: Path) -> None:
        self.process, self.port, self.log = process, port, log
        self.host = f"127.0.0.1:{port}"

    def ask(self, path: str = "/", method: str = "GET", **headers: str) -> tuple[int, str, str]:
        """Status, headers and body of the answer; names of headers are written with _."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        given = {"Host": self.host} | {k.replace("_", "-"): v for k, v in headers.items()}
        connection.request(method, path, headers=given)
        answer = connection.getresponse()
        body = answer.read().decode("utf-8", "replace")
        connection.close()
        return answer.status, str(answer.headers), body

    def shake_hands(self, **headers: str) -> int:
        """The status that a websocket is answered with: 101 is one that is open."""
        given = {
            "Host": self.host, "Connection": "Upgrade", "Upgrade": "websocket",
            "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==",
        } | headers  # fmt: skip
        lines = ["GET /_stcore/stream HTTP/1.1", *(f"{k}: {v}" for k, v in given.items())]
        with socket.create_connection(("127.0.0.1", self.port), PATIENCE) as line:
            line.sendall("\r\n".join([*lines, "", ""]).encode())
            return int(line.recv(12).split()[1])

    @property
    def token(self) -> str:
        found = re.search(r"token=(\S+)", self.log.read_text())
        assert found is not None
        return found[1]

    @property
    def cookie(self) -> str:
        found = re.search("set-cookie: ([^;]+);", self.ask(f"/?token={self.token}")[1])
        assert found is not None
        return found[1]


@contextmanager
def running(
    command: list[str], log: Path, port: int, folder: Path, **more: str
) -> Iterator[Server]:
    environment = {k: v for k, v in os.environ.items() if k != "BLEUSCOPE_TOKEN"} | more
    with log.open("wb") as out:
        process = subprocess.Popen(command, cwd=folder, env=environment, stdout=out, stderr=out)
    server = Server(process, port, log)
    try:
        deadline = time.monotonic() + PATIENCE
        while not _runs(server):
            if process.poll() is not None or time.monotonic() > deadline:
                pytest.fail(f"The server did not start:\n{log.read_text(errors='replace')}")
            time.sleep(0.1)
        yield server
    finally:
        process.terminate()
        process.wait(PATIENCE)


def _runs(server: Server) -> bool:
    with suppress(OSError, http.client.HTTPException):
        return server.ask("/_stcore/health")[0] == 200
    return False


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Path:
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


@pytest.fixture(scope="module")
def bleuscope(hostile: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """What the command starts there, as it is installed: a script, whose folder is its own."""
    folder = tmp_path_factory.mktemp("server")
    script = folder / "bleuscope"
    script.write_text("import sys\nfrom bleu_core.cli import main\nsys.exit(main())\n")
    port = free_port()
    command = [sys.executable, str(script), "--no-browser", "--port", str(port)]
    more = {"PYTHONPATH": str(ROOT), "BLEUSCOPE_HOME": "kept-here"}
    with running(command, folder / "log", port, hostile, **more) as server:
        deadline = time.monotonic() + PATIENCE
        while "Ctrl-C" not in server.log.read_text() and time.monotonic() < deadline:
            time.sleep(0.1)
        yield server


def test_nothing_of_the_current_folder_is_run_or_read(bleuscope: Server, hostile: Path) -> None:
    assert bleuscope.shake_hands(Cookie=bleuscope.cookie) == 101
    assert not (hostile / "it-ran").exists()
    assert bleuscope.ask(Host="evil.example")[0] == 403
    if sys.platform.startswith("linux"):
        # 127.0.0.2 is this machine too, for a server that listens to all addresses.
        with pytest.raises(OSError, match="refused"), socket.socket() as elsewhere:
            elsewhere.connect(("127.0.0.2", bleuscope.port))


def test_the_printed_address_lets_in_and_nothing_else_does(bleuscope: Server) -> None:
    said = bleuscope.log.read_text()
    assert f"BLEUscope is at http://{bleuscope.host}/?token={bleuscope.token}\n" in said
    for path in ("/", "/_stcore/metrics", "/_stcore/host-config", "/static/index.html"):
        assert bleuscope.ask(path)[0] == 403
        assert bleuscope.ask(path, Cookie=bleuscope.cookie)[0] == 200
    upload = "/_stcore/upload_file/session/file"
    assert "BLEUscope" in bleuscope.ask(upload, "PUT")[2]
    assert bleuscope.shake_hands() == 403
    assert bleuscope.shake_hands(Cookie=bleuscope.cookie, Origin=f"http://{bleuscope.host}") == 101
    # The server writes down nothing of whom it let in.
    assert bleuscope.log.read_text() == said


def test_the_app_trusts_no_foreign_site(bleuscope: Server) -> None:
    told = bleuscope.ask("/_stcore/host-config", Cookie=bleuscope.cookie)[2]
    assert '"allowedOrigins":[]' in told


def test_a_foreign_host_is_refused_everything(bleuscope: Server) -> None:
    for path in ("/", "/_stcore/health", "/_stcore/metrics"):
        assert bleuscope.ask(path, Host="evil.example", Cookie=bleuscope.cookie)[0] == 403


@pytest.mark.skipif(
    not sys.platform.startswith("linux") or os.geteuid() != 0, reason="only root may be another"
)
def test_another_account_of_the_machine_neither_gets_in_nor_learns_the_token(
    bleuscope: Server,
) -> None:
    """By the processes of the machine, and by asking, as every address here is 127.0.0.1."""
    from pwd import getpwnam

    script = f"""
        for process in /proc/[0-9]*; do tr '\\0' ' ' < $process/cmdline; echo; done 2>/dev/null
        for process in $({_family(bleuscope)}); do cat /proc/$process/environ; done
        exec 3<>/dev/tcp/127.0.0.1/{bleuscope.port}
        printf 'GET / HTTP/1.1\\r\\nHost: {bleuscope.host}\\r\\nConnection: close\\r\\n\\r\\n' >&3
        cat <&3
    """
    found = subprocess.run(
        ["bash", "-c", script], user="nobody", group=getpwnam("nobody").pw_gid, extra_groups=[],
        cwd="/", env={"PATH": os.environ["PATH"]}, capture_output=True, text=True, timeout=PATIENCE,
    )  # fmt: skip
    assert str(bleuscope.port) in found.stdout  # the server is among the processes that are seen
    assert bleuscope.token not in found.stdout
    assert found.stderr.count("Permission denied") == 2
    assert "HTTP/1.1 403" in found.stdout


def _family(server: Server) -> str:
    """A command that prints the command's process and its server's."""
    return f"echo {server.process.pid}; cat /proc/{server.process.pid}/task/*/children"


@pytest.fixture
def proxy(bleuscope: Server) -> Iterator[Server]:
    """A proxy or tunnel to it, on this machine, that makes all its visitors look local."""

    def hand_on(reader: socket.socket, writer: socket.socket) -> None:
        with suppress(OSError):
            while data := reader.recv(65536):
                writer.sendall(data)
            writer.shutdown(socket.SHUT_WR)

    def serve() -> None:
        with suppress(OSError):  # the end, when the test closes the door
            while True:
                visitor, _ = door.accept()
                request = visitor.recv(65536).decode()
                own = re.sub("(?im)^host: .*$", f"Host: {bleuscope.host}\r", request)
                own = re.sub("(?im)^origin: .*$", f"Origin: http://{bleuscope.host}\r", own)
                server = socket.create_connection(("127.0.0.1", bleuscope.port))
                server.sendall(own.encode())
                for pair in ((visitor, server), (server, visitor)):
                    threading.Thread(target=hand_on, args=pair, daemon=True).start()

    with socket.create_server(("127.0.0.1", 0)) as door:
        threading.Thread(target=serve, daemon=True).start()
        yield Server(bleuscope.process, door.getsockname()[1], bleuscope.log)


def test_a_proxy_that_makes_its_visitors_local_lets_in_only_who_holds_the_token(
    bleuscope: Server, proxy: Server
) -> None:
    foreign = {"Host": "tunnel.example", "Origin": "https://tunnel.example"}
    assert proxy.ask(**foreign)[0] == 403
    assert proxy.shake_hands(**foreign) == 403
    assert proxy.ask("/_stcore/upload_file/session/file", "PUT", **foreign)[0] == 403
    assert proxy.shake_hands(Cookie=bleuscope.cookie, **foreign) == 101
    # A tunnel that changes nothing is told by the name that it is called by.
    assert bleuscope.ask(Cookie=bleuscope.cookie, **foreign)[0] == 403
    assert bleuscope.shake_hands(Cookie=bleuscope.cookie, **foreign) == 403


@pytest.fixture
def checkip() -> Iterator[socket.socket]:
    """Where all that a server asks of other machines would arrive."""
    with socket.create_server(("127.0.0.1", 0)) as proxy:
        proxy.setblocking(False)
        yield proxy


def test_a_foreign_origin_makes_the_server_ask_nobody(
    checkip: socket.socket, tmp_path: Path
) -> None:
    """Streamlit, of an Origin that it does not know, asks a foreign server for its own address."""
    port = free_port()
    command = [sys.executable, "-m", "streamlit", "run", "app.py", "--server.headless", "true"]
    proxy = f"http://127.0.0.1:{checkip.getsockname()[1]}"
    readme = (ROOT / "README.md").read_text("utf-8")
    told = re.search('export (STREAMLIT_SERVER_ALLOWED_HOSTS)="(.*)"', readme)
    assert told is not None
    more = {told[1]: told[2]}
    more |= dict.fromkeys(("http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY"), proxy)
    more |= {"STREAMLIT_SERVER_PORT": str(port), "no_proxy": "127.0.0.1"}
    with running(command, tmp_path / "log", port, ROOT, **more) as server:
        name, origin = "bleu.example.org", "https://bleu.example.org"
        assert server.shake_hands(Origin="http://evil.example") == 403
        assert server.shake_hands(Origin="null") == 403
        assert server.shake_hands(Host="evil.example", Origin="http://evil.example") == 403
        with pytest.raises(BlockingIOError):
            checkip.accept()
        # A proxy with a login, that hands on both, or that puts its own Host.
        assert server.shake_hands(Host=name, Origin=origin) == 101
        assert server.shake_hands(Origin=origin) == 101
        with pytest.raises(BlockingIOError):
            checkip.accept()
