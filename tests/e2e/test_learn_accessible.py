"""Learn answered, on the wall and in a room, against the rules of WCAG 2 A and AA (axe-core)."""

import re

import pytest
from playwright.sync_api import Page, expect

from .looks import DESK, PHONE, PROJECTOR, look
from .runs import settle
from .test_class import come, desk, enter, lead, open_wall, room, student

pytestmark = pytest.mark.slow
__all__ = ["come", "desk", "room", "student"]  # fixtures
# A phone, a projector of 1024 × 768 at 150%, a desk.
WINDOWS = (PHONE, PROJECTOR, DESK)
LESSONS = ("two-candidates", "nist", "chrf", "judgement", "chance", "game")


def everywhere(page: Page) -> None:
    """The door of a class is no page of Streamlit's."""
    look(page, windows=WINDOWS, is_app=False)


@pytest.mark.parametrize("lesson", LESSONS)
def test_an_answered_lesson_breaks_no_rule(server, open_page, lesson) -> None:
    page = open_page(f"{server}/learn?lesson={lesson}")
    page.get_by_role("button", name="I don’t know").click()
    expect(page.locator(".bench .score").first).to_be_visible()
    page.locator(".bench details.step").evaluate_all("all => all.forEach(one => one.open = true)")
    settle(page)
    everywhere(page)


def test_the_view_for_the_wall_breaks_no_rule(server, open_page) -> None:
    page = open_page(f"{server}/learn?wall=yes")
    expect(page.locator(".lesson h2")).to_be_visible()
    everywhere(page)


def test_a_class_breaks_no_rule(room, desk, student) -> None:
    everywhere(student)
    enter(student, "WRONG")
    expect(student.get_by_role("alert")).to_be_visible()
    everywhere(student)
    enter(student)
    settle(student)
    wall = open_wall(desk)
    for step, says in (
        ("", "starts soon"),
        ("Open", "is open"),
        ("Close", "is closed"),
        ("Reveal", ""),
    ):
        if step:
            lead(desk, step)
        expect(student.locator(".strip .state")).to_contain_text(says)
        for page in (desk, student, wall):
            settle(page)
            everywhere(page)
        if step == "Open":
            student.get_by_label("Your answer").fill("10")
            student.keyboard.press("Enter")
            expect(student.locator(".strip")).to_contain_text("Your answer is saved")
            everywhere(student)
    desk.locator(".desk").get_by_role("button", name=re.compile("^Vote")).click()
    lead(desk, "Open")
    expect(student.locator(".strip .state")).to_contain_text("The vote is open")
    for page in (desk, student, wall):
        settle(page)
        everywhere(page)
