"""The door of a class as plain ASGI: who is let in as what, and what nobody gets."""

import time
from itertools import product

import pytest
from starlette.middleware import Middleware

from bleu_core.teaching.classroom.access import Visitor, find_visitor, student_token, teacher_token
from bleu_core.teaching.classroom.room import MOST_WINDOWS, Room
from pages.door import guards, room
from tests.security.knocking import Answer, knock

CODE, SECRET = "K7M2Q", "the secret of a teacher, as it is in a link"
HERE = "192.0.2.7:8501"
QUOTED = SECRET.replace(" ", "+")


@pytest.fixture
def here() -> Room:
    return Room(CODE)


@pytest.fixture(autouse=True)
def settings(monkeypatch) -> None:
    monkeypatch.setenv("BLEUSCOPE_TEACHER", SECRET)


def without_delay(here: Room) -> list[Middleware]:
    """As app.py makes it, but that a wrong code is told at once."""
    made = guards("a token, which is none here", ("192.0.2.7",), here)
    made[-1].kwargs["delay"] = 0
    return made


@pytest.fixture
def door(here) -> list[Middleware]:
    return without_delay(here)


def pass_of(answer: Answer) -> Visitor | None:
    name, _, value = answer.headers["set-cookie"].partition(";")[0].partition("=")
    return find_visitor({name: value}, SECRET)


def student() -> str:
    return f"bleuscope-class-8501={student_token(SECRET)}"


def teacher() -> str:
    return f"bleuscope-class-8501={teacher_token(SECRET)}"


EVERYTHING = [
    ("http", "/"),
    ("http", "/learn"),
    ("http", "/learn?wall=yes"),
    ("http", "/segments?data=0"),
    ("http", "/class/news?seen=0"),
    ("http", "/_stcore/metrics"),
    ("http", "/_stcore/host-config"),
    ("http", "/x/_stcore/health"),
    ("http", "/media/a.csv"),
    ("http", "/static/js/index.js"),
    ("websocket", "/_stcore/stream"),
]


NO_PASS = (
    "",
    "bleuscope-class-8501=teacher",
    f"bleuscope-class-8501={CODE}",
    f"bleuscope-class-8501={SECRET}",
    f"bleuscope-class-8501={teacher_token('another secret, of another room')}",
    "bleuscope-8501=0",
    "bleuscope-class-8501=é; ;=;",
)


def test_without_a_pass_there_is_one_small_page(door) -> None:
    for (kind, path), cookie in product(EVERYTHING, NO_PASS):
        answer = knock(door, path, HERE, kind, cookie=cookie)
        assert (answer.status, answer.scope) == (403, None), (path, cookie)
        if kind == "http":
            assert '<form action="./" method="get"' in answer.body
            assert "<script" not in answer.body
            assert len(answer.body) < 2_000
            for told in (CODE, SECRET, "BLEU of", "lesson"):
                assert told not in answer.body


def test_the_code_makes_a_student_and_leaves_the_address(door) -> None:
    for typed in (CODE, CODE.lower(), f"+{CODE}+", "k7m+2q"):
        answer = knock(door, f"/?room={typed}&lesson=zero", HERE)
        assert (answer.status, answer.headers["location"]) == (303, "./learn?lesson=zero")
        known = pass_of(answer)
        assert known
        assert not known.is_teacher
        assert b"room" not in answer.asked["query_string"]  # which servers write in their log
    attributes = answer.headers["set-cookie"].split("; ")
    assert attributes[0].startswith("bleuscope-class-8501=")
    assert attributes[1:] == ["HttpOnly", "SameSite=Strict", "Path=/"]
    # Two are told apart, and one stays one.
    one, other = (pass_of(knock(door, f"/?room={CODE}", HERE)) for _ in range(2))
    assert one != other
    again = knock(door, f"/?room={CODE}", HERE, cookie=student())
    assert again.status == 303
    assert "set-cookie" not in again.headers


