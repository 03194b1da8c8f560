"""What only a browser knows of the way in: links, uploads, themes, hostile text, traffic."""

import re

import pytest
from playwright.sync_api import expect

from .conftest import FILES, choose, give, score_of_b, settings_shown, unfold, uploader
from .hostile import HOSTILE, HOSTILE_NAME, expect_nothing_came_alive
from .runs import ends_a_run, reload, settle


def test_the_first_request_of_a_server_may_be_a_deep_link(fresh_server, open_page) -> None:
    page = open_page(f"{fresh_server}/data?tok=zh")
    expect(uploader(page, FILES)).to_be_attached()
    expect(settings_shown(page)).to_contain_text("zh")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.get_by_text("Page not found")).to_have_count(0)
    expect(page).to_have_url(f"{fresh_server}/data?tok=zh")


def test_a_file_that_is_too_large_says_so(server, open_page, tmp_path) -> None:
    page, large = open_page(f"{server}/data"), tmp_path / "large.en"
    with large.open("wb") as file:
        file.truncate(301 << 20)
    settle(page)
    uploader(page, FILES).set_input_files(large)
    told = page.get_by_role("alert").filter(has_text="300.0MB")
    expect(told).to_be_visible()
    assert told.bounding_box()["width"] > 100  # hidden, it has one pixel


def test_hostile_files_stay_text_in_messages_and_as_a_comparison_with_a_link(
    server, open_page, files
) -> None:
    page = open_page(f"{server}/data?tok=char")
    good = files[0].read_bytes()
    files[0].write_bytes(b"one\n\xff\n")
    give(page, *files)
    told = page.get_by_role("alert")
    expect(told).to_contain_text(f"{HOSTILE_NAME}.txt, line 2")
    expect_nothing_came_alive(page)
    files[0].write_bytes(good)
    reload(page)
    choose(page, *files)
    expect(page).to_have_url(re.compile(r"/\?data=[0-9a-f]{64}&tok=char$"))
    expect(page.locator(".top")).to_contain_text(HOSTILE_NAME)
    expect(page.locator(".overview-view .segment .texts").first).to_contain_text("<")
    expect_nothing_came_alive(page)
    # Whoever has the link sees it.
    other = open_page(page.url, apart=True)
    expect(score_of_b(other)).to_have_text(score_of_b(page).inner_text(), use_inner_text=True)
    expect(other.locator(".top .settings")).to_have_attribute("title", re.compile("\n6 segments"))
    # Segment by segment.
    page.get_by_role("link", name="Segments", exact=True).click()
    rows = page.locator(".entry")
    for number in range(len(HOSTILE)):
        opened = rows.nth(number).locator(".number").inner_text()
        rows.nth(number).click()
        expect(page.locator(".opened h2")).to_have_text(f"Segment {opened}")
        settle(page)  # what is drawn anew under the pointer does not know of it
        page.locator("[data-side=a] .token").first.hover()
        expect(page.locator(".inspector")).not_to_be_empty()
        expect_nothing_came_alive(page)
    assert page.locator("[data-side=a] .line").inner_text()
    page.get_by_role("link", name="N-grams").click()
    expect(page.get_by_role("table", name="N-grams")).to_be_visible()
    settle(page)
    expect_nothing_came_alive(page)


def test_a_rerun_that_changes_nothing_sends_little(server, open_page) -> None:
    page = open_page("about:blank")
    with page.expect_websocket() as opened:
        page.goto(f"{server}/?where=line%3C200&only=yes")
    unfold(page, "Other metrics and tests")
    # What comes last.
    expect(page.get_by_text("p-values are not corrected for testing")).to_be_visible()
    expect(page.get_by_text("computing …")).to_have_count(0)
    received: list[int] = []
    opened.value.on("framereceived", lambda frame: received.append(len(frame)))
    sizes: list[int] = []
    # The screen looks once more for what was counted, and that may fall into the first rerun.
    while len(sizes) < 3:
        settle(page)  # a key that is pressed before the browser knows of the end is lost
        received.clear()
        with opened.value.expect_event("framereceived", ends_a_run):
            page.keyboard.press("r")  # Streamlit's key for "run again"
        sizes.append(sum(received))
    assert 0 < max(sizes[1:]) < 62_000, sizes
    assert sizes[2] == pytest.approx(sizes[1], rel=0.01)
