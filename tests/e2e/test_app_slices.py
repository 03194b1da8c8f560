"""Slices in the app: what a saved page draws, from what Python answers; saving slices."""

import re
from urllib.parse import parse_qs, quote, urlsplit

from playwright.sync_api import expect

from .hostile import HOSTILE_NAME, expect_nothing_came_alive
from .runs import settle


def test_what_is_chosen_is_in_the_address_and_a_row_opens_its_segments(server, open_page) -> None:
    page = open_page(f"{server}/slices")
    view = page.locator(".slices-view")
    view.get_by_label("Slice by").select_option("document")
    view.get_by_label("Metric").select_option("chrf")
    expect(page).to_have_url(re.compile("by=document&metric=chrf$"))
    rows = view.locator("tbody tr.opens")
    expect(rows).to_have_count(14)
    name = rows.nth(1).get_by_role("rowheader").inner_text()
    settle(page)
    page.reload()
    expect(rows.nth(1)).to_contain_text(name)
    rows.nth(1).click()
    expect(page).to_have_url(re.compile("/segments\\?"))
    assert parse_qs(urlsplit(page.url).query)["where"] == [f'document = "{name}"']
    page.go_back()
    expect(rows.nth(1)).to_contain_text(name)


def test_a_filter_is_saved_and_opened_under_a_hostile_name(address, home, open_page) -> None:
    name = HOSTILE_NAME
    where = 'kind = "news" and points < 0'
    page = open_page(f"{address}/slices?where={quote(where)}")
    page.get_by_role("button", name="Save this filter").click()
    page.get_by_role("textbox", name="Slice name").fill(name)
    page.get_by_role("dialog").get_by_role("button", name="Save slice").click()
    expect(page.locator(".saved")).to_have_count(1)
    expect(page.locator(".saved")).to_contain_text(name)
    other = open_page(f"{address}/slices", apart=True)
    row = other.locator(".saved")
    expect(row).to_contain_text(where)
    row.get_by_role("button").click()
    expect(other).to_have_url(re.compile("/segments\\?"))
    assert parse_qs(urlsplit(other.url).query)["where"] == [where]
    for each in (page, other):
        settle(each)
        expect_nothing_came_alive(each)
    # It is renamed and deleted below the view.
    page.get_by_role("button", name="Rename or delete slices").click()
    page.get_by_role("textbox", name="New name").fill("kept")
    page.get_by_role("button", name="Rename", exact=True).click()
    expect(page.locator(".saved").get_by_role("button")).to_have_text("kept")
