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