def test_the_secret_makes_the_teacher_who_stays_one(door) -> None:
    for cookie in ("", student()):
        answer = knock(door, f"/?teach={QUOTED}&wall=yes", HERE, cookie=cookie)
        assert (answer.status, answer.headers["location"]) == (303, "./learn?wall=yes")
        known = pass_of(answer)
        assert known
        assert known.is_teacher
        assert b"teach" not in answer.asked["query_string"]
    assert "set-cookie" not in knock(door, f"/?room={CODE}", HERE, cookie=teacher()).headers


NO_CODES = (
    "room=", "room=K7M2", f"room={CODE}Q", "room=%ff%00é", f"room={SECRET}", f"room={QUOTED}",
    f"teach={CODE}", "teach=", f"teach={QUOTED}x", f"room={CODE}&room=wrong",
)  # fmt: skip
NO_PARAMETERS = (f"Room={CODE}", f"x=room={CODE}", f"room%3D{CODE}")


def test_what_is_neither_lets_nobody_in(here) -> None:
    for path in ("/", "/learn", "/class/news"):
        door = without_delay(here)  # which has counted no wrong codes yet
        for query in (*NO_CODES, *NO_PARAMETERS):
            answer = knock(door, f"{path}?{query}", HERE)
            assert (answer.status, answer.scope) == (403, None), query
            assert "set-cookie" not in answer.headers
            assert answer.code == ("door.wrong_code" if query in NO_CODES else ""), query
            if query in NO_CODES:
                assert 'aria-describedby="problem"' in answer.body
                assert answer.asked["query_string"] == b""  # which servers write in their log
            assert SECRET not in answer.body


def test_neither_a_websocket_nor_writing_carries_a_code(door) -> None:
    for query in (f"room={CODE}", f"teach={QUOTED}"):
        assert knock(door, f"/_stcore/stream?{query}", HERE, "websocket").scope is None
    for method in ("POST", "PUT", "DELETE", "OPTIONS"):
        assert knock(door, f"/?room={CODE}", HERE, method=method).status == 403


LEARNS = ["/learn?lesson=zero", "/class/news", "/static/js/a.js", "/media/a.csv", "/manifest.json"]
CLOSED = [
    "/overview", "/segments", "/data", "/judge", "/learn/x", "/_stcore/metrics", "/component/a",
    "/_stcore/script-health-check", "/_stcore/agent/interact", "/_stcore/agent/mcp",
    "/_stcore/bidi-components/a", "/app/static/a", "/_stcore/upload_file/a/b",
    "/static/../_stcore/metrics", "//learn", "/learn\n", "/media/a/b",
]  # fmt: skip


def test_who_is_in_gets_learn_and_nothing_else_and_uploads_nothing(door) -> None:
    uploads = ("/_stcore/upload_file/session/file", "/learn", "/media/a")
    for cookie in (student(), teacher()):
        for path in LEARNS:
            assert knock(door, path, HERE, cookie=cookie).body == "the app"
        for path in CLOSED:
            answer = knock(door, path, HERE, cookie=cookie)
            assert (answer.status, answer.scope) == (403, None), path
            assert answer.code == "door.only_learn"
        for method, path in product(("PUT", "POST", "DELETE", "PATCH", "OPTIONS"), uploads):
            answer = knock(door, path, HERE, method=method, cookie=cookie)
            assert (answer.status, answer.scope) == (403, None), (method, path)
        led = knock(door, "/?lesson=zero", HERE, cookie=cookie)
        assert (led.status, led.headers["location"]) == (303, "./learn?lesson=zero")


def test_another_name_than_the_rooms_address_is_refused(door) -> None:
    for host in ("evil.example", "127.0.0.1:8501", "localhost:8501", "192.0.2.8:8501"):
        for kind, path in EVERYTHING:
            answer = knock(door, path, host, kind, cookie=teacher())
            assert (answer.status, answer.scope) == (403, None)
    foreign = {"origin": "http://evil.example", "cookie": teacher()}
    assert knock(door, "/_stcore/stream", HERE, "websocket", **foreign).scope is None


def test_the_form_may_be_sent_here_and_nowhere_else(door) -> None:
    policy = knock(door, "/", HERE).headers["content-security-policy"]
    assert "form-action 'self'" in policy
    usual = knock(guards("", ("192.0.2.7",)), "/", HERE).headers["content-security-policy"]
    assert "form-action 'none'" in usual


