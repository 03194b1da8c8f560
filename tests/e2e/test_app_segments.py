"""Segments in the app, in a browser: keys, pointer, links, and an output that is edited."""

import re
from urllib.parse import quote

import pytest
from playwright.sync_api import Locator, Page, expect
from sacrebleu.metrics import BLEU

from bleu_core import Comparison
from pages.ui.store import load_sample

from .hearing import sent_by
from .runs import go, reload, settle

SAMPLE = Comparison.of(load_sample())


def heading(page: Page, number: int) -> Locator:
    return page.get_by_role("heading", name=f"Segment {number}", exact=True)


@pytest.fixture
def page(server, open_page) -> Page:
    page = open_page(f"{server}/segments?sort=line&seg=1")
    expect(heading(page, 1)).to_be_visible()
    return page


def test_keys_and_pointer_walk_segments_and_tokens(server, open_page) -> None:
    page = open_page("about:blank")
    sent = sent_by(page)
    go(page, f"{server}/segments?sort=line&seg=1")
    expect(heading(page, 1)).to_be_visible()
    settle(page)
    # What is drawn otherwise sends nothing.
    sent.clear()
    page.locator("[data-side=b] .token").nth(2).hover()
    expect(page.locator(".inspector")).not_to_be_empty()
    for key in "1234tt-+0":
        page.keyboard.press(key)
    page.get_by_label("Which n-grams").select_option("all")
    assert sent == []
    # Segments are walked; the link follows, and a reload keeps it.
    for key, number in (("j", 2), ("ArrowDown", 3), ("k", 2)):
        page.keyboard.press(key)
        expect(heading(page, number)).to_be_visible()
    expect(page).to_have_url(f"{server}/segments?seg=2&sort=line")
    page.keyboard.press("d")
    expect(page.locator(".modes .on")).to_have_text("All matches")
    expect(page).to_have_url(re.compile("marks=all"))
    settle(page)
    reload(page)
    expect(heading(page, 2)).to_be_visible()
    expect(page.locator(".modes .on")).to_have_text("All matches")
    # An entry opens its segment; arrows walk its tokens.
    entries = page.get_by_role("grid", name="Segments").get_by_role("row")
    entries.nth(4).click()
    expect(heading(page, 5)).to_be_visible()
    tokens = page.locator("[data-side=a] .token")
    for number in (0, 1):
        page.keyboard.press("ArrowRight")
        expect(tokens.nth(number)).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".lit").first).to_be_visible()
    page.go_back()
    expect(heading(page, 2)).to_be_visible()
    entries.nth(6).click()
    expect(heading(page, 7)).to_be_visible()
    page.go_back()  # before Python was told
    expect(heading(page, 2)).to_be_visible()


def test_only_the_condition_of_a_filter_gives_way_to_its_controls(server, open_page) -> None:
    page = open_page("about:blank")
    page.set_viewport_size({"width": 1300, "height": 850})
    where = 'label = "mistranslation" or delta < 0 or delta > 1'
    go(page, f"{server}/segments?where={quote(where)}")
    row = page.locator(".conditions")
    expect(row.get_by_role("switch", name="Use everywhere")).to_be_visible()
    cut = "nodes => nodes.filter(one => one.scrollWidth > one.clientWidth).length"
    assert row.evaluate_all(cut) == 0
    assert row.locator(".chip:not([aria-label])").evaluate_all(cut) == 0


def test_an_output_is_edited_in_its_line(page) -> None:
    row, references = page.locator(".row[data-side=b]"), load_sample().references
    own = load_sample().systems[SAMPLE.b][0].as_py()
    text, metric = own + " more words", BLEU(effective_order=True)
    scores = [
        f"{metric.sentence_score(one, [stream[0].as_py() for stream in references]).score:.2f}"
        for one in (own, text)
    ]
    expect(row.locator(".score")).to_have_text(scores[0])
    page.keyboard.press("e")
    field = page.get_by_label("Output of B")
    expect(field).to_be_focused()
    field.press("End")
    field.press_sequentially(" more words")
    expect(row.locator(".score")).to_have_text(scores[1])
    expect(field).to_be_focused()
    expect(field).to_have_value(text)
    expect(page.locator(".where")).to_contain_text("edited: BLEU of B")
    field.press("Enter")
    expect(row.locator(".line")).to_have_text(text)
    page.get_by_role("button", name="Reset").click()
    expect(row.locator(".line")).to_have_text(own)
    expect(row.locator(".score")).to_have_text(scores[0])
    expect(row.locator(".token").first).to_be_focused()  # key e edits the same output
    # The press ends the edit, whose scores are here before the release.
    row.hover()
    row.locator(".pencil").click()
    field.fill(text)
    expect(row.locator(".score")).to_have_text(scores[1])
    page.get_by_role("button", name="Reset").hover()
    with page.expect_response("**/answers/edited*"):
        page.mouse.down()
    settle(page)
    page.mouse.up()
    expect(row.locator(".line")).to_have_text(own)
