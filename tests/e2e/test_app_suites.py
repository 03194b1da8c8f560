"""Suites in a browser: what a run opens, by pointer and by keyboard."""

import re

import pytest
from playwright.sync_api import Page, expect

from bleu_core.workspace import Workspace
from tests.kept_suites import kept, nightly, of_set, of_system

from .hostile import HOSTILE_NAME, expect_nothing_came_alive
from .runs import settle


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
