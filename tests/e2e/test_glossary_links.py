"""The "?" of a number opens its entry of the glossary beside what one was looking at."""

from collections.abc import Callable
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Locator, Page, expect

SETTINGS = "tok=char&lc=yes"


def in_new_tab(page: Page, press: Callable[[], object]) -> Page:
    with page.context.expect_page() as opened:
        press()
    return opened.value


def expect_entry(tab: Page, name: str) -> None:
    """The entry is open, by a link that keeps the settings of the other tab."""
    expect(tab.locator(f".entry#{name}")).to_have_attribute("open", "")
    query = {"term": [name], "tok": ["char"], "lc": ["yes"]}
    tab.wait_for_url(lambda url: in_parts(url) == ("/learn", query))
    tab.close()


def in_parts(url: str) -> tuple[str, dict[str, list[str]]]:
    parts = urlsplit(url)
    return parts.path, parse_qs(parts.query)


def hover(page: Page, mark: Locator) -> None:
    """Point at it from elsewhere, as a hand does."""
    page.mouse.move(0, 0)
    mark.scroll_into_view_if_needed()
    mark.hover()


@pytest.mark.parametrize(
    ("screen", "label", "name"),
    [
        ("", "BP", "bp"),
        pytest.param("segments", "cred A", "credited", marks=pytest.mark.slow),
        pytest.param("ngrams", "q", "q-value", marks=pytest.mark.slow),
    ],
)
def test_the_name_of_a_number_opens_its_entry(server, open_page, screen, label, name) -> None:
    page = open_page(f"{server}/{screen}?{SETTINGS}&seg=7")
    signature = page.locator(".masthead .settings").inner_text()
    before = page.url
    mark = page.get_by_role("link", name=label, exact=True)

    hover(page, mark)
    way = mark.locator(".way")
    expect(way).to_be_visible()
    way.hover()  # on the way there it does not vanish
    expect_entry(in_new_tab(page, way.click), name)

    page.mouse.move(0, 0)
    mark.press("Shift+Tab")
    page.keyboard.press("Tab")
    expect(mark).to_be_focused()
    expect(way).to_be_visible()
    expect_entry(in_new_tab(page, lambda: page.keyboard.press("Enter")), name)

    page.keyboard.press("Escape")
    expect(way).to_be_hidden()
    expect(page).to_have_url(before)
    expect(page.locator(".masthead .settings")).to_have_text(signature)


@pytest.mark.slow
def test_a_symbol_of_a_formula_opens_its_entry(server, open_page) -> None:
    page = open_page(f"{server}/learn?lesson=of-the&{SETTINGS}")
    page.get_by_text("Teacher mode").click()  # uncovers the bench
    mark = page.locator(".formula .symbol[data-term=bp]").first
    expect(mark).to_be_attached()
    if not mark.is_visible():
        page.locator(".step summary").nth(2).click()
    expect_entry(in_new_tab(page, mark.click), "bp")
    mark.focus()
    expect_entry(in_new_tab(page, lambda: page.keyboard.press("Enter")), "bp")
