"""The door of a class as plain ASGI: who is let in as what, and what nobody gets."""

from itertools import product

import pytest
from starlette.middleware import Middleware

from bleu_core.teaching.room import TEACHER, Room
from pages.middleware import guards
from tests.security.knocking import Answer, knock
from tests.security.test_door import EVERYTHING

STUDENTS, TEACHERS, WORKSPACE = "0123456789abcdef", "token-of-the-teacher", "token-of-a-workspace"
HERE = "192.0.2.7:8501"


@pytest.fixture
def room() -> Room:
    return Room(STUDENTS, TEACHERS)


@pytest.fixture
def door(room: Room) -> list[Middleware]:
    return guards(WORKSPACE, ("192.0.2.7",), room)


def visitor_of(room: Room, answer: Answer) -> str | None:
    name, _, value = answer.headers["set-cookie"].partition(";")[0].partition("=")
    return room.visitor({name: value})


STUDENT_COOKIE = f"bleuscope-class-8501={STUDENTS}.{'5f' * 16}"
TEACHER_COOKIE = f"bleuscope-class-8501={TEACHERS}"


def workspace_cookie() -> str:
    """The cookie of who opens the workspace with its token, at the same port."""
    answer = knock(guards(WORKSPACE, ("192.0.2.7",)), f"/?token={WORKSPACE}", HERE)
    return answer.headers["set-cookie"].partition(";")[0]


def test_without_a_cookie_of_the_room_there_is_one_small_page(door) -> None:
    no_cookies = (
        "",
        "bleuscope-class-8501=teacher",
        f"bleuscope-class-8501={STUDENTS}",
        f"bleuscope-class-8501=another-token.{'5f' * 16}",
        f"bleuscope-8501={TEACHERS}",
        "bleuscope-class-8501=é; ;=;",
        workspace_cookie(),
    )
    for (kind, path), cookie in product(EVERYTHING, no_cookies):
        answer = knock(door, path, HERE, kind, cookie=cookie)
        assert (answer.status, answer.scope) == (403, None), (path, cookie)
        if kind == "http":
            assert answer.code == "door.no_class_link"
            assert "<script" not in answer.body
            for told in (STUDENTS, TEACHERS, "lesson"):
                assert told not in answer.body


def test_the_students_link_makes_a_student_and_leaves_the_address(room, door) -> None:
    first, second = (knock(door, f"/?token={STUDENTS}&lesson=zero", HERE) for _ in range(2))
    assert (first.status, first.headers["location"]) == (303, "./learn?lesson=zero")
    assert first.asked["query_string"] == b"lesson=zero"  # which servers write in their log
    attributes = first.headers["set-cookie"].split("; ")
    assert attributes[0].startswith("bleuscope-class-8501=")
    assert attributes[1:] == ["HttpOnly", "SameSite=Strict", "Path=/"]
    names = {visitor_of(room, first), visitor_of(room, second)}
    assert len(names) == 2
    assert not names & {None, TEACHER}
    # One stays one, and a teacher who tries the link stays the teacher.
    for cookie in (STUDENT_COOKIE, TEACHER_COOKIE):
        again = knock(door, f"/?token={STUDENTS}", HERE, cookie=cookie)
        assert again.status == 303
        assert "set-cookie" not in again.headers


def test_the_teachers_link_makes_the_teacher(room, door) -> None:
    for cookie in ("", STUDENT_COOKIE):
        answer = knock(door, f"/?token={TEACHERS}&wall=yes", HERE, cookie=cookie)
        assert (answer.status, answer.headers["location"]) == (303, "./learn?wall=yes")
        assert visitor_of(room, answer) == TEACHER


def test_no_other_token_lets_anybody_in(door) -> None:
    wrong = ("", STUDENTS[:-1], STUDENTS + "0", TEACHERS[:-1], WORKSPACE, "%ff%00é", TEACHER)
    queries = [f"token={token}" for token in wrong]
    queries += [f"token={STUDENTS}&token=wrong", f"Token={STUDENTS}", f"x=token={STUDENTS}"]
    for path, query in product(("/", "/learn"), queries):
        answer = knock(door, f"{path}?{query}", HERE)
        assert (answer.status, answer.scope) == (403, None), query
        assert "set-cookie" not in answer.headers
    for token in (STUDENTS, TEACHERS):
        stream = knock(door, f"/_stcore/stream?token={token}", HERE, "websocket")
        assert stream.scope is None
        for method in ("POST", "PUT", "DELETE", "OPTIONS"):
            assert knock(door, f"/?token={token}", HERE, method=method).status == 403


def test_the_rooms_tokens_do_not_open_the_workspace() -> None:
    door = guards(WORKSPACE, ("192.0.2.7",))
    for token, cookie in ((STUDENTS, STUDENT_COOKIE), (TEACHERS, TEACHER_COOKIE)):
        for kind, path in EVERYTHING:
            answer = knock(door, path, HERE, kind, cookie=cookie)
            assert (answer.status, answer.scope) == (403, None)
        assert knock(door, f"/?token={token}", HERE).status == 403


LEARNS = ["/learn?lesson=zero", "/static/js/a.js", "/media/a.csv", "/manifest.json"]
CLOSED = [
    "/overview", "/segments", "/data", "/judge", "/learn/x", "/_stcore/metrics", "/component/a",
    "/_stcore/script-health-check", "/_stcore/agent/interact", "/_stcore/agent/mcp",
    "/_stcore/bidi-components/a", "/app/static/a", "/_stcore/upload_file/a/b",
    "/static/../_stcore/metrics", "//learn", "/learn\n", "/media/a/b",
]  # fmt: skip


def test_who_is_in_gets_learn_and_nothing_else_and_uploads_nothing(door) -> None:
    uploads = ("/_stcore/upload_file/session/file", "/learn", "/media/a")
    for cookie in (STUDENT_COOKIE, TEACHER_COOKIE):
        for path in LEARNS:
            assert knock(door, path, HERE, cookie=cookie).body == "the app"
        assert knock(door, "/_stcore/stream", HERE, "websocket", cookie=cookie).scope is not None
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
            answer = knock(door, path, host, kind, cookie=TEACHER_COOKIE)
            assert (answer.status, answer.scope) == (403, None)
    foreign = {"origin": "http://evil.example", "cookie": TEACHER_COOKIE}
    assert knock(door, "/_stcore/stream", HERE, "websocket", **foreign).scope is None


def test_whether_the_server_runs_may_be_asked(door) -> None:
    assert knock(door, "/_stcore/health", "127.0.0.1:8501").body == "the app"
