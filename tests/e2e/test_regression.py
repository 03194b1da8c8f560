"""A developer's way: from a number to the segments that carry it, to n-grams, and to a link."""

import re
from pathlib import Path
from urllib.parse import urlsplit

from playwright.sync_api import Locator, Page, expect

from bleu_core import Comparison
from bleu_core.common.formatting import format_small_delta
from pages.ui.store import load_sample

from .conftest import score_of_b, settings_shown, unfold
from .hearing import asked_by
from .runs import settle


def row(page: Page, name: str) -> Locator:
    table = page.get_by_role("table", name="Other metrics")
    return table.get_by_role("row").filter(has=page.get_by_role("link", name=name, exact=True))


def go_to(page: Page, screen: str) -> None:
    page.get_by_role("link", name=screen, exact=True).first.click()
    settle(page)


def press_bar(page: Page, bar: Locator) -> None:
    """A press on a bar of a figure, once it stands still: what plotly listens with lies above."""
    bar.scroll_into_view_if_needed()
    box = bar.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def test_a_regression_is_followed_to_its_segments_and_to_a_link(server, open_page) -> None:
    page = open_page("about:blank")
    asked = asked_by(page)
    page.goto(server)
    expect(score_of_b(page)).to_be_visible()
    # A metric comes by itself; a slow one is counted when it is asked for.
    unfold(page, "Other metrics and tests")
    expect(row(page, "chrF2")).to_contain_text("worse")
    page.get_by_role("button", name="Compute TER").click()
    expect(row(page, "TER")).to_contain_text("worse")
    expect(page.get_by_role("button", name="Compute TER")).to_have_count(0)
    # The report of it is a file.
    page.get_by_role("button", name="Report").click()
    page_begins, sheet_begins = b"<!DOCTYPE html>", "\ufeffline,".encode()
    for label, begins in (("Interactive page", page_begins), ("CSV", sheet_begins)):
        with page.expect_download() as download:
            page.get_by_role("button", name=label, exact=True).click()
        assert Path(download.value.path()).read_bytes().startswith(begins)
    page.keyboard.press("Escape")
    # A bar of the waterfall opens the segments that carry it, the worst first.
    comparison = Comparison.of(load_sample())
    carried = comparison.carried("p3")
    worst = int(carried.argmin())
    unfold(page, "Charts")
    bars = page.locator(".st-key-waterfall .bars .point path")
    expect(bars.first).to_be_visible()
    settle(page)
    press_bar(page, bars.nth(3))  # after A: p1, p2, p3
    expect(page).to_have_url(re.compile(r"/segments\?sort=p3$"))  # the query follows the path
    expect(page.locator(".opened h2")).to_have_text(f"Segment {worst + 1}")
    first = page.locator(".entry").first
    expect(first).to_contain_text(format_small_delta(float(carried[worst])))
    settle(page)
    # Settings are part of the link, which opens the same elsewhere and after a reload.
    go_to(page, "Data")
    page.get_by_role("button", name="Settings").click()
    page.get_by_text("Ignore case").click()
    expect(page).to_have_url(re.compile("lc=yes"))
    expect(settings_shown(page)).to_contain_text("lowercase")
    page.keyboard.press("Escape")
    settle(page)
    go_to(page, "Overview")
    expect(settings_shown(page)).to_contain_text("lowercase")
    shown = score_of_b(page).inner_text()
    other = open_page(page.url, apart=True)
    page.reload()
    for each in (page, other):
        expect(score_of_b(each)).to_have_text(shown, use_inner_text=True)
        expect(settings_shown(each)).to_contain_text("lowercase")
    # Nothing was asked of another machine. (None: data:, blob:)
    assert {urlsplit(url).scheme for url in asked} >= {"http", "ws"}
    assert {urlsplit(url).hostname for url in asked} <= {"127.0.0.1", None}
