"""The news of a room: told at the next change, to who has a pass, and never to too many at once."""

import asyncio
import json
import time
from collections.abc import Mapping
from typing import Any

import pytest

from bleu_core.teaching.classroom.access import student_token, teacher_token
from bleu_core.teaching.classroom.answer_counts import room_update as tell
from bleu_core.teaching.classroom.room import MOST_WINDOWS, Room
from bleu_core.teaching.lessons import Lesson, answers
from pages.door import room as door
from pages.door.room import News
from pages.ui.store import load_sample

SECRET = "the secret of a teacher, as it is in a link"
PATIENCE = 120.0  # seconds; no test waits for them


def facts(lesson: Lesson) -> Mapping[str, str]:
    return answers.facts(lesson, load_sample())


@pytest.fixture
def room() -> Room:
    return Room("K7M2Q")


@pytest.fixture
def news(room) -> News:
    return News(room, SECRET, facts, patience=PATIENCE)


async def ask(
    news: News, query: str, given: str, left: asyncio.Event | None = None
) -> tuple[int, Any]:
    """Status and content of the answer; `left` is set when the browser goes."""
    sent: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        await (left or asyncio.Event()).wait()
        return {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        sent.append(message)

    cookie = f"bleuscope-class-8501={given}".encode()
    scope = {
        "type": "http",
        "method": "GET",
        "path": "/class/news",
        "query_string": query.encode(),
        "headers": [(b"host", b"192.0.2.7:8501"), (b"cookie", cookie)],
    }
    await news(scope, receive, send)
    return sent[0]["status"], json.loads(sent[1]["body"])


async def in_steps(*tasks: asyncio.Task[Any]) -> None:
    """Let what was started come to where it waits."""
    for _ in range(10 + len(tasks)):
        await asyncio.sleep(0)


def test_a_change_is_told_at_once_to_all_who_wait(room, news) -> None:
    async def wait() -> list[tuple[int, Any]]:
        seen = room.version
        polls = [
            asyncio.create_task(ask(news, f"seen={seen}", student_token(SECRET))) for _ in range(40)
        ]
        await in_steps(*polls)
        assert not any(poll.done() for poll in polls)
        await asyncio.to_thread(room.lead, phase="open")  # as Streamlit does, in another thread
        return await asyncio.wait_for(asyncio.gather(*polls), PATIENCE)

    started = time.monotonic()
    for status, told in asyncio.run(wait()):
        assert status == 200
        assert (told["version"], told["stage"]["phase"]) == (room.version, "open")
    assert time.monotonic() - started < PATIENCE


def test_what_forty_are_told_is_made_once(room, news, monkeypatch) -> None:
    made: list[bool] = []

    def counted(*given: Any) -> dict[str, Any]:
        made.append(given[2])
        return tell(*given)

    monkeypatch.setattr(door, "room_update", counted)

    async def forty() -> None:
        polls = [ask(news, "seen=-1", student_token(SECRET)) for _ in range(40)]
        await asyncio.gather(*polls, *(ask(news, "seen=-1", teacher_token(SECRET)) for _ in "12"))

    asyncio.run(forty())
    assert sorted(made) == [False, True]


def test_who_has_seen_another_version_is_answered_at_once(room, news) -> None:
    for seen in ("", "seen=", "seen=-1", f"seen={room.version + 1}", "seen=é&seen=2", "x"):
        status, told = asyncio.run(ask(news, seen, student_token(SECRET)))
        assert (status, told["version"]) == (200, room.version)
    # Nothing new is told, too, before a proxy gives up.
    soon = News(room, SECRET, facts, patience=0.01)
    status, told = asyncio.run(ask(soon, f"seen={room.version}", student_token(SECRET)))
    assert (status, told["version"]) == (200, room.version)
    for given in ("", "teacher", student_token("another secret, of another room")):
        assert asyncio.run(ask(news, "seen=-1", given)) == (403, {})


def test_one_browser_waits_in_so_many_places_and_others_all_the_same(room, news) -> None:
    async def crowd() -> list[int]:
        mine, query = student_token(SECRET), f"seen={room.version}"
        left = [asyncio.Event() for _ in range(MOST_WINDOWS)]
        waiting = [asyncio.create_task(ask(news, query, mine, event)) for event in left]
        await in_steps(*waiting)
        too_many = await ask(news, query, mine)
        other = asyncio.create_task(ask(news, query, student_token(SECRET)))
        await in_steps(other)
        left[0].set()  # a page that is closed makes place for another
        gone = await asyncio.wait_for(waiting[0], PATIENCE)
        next_one = asyncio.create_task(ask(news, query, mine))
        await in_steps(next_one)
        assert not next_one.done()
        room.lead(phase="open")
        answered = await asyncio.gather(*waiting[1:], other, next_one)
        return [too_many[0], gone[0], *(status for status, _ in answered)]

    assert asyncio.run(crowd()) == [429, 200, *[200] * (MOST_WINDOWS + 1)]
    assert not news._waiting


def test_only_the_teachers_own_page_has_the_answers_while_the_question_is_open(room, news) -> None:
    room.lead(phase="open")
    room.answer("s", "1")
    for given, query, is_told in (
        (student_token(SECRET), "seen=-1", False),
        (student_token(SECRET), "seen=-1&wall=", False),
        (teacher_token(SECRET), "seen=-1&wall", False),
        (teacher_token(SECRET), "seen=-1", True),
    ):
        _, told = asyncio.run(ask(news, query, given))
        assert told["answered"] == 1
        assert bool(told["tally"]) == is_told
