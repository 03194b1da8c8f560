"""Segments of a data set in a browser: keys walk its list, some open as a comparison."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlencode

from playwright.sync_api import Page, expect

from tests.app.data_sets import A, counted, link

from .runs import settle


def test_keys_walk_the_list_and_some_open_as_a_comparison(
    open_page: Callable[..., Page], address: str, home: Path
) -> None:
    job = counted(home.parent)
    query = link(job) | {"where": 'line > 100 and line < 104 and kind = "news"', "sort": "line"}
    page = open_page(f"{address}/segments?{urlencode(query)}")
    rows = page.get_by_role("table", name="Segments", exact=True).locator("tbody tr")
    expect(rows).to_have_count(2)
    number = page.locator(".opened").get_by_text("Segment 101")
    expect(number).to_be_visible()
    expect(page.locator(".opened .row[data-side=a] .text")).to_contain_text(A[100].split()[0])
    page.keyboard.press("j")
    expect(page.locator(".opened").get_by_text("Segment 102")).to_be_visible()
    page.wait_for_url("**seg=102**")
    page.keyboard.press("j")
    expect(page.locator(".opened .told")).to_have_text("The list ends here.")
    page.keyboard.press("k")
    expect(number).to_be_visible()
    page.get_by_role("button", name="Open these 2 segments as a comparison").click()
    expect(page.locator(".masthead")).to_contain_text("2 segments")
    settle(page)
    expect(rows).to_have_count(2)
