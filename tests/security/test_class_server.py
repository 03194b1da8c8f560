"""A class on real servers: what it opens, that no comparison is reached, and how it ends."""

import hashlib
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from bleu_core import BleuConfig, EvalSet, workspace
from bleu_core.workspace import Workspace
from tests.places import ROOT
from tests.ports import free_port
from tests.security.listening import told
from tests.servers import Server, running

# Stands in every text and name of the comparison that is the teacher's alone.
SECRET_WORD = "Geheimtext"
SCREENS = ("", "overview", "systems", "segments", "ngrams", "slices", "judge", "data", "learn")
CLASS = [sys.executable, "-m", "bleu_core.cli", "class", "--address", "127.0.0.1"]


@pytest.fixture(scope="module")
def kept(tmp_path_factory) -> tuple[Path, str]:
    """The teacher's own workspace, with a comparison; the digest of that."""
    folder = tmp_path_factory.mktemp("home") / "kept"
    lines = [f"{SECRET_WORD} {i}" for i in range(3)]
    systems = {f"{SECRET_WORD} one": lines, f"{SECRET_WORD} two": lines[::-1]}
    data = EvalSet(systems=systems, references=[lines])
    workspace.save_comparison(Workspace.open(folder), data, BleuConfig())
    return folder, data.digest


@pytest.fixture(scope="module")
def room(kept, tmp_path_factory) -> Iterator[Server]:
    """`bleuscope class`, started where the teacher's own things would be shown."""
    folder, port = tmp_path_factory.mktemp("class"), free_port()
    more = {"PYTHONPATH": str(ROOT), "BLEUSCOPE_HOME": str(kept[0]), "BLEUSCOPE_TOKEN": "a token"}
    for name in ("HOME", "TMPDIR", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME"):
        (folder / "written" / name).mkdir(parents=True)
        more[name] = str(folder / "written" / name)
    with running([*CLASS, "--port", str(port)], folder / "log", port, folder, **more) as server:
        yield server


def test_only_the_two_links_let_in(room) -> None:
    for path in ("/", "/learn", "/static/index.html", "/_stcore/host-config"):
        status, _, body = room.ask(path)
        assert (status, "link of your class" in body) == (403, True)
    assert room.shake_hands() == 403
    assert room.ask("/?token=a+token")[0] == 403
    tokens = room.students_token, room.teachers_token
    for token in tokens:
        cookie = room.come_in(f"token={token}")
        assert room.ask("/learn", Cookie=cookie)[0] == 200
        assert room.shake_hands(Cookie=cookie) == 101
    # Neither stands in what the server has written down since.
    said = room.log.read_text("utf-8")
    assert [said.count(token) for token in tokens] == [1, 1]
    assert "127.0.0.1 in your network" in said.splitlines()[0]  # what is opened to whom
    assert "█" in said


@pytest.mark.parametrize(
    ("who", "screens", "count"),
    [
        ("student", ("", "segments", "data"), 2),
        pytest.param("student", SCREENS, 4, marks=pytest.mark.slow),
        pytest.param("teacher", SCREENS, 4, marks=pytest.mark.slow),
    ],
)
def test_no_page_or_link_reaches_a_comparison(room, kept, who, screens, count) -> None:
    token = room.students_token if who == "student" else room.teachers_token
    cookie = room.come_in(f"token={token}")
    digest = kept[1]
    queries = [
        f"data={digest}",
        f"data={digest}&seg=1&where=text+contains+%22{SECRET_WORD[:3]}%22",
        "",
        f"task={digest}",
    ]

    answers = []
    for page in screens:
        page_hash = hashlib.md5(page.encode()).hexdigest()
        answers += [told(room.url, cookie, page, query) for query in queries[:count]]
        answers.append(told(room.url, cookie, "", queries[0], page_hash))
    for answer in answers:
        assert SECRET_WORD.encode() not in answer
        assert b"bleuscope_header" not in answer
        assert b"file_uploader" not in answer
        assert b"apertium" not in answer  # the sample is opened by no screen
        assert b"bleuscope_bench" in answer


def test_only_the_teacher_gets_the_answers(room) -> None:
    teacher, student = (
        room.come_in(f"token={token}") for token in (room.teachers_token, room.students_token)
    )
    status, headers, body = room.ask("/answers.csv", Cookie=teacher)
    assert (status, body.strip("\ufeff\r\n")) == (200, "lesson,student,answer,right")
    assert "attachment" in headers
    for cookie in (student, ""):
        assert room.ask("/answers.csv", Cookie=cookie)[0] == 403


def test_nothing_is_written_anywhere(room, kept) -> None:
    """Not in the home, the folders for data and for what is temporary, nor where it was started."""
    before = {path: path.stat().st_mtime_ns for path in kept[0].rglob("*")}
    query = f"data={kept[1]}&cand=what+a+student+writes&ref=what+a+student+writes"
    cookie = room.come_in(f"token={room.students_token}")
    assert b"what a student writes" in told(room.url, cookie, "learn", query)
    assert {path: path.stat().st_mtime_ns for path in kept[0].rglob("*")} == before
    folder = room.log.parent
    assert [path for path in folder.rglob("*") if path.is_file()] == [room.log]


def test_other_accounts_do_not_see_the_tokens_among_the_processes(room) -> None:
    if not sys.platform.startswith("linux"):
        pytest.skip("reads /proc")
    shown = b""
    for process in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            shown += process.read_bytes()
        except OSError:
            continue
    assert str(room.port).encode() in shown
    assert room.teachers_token.encode() not in shown
    assert room.students_token.encode() not in shown
