"""A class of forty: the teacher and a student in browsers, and the others as they would send."""

from __future__ import annotations

import asyncio
import re
import threading
from collections import Counter
from collections.abc import Coroutine, Iterator
from pathlib import Path
from typing import Any, TypeVar

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browserless import Visitor, come_in

from .conftest import running_server, visitor
from .runs import settle

T = TypeVar("T")
CODE, SECRET = "ABCDE", "what only the teacher knows"
# What the browserless ones of the class answer, and how often: 10 bigrams of 17 are right.
ANSWERS = {"10": 24, "17": 9, "9": 6}


class Others:
    """Sessions in a thread of their own, as the browser's own loop runs in this one."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.visitors: list[Visitor] = []
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()

    def wait_for(self, work: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result()

    def come(self, number: int) -> None:
        new = [Visitor(self.address, come_in(self.address, room=CODE)) for _ in range(number)]
        self.wait_for(each(visitor.open() for visitor in new))
        self.visitors += new

    def look(self) -> None:
        """Ask for the page anew, as the strip does when the news tell of another stage."""
        self.wait_for(each(v.send("strip", "behind", i) for i, v in enumerate(self.visitors)))

    def answer(self, answers: list[str]) -> None:
        given = zip(self.visitors, answers, strict=True)
        self.wait_for(each(v.answer(answer) for v, answer in given))
        assert not [error for visitor in self.visitors for error in visitor.errors]

    def leave(self) -> None:
        self.wait_for(each(visitor.close() for visitor in self.visitors))
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()


async def each(work: Any) -> None:
    await asyncio.gather(*work)


@pytest.fixture
def room(tmp_path: Path) -> Iterator[str]:
    """The address of a server with a room that nobody is in."""
    room = {"BLEUSCOPE_CLASS": CODE, "BLEUSCOPE_TEACHER": SECRET, "BLEUSCOPE_HOME": "off"}
    with running_server(tmp_path / "log.txt", **room) as url:
        yield url


@pytest.fixture
def others(room: str) -> Iterator[Others]:
    others = Others(room)
    yield others
    others.leave()


@pytest.fixture
def desk(browser: Browser, room: str) -> Iterator[Page]:
    """The teacher's browser, at the desk."""
    context = visitor(browser)
    page = context.new_page()
    page.goto(f"{room}/?teach={SECRET}")
    settle(page)
    yield page
    context.close()


@pytest.fixture
def student(browser: Browser, room: str) -> Iterator[Page]:
    """A student's browser, at the door."""
    context = visitor(browser, viewport={"width": 390, "height": 844}, has_touch=True)
    page = context.new_page()
    page.goto(room)
    yield page
    context.close()


def enter(page: Page, code: str = CODE) -> None:
    page.get_by_label("The code of the room").fill(code)
    page.get_by_role("button", name="Come in").click()


def lead(page: Page, step: str) -> None:
    button = page.locator(".desk").get_by_role("button", name=re.compile(f"^{step}"))
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")


def open_wall(page: Page) -> Page:
    with page.context.expect_page() as opened:
        page.get_by_role("link", name="Open the wall, for the projector").click()
    wall = opened.value
    settle(wall)
    return wall


def bars(shown: Locator) -> dict[str, int]:
    """What is drawn of the answers: labels and counts."""
    rows = shown.locator(".tally .bar")
    texts = [
        (row.locator(".label").inner_text(), row.locator(".count").inner_text())
        for row in rows.all()
    ]
    return {label.removeprefix("✓ "): int(count) for label, count in texts}


def test_forty_answer_and_the_wall_shows_it(
    room: str, others: Others, desk: Page, student: Page
) -> None:
    enter(student, "WRONG")
    expect(student.get_by_role("alert")).to_contain_text("not the code")
    enter(student)
    settle(student)
    others.come(sum(ANSWERS.values()))
    wall = open_wall(desk)
    expect(wall.locator(".wall")).to_contain_text(CODE)
    expect(wall.locator(".wall")).to_contain_text("40 here")

    lead(desk, "Open")
    expect(wall.locator(".wall")).to_contain_text("0 of 40 answered")
    student.get_by_label("Your answer").fill("10")
    student.keyboard.press("Enter")
    expect(student.locator(".strip")).to_contain_text("Your answer is taken")
    expect(wall.locator(".wall")).to_contain_text("1 of 40 answered")
    others.look()
    others.answer(list(Counter(ANSWERS).elements()))
    expect(wall.locator(".wall")).to_contain_text("40 of 40 answered")
    # The first answer counts: the others think again.
    others.answer(["17"] * len(others.visitors))
    student.reload()
    settle(student)
    expect(student.locator(".strip")).to_contain_text("Your answer: 10")
    expect(student.get_by_label("Your answer")).to_have_count(0)
    # Nobody sees what the majority thinks.
    for page in (wall, student):
        expect(page.locator(".tally")).to_have_count(0)
    expect(student.locator(".bench .score")).to_have_count(0)

    lead(desk, "Close")
    expect(wall.locator(".tally")).to_be_visible()
    assert sum(bars(wall.locator(".wall")).values()) == 40
    expect(student.locator(".tally")).to_be_visible()
    for page in (wall, student):
        expect(page.locator(".tally .right")).to_have_count(0)
    expect(wall.locator(".bench .score")).to_have_count(0)

    lead(desk, "Reveal")
    expect(wall.locator(".wall")).to_contain_text("The answer is 10")
    expect(wall.locator(".tally .right .count")).to_have_text("25")
    expect(student.locator(".strip")).to_contain_text("Right")
    expect(student.locator(".bench .score").first).to_be_visible()
    student.reload()
    settle(student)
    expect(student.locator(".strip")).to_contain_text("Your answer: 10 ✓ Right")


def test_who_comes_late_or_leaves_is_counted(room: str, others: Others, desk: Page) -> None:
    others.come(3)
    shown = desk.locator(".desk .here")
    expect(shown).to_contain_text("3 here")
    lead(desk, "Open")
    others.look()
    others.answer(["10", "9", "10"])
    expect(shown).to_contain_text("3 of 3 answered")
    others.come(2)
    expect(shown).to_contain_text("3 of 5 answered")
    others.wait_for(each(v.close() for v in others.visitors[:4]))
    expect(shown).to_contain_text("1 here")
    expect(shown).to_contain_text("3 of 3 answered")


def test_a_student_goes_alone_and_comes_back(room: str, desk: Page, student: Page) -> None:
    enter(student)
    settle(student)
    lead(desk, "Open")
    expect(student.get_by_label("Your answer")).to_be_visible()
    student.get_by_role("button", name="Go on alone").click()
    settle(student)
    expect(student.get_by_label("Your answer")).to_have_count(0)
    desk.locator(".desk").get_by_role("button", name=re.compile("^Next lesson")).click()
    expect(desk.locator(".desk .asks")).to_contain_text("the seven words")
    expect(student.locator(".lesson h2")).to_have_text("Two candidates, three references")
    student.get_by_role("button", name="Back to the class").click()
    expect(student.locator(".lesson h2")).to_have_text("the the the the the the the")
