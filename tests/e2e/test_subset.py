"""Only these segments: the switch, by mouse and keyboard, from screen to screen, and reloaded."""

from urllib.parse import quote

from playwright.sync_api import Locator, Page, expect

from .hostile import HOSTILE_NAME, expect_nothing_came_alive
from .runs import settle

WHERE = f'line <= 90 or source contains "{HOSTILE_NAME}"'


def line(page: Page) -> Locator:
    return page.locator(".subset")


def switch(page: Page) -> Locator:
    return page.get_by_role("switch", name="Only these segments")


def test_the_switch_holds_on_all_screens_and_through_a_reload(server, open_page) -> None:
    page = open_page(f"{server}/segments?where={quote(WHERE)}")
    expect(line(page)).to_contain_text("90 of")
    settle(page)
    expect(switch(page)).to_have_attribute("aria-checked", "false")
    switch(page).focus()
    page.keyboard.press("Space")
    expect(switch(page)).to_have_attribute("aria-checked", "true")
    expect(switch(page)).to_be_focused()
    expect(line(page)).to_contain_text("Overview, N-grams and Slices cover these 90 of 252")
    page.get_by_role("link", name="Overview", exact=True).first.click()
    settle(page)
    expect(line(page)).to_contain_text(f"Only 90 of 252 segments:{WHERE}")
    expect(page.locator(".prose").first).to_contain_text("of 90 segments;")
    assert "only=yes" in page.url
    page.reload()
    expect(line(page)).to_contain_text("Only 90 of 252 segments")
    settle(page)
    switch(page).click()
    expect(line(page)).to_contain_text("90 of 252 segments match")
    expect(page.locator(".prose").first).to_contain_text("of 252 segments")
    assert "only=yes" not in page.url
    page.go_back()
    expect(line(page)).to_contain_text("Only 90 of 252 segments")
    expect_nothing_came_alive(page)
