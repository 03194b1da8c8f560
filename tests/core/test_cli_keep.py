"""`compare --keep` and `--open`: what is kept, and what is said where it cannot be."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import threading
import urllib.request
from collections.abc import Callable
from contextlib import suppress
from html import unescape
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from time import monotonic, sleep
from urllib.parse import parse_qs, urlsplit

import pytest

from bleu_core import BleuConfig, EvalSet, workspace
from bleu_core.cli import main, server
from bleu_core.workspace import Workspace, WorkspaceError
from tests.places import ROOT

REFERENCE = [f"the cat number {i} sat on the mat in the house of my aunt" for i in range(40)]
OUTPUTS = {
    "baseline": [line.replace("aunt", "uncle") for line in REFERENCE],
    "monday": [line.rsplit(" ", 4)[0] for line in REFERENCE],
    "tuesday": [line.replace("mat", "rug") for line in REFERENCE],
}
COMPARE = ["compare", "baseline", "monday", "--ref", "ref", "--trials", "100"]
PATIENCE = 120  # seconds that a loaded machine may take: a limit, which no test waits for
Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, lines in {"ref": REFERENCE, **OUTPUTS}.items():
        (tmp_path / name).write_text("\n".join(lines) + "\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def space(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Workspace:
    """The workspace that the command keeps things in."""
    monkeypatch.setenv("BLEUSCOPE_HOME", str(folder / "home"))
    return Workspace(folder / "home")


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """run("compare", …): exit code, standard output, standard error."""

    def call(*arguments: str) -> tuple[int, str, str]:
        code = main(arguments)
        said = capsys.readouterr()
        return code, said.out, said.err

    return call


def test_what_is_kept_is_what_was_compared(space: Workspace, run: Run) -> None:
    code, _, err = run(*COMPARE, "--keep", "--tokenize", "char", "--weights", "0.4,0.3,0.2,0.1")
    kept = workspace.recent(space)
    assert (code, len(kept)) == (0, 1)
    assert kept[0].config == BleuConfig(tokenize="char", weights=(0.4, 0.3, 0.2, 0.1))
    found = workspace.load(space, kept[0].digest)
    assert {name: column.to_pylist() for name, column in found.systems.items()} == {
        name: OUTPUTS[name] for name in ("baseline", "monday")
    }
    assert f"Kept in {space.folder}." in err
    assert f"/?data={kept[0].digest}&tok=char&weights=0.4%2C0.3%2C0.2%2C0.1" in err


def test_nothing_is_kept_unless_asked_for(space: Workspace, run: Run) -> None:
    assert run(*COMPARE)[0] == 0
    assert not space.folder.exists()


def test_a_second_one_on_the_same_test_set_makes_a_history(space: Workspace, run: Run) -> None:
    run(*COMPARE, "--keep", "--name-b", "2026-11-16")
    run("compare", "baseline", "tuesday", "--ref", "ref", "--keep", "--name-b", "2026-11-17")
    run("compare", "baseline", "tuesday", "--ref", "ref", "--keep", "--name-b", "2026-11-17")
    kept = workspace.recent(space)
    assert len(kept) == 2
    assert len({one.test_set for one in kept}) == 1
    runs = workspace.runs(space, kept[0].test_set)
    assert [one.name for one in runs] == ["baseline", "2026-11-16", "2026-11-17"]


def test_the_gate_has_the_exit_code_and_a_regression_is_kept_too(
    space: Workspace, run: Run
) -> None:
    code, _, err = run(*COMPARE, "--keep", "--fail-under", "-0.5")
    assert code == 1
    assert "Regression: " in err
    assert len(workspace.recent(space)) == 1


def test_standard_output_stays_json(space: Workspace, run: Run) -> None:
    assert json.loads(run(*COMPARE, "--keep", "--format", "json")[1])["delta"] < 0


def test_help_names_the_options_and_where_things_are_kept(run: Run) -> None:
    assert {"--keep", "--open"} <= set(run("compare", "--help")[1].split())
    assert {"BLEUSCOPE_HOME=FOLDER", "BLEUSCOPE_HOME=off"} <= set(run("--help")[1].split())


@pytest.fixture
def no_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fails a test that reads a file or starts a server."""

    def fail(*_: object, **__: object) -> None:
        raise RuntimeError("work was done")

    monkeypatch.setattr("bleu_core.readers.read_comparison", fail)
    monkeypatch.setattr("bleu_core.cli.app.open_link", fail)


@pytest.mark.usefixtures("folder", "no_work")
@pytest.mark.parametrize("option", ["--keep", "--open"])
@pytest.mark.parametrize(
    ("home", "said"), [("off", "BLEUSCOPE_HOME is set to off."), ("ref", "cannot be used: ")]
)
def test_where_nothing_can_be_kept_it_is_said_before_the_work(
    run: Run, monkeypatch: pytest.MonkeyPatch, option: str, home: str, said: str
) -> None:
    monkeypatch.setenv("BLEUSCOPE_HOME", home)  # "ref" is a file
    code, out, err = run(*COMPARE, option, "--report", "report.md")
    assert (code, out) == (2, "")
    assert said in err
    assert "Traceback" not in err
    assert not Path("report.md").exists()


