"""Suites in a browser: cells that open their comparison, by pointer and by keyboard."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from bleu_core.workspace import Workspace
from tests.kept_suites import kept, nightly, of_set, of_system

from .hostile import HOSTILE_NAME, expect_nothing_came_alive
from .runs import settle
from .test_accessible import DARK, LIGHT, STILL, violations

Visit = Callable[..., Page]
# The page scrolls in an element of Streamlit's, not as a document.
WIDTH = "() => document.querySelector('[data-testid=\"stMain\"]').scrollWidth"
FOCUSED = """() => {
  let node = document.activeElement;
  while (node.shadowRoot?.activeElement) node = node.shadowRoot.activeElement;
  return node.dataset.at ?? '';
}"""


@pytest.fixture
def page(address: str, home: Path, open_page: Visit) -> Page:
    nightly(Workspace.open(home))
    opened = open_page(f"{address}/suites")
    expect(board(opened)).to_be_visible()
    return opened


def board(page: Page) -> Locator:
    return page.get_by_role("table", name="Test sets and systems of Nightly")


def name_of_cell(page: Page) -> Locator:
    return page.locator(".st-key-suite-cell-name .prose")


def test_the_numbers_of_a_cell_open_its_comparison_and_back_leads_to_the_board(page: Page) -> None:
    board(page).get_by_role("link", name="small on news").click()
    expect(page).to_have_url(re.compile(r"/\?data=[0-9a-f]{64}&a=old\.en&b=small"))
    expect(page.locator(".masthead")).to_contain_text("small")
    settle(page)
    page.go_back()
    expect(board(page)).to_be_visible()


def test_the_address_of_a_cell_opens_it_in_another_tab(page: Page, open_page: Visit) -> None:
    link = board(page).get_by_role("link", name="new on web")
    assert link.get_attribute("href").startswith("./?data=")
    with page.context.expect_page() as opening:
        link.click(modifiers=["ControlOrMeta"])
    other = opening.value
    expect(other.locator(".masthead")).to_contain_text("new")
    expect(board(page)).to_be_visible()
    other.close()


def test_the_line_of_a_cell_tells_more_of_it_and_the_link_keeps_it(page: Page) -> None:
    expect(name_of_cell(page)).to_have_text("talk")
    board(page).get_by_role("button", name="More of new on news").click()
    expect(name_of_cell(page)).to_have_text("new on news")
    expect(name_of_cell(page)).to_be_in_viewport()
    expect(page).to_have_url(re.compile("suite-set=news&suite-system=new"))
    settle(page)
    page.reload()
    expect(name_of_cell(page)).to_have_text("new on news")
    board(page).get_by_role("button", name="not compared").click()
    expect(name_of_cell(page)).to_have_text("talk")


def test_the_board_is_walked_by_keys_and_keeps_the_focus(page: Page) -> None:
    board(page).get_by_role("link", name="new on news").focus()
    for key, at in (
        ("ArrowRight", "more 0,0"),
        ("ArrowRight", "open 0,1"),
        ("ArrowDown", ""),  # the button of the set that was not compared
        ("Home", "open 0,0"),
        ("ArrowRight", "more 0,0"),
    ):
        page.keyboard.press(key)
        assert page.evaluate(FOCUSED) == at
    page.keyboard.press("Enter")
    expect(name_of_cell(page)).to_have_text("new on news")
    settle(page)
    assert page.evaluate(FOCUSED) == "more 0,0"
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"/\?data="))


def test_the_screen_fits_a_phone_and_breaks_no_rule(page: Page) -> None:
    page.get_by_role("table", name="What each metric says").or_(board(page)).first.wait_for()
    board(page).get_by_role("button", name="More of new on news").click()
    expect(page.get_by_role("heading", name="Run after run")).to_be_visible()
    settle(page)
    for scheme, rules in (("light", LIGHT), ("dark", DARK)):
        page.emulate_media(color_scheme=scheme)
        settle(page)
        page.evaluate(STILL)
        assert violations(page, rules) == []
    page.emulate_media(color_scheme="light")
    page.set_viewport_size({"width": 390, "height": 844})
    page.wait_for_function(f"({WIDTH})() <= 390")
    page.set_viewport_size({"width": 1440, "height": 900})


def test_forty_sets_of_ten_systems_scroll_in_a_box_with_their_headings(
    address: str, home: Path, open_page: Visit
) -> None:
    names = [f"system-{i}" for i in range(10)]
    sets = [
        of_set(f"set-{i}", *(of_system(name, 30.0 + i, 0.1) for name in names)) for i in range(40)
    ]
    kept(Workspace.open(home), "Nightly", 1.7e9, *sets)
    page = open_page(f"{address}/suites")
    last = board(page).get_by_role("link", name="system-9 on set-39")
    last.scroll_into_view_if_needed()
    expect(last).to_be_in_viewport(ratio=1)
    expect(board(page).get_by_role("columnheader", name="system-9")).to_be_in_viewport()
    page.set_viewport_size({"width": 1024, "height": 768})
    last.scroll_into_view_if_needed()
    expect(board(page).get_by_role("rowheader", name="set-39")).to_be_in_viewport()
    page.set_viewport_size({"width": 1440, "height": 900})


def test_hostile_names_stay_text(address: str, home: Path, open_page: Visit) -> None:
    of = of_set(HOSTILE_NAME, of_system(HOSTILE_NAME, 30.0, -0.9, failures=(HOSTILE_NAME,)))
    for made in (1.7e9, 1.8e9):
        kept(Workspace.open(home), HOSTILE_NAME, made, of)
    page = open_page(f"{address}/suites")
    expect(page.get_by_role("heading", name="What did not pass")).to_be_visible()
    expect(page.locator(".board td.failed")).to_be_visible()
    settle(page)
    expect_nothing_came_alive(page)
