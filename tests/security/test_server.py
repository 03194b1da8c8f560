"""The door on real servers, asked by plain sockets: what `bleuscope` starts, and who is let in."""

import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator

import pytest

from tests.places import ROOT
from tests.ports import free_port
from tests.servers import PATIENCE, Server, running


@pytest.fixture
def cookie(bleuscope) -> str:
    return bleuscope.come_in(f"token={bleuscope.token}")


def test_nothing_of_the_current_folder_is_run_or_read(bleuscope, cookie, hostile_folder) -> None:
    assert bleuscope.shake_hands(Cookie=cookie) == 101
    assert not (hostile_folder / "it-ran").exists()
    for path in ("/", "/_stcore/health", "/_stcore/metrics"):
        assert bleuscope.ask(path, Host="evil.example", Cookie=cookie)[0] == 403
    if sys.platform.startswith("linux"):
        # 127.0.0.2 is this machine too, for a server that listens to all addresses.
        with pytest.raises(OSError, match="refused"), socket.socket() as elsewhere:
            elsewhere.connect(("127.0.0.2", bleuscope.port))


def test_the_printed_address_lets_in_and_nothing_else_does(bleuscope, cookie) -> None:
    said = bleuscope.log.read_text()
    assert f"{bleuscope.url}/?token={bleuscope.token}\n" in said
    for path in ("/", "/_stcore/metrics", "/_stcore/host-config", "/static/index.html"):
        assert bleuscope.ask(path)[0] == 403
        assert bleuscope.ask(path, Cookie=cookie)[0] == 200
    told = bleuscope.ask("/_stcore/host-config", Cookie=cookie)[2]
    assert '"allowedOrigins":[]' in told  # it trusts no foreign site
    _, headers, _ = bleuscope.ask("/_stcore/upload_file/session/file", "PUT")
    assert "bleuscope-code: door.no_token" in headers
    assert bleuscope.shake_hands() == 403
    assert bleuscope.shake_hands(Cookie=cookie, Origin=bleuscope.url) == 101
    # A tunnel that changes nothing is told by the name that it is called by.
    foreign = {"Host": "tunnel.example", "Origin": "https://tunnel.example"}
    assert bleuscope.ask(Cookie=cookie, **foreign)[0] == 403
    assert bleuscope.shake_hands(Cookie=cookie, **foreign) == 403
    # The server writes down nothing of whom it let in.
    assert bleuscope.log.read_text() == said


@pytest.mark.skipif(
    not sys.platform.startswith("linux") or os.geteuid() != 0, reason="only root may be another"
)
def test_another_account_of_the_machine_neither_gets_in_nor_learns_the_token(bleuscope) -> None:
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


@pytest.mark.skipif(sys.platform == "win32", reason="signals of Unix")
def test_a_server_ends_with_its_command_even_if_that_is_killed(tmp_path) -> None:
    port = free_port()
    command = [sys.executable, "-m", "bleu_core.cli", "--no-browser", "--port", str(port)]
    with running(command, tmp_path / "log", port, ROOT, BLEUSCOPE_HOME="off") as server:
        server.process.kill()
        deadline = time.monotonic() + PATIENCE
        while _answers(server):
            assert time.monotonic() < deadline
            time.sleep(0.1)


def _answers(server: Server) -> bool:
    try:
        server.ask()
    except OSError:
        return False
    return True


@pytest.fixture
def checkip() -> Iterator[socket.socket]:
    """Where all that a server asks of other machines would arrive."""
    with socket.create_server(("127.0.0.1", 0)) as proxy:
        proxy.setblocking(False)
        yield proxy


@pytest.mark.slow
def test_a_foreign_origin_makes_the_server_ask_nobody(checkip, tmp_path) -> None:
    """Streamlit, of an Origin that it does not know, asks a foreign server for its own address."""
    port = free_port()
    command = [sys.executable, "-m", "streamlit", "run", "app.py", "--server.headless", "true"]
    proxy = f"http://127.0.0.1:{checkip.getsockname()[1]}"
    guide = (ROOT / "docs" / "how-to" / "share.md").read_text("utf-8")
    told = re.search('export (STREAMLIT_SERVER_ALLOWED_HOSTS)="(.*)"', guide)
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
        # A proxy that hands on both, or that puts its own Host.
        assert server.shake_hands(Host=name, Origin=origin) == 101
        assert server.shake_hands(Origin=origin) == 101
        with pytest.raises(BlockingIOError):
            checkip.accept()
