"""Slices in a browser: what is shown is in the link."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect


def test_the_tab_that_is_open_is_in_the_link_and_comes_back_with_it(
    server: str, open_page: Callable[..., Page]
) -> None:
    page = open_page(f"{server}/slices")
    page.get_by_role("tab", name="Does the verdict hold?").click()
    expect(page).to_have_url(re.compile(r"/slices\?tab=settings$"))
    table = page.get_by_label("Δ under other settings")
    expect(table).to_contain_text("present setting")
    page.reload()
    expect(table).to_contain_text("present setting")
    page.get_by_role("tab", name="Parts of the test set").click()
    expect(page).to_have_url(re.compile(r"/slices$"))
    expect(page.get_by_label("Slices", exact=True)).to_contain_text("news")


def test_a_tool_fills_the_field_and_what_is_typed_there_stays_text(
    server: str, open_page: Callable[..., Page]
) -> None:
    page = open_page(f"{server}/slices?tab=why")
    second = page.get_by_role("textbox", name="Second number")
    page.get_by_role("radio", name="NLTK").click()
    expect(second).to_have_value("NLTK")
    expect(page).to_have_url(re.compile(r"/slices\?tab=why&sig2=NLTK$"))
    steps = page.get_by_label("Steps from the first number to the second")
    expect(steps).to_contain_text("tokenizer: 13a → none")
    second.fill('<b id="made">$x$</b>')
    second.press("Enter")
    expect(page.get_by_text("'<b id=\"made\">$x$</b>' is no signature")).to_be_visible()
    expect(page.locator("#made")).to_have_count(0)
    expect(page.get_by_role("radio", name="NLTK")).not_to_be_checked()
    page.reload()
    expect(second).to_have_value('<b id="made">$x$</b>')
