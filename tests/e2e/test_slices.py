"""Slices in a browser: what is shown is in the link."""

import re
from urllib.parse import quote

import pytest
from playwright.sync_api import expect

from .hostile import HOSTILE_NAME, expect_nothing_came_alive
from .runs import settle


def test_the_tab_is_in_the_link(server, open_page) -> None:
    page = open_page(f"{server}/slices")
    page.get_by_role("tab", name="Robustness").click()
    expect(page).to_have_url(re.compile(r"/slices\?tab=settings$"))
    table = page.get_by_label("Δ under other settings")
    expect(table).to_contain_text("current setting")
    page.reload()
    expect(table).to_contain_text("current setting")
    page.get_by_role("tab", name="Slices", exact=True).click()
    expect(page).to_have_url(re.compile(r"/slices$"))
    expect(page.get_by_role("table", name="Slices")).to_contain_text("news")


def test_a_difference_is_explained_below_the_signature(server, open_page) -> None:
    page = open_page(server)
    page.get_by_role("button", name="Settings").click()
    other = page.get_by_role("combobox", name="Explain a difference")
    other.click()
    page.get_by_role("option", name="NLTK").click()
    steps = page.get_by_role("table", name="BLEU after each changed setting")
    expect(steps).to_contain_text("tokenizer: 13a → none")
    # What is typed there stays text.
    other.fill('<b id="made">$x$</b>')
    other.press("Enter")
    expect(page.get_by_text("'<b id=\"made\">$x$</b>' is neither a BLEU signature")).to_be_visible()
    expect(page.locator("#made")).to_have_count(0)


@pytest.mark.slow
def test_what_stands_out_is_searched_while_the_screen_is_there(server, open_page) -> None:
    page = open_page(f"{server}/slices?tab=found&least=20&depth=1")
    told = page.get_by_text("p-values are corrected for")
    expect(told).to_be_visible()
    expect(page.get_by_role("button", name="Stop")).to_have_count(0)
    settle(page)
    expect(page.get_by_role("spinbutton", name="Minimum segments")).to_have_value("20")
    described = page.get_by_role("table", name="Untested slices")
    first = described.locator("tr.opens").first
    expression = first.locator("td, th").first.inner_text().partition(" (similar")[0]
    first.focus()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"/segments\?"))
    expect(page.get_by_label("Find in segments")).to_have_value(expression)
    page.go_back()
    expect(told).to_be_visible()


def test_a_filter_is_saved_and_opened_under_a_hostile_name(address, home, open_page) -> None:
    name = HOSTILE_NAME
    where = 'kind = "news" and points < 0'
    page = open_page(f"{address}/slices?tab=saved&where={quote(where)}")
    field = page.get_by_role("textbox", name="Slice name")
    field.fill(name)
    page.get_by_role("button", name="Save slice").click()
    table = page.get_by_role("table", name="Saved slices")
    expect(table).to_contain_text(name)
    expect(page.get_by_text("is saved.")).to_contain_text(name)
    other = open_page(f"{address}/slices?tab=saved", apart=True)
    row = other.get_by_role("table", name="Saved slices").locator("tr.opens")
    expect(row).to_have_count(1)
    expect(row).to_contain_text(name)
    expect(row).to_contain_text(where)
    row.press("Enter")
    expect(other.get_by_label("Find in segments")).to_have_value(where)
    for each in (page, other):
        settle(each)
        expect_nothing_came_alive(each)
