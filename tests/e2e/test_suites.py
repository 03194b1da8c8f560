"""Suites in a browser: cells that open their comparison, by pointer and by keyboard."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from bleu_core.workspace import Workspace
from tests.kept_suites import kept, nightly, of_set, of_system

from .hostile import HOSTILE_NAME, expect_nothing_came_alive
from .looks import PHONE, look
from .runs import settle

FOCUSED = """() => {
  let node = document.activeElement;
  while (node.shadowRoot?.activeElement) node = node.shadowRoot.activeElement;
  return node.dataset.at ?? '';
}"""


@pytest.fixture
def page(address, home, open_page) -> Page:
    nightly(Workspace.open(home))
    opened = open_page(f"{address}/suites")
    expect(board(opened)).to_be_visible()
    return opened


def board(page: Page) -> Locator:
    return page.get_by_role("table", name="Test sets and systems of Nightly")


def name_of_cell(page: Page) -> Locator:
    return page.locator(".st-key-suite-cell-name .prose")


def test_the_board_is_walked_by_keys_and_opens_what_it_tells_of(page) -> None:
    # The line of a cell tells more of it; the link keeps it.
    expect(name_of_cell(page)).to_have_text("talk")
    board(page).get_by_role("button", name="Details of new on news").click()
    expect(name_of_cell(page)).to_have_text("new on news")
    expect(name_of_cell(page)).to_be_in_viewport()
    expect(page).to_have_url(re.compile("suite-set=news&suite-system=new"))
    settle(page)
    page.reload()
    expect(name_of_cell(page)).to_have_text("new on news")
    settle(page)
    board(page).get_by_role("button", name="not compared").click()
    expect(name_of_cell(page)).to_have_text("talk")
    settle(page)
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
    # The address of a cell opens its comparison in another tab, or here; back leads to the board.
    link = board(page).get_by_role("link", name="new on web")
    assert link.get_attribute("href").startswith("./?data=")
    with page.context.expect_page() as opening:
        link.click(modifiers=["ControlOrMeta"])
    expect(opening.value.locator(".masthead")).to_contain_text("new")
    opening.value.close()
    board(page).get_by_role("link", name="small on news").click()
    expect(page).to_have_url(re.compile(r"/\?data=[0-9a-f]{64}&a=old\.en&b=small"))
    expect(page.locator(".masthead")).to_contain_text("small")
    settle(page)
    page.go_back()
    expect(board(page)).to_be_visible()


@pytest.mark.slow
def test_the_screen_fits_a_phone_and_breaks_no_rule(page) -> None:
    page.get_by_role("table", name="Results by metric").or_(board(page)).first.wait_for()
    board(page).get_by_role("button", name="Details of new on news").click()
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
    last = board(page).get_by_role("link", name="system-9 on set-39")
    last.scroll_into_view_if_needed()
    expect(last).to_be_in_viewport(ratio=1)
    expect(board(page).get_by_role("columnheader", name="system-9")).to_be_in_viewport()
    page.set_viewport_size({"width": 1024, "height": 768})
    last.scroll_into_view_if_needed()
    expect(board(page).get_by_role("rowheader", name="set-39")).to_be_in_viewport()
    page.set_viewport_size({"width": 1440, "height": 900})


def test_hostile_names_stay_text(address, home, open_page) -> None:
    of = of_set(HOSTILE_NAME, of_system(HOSTILE_NAME, 30.0, -0.9, failures=(HOSTILE_NAME,)))
    for made in (1.7e9, 1.8e9):
        kept(Workspace.open(home), HOSTILE_NAME, made, of)
    page = open_page(f"{address}/suites")
    expect(page.get_by_role("heading", name="Not passed")).to_be_visible()
    expect(page.locator(".board td.failed")).to_be_visible()
    settle(page)
    expect_nothing_came_alive(page)
