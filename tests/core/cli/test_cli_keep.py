"""`compare --keep` and `--open`: what is kept, and what is said where it cannot be."""

import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from html import unescape
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from types import SimpleNamespace
from urllib.parse import SplitResult, parse_qs, urlsplit

import pytest

from bleu_core import BleuConfig, EvalSet, workspace
from bleu_core.cli import app
from bleu_core.cli.errors import BadInput
from bleu_core.messages import codes
from bleu_core.messages import workspace as messages
from bleu_core.workspace import Workspace, WorkspaceError
from tests.command import Command, write
from tests.places import ROOT

REFERENCE = [f"the cat number {i} sat on the mat in the house of my aunt" for i in range(40)]
OUTPUTS = {
    "baseline": [line.replace("aunt", "uncle") for line in REFERENCE],
    "monday": [line.rsplit(" ", 4)[0] for line in REFERENCE],
    "tuesday": [line.replace("mat", "rug") for line in REFERENCE],
}
COMPARED = {name: OUTPUTS[name] for name in ("baseline", "monday")}
COMPARE = ("compare", *COMPARED, "--ref", "ref", "--trials", "100")


@pytest.fixture
def space(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Workspace:
    write(tmp_path, {"ref": REFERENCE, **OUTPUTS})
    monkeypatch.setenv("BLEUSCOPE_HOME", str(tmp_path / "home"))
    return Workspace(tmp_path / "home")


def test_what_is_kept_is_what_was_compared(space: Workspace, run: Command) -> None:
    assert run(*COMPARE)[0] == 0
    assert not space.folder.exists()  # nothing unless asked for
    # A name may be bytes that are no text; a regression is kept too.
    options = ("--tokenize", "char", "--weights", "0.4,0.3,0.2,0.1", "--fail-under", "-0.5")
    code, _, err = run(*COMPARE, "--keep", *options, "--name-b", os.fsdecode(b"n\xe9"))
    (kept,) = workspace.recent_comparisons(space)
    assert (code, kept.systems) == (1, ("baseline", "n\ufffd"))
    assert kept.config == BleuConfig(tokenize="char", weights=(0.4, 0.3, 0.2, 0.1))
    columns = workspace.load_comparison(space, kept.digest).systems.values()
    assert [column.to_pylist() for column in columns] == [*COMPARED.values()]
    assert str(space.folder) in err
    assert f"/?data={kept.digest}&tok=char&weights=0.4%2C0.3%2C0.2%2C0.1" in err


@pytest.mark.usefixtures("space")
def test_where_nothing_can_be_kept_it_is_said_before_the_work(
    run: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Neither files are read nor a server is started.
    monkeypatch.setattr("bleu_core.readers.read_comparison", None)
    monkeypatch.setattr("bleu_core.cli.app.open_app", None)
    for gate in (["--fail-under", "0"], ["--fail-if-significant"]):
        assert codes(run.refused(*COMPARE, "--open", *gate)) == ["option.not_with"]
    for home, code in (("off", "option.workspace_off"), ("ref", "workspace.unusable")):
        monkeypatch.setenv("BLEUSCOPE_HOME", home)  # "ref" is a file
        for option in ("--keep", "--open"):
            assert codes(run.refused(*COMPARE, option, "--report", "report.md")) == [code]
    assert not Path("report.md").exists()


def test_a_disk_that_fills_up_meanwhile_loses_no_result(
    space: Workspace, run: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    full = messages.disk_full("kept.sqlite", "ENOSPC")

    def fails(*_: object) -> None:
        raise WorkspaceError(full)

    printed = run(*COMPARE)[1]
    monkeypatch.setattr("bleu_core.workspace.save_comparison", fails)
    assert run(*COMPARE, "--keep") == (2, printed, f"{full}\n")


def test_open_keeps_it_and_leads_a_browser_there(
    space: Workspace, run: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = []

    @contextmanager
    def running(environment: dict[str, str], port: int | None) -> Iterator[object]:
        assert environment["BLEUSCOPE_HOME"] == str(space.folder)
        seen.append(environment["BLEUSCOPE_TOKEN"])
        yield SimpleNamespace(wait=lambda: 0), 8599

    def shown(address: str) -> bool:
        seen.append(led_to(address))
        return True

    monkeypatch.setattr(app, "running", running)
    monkeypatch.setattr(app, "end_by_signals", lambda: None)
    monkeypatch.setattr(app, "_has_screen", lambda: True)
    monkeypatch.setattr("webbrowser.open", shown)
    monkeypatch.setenv("HOME", str(space.folder.parent))
    code, _, err = run(*COMPARE, "--open", "--tokenize", "char")
    token, url = seen
    assert (code, url.geturl() in err) == (0, True)
    assert (url.netloc, parse_qs(url.query)) == ("127.0.0.1:8599", query_of(token))
    assert not [*space.folder.parent.glob("bleuscope-*")]  # the page that led there
    # Where nobody can see a browser, none is asked for.
    monkeypatch.setattr(app, "_has_screen", lambda: False)
    assert app.open_app(None, True) == 0
    assert len(seen) == 3


def query_of(token: str) -> dict[str, list[str]]:
    digest = EvalSet(systems=COMPARED, references=[REFERENCE]).digest
    return {"token": [token], "data": [digest], "tok": ["char"]}


def led_to(address: str) -> SplitResult:
    """Where the page at an address leads, which its owner alone can read."""
    page = Path(urlsplit(address).path)
    assert (page.stat().st_mode & 0o777, page.parent.stat().st_mode & 0o777) == (0o600, 0o700)
    return urlsplit(unescape(page.read_text().split("url=")[1].split('"')[0]))


@pytest.mark.usefixtures("first_port")
def test_a_port_that_is_taken_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    first = app.free_port()
    with socket.create_server((app.HOST, first)):
        assert app.free_port() > first
        monkeypatch.setattr(app, "PORTS", first - app.FIRST_PORT + 1)
        with pytest.raises(BadInput) as error:
            app.free_port(first)
    assert codes(error.value.problems) == ["server.no_free_port"]


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="sends signals")
@pytest.mark.usefixtures("first_port", "space")
def test_who_is_quicker_at_a_port_does_not_get_the_token() -> None:
    """Another account's server, say, between the look at the port and our server's own."""
    asked = []

    class Impostor(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_: object) -> None: ...

    with HTTPServer((app.HOST, port := app.free_port()), Impostor) as impostor:
        threading.Thread(target=impostor.serve_forever, daemon=True).start()
        code = (
            "from bleu_core.cli import app; free = app.free_port; "
            f"app.free_port = lambda first=0, address='': free(first) if first else {port}; "
            "raise SystemExit(app.open_app(None, False))"
        )
        command = subprocess.Popen(
            [sys.executable, "-c", code], cwd=ROOT, stderr=subprocess.PIPE, start_new_session=True
        )
        try:
            assert command.stderr is not None
            lines: list[str] = []
            while "token=" not in (said := command.stderr.readline().decode()):
                assert said, f"The command ended: {''.join(lines)}"
                lines.append(said)
        finally:
            os.killpg(command.pid, signal.SIGKILL)
            command.communicate()
        impostor.shutdown()
    assert f":{port}/" not in said
    assert set(asked) <= {"/_stcore/health"}