def test_a_link_from_elsewhere_is_followed_once_more_from_here(door) -> None:
    site = {"sec_fetch_mode": "navigate", "sec_fetch_site": "cross-site"}
    assert 'http-equiv="refresh"' in knock(door, "/learn", HERE, **site).body
    assert "refresh" not in knock(door, "/learn", HERE, sec_fetch_site="none").body


def test_whether_the_server_runs_may_be_asked(door) -> None:
    assert knock(door, "/_stcore/health", "127.0.0.1:8501").body == "the app"


@pytest.mark.parametrize("visitor", ["teacher", "0" * 32])
def test_the_proof_of_the_server_is_nobodys_token(here, monkeypatch, visitor) -> None:
    monkeypatch.setenv("BLEUSCOPE_PROOF", "a key of the start")
    door, nonce = guards("", (), here), f"class pass {visitor}"
    proof = knock(door, "/_stcore/health", "127.0.0.1:8501", bleuscope_nonce=nonce)
    forged = f"bleuscope-class-8501={visitor}.{proof.headers['bleuscope-proof']}"
    assert knock(door, "/class/news", HERE, cookie=forged).status == 403


def test_codes_are_not_found_by_trying(here) -> None:
    """Beyond some wrong ones a minute from one address nothing is looked at, not even the right."""
    now = [0.0]
    [made] = [guard for guard in guards("", ("192.0.2.7",), here) if guard.cls is room.RoomDoor]

    class Door(room.RoomDoor):
        def __init__(self, app: object, **given: object) -> None:
            super().__init__(app, **given)  # type: ignore[arg-type]
            self.guesses = tries

    tries = room.Guesses(lambda: now[0])
    door = [Middleware(Door, **{**made.kwargs, "delay": 0})]
    for _ in range(room.MOST):
        answer = knock(door, "/?room=WRONG", HERE, client="192.0.2.66")
        assert answer.code == "door.wrong_code"
    for query in (f"room={CODE}", f"teach={QUOTED}", "room=WRONG"):
        answer = knock(door, f"/?{query}", HERE, client="192.0.2.66")
        assert answer.code == "door.too_many_codes"
        assert "set-cookie" not in answer.headers
    # Others come in, and so does this one after a minute; who is in stays in.
    assert knock(door, f"/?room={CODE}", HERE, client="192.0.2.5").status == 303
    assert knock(door, "/learn", HERE, client="192.0.2.66", cookie=student()).body == "the app"
    now[0] = room.WITHIN + 1
    assert knock(door, f"/?room={CODE}", HERE, client="192.0.2.66").status == 303


def test_addresses_that_guess_take_bounded_memory() -> None:
    tries = room.Guesses(lambda: 0.0)
    for i in range(3 * room.MOST_ADDRESSES):
        tries.was_wrong(str(i))
    for _ in range(3 * room.MOST):
        tries.was_wrong("one")
    assert len(tries._wrong) == room.MOST_ADDRESSES
    assert not tries.may_try("one")


def test_a_wrong_code_waits_for_its_answer(here) -> None:
    [made] = [guard for guard in guards("", ("192.0.2.7",), here) if guard.cls is room.RoomDoor]
    started = time.monotonic()
    knock([made], "/?room=WRONG", HERE)
    assert time.monotonic() - started >= room.DELAY


def test_one_student_opens_so_many_windows_and_no_more(door, here) -> None:
    cookie = student()
    name = cookie.partition("=")[2].partition(".")[0]
    assert all(here.arrive(name) for _ in range(MOST_WINDOWS))
    assert knock(door, "/_stcore/stream", HERE, "websocket", cookie=cookie).scope is None
    told = knock(door, "/learn", HERE, cookie=cookie)
    assert (told.status, told.scope) == (403, None)
    assert told.code == "door.room_full"
    assert knock(door, "/_stcore/stream", HERE, "websocket", cookie=student()).scope is not None
    assert here.present == 1  # the other one has left again
