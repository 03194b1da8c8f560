"""Learn answered, on the wall and in a room, against the rules of WCAG 2 A and AA (axe-core)."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from .runs import settle
from .test_accessible import DARK, LIGHT, STILL, violations
from .test_class import desk, enter, lead, open_wall, room, student

Visit = Callable[..., Page]
__all__ = ["desk", "room", "student"]  # fixtures
# Does what is asked fit the window? The page scrolls in an element of Streamlit's.
WIDER = """() => Math.max(0, ...[document.scrollingElement,
  document.querySelector('[data-testid="stMain"]')].filter(Boolean)
  .map(node => node.scrollWidth - node.clientWidth))"""
# A phone, a projector of 1024 × 768 at 150 %, a desk.
WINDOWS = ((390, 844), (683, 512), (1440, 900))
LESSONS = ("two-candidates", "permutations", "nist", "chrf", "five-systems", "chance", "game")


def look(page: Page, state: str) -> None:
    """No rule is broken in either theme, and nothing runs off a window."""
    size = page.viewport_size
    for scheme, rules in (("dark", DARK), ("light", LIGHT)):
        page.emulate_media(color_scheme=scheme)
        page.evaluate(STILL)
        assert violations(page, rules) == [], state
    for width, height in WINDOWS:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function(f"({WIDER})() <= 0")
    page.set_viewport_size(size)


@pytest.mark.parametrize("lesson", LESSONS)
def test_an_answered_lesson_breaks_no_rule(server: str, open_page: Visit, lesson: str) -> None:
    page = open_page(f"{server}/learn?lesson={lesson}")
    page.get_by_role("button", name="I don’t know").click()
    expect(page.locator(".bench .score").first).to_be_visible()
    page.locator(".bench details.step").evaluate_all("all => all.forEach(one => one.open = true)")
    settle(page)
    look(page, lesson)


def test_the_view_for_the_wall_breaks_no_rule(server: str, open_page: Visit) -> None:
    page = open_page(f"{server}/learn?wall=yes")
    expect(page.locator(".lesson h2")).to_be_visible()
    look(page, "wall")


def test_a_class_breaks_no_rule(room: str, desk: Page, student: Page) -> None:
    look(student, "door")
    enter(student, "WRONG")
    expect(student.get_by_role("alert")).to_be_visible()
    look(student, "wrong code")
    enter(student)
    settle(student)
    wall = open_wall(desk)
    for step, says in (
        ("", "comes soon"),
        ("Open", "is open"),
        ("Close", "is closed"),
        ("Reveal", ""),
    ):
        if step:
            lead(desk, step)
        expect(student.locator(".strip .state")).to_contain_text(says)
        for page, who in ((desk, "desk"), (student, "student"), (wall, "wall")):
            settle(page)
            look(page, f"{who}: {step}")
        if step == "Open":
            student.get_by_label("Your answer").fill("10")
            student.keyboard.press("Enter")
            expect(student.locator(".strip")).to_contain_text("Your answer is taken")
            look(student, "answered")
    desk.locator(".desk").get_by_role("button", name=re.compile("^Vote")).click()
    lead(desk, "Open")
    expect(student.locator(".strip .state")).to_contain_text("The vote is open")
    for page, who in ((desk, "desk"), (student, "student"), (wall, "wall")):
        settle(page)
        look(page, f"{who}: vote")
