"""Learn answered, on the wall and in a room, against the rules of WCAG 2 A and AA (axe-core)."""

import pytest
from playwright.sync_api import Page, expect

from .looks import DESK, PHONE, PROJECTOR, look
from .runs import settle
from .test_class import class_of

pytestmark = pytest.mark.slow
__all__ = ["class_of"]  # a fixture
# A phone, a projector of 1024 × 768 at 150%, a desk.
WINDOWS = (PHONE, PROJECTOR, DESK)
LESSONS = ("two-candidates", "nist", "chrf", "judgement", "chance", "game")


def everywhere(page: Page) -> None:
    look(page, windows=WINDOWS)


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


def test_a_class_breaks_no_rule(class_of) -> None:
    desk, wall, ann, _ = class_of.values()
    for page in (desk, wall, ann):
        everywhere(page)
    ann.locator(".lesson .choice").first.click()
    expect(ann.locator(".many")).to_contain_text("Answer saved")
    everywhere(ann)
    desk.get_by_role("button", name="Reveal answer").click()
    for page in (desk, wall, ann):
        expect(page.locator(".tally .right")).to_have_count(1)
        settle(page)
        everywhere(page)
