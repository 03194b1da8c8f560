"""Only these segments: the switch, by mouse and keyboard, and reloaded."""

import re
from urllib.parse import quote

from playwright.sync_api import Locator, Page, expect

from .hostile import HOSTILE_NAME, expect_nothing_came_alive
from .runs import settle

WHERE = f'line <= 90 or source contains "{HOSTILE_NAME}"'


def line(page: Page) -> Locator:
    return page.locator(".subset")


def test_the_switch_holds_through_a_reload_and_the_filter_is_changed_on_segments(
    server, open_page
) -> None:
    page = open_page(f"{server}/?where={quote(WHERE)}")
    expect(line(page)).to_contain_text("Showing all 252 segments.")
    settle(page)
    switch = line(page).locator(".only")
    switch.focus()
    page.keyboard.press("Space")
    expect(switch).to_have_text("Show all 252 segments")
    expect(switch).to_be_focused()
    expect(line(page)).to_contain_text(f"90 of 252 segments:{WHERE}")
    expect(page.locator(".overview-view .sentence")).to_contain_text("of 90 segments;")
    assert "only=yes" in page.url
    page.reload()
    expect(line(page)).to_contain_text("90 of 252 segments")
    settle(page)
    switch.click()
    expect(line(page)).to_contain_text("Showing all 252 segments.")
    expect(page.locator(".overview-view .sentence")).to_contain_text("of 252 segments")
    assert "only=yes" not in page.url
    page.go_back()
    expect(line(page)).to_contain_text("90 of 252 segments")
    expect_nothing_came_alive(page)
    page.get_by_role("button", name="Change filter").click()
    expect(page).to_have_url(re.compile("/segments.*only=yes"))
    expect(line(page)).to_have_count(0)  # it would move the segments
