"""Which two of many systems are compared: by mouse, by keys, by link, and back."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from bleu_core import EvalSet
from bleu_core.workspace import Workspace, keep
from tests.app.test_pair import test_set

from .conftest import running_server
from .runs import asks_for_a_run, settle

# Of the masthead: one line is less than 45 pixels high.
HEIGHT = """() => [...document.querySelectorAll("*")]
  .map(node => node.shadowRoot?.querySelector(".masthead")).find(Boolean)
  ?.getBoundingClientRect().height < 45"""
Visit = Callable[..., Page]


@pytest.fixture
def four(home: Path) -> EvalSet:
    made = test_set("one", "two", "three", "four")
    keep(Workspace.open(home), made)
    return made


@pytest.fixture
def link(address: str, four: EvalSet) -> str:
    return f"{address}/?data={four.digest}"


def picker(page: Page, letter: str) -> Locator:
    return page.get_by_role("combobox", name=re.compile(f"^System {letter}, "))


def expect_pair(page: Page, a: str, b: str) -> None:
    """In the masthead, and on the Overview below it."""
    for letter, name in (("A", a), ("B", b)):
        expect(picker(page, letter).locator("option:checked")).to_have_text(name)
    usual = (a, b) == ("one", "two")
    expect(page).to_have_url(re.compile(r"data=\w{64}" + ("$" if usual else f"&a={a}&b={b}")))


def test_the_pair_is_chosen_by_mouse_and_keyboard_and_swapped(open_page: Visit, link: str) -> None:
    page = open_page(link)
    expect_pair(page, "one", "two")
    picker(page, "B").select_option("four")
    expect_pair(page, "one", "four")
    expect(page.get_by_text("4 systems")).to_be_visible()
    picker(page, "A").select_option("four")  # what B is: they change places
    expect_pair(page, "four", "one")
    page.get_by_role("button", name="Swap A and B").click()
    expect_pair(page, "one", "four")
    settle(page)
    picker(page, "B").focus()
    page.keyboard.press("ArrowUp")
    expect_pair(page, "one", "three")
    settle(page)
    expect(picker(page, "B")).to_be_focused()
    page.get_by_role("button", name="Swap A and B").focus()
    page.keyboard.press("Enter")
    expect_pair(page, "three", "one")
    settle(page)
    expect(page.get_by_role("button", name="Swap A and B")).to_be_focused()


def test_keys_step_and_swap_the_pair_however_fast_they_come(open_page: Visit, link: str) -> None:
    page = open_page(link)
    expect_pair(page, "one", "two")
    for key in "]]]]":  # past the last, and past A
        page.keyboard.press(key)
    expect_pair(page, "one", "three")
    page.keyboard.press("[")
    expect_pair(page, "one", "two")
    page.keyboard.press("}")
    expect_pair(page, "three", "two")
    page.keyboard.press("\\")
    expect_pair(page, "two", "three")
    # Where the layout has other signs there: as on a German keyboard.
    page.evaluate(
        "document.body.dispatchEvent(new KeyboardEvent('keydown',"
        " {key: '+', code: 'BracketRight', bubbles: true, composed: true}))"
    )
    expect_pair(page, "two", "four")


def test_keys_are_text_where_somebody_writes(open_page: Visit, address: str, four: EvalSet) -> None:
    page = open_page(f"{address}/segments?data={four.digest}&a=three&b=one&seg=5&sort=line")
    search = page.get_by_role("textbox", name="Find in segments")
    search.fill("")
    search.press_sequentially("]\\[")
    expect(search).to_have_value("]\\[")
    expect_pair_stays = picker(page, "B").locator("option:checked")
    expect(expect_pair_stays).to_have_text("one")


def test_the_segment_stays_while_its_pair_changes(
    open_page: Visit, address: str, four: EvalSet
) -> None:
    page = open_page(f"{address}/segments?data={four.digest}&seg=5&sort=line")
    expect(page.locator(".segment .title")).to_contain_text("Segment 5")
    page.keyboard.press("j")
    expect(page.locator(".segment .title")).to_contain_text("Segment 6")
    page.keyboard.press("]")
    expect(page.locator(".segment")).to_contain_text(four.systems["three"][5].as_py())
    expect(page).to_have_url(re.compile("&a=one&b=three&seg=6&sort=line$"))
    page.go_back()
    page.go_back()
    expect(page.locator(".segment .title")).to_contain_text("Segment 5")
    expect(picker(page, "B").locator("option:checked")).to_have_text("two")


def test_reload_back_and_forward_restore_the_pair(open_page: Visit, link: str) -> None:
    page = open_page(link)
    expect_pair(page, "one", "two")
    page.keyboard.press("]")
    expect_pair(page, "one", "three")
    settle(page)
    page.get_by_role("link", name="Segments").click()
    expect(page).to_have_url(re.compile("/segments?.*&a=one&b=three$"))
    settle(page)
    page.keyboard.press("\\")
    expect_pair(page, "three", "one")
    settle(page)
    page.reload()
    expect_pair(page, "three", "one")
    settle(page)
    page.go_back()
    expect_pair(page, "one", "three")
    settle(page)
    page.go_back()
    expect(page.get_by_role("heading", name="The parts")).to_be_visible()
    expect_pair(page, "one", "three")
    settle(page)
    page.go_back()
    expect_pair(page, "one", "two")
    settle(page)
    page.go_forward()
    expect_pair(page, "one", "three")


def test_a_pair_may_be_the_first_request_of_a_server(
    open_page: Visit, home: Path, four: EvalSet, tmp_path: Path
) -> None:
    with running_server(tmp_path / "log.txt", BLEUSCOPE_HOME=str(home)) as url:
        page = open_page(f"{url}/ngrams?data={four.digest}&a=four&b=two")
        expect_pair(page, "four", "two")
        expect(page.get_by_role("link", name="Slices")).to_have_attribute(
            "href", f"./slices?data={four.digest}&a=four&b=two"
        )


def test_pointing_at_the_masthead_asks_the_server_nothing(open_page: Visit, link: str) -> None:
    page = open_page("about:blank")
    with page.expect_websocket() as opened:
        page.goto(link)
    expect_pair(page, "one", "two")
    settle(page)
    asked: list[str | bytes] = []
    opened.value.on("framesent", lambda frame: asked.extend([frame] * asks_for_a_run(frame)))
    for node in (picker(page, "A"), page.get_by_role("button", name="Swap A and B")):
        node.hover()
    settle(page)
    assert not asked


def test_two_systems_have_no_lists_and_can_be_swapped(open_page: Visit, server: str) -> None:
    page = open_page(server)
    names = page.locator(".masthead .name")
    expect(names).to_have_text(["apertium-direct", "apertium-pivot"])
    expect(page.get_by_role("combobox", name=re.compile("^System"))).to_have_count(0)
    page.keyboard.press("\\")
    expect(names).to_have_text(["apertium-pivot", "apertium-direct"])
    expect(page).to_have_url(f"{server}/?a=apertium-pivot&b=apertium-direct")


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (1024, 768)])
def test_the_masthead_is_one_line(open_page: Visit, link: str, width: int, height: int) -> None:
    page = open_page(link)
    page.set_viewport_size({"width": width, "height": height})
    page.wait_for_function(HEIGHT)
    page.set_viewport_size({"width": 1440, "height": 900})
