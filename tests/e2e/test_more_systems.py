"""More systems under A and B in the open segment, as a browser shows them."""

import re
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Locator, Page, expect

from bleu_core import EvalSet, workspace
from bleu_core.workspace import Workspace
from pages.ui.query import to_params
from pages.ui.view import View

from .hearing import sent_by
from .runs import settle

REFERENCE = "the cat sat on the mat"
SYSTEMS = {
    "first": "the cat sat here",
    "second": "a cat sat on the mat",
    "third": "the the cat on the mat",
    "<b>fourth</b>": "the cat sat on the mat and slept soundly",
}
MORE = ("third", "<b>fourth</b>")


@pytest.fixture
def link(address, home) -> str:
    data = EvalSet({name: [text] for name, text in SYSTEMS.items()}, [[REFERENCE]])
    workspace.save_comparison(Workspace.open(home), data)
    return f"{address}/segments?" + urlencode(to_params(View(data=data.digest, more=MORE)))


def in_focus(page: Page) -> str:
    return page.locator(".lines .row[aria-current] .name").inner_text()


def credited(row: Locator) -> str:
    """What a line of a system has a colour of credit under."""
    return " ".join(row.locator(".token:is(.d1, .d2, .d3, .d4)").all_inner_texts())


def test_keys_step_through_the_systems_and_nothing_is_sent(link, open_page) -> None:
    page = open_page("about:blank")
    sent = sent_by(page)
    page.goto(link)
    expect(page.locator(".row.other")).to_have_count(2)
    settle(page)
    sent.clear()
    assert in_focus(page) == "second"
    seen = []
    for key in (">", ">", ">", "<"):
        page.keyboard.press(key)
        seen.append(in_focus(page))
    assert seen == ["third", "<b>fourth</b>", "second", "<b>fourth</b>"]
    expect(page.locator(".inspector")).to_contain_text("In focus: <b>fourth</b>")
    # A's line has what it won over the one in focus, and the others what they won over A.
    page.keyboard.press("d")
    expect(page.locator(".more-systems")).to_contain_text("A compared with <b>fourth</b>")
    of_a, of_fourth = page.locator(".row.system.a"), page.locator(".row.other").nth(1)
    assert (credited(of_a), credited(of_fourth)) == ("", REFERENCE)
    page.keyboard.press(">")
    page.keyboard.press(">")
    assert (credited(of_a), credited(of_fourth)) == ("the cat sat", REFERENCE)
    page.keyboard.press("d")
    page.locator(".row.other .token.clipped").first.hover()
    expect(page.locator(".inspector")).to_contain_text("clipped")
    of_fourth.locator(".token").last.hover()
    expect(page.locator(".inspector")).to_contain_text("not in the shown text of A, B")
    page.keyboard.press("?")
    expect(page.locator(".keys", has_text="use as B")).to_be_visible()
    assert sent == []
    page.get_by_label("Find in segments").press_sequentially(">m<")
    assert in_focus(page) == "third"


@pytest.mark.slow
def test_a_system_is_made_b_and_b_takes_its_place(link, open_page) -> None:
    page = open_page(link)
    names = page.locator(".lines .system .name")
    expect(names).to_have_text(["first", "second", *MORE])
    page.keyboard.press(">")
    page.keyboard.press("m")
    expect(names).to_have_text(["first", "third", "second", MORE[1]])
    expect(page).to_have_url(re.compile("[?&]b=third(&|$)"))
    settle(page)
    page.get_by_role("button", name="use as B").nth(1).click()
    expect(names).to_have_text(["first", MORE[1], "second", "third"])
    page.reload()
    expect(names).to_have_text(["first", MORE[1], "second", "third"])
