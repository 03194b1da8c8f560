"""The name of a number opens its entry of the glossary over what one was looking at."""

import re

from playwright.sync_api import Locator, Page, expect

from .runs import settle

SETTINGS = "tok=char&lc=yes"


def sheet(page: Page) -> Locator:
    return page.locator(".entry-sheet")


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
