"""Suites in a browser: what a run opens, by pointer and by keyboard."""

import re

import pytest
from playwright.sync_api import Page, expect

from bleu_core.workspace import Workspace
from tests.kept_suites import nightly

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
