"""Which two of many systems are compared: by mouse, by keys, by link, and back."""

import re

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from bleu_core import EvalSet
from bleu_core.segments.annotations import Annotation
from bleu_core.workspace import Workspace, load_annotations, save_comparison
from tests.app.test_pair import OUTPUTS, test_set

from .runs import asks_for_a_run, go, settle
from .test_notes import press, saved, verdict


@pytest.fixture
def four(home) -> EvalSet:
    made = test_set("one", "two", "three", "four")
    save_comparison(Workspace.open(home), made)
    return made


@pytest.fixture
def link(address, four) -> str:
    return f"{address}/?data={four.digest}"


def picker(page: Page, letter: str) -> Locator:
    return page.get_by_role("combobox", name=re.compile(f"^System {letter}, "))


def expect_pair(page: Page, a: str, b: str) -> None:
    """In the header and in the address."""
    for letter, name in (("A", a), ("B", b)):
        expect(picker(page, letter).locator("option:checked")).to_have_text(name)
    usual = (a, b) == ("one", "two")
    expect(page).to_have_url(re.compile(r"data=\w{64}" + ("$" if usual else f"&a={a}&b={b}")))


def test_the_pair_is_chosen_by_mouse_and_keys_and_restored(open_page, link) -> None:
    page = open_page("about:blank")
    asked: list[str | bytes] = []
    page.on("websocket", lambda socket: socket.on("framesent", lambda frame: asked.append(frame)))
    page.goto(link)
    expect_pair(page, "one", "two")
    settle(page)
    asked.clear()
    for node in (picker(page, "A"), page.get_by_role("button", name="Swap A and B")):
        node.hover()
    settle(page)
    assert not any(asks_for_a_run(frame) for frame in asked)
    picker(page, "B").select_option("four")
    expect_pair(page, "one", "four")
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
    # Keys are heard, however fast they come, once the pair is on the screen.
    go(page, link)
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
    page.keyboard.press("]")
    expect_pair(page, "two", "four")
    settle(page)
    page.reload()
    expect_pair(page, "two", "four")
    page.go_back()
    expect_pair(page, "two", "three")


def test_keys_and_presses_wait_for_the_pair_that_the_header_names(
    open_page, link, four, home
) -> None:
    page = open_page(link.replace("/?", "/segments?sort=line&seg=1&"))
    lines = page.locator(".opened .lines")
    expect(lines).to_contain_text(OUTPUTS["two"][0])
    press(page, "w")
    waiting: list[Route] = []
    held = re.compile("answers/segment")
    page.route(held, lambda route: waiting.append(route))
    press(page, "] \\")
    expect_pair(page, "three", "one")
    verdict(page, "A better").click(force=True)
    press(page, "b n x")
    expect(lines).to_contain_text(OUTPUTS["two"][0])
    page.unroute(held)
    for route in waiting:
        route.fallback()
    expect(lines).to_contain_text(OUTPUTS["three"][0])
    expect(verdict(page, "B better")).to_have_attribute("aria-pressed", "true")
    press(page, "Escape")
    saved(page)
    kept = [load_annotations(Workspace.open(home), four.digest, pair=p) for p in ((2, 0), (0, 1))]
    assert kept == [{0: Annotation("B better", note="x")}, {0: Annotation(note="x")}]
    # There and back: the pair of the texts is named again, and no other one is drawn.
    page.keyboard.press("\\")
    press(page, "\\ a")
    expect_pair(page, "three", "one")
    expect(verdict(page, "A better")).to_have_attribute("aria-pressed", "true")
    saved(page)
    assert load_annotations(Workspace.open(home), four.digest, pair=(2, 0))[0].verdict == "A better"


def test_keys_act_in_the_order_typed_however_late_a_pair_is(open_page, link, four, home) -> None:
    page = open_page("about:blank")
    late: list[Route] = []
    held = re.compile("answers/(segment|annotations|step)")

    def type_early(segment: int, keys: str) -> None:
        """Type over the texts of one and two, before those of one and three are here."""
        page.goto(link.replace("/?", f"/segments?sort=line&seg={segment + 1}&"))
        expect(page.locator(".opened .lines")).to_contain_text(OUTPUTS["two"][segment])
        settle(page)
        page.route(held, lambda route: late.append(route))
        press(page, "] " + keys)

    def release() -> None:
        page.unroute(held)
        for route in late:
            route.fallback()
        late.clear()

    def kept(a: int, b: int) -> dict[int, Annotation]:
        return load_annotations(Workspace.open(home), four.digest, pair=(a, b))

    type_early(0, "b \\ b")
    release()
    expect_pair(page, "three", "one")
    expect(verdict(page, "B better")).to_have_attribute("aria-pressed", "true")
    saved(page)
    assert kept(2, 0) == {0: Annotation("B better")}
    type_early(2, "b ] x \\ a n [ ] Enter ArrowDown s")
    release()
    expect(page.locator(".opened .title")).to_contain_text("Segment 4")
    expect_pair(page, "four", "one")
    expect(verdict(page, "same")).to_have_attribute("aria-pressed", "true")
    saved(page)
    assert kept(0, 2) == {0: Annotation("A better"), 2: Annotation("B better", note="[]")}
    assert kept(3, 0) == {2: Annotation("A better", note="[]"), 3: Annotation("same")}
    # A pair chosen by the pointer meanwhile is not the one that they were typed for.
    type_early(5, "b")
    page.get_by_role("button", name="Swap A and B").click()
    release()
    expect(page.locator(".opened .told")).to_have_text(
        "Another pair was chosen. These keys were dropped: b"
    )
    assert 5 not in kept(0, 2)
