"""The view Overview in the app: it grows in place, and its numbers lead to themselves."""

import re

import pytest
from playwright.sync_api import Page, expect

from bleu_core.common.formatting import format_small_delta

SHIFT = """new PerformanceObserver(list => {
  for (const entry of list.getEntries()) window.shift = (window.shift ?? 0) + entry.value;
}).observe({type: 'layout-shift', buffered: true})"""


def complete(page: Page) -> None:
    expect(page.locator(".overview-view .badge.worse")).to_be_visible()
    expect(page.locator(".progress-line")).to_be_hidden()
    expect(page.locator(".overview-view .folded.degenerate")).to_be_visible()


@pytest.mark.parametrize(("width", "height"), [(390, 844), (1440, 900)])
def test_nothing_moves_while_it_loads(server, open_page, width: int, height: int) -> None:
    page = open_page("about:blank")
    page.set_viewport_size({"width": width, "height": height})
    page.add_init_script(SHIFT)
    for _ in ("cold", "warm"):
        page.goto(server)
        complete(page)
        assert page.evaluate("window.shift ?? 0") < 0.05
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_a_number_is_found_again_where_it_leads(server, open_page) -> None:
    page = open_page(server)
    complete(page)
    family = page.locator(".overview-view .family").first
    points = family.locator(".points").inner_text()
    family.click()
    expect(page).to_have_url(re.compile(r"/ngrams\?gq=%22in%22$"))
    expect(page.locator(".ngrams-view")).to_contain_text(points)
    page.go_back()
    complete(page)
    segment = page.locator(".overview-view .segment").first
    number, points = (segment.locator(one).first.inner_text() for one in (".about b", ".points"))
    assert points == format_small_delta(-0.256)
    segment.click()
    expect(page).to_have_url(re.compile(rf"/segments\?.*\bseg={number[1:]}\b"))
    page.go_back()
    complete(page)
    page.locator("summary", has_text="How the score adds up").click()
    page.locator(".adds-up .parts a").nth(2).press("Enter")
    expect(page).to_have_url(re.compile(r"/segments\?sort=p3$"))
    page.go_back()
    complete(page)
    page.locator(".overview-view .slice", has_text="news").click()
    expect(page).to_have_url(re.compile("/segments.*where=kind"))
