"""Screens by keys: the command palette, g with a letter, and the sheet of keys."""

import re

from playwright.sync_api import expect

from .looks import look
from .runs import settle


def test_the_palette_opens_what_is_typed_and_gives_the_focus_back(server, open_page) -> None:
    page = open_page(f"{server}/?tok=char")
    field = page.get_by_role("combobox", name="Screen, segment number")
    search = page.get_by_role("button", name=re.compile("^Search (Ctrl|⌘) K$"))
    search.focus()
    page.keyboard.press("Control+k")
    expect(field).to_be_focused()
    page.keyboard.type("brevity")
    expect(page.get_by_role("option").first).to_contain_text("Brevity penalty")
    look(page)
    page.keyboard.press("Escape")
    expect(field).to_be_hidden()
    expect(search).to_be_focused()
    search.press("Enter")
    page.keyboard.type("n-gr")
    expect(page.get_by_role("option", selected=True)).to_contain_text("N-grams")
    page.keyboard.press("Enter")
    expect(page).to_have_url(f"{server}/ngrams?tok=char")
    settle(page)
    page.keyboard.press("Control+k")
    page.keyboard.type("17")
    page.keyboard.press("Enter")
    expect(page.locator(".opened h2")).to_contain_text("Segment 17")
    expect(page).to_have_url(re.compile("/segments.*tok=char"))


def test_g_and_a_letter_open_a_screen_but_not_where_somebody_writes(server, open_page) -> None:
    page = open_page(f"{server}/segments")
    expect(page.locator(".opened h2")).to_be_visible()
    page.get_by_label("Find or filter segments").focus()
    page.keyboard.type("gn")
    page.keyboard.press("Escape")  # closes the suggestions
    page.keyboard.press("Escape")  # leaves the field
    page.keyboard.press("l")  # in the panel that this opens, g is a label
    page.keyboard.type("go")
    page.keyboard.press("Escape")
    # What is saved late would be kept in the workspace of the next test.
    expect(page.locator(".judging .state")).to_have_text("✓ Saved")
    expect(page).to_have_url(re.compile("/segments"))
    page.keyboard.type("gn")
    expect(page).to_have_url(re.compile("/ngrams"))
    settle(page)
    page.keyboard.press("?")
    sheet = page.get_by_role("dialog", name="Keyboard shortcuts")
    expect(sheet.locator("kbd", has_text="\\")).to_be_visible()
    page.keyboard.type("gs")  # is nothing while it is open
    page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
    expect(page).to_have_url(re.compile("/ngrams"))
