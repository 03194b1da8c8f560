"""A class on real servers: what it opens, that no comparison is reached, and how it ends."""

from __future__ import annotations

import asyncio
import hashlib
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
import websockets
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.web.cli import main_run

from bleu_core import BleuConfig, EvalSet, workspace
from bleu_core.cli.class_server import FOR_MANY
from bleu_core.workspace import Workspace
from tests.places import ROOT
from tests.ports import free_port
from tests.security.test_server import PATIENCE, Server, running

# Stands in every text and name of the comparison that is the teacher's alone.
SECRET_WORD = "Geheimtext"
SCREENS = ("", "overview", "systems", "segments", "ngrams", "slices", "judge", "data", "learn")
CLASS = [sys.executable, "-m", "bleu_core.cli", "class", "--address", "127.0.0.1"]


class ClassServer(Server):
    """What `bleuscope class` has printed, read as a teacher reads it."""

    def printed(self, what: str) -> str:
        deadline = time.monotonic() + PATIENCE
        while not (found := re.search(what, self.log.read_text("utf-8"))):
            assert time.monotonic() < deadline, self.log.read_text("utf-8")
            time.sleep(0.1)
        return found[1]

    @property
    def code(self) -> str:
        return self.printed(r"the code ([A-Z0-9]{5});")

    @property
    def secret(self) -> str:
        [secret] = parse_qs(urlsplit(self.printed(r"to lead: (\S+)\n")).query)["teach"]
        return secret

    def come_in(self, query: str) -> str:
        found = re.search("set-cookie: ([^;]+);", self.ask(f"/?{query}")[1])
        assert found is not None
        return found[1]


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """The teacher's own workspace, with a comparison; the digest of that."""
    folder = tmp_path_factory.mktemp("home") / "kept"
    lines = [f"{SECRET_WORD} {i}" for i in range(3)]
    systems = {f"{SECRET_WORD} one": lines, f"{SECRET_WORD} two": lines[::-1]}
    data = EvalSet(systems=systems, references=[lines])
    workspace.keep(Workspace.open(folder), data, BleuConfig())
    return folder, data.digest


