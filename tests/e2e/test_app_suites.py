"""Suites in a browser: what a run opens, by pointer and by keyboard."""

import re

import pytest
from playwright.sync_api import Page, expect

from bleu_core.workspace import Workspace
from tests.kept_suites import kept, nightly, of_set, of_system

from .hostile import HOSTILE_NAME, expect_nothing_came_alive
from .looks import PHONE, look
from .runs import settle

TO_ITS_END = "box => { box.scrollIntoView(false); box.scrollTo(1e6, 1e6); }"


@pytest.fixture
def page(address, home, open_page) -> Page:
    nightly(Workspace.open(home))
    opened = open_page(f"{address}/suites")
    expect(opened.locator("table.sets")).to_be_visible()
    settle(opened)
    return opened


def test_rows_segments_and_the_board_open_what_they_tell_of(page) -> None:
    changed = page.locator(".changed-place .segment")
    expect(changed.first.locator(".texts")).to_contain_text("home")
    changed.first.click()
    expect(page).to_have_url(re.compile(r"/segments\?data=[0-9a-f]{64}&.*seg=1"))
    settle(page)
    page.go_back()
    link = page.get_by_role("link", name="Open small on news")
    with page.context.expect_page() as opening:
        link.click(modifiers=["ControlOrMeta"])
    expect(opening.value.locator(".top")).to_contain_text("small")
    opening.value.close()
    page.get_by_text("Board", exact=True).click()
    board = page.get_by_role("table", name="Test sets and systems of Nightly")
    board.get_by_role("link", name="not compared").click()
    expect(page.get_by_role("heading", name="talk")).to_be_in_viewport()
    board.get_by_role("link", name="new on news").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"/\?data=[0-9a-f]{64}&a=old\.en&b=small"))
    expect(page.locator(".top")).to_contain_text("small")
    settle(page)
    page.go_back()
    expect(page.locator("table.sets")).to_be_visible()


@pytest.mark.slow
def test_the_screen_fits_a_phone_and_breaks_no_rule(page) -> None:
    page.get_by_text("Run history").click()
    expect(page.get_by_role("heading", name="Run history")).to_be_visible()
    settle(page)
    look(page, windows=[PHONE])


@pytest.mark.slow
def test_forty_sets_of_ten_systems_scroll_under_their_headings(address, home, open_page) -> None:
    names = [f"system-{i}" for i in range(10)]
    sets = [
        of_set(f"set-{i}", *(of_system(name, 30.0 + i, 0.1) for name in names)) for i in range(40)
    ]
    kept(Workspace.open(home), "Nightly", 1.7e9, *sets)
    page = open_page(f"{address}/suites")
    page.get_by_text("Board", exact=True).click()
    board = page.get_by_role("table", name="Test sets and systems of Nightly")
    last = board.get_by_role("link", name="system-9 on set-39")
    page.locator(".board .scrolled").evaluate(TO_ITS_END)
    expect(last).to_be_in_viewport(ratio=1)
    expect(board.get_by_role("columnheader", name="system-9")).to_be_in_viewport()
    page.set_viewport_size({"width": 1024, "height": 768})
    page.locator(".board .scrolled").evaluate(TO_ITS_END)
    expect(board.get_by_role("rowheader", name="set-39")).to_be_in_viewport()
    page.set_viewport_size({"width": 1440, "height": 900})


def test_hostile_names_stay_text(address, home, open_page) -> None:
    of = of_set(HOSTILE_NAME, of_system(HOSTILE_NAME, 30.0, -0.9, failures=(HOSTILE_NAME,)))
    for made in (1.7e9, 1.8e9):
        kept(Workspace.open(home), HOSTILE_NAME, made, of)
    page = open_page(f"{address}/suites")
    expect(page.locator(".card.gates")).to_be_visible()
    expect(page.locator(".changed-place .card")).to_be_visible()
    for row in page.locator("summary").all():
        row.click()
    settle(page)
    expect_nothing_came_alive(page)
