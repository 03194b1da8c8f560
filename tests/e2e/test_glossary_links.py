"""The name of a number opens its entry of the glossary over what one was looking at."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from .runs import settle

SETTINGS = "tok=char&lc=yes"


def sheet(page: Page) -> Locator:
    return page.locator(".entry-sheet")


def hover(page: Page, mark: Locator) -> None:
    """Point at it from elsewhere, as a hand does."""
    page.mouse.move(0, 0)
    mark.scroll_into_view_if_needed()
    mark.hover()


@pytest.mark.slow
def test_the_name_of_a_number_opens_its_entry(server, open_page) -> None:
    page = open_page(f"{server}/segments?{SETTINGS}&seg=7")
    before = page.url
    mark = page.get_by_role("link", name="BP", exact=True)

    hover(page, mark)
    way = mark.locator(".way")
    expect(way).to_be_visible()
    way.hover()  # on the way there it does not vanish
    way.click()
    expect(sheet(page)).to_contain_text("Brevity penalty")
    page.keyboard.press("Escape")
    expect(sheet(page)).to_have_count(0)

    page.mouse.move(0, 0)
    mark.press("Shift+Tab")
    page.keyboard.press("Tab")
    expect(mark).to_be_focused()
    expect(way).to_be_visible()
    page.keyboard.press("Enter")
    expect(sheet(page)).to_contain_text("Computation")
    page.keyboard.press("Escape")
    expect(mark).to_be_focused()
    expect(page).to_have_url(before)

    with page.context.expect_page() as opened:
        mark.click(modifiers=["ControlOrMeta"])
    expect(opened.value).to_have_url(re.compile(r"/learn\?tok=char&lc=yes&term="))
    opened.value.close()


def test_a_term_is_underlined_once_and_its_entry_leads_to_the_glossary(server, open_page) -> None:
    page = open_page(f"{server}/?{SETTINGS}")
    expect(page.get_by_role("link", name="p < 0.0001")).to_be_visible()
    page.locator("summary").filter(has_text="Other metrics").click()
    expect(page.locator(".asks.again").first).to_be_attached()
    settle(page)
    links = page.locator(".asks[href]").evaluate_all("marks => marks.map((mark) => mark.href)")
    assert len(links) == len(set(links)) > 5
    # A "?" of Streamlit's opens it too, over its dialog, which stays.
    page.get_by_role("button", name="Settings").click()
    help_button = page.get_by_role("dialog").get_by_role("button", name=re.compile("^Help")).first
    help_button.hover()
    expect(page.get_by_role("tooltip")).to_be_visible()
    help_button.click()
    expect(sheet(page).get_by_role("heading")).to_have_text("Signature")
    page.keyboard.press("Escape")
    expect(sheet(page)).to_have_count(0)
    expect(page.get_by_role("dialog")).to_contain_text("Tokenizer")
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Settings")).to_be_focused()
    page.get_by_role("link", name="p < 0.0001").first.click()
    sheet(page).get_by_role("link", name="Open in the glossary").click()
    expect(page).to_have_url(f"{server}/learn?{SETTINGS}&term=p-value")
    expect(page.locator(".entry#p-value")).to_have_attribute("open", "")


@pytest.mark.slow
def test_a_symbol_of_a_formula_opens_its_entry(server, open_page) -> None:
    page = open_page(f"{server}/learn?lesson=of-the&{SETTINGS}")
    page.get_by_text("Teacher mode").click()  # uncovers the bench
    mark = page.locator(".formula .symbol[data-term=bp]").first
    expect(mark).to_be_attached()
    if not mark.is_visible():
        page.locator(".step summary").nth(2).click()
    mark.click()
    expect(sheet(page)).to_contain_text("Brevity penalty")
    page.keyboard.press("Escape")
    mark.focus()
    page.keyboard.press("Enter")
    expect(sheet(page)).to_contain_text("Brevity penalty")