@pytest.fixture(scope="module")
def room(kept: tuple[Path, str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[ClassServer]:
    """`bleuscope class`, started where the teacher's own things would be shown."""
    folder, port = tmp_path_factory.mktemp("class"), free_port()
    more = {"PYTHONPATH": str(ROOT), "BLEUSCOPE_HOME": str(kept[0]), "BLEUSCOPE_TOKEN": "a token"}
    for name in ("HOME", "TMPDIR", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME"):
        (folder / "written" / name).mkdir(parents=True)
        more[name] = str(folder / "written" / name)
    with running([*CLASS, "--port", str(port)], folder / "log", port, folder, **more) as server:
        yield ClassServer(server.process, port, folder / "log")


async def told(server: Server, cookie: str, page: str, query: str, page_hash: str = "") -> bytes:
    """All that a session is sent for a page, by the name or the hash that a browser asks with."""
    connection = websockets.connect(
        f"ws://{server.host}/_stcore/stream",
        subprotocols=["streamlit"],  # type: ignore[list-item]
        origin=f"http://{server.host}",  # type: ignore[arg-type]
        additional_headers={"Cookie": cookie},
        max_size=None,
        open_timeout=PATIENCE,
    )
    async with connection as line:
        back = BackMsg()
        back.rerun_script.query_string = query
        back.rerun_script.page_name = page
        back.rerun_script.page_script_hash = page_hash
        await line.send(back.SerializeToString())
        frames = []
        while not frames or ForwardMsg.FromString(frames[-1]).WhichOneof("type") != (
            "script_finished"
        ):
            frame = await asyncio.wait_for(line.recv(), PATIENCE)
            assert isinstance(frame, bytes)
            frames.append(frame)
        return b"".join(frames)


def test_it_is_said_what_is_opened_to_whom_before_it_opens(room: ClassServer) -> None:
    assert room.code
    said = room.log.read_text("utf-8").splitlines()
    assert re.match(
        r"This opens Learn with \d+ lessons, and nothing of your comparisons, to everybody who "
        r"reaches 127\.0\.0\.1 in your network and has the room's code",
        said[0],
    )
    assert re.search("It ends by Ctrl-C, or by itself after 8 hours", "\n".join(said))
    assert any("█" in line for line in said)


def test_only_the_code_and_the_secret_link_let_in(room: ClassServer) -> None:
    for path in ("/", "/learn", "/static/index.html", "/_stcore/host-config", "/class/news"):
        status, _, body = room.ask(path)
        assert (status, "The code of the room" in body) == (403, True)
    assert room.shake_hands() == 403
    assert room.ask("/?token=a+token")[0] == 403
    for query in (f"room={room.code.lower()}", f"teach={room.secret}"):
        cookie = room.come_in(query)
        assert room.ask("/learn", Cookie=cookie)[0] == 200
        assert room.shake_hands(Cookie=cookie) == 101
    # Neither stands in what the server has written down since.
    assert room.log.read_text("utf-8").count(room.secret) == 1


@pytest.mark.parametrize("who", ["student", "teacher"])
def test_nothing_of_a_comparison_is_reached_by_any_page_or_link(
    room: ClassServer, kept: tuple[Path, str], who: str
) -> None:
    cookie = room.come_in(f"room={room.code}" if who == "student" else f"teach={room.secret}")
    digest = kept[1]
    queries = ["", f"data={digest}", f"data={digest}&seg=1&q={SECRET_WORD[:3]}", f"task={digest}"]

    async def ask() -> list[bytes]:
        answers = []
        for page in SCREENS:
            page_hash = hashlib.md5(page.encode()).hexdigest()
            for query in queries:
                answers.append(await told(room, cookie, page, query))
            answers.append(await told(room, cookie, "", queries[1], page_hash))
        return answers

    for answer in asyncio.run(ask()):
        assert SECRET_WORD.encode() not in answer
        assert b"bleuscope_masthead" not in answer
        assert b"file_uploader" not in answer
        assert b"apertium" not in answer  # the sample is opened by no screen
        assert b"bleuscope_bench" in answer


def test_streamlit_knows_what_is_set_for_many_students() -> None:
    assert FOR_MANY.keys() <= {option.envvar for option in main_run.params}


def test_nothing_is_uploaded_and_nothing_else_answered(room: ClassServer) -> None:
    for cookie in (room.come_in(f"room={room.code}"), room.come_in(f"teach={room.secret}")):
        assert room.ask("/_stcore/upload_file/session/file", "PUT", Cookie=cookie)[0] == 403
        for path in ("/_stcore/metrics", "/_stcore/agent/interact", "/data", "/app/static/a"):
            assert room.ask(path, Cookie=cookie)[0] == 403


def test_what_is_kept_stays_as_it_is(room: ClassServer, kept: tuple[Path, str]) -> None:
    before = {path: path.stat().st_mtime_ns for path in kept[0].rglob("*")}
    cookie = room.come_in(f"room={room.code}")
    asyncio.run(told(room, cookie, "learn", f"data={kept[1]}&cand=mine&ref=mine"))
    assert {path: path.stat().st_mtime_ns for path in kept[0].rglob("*")} == before


def test_nothing_is_written_anywhere(room: ClassServer) -> None:
    """Not in the home, the folders for data and for what is temporary, nor where it was started."""
    query = "cand=what+a+student+writes&ref=what+a+student+writes"
    assert b"what a student writes" in asyncio.run(
        told(room, room.come_in(f"room={room.code}"), "learn", query)
    )
    folder = room.log.parent
    assert [path for path in folder.rglob("*") if path.is_file()] == [room.log]


def test_other_accounts_do_not_see_code_and_secret_among_the_processes(room: ClassServer) -> None:
    if not sys.platform.startswith("linux"):
        pytest.skip("reads /proc")
    shown = b""
    for process in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            shown += process.read_bytes()
        except OSError:
            continue
    assert str(room.port).encode() in shown
    assert room.secret.encode() not in shown


@pytest.mark.skipif(os.name != "posix", reason="sends signals")
@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM])
def test_it_stops_cleanly(tmp_path: Path, stop: signal.Signals) -> None:
    port = free_port()
    with running(
        [*CLASS, "--port", str(port)], tmp_path / "log", port, tmp_path, PYTHONPATH=str(ROOT)
    ) as server:
        cookie = ClassServer(server.process, port, server.log).come_in
        assert cookie
        ClassServer(server.process, port, server.log).printed("(It ends by)")
        server.process.send_signal(stop)
        assert server.process.wait(PATIENCE) == 0
    said = server.log.read_text("utf-8")
    assert said.endswith("The class is over. What was answered is gone.\n")
    assert "Traceback" not in said
    with pytest.raises(OSError, match="refused"), socket.socket() as line:
        line.connect(("127.0.0.1", port))


def test_it_ends_by_itself_after_its_hours(tmp_path: Path) -> None:
    port = free_port()
    command = [*CLASS, "zero,chance", "--port", str(port), "--hours", "0.001"]
    with running(command, tmp_path / "log", port, tmp_path, PYTHONPATH=str(ROOT)) as server:
        assert server.process.wait(PATIENCE) == 0
    said = server.log.read_text("utf-8")
    assert "This opens Learn with 2 lessons" in said
    assert said.endswith("The class is over after 0.001 hours. What was answered is gone.\n")


OWN = """
title = "Mine"
[[lesson]]
name = "mine"
title = "<img src=x onerror=alert(1)> $x$"
text = "Text."
question = "How many?"
answer = "A.m1"
why = "Because."
source = "Mine."
[lesson.bench]
candidates = ["a b"]
references = ["a c"]
"""


def test_a_teachers_own_lessons_come_to_the_class_as_text(tmp_path: Path) -> None:
    (tmp_path / "my.toml").write_text(OWN, "utf-8")
    port = free_port()
    command = [*CLASS, "my.toml", "--port", str(port)]
    with running(command, tmp_path / "log", port, tmp_path, PYTHONPATH=str(ROOT)) as started:
        server = ClassServer(started.process, port, started.log)
        assert "This opens Learn with 1 lesson," in server.printed("(This opens.*)")
        answer = asyncio.run(told(server, server.come_in(f"room={server.code}"), "learn", ""))
    assert b"<img src=x onerror=alert(1)> $x$" in answer


def test_a_lesson_file_that_is_none_opens_nothing(tmp_path: Path) -> None:
    (tmp_path / "my.toml").write_text('title = 3\n[[lesson]]\nname = "../x"\n', "utf-8")
    ended = subprocess.run(
        [*CLASS, "my.toml"], cwd=tmp_path, env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True, text=True, timeout=PATIENCE,
    )  # fmt: skip
    assert ended.returncode == 2
    assert "my.toml, line 1:" in ended.stderr
    assert "my.toml, line 3:" in ended.stderr
    assert "This opens" not in ended.stderr


def test_any_asgi_server_opens_the_room_by_the_same_variables(
    kept: tuple[Path, str], tmp_path: Path
) -> None:
    port = free_port()
    command = [sys.executable, "-m", "uvicorn", "app:app", "--port", str(port)]
    more = {
        "BLEUSCOPE_CLASS": "K7M2Q",
        "BLEUSCOPE_TEACHER": "the secret of a teacher",
        "BLEUSCOPE_LESSONS": "zero,chance",
        # Whoever forgets to turn it off shows nothing all the same.
        "BLEUSCOPE_HOME": str(kept[0]),
    }
    with running(command, tmp_path / "log", port, ROOT, **more) as started:
        server = ClassServer(started.process, port, started.log)
        assert server.ask("/")[0] == 403
        cookie = server.come_in("room=K7M2Q")
        answer = asyncio.run(told(server, cookie, "segments", f"data={kept[1]}"))
        assert SECRET_WORD.encode() not in answer
        assert b"bleuscope_bench" in answer
        lead = server.come_in("teach=the+secret+of+a+teacher")
        assert '"lesson": "zero"' in server.ask("/class/news", Cookie=lead)[2]
    assert "teach=the" not in started.log.read_text()


@pytest.mark.parametrize(
    ("wrong", "told_of"),
    [
        ({"BLEUSCOPE_TEACHER": "short"}, "BLEUSCOPE_TEACHER is to be a secret of at least 16"),
        ({"BLEUSCOPE_TEACHER": ""}, "BLEUSCOPE_TEACHER is to be a secret of at least 16"),
        ({"BLEUSCOPE_CLASS": "ILO01"}, "BLEUSCOPE_CLASS is to be 5 of the signs"),
        ({"BLEUSCOPE_LESSONS": "none"}, "BLEUSCOPE_LESSONS names no set of lessons"),
    ],
)
def test_no_server_starts_with_a_room_that_is_none(
    monkeypatch: pytest.MonkeyPatch, wrong: dict[str, str], told_of: str
) -> None:
    """So nobody is let in where the door would have no secret."""
    from bleu_core.classroom.server_room import RoomError, server_room
    from pages.door import guards

    given = {"BLEUSCOPE_CLASS": "K7M2Q", "BLEUSCOPE_TEACHER": "the secret of a teacher"} | wrong
    for name, text in given.items():
        monkeypatch.setenv(name, text)
    with pytest.raises(RoomError, match=told_of):
        guards("", (), server_room())
