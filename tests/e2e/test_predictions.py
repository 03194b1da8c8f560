"""Predicting in a browser: what a reload leaves, where the focus is, the wall by its key."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

Visit = Callable[..., Page]


def test_the_first_prediction_outlives_a_reload(server: str, open_page: Visit) -> None:
    page = open_page(f"{server}/learn?lesson=the-the-the")
    field = page.get_by_label("Your prediction")
    field.fill("seven")
    field.press("Enter")
    expect(page.get_by_role("alert").filter(has_text="cannot be read")).to_contain_text("seven")
    expect(field).to_be_focused()
    field.fill("3/7")
    field.press("Enter")
    expect(page.locator(".lesson").get_by_role("status")).to_have_text("✗ Not quite. It is 2")
    expect(field).to_be_focused()
    page.reload()
    expect(page.locator(".lesson .reveal.wrong")).to_be_visible()
    expect(field).to_have_value("3/7")
    expect(field).not_to_be_editable()
    page.get_by_role("button", name="Forget them").click()
    expect(page.locator(".lesson .reveal")).to_have_count(0)
    page.reload()
    expect(field).to_be_editable()


def test_teachers_mode_outlives_a_reload(server: str, open_page: Visit) -> None:
    page = open_page(f"{server}/learn?lesson=the-the-the")
    page.get_by_text("Teacher's mode").click()
    expect(page.locator(".lesson .verdict")).to_have_text("Answer: 2")
    page.reload()
    expect(page.locator(".lesson .verdict")).to_have_text("Answer: 2")
    page.get_by_text("Teacher's mode").click()
    expect(page.locator(".lesson .reveal")).to_have_count(0)


def test_the_wall_by_its_key_and_the_next_lesson_by_enter(server: str, open_page: Visit) -> None:
    page = open_page(f"{server}/learn?lesson=the-the-the")
    title = page.locator(".lesson h2")
    expect(title).to_have_text("the the the the the the the")
    page.get_by_role("button", name="Next lesson").press("Enter")
    expect(title).to_have_text("of the")
    expect(title).to_be_focused()
    page.locator(".lesson .prose").first.click()  # a letter is heard where the focus is
    page.keyboard.press("w")
    expect(page.locator(".lesson.wall")).to_be_visible()
    expect(page.get_by_role("navigation", name="Lessons")).to_have_count(0)
    expect(page.get_by_role("link", name="Overview")).to_have_count(0)
    page.get_by_role("button", name="I don’t know").click()
    expect(page.locator(".lesson .verdict")).to_have_text("It is 100.00")
    # Escape types nothing, and is heard in a field too.
    page.get_by_label("Candidate A", exact=True).press("Escape")
    expect(page.get_by_role("navigation", name="Lessons")).to_be_visible()
    expect(page.locator(".lesson .reveal")).to_have_count(
        0
    )  # the class has answered, not the reader


def test_a_phone_has_the_lessons_in_one_field(server: str, open_page: Visit) -> None:
    page = open_page(f"{server}/learn")
    page.set_viewport_size({"width": 390, "height": 844})
    page.get_by_label("Lesson", exact=True).select_option("zero")
    expect(page.locator(".lesson h2")).to_have_text("Zero, and smoothing")
    expect(page.locator(".lesson h2")).to_be_in_viewport()