@pytest.mark.usefixtures("space", "no_work")
@pytest.mark.parametrize("gate", [["--fail-under", "0"], ["--fail-if-significant"]])
def test_open_does_not_go_with_a_gate(run: Run, gate: list[str]) -> None:
    code, _, err = run(*COMPARE, "--open", *gate)
    assert code == 2
    assert "use --keep" in err


def test_a_disk_that_fills_up_meanwhile_loses_no_result(
    space: Workspace, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise WorkspaceError("The disk is full.")

    monkeypatch.setattr("bleu_core.workspace.keep", full)
    code, out, err = run(*COMPARE, "--keep")
    assert code == 2
    assert "Most against B" in out
    assert err == "The disk is full.\n"


@pytest.mark.usefixtures("first_port")
def test_a_port_that_is_taken_is_passed_over() -> None:
    first = server.free_port()
    with socket.create_server((server.HOST, first)):
        assert server.free_port() > first


@pytest.mark.skipif(os.name != "posix", reason="sends signals")
@pytest.mark.usefixtures("first_port")
@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM])
def test_open_starts_the_app_and_opens_a_browser_on_the_comparison(
    space: Workspace, stop: signal.Signals
) -> None:
    folder = space.folder.parent
    browser = folder / "browser"
    browser.write_text('#!/bin/sh\nprintf %s "$1" > address.part && mv address.part address\n')
    browser.chmod(0o755)
    path = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))
    with (folder / "printed").open("wb") as out, (folder / "said").open("wb") as err:
        command = subprocess.Popen(
            [sys.executable, "-m", "bleu_core.cli", *COMPARE, "--open", "--tokenize", "char",
             "--format", "json", "--report", "report.md"],
            cwd=folder, stdout=out, stderr=err, start_new_session=True,
            # As a script's job in the background is born.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN),
            env=os.environ
            | {"BROWSER": f"{browser} %s", "PYTHONPATH": path, "HOME": str(folder)},
        )  # fmt: skip
    try:
        deadline = monotonic() + PATIENCE
        while not (folder / "address").exists():
            assert command.poll() is None, (folder / "said").read_text()
            assert monotonic() < deadline, (folder / "said").read_text()
            sleep(0.1)
        page = Path(urlsplit((folder / "address").read_text()).path)
        assert page.exists(), (folder / "said").read_text()
        assert (page.stat().st_mode & 0o777, page.parent.stat().st_mode & 0o777) == (0o600, 0o700)
        url = urlsplit(unescape(page.read_text().split("url=")[1].split('"')[0]))
        columns = {name: OUTPUTS[name] for name in ("baseline", "monday")}
        digest = EvalSet(systems=columns, references=[REFERENCE]).digest
        query = parse_qs(url.query)
        assert len(query.pop("token")[0]) >= 43  # 256 bits
        assert query == {"data": [digest], "tok": ["char"]}
        health = f"http://{url.netloc}/_stcore/health"
        with urllib.request.urlopen(health, timeout=PATIENCE) as answer:
            assert answer.status == 200
        command.send_signal(stop)
        assert command.wait(PATIENCE) == 0
        with pytest.raises(OSError, match="refused"):
            urllib.request.urlopen(health, timeout=PATIENCE)
    finally:
        with suppress(ProcessLookupError):  # whatever is left, the server too
            os.killpg(command.pid, signal.SIGKILL)
        command.wait()
    assert not page.exists()
    said = (folder / "said").read_text()
    assert f"BLEUscope is at {url.geturl()}\n" in said
    assert "Traceback" not in said
    assert json.loads((folder / "printed").read_text("utf-8"))["delta"] < 0
    assert (folder / "report.md").read_text("utf-8").startswith("### BLEU −")


def test_a_name_that_is_no_text_is_kept_with_a_sign_for_what_is_none(
    run: Run, space: Workspace
) -> None:
    code, _, _ = run(*COMPARE, "--name-b", os.fsdecode(b"n\xe9"), "--keep")
    assert code == 0
    assert workspace.recent(space)[0].systems == ("baseline", "n\ufffd")


@pytest.mark.skipif(os.name != "posix", reason="sends signals")
@pytest.mark.usefixtures("first_port")
def test_who_is_quicker_at_a_port_does_not_get_the_token(space: Workspace) -> None:
    """Another account's server, say, between the look at the port and our server's own."""
    asked = []

    class Impostor(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_: object) -> None: ...

    with HTTPServer((server.HOST, port := server.free_port()), Impostor) as impostor:
        threading.Thread(target=impostor.serve_forever, daemon=True).start()
        code = (
            "from bleu_core.cli import app, server; free = server.free_port; "
            f"server.free_port = lambda first=0, address='': free(first) if first else {port}; "
            "raise SystemExit(app.open_app(None, False))"
        )
        command = subprocess.Popen(
            [sys.executable, "-c", code], cwd=ROOT, stderr=subprocess.PIPE, start_new_session=True
        )
        try:
            assert command.stderr is not None
            lines: list[str] = []
            while "BLEUscope is at" not in (said := command.stderr.readline().decode()):
                assert said, f"The command ended: {''.join(lines)}"
                lines.append(said)
        finally:
            os.killpg(command.pid, signal.SIGKILL)
            command.communicate()
        impostor.shutdown()
    assert f":{port}/" not in said
    assert set(asked) <= {"/_stcore/health"}
