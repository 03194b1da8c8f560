"""Presses, where answers are late, nothing can be saved, or the page is left."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Dialog, Page, WebSocketRoute, expect

from bleu_core.segments.annotations import Annotation

from .runs import Visit, ends_a_run, settle
from .test_notes import kept, note, open_segment, state, verdict


class Line:
    """The way between a page and its server, which can be held up: nothing is lost, all is late."""

    def __init__(self, page: Page) -> None:
        self.late: list[Callable[[], None]] = []
        self.held = False
        self.held_back = False  # the answers alone
        page.route_web_socket("**/_stcore/stream", self._connect)

    def _connect(self, near: WebSocketRoute) -> None:
        far = near.connect_to_server()
        near.on_message(lambda message: self._pass(lambda: far.send(message), self.held))
        far.on_message(
            lambda message: self._pass(lambda: near.send(message), self.held or self.held_back)
        )

    def _pass(self, send: Callable[[], None], held: bool) -> None:
        if held:
            self.late.append(send)
        else:
            send()

    def release(self) -> None:
        self.held = self.held_back = False
        for send in self.late:
            send()
        self.late.clear()


def open_by_a_line(open_page: Visit, address: str, number: int) -> tuple[Page, Line]:
    page = open_page("about:blank")
    line = Line(page)
    page.goto(f"{address}/segments?sort=line&seg={number}")
    expect(note(page)).to_be_visible()
    settle(page)
    return page, line


def title(page: Page, number: int) -> None:
    expect(page.locator(".title b")).to_have_text(f"Segment {number}")


def told(page: Page):
    return page.locator(".told:not(.waiting)")


def press(page: Page, keys: str) -> None:
    for key in keys.split():
        page.keyboard.press(key)


def test_however_late_the_answers_every_key_finds_its_segment(address, open_page, home) -> None:
    page, line = open_by_a_line(open_page, address, 1)
    press(page, "a")
    line.held = True
    press(page, "j b j s j j x k a j j n o Space n e Backspace Enter j s")
    line.release()
    title(page, 7)
    expect(note(page)).to_have_value("")
    line.held = True
    press(page, "j l m l b j")
    line.release()
    title(page, 9)
    expect(state(page)).to_have_text("saved")
    said = {i: f"{a.verdict}{a.note}{''.join(map(str, a.labels))}" for i, a in kept(home).items()}
    assert said == {
        0: "A better",
        1: "B better",
        2: "same",
        3: "A better",
        4: "both bad",
        5: "o n",
        6: "same",
        7: "B betterB mistranslation (major)",
    }


@pytest.mark.slow
def test_one_may_turn_back_however_late_the_answers(address, open_page) -> None:
    page = open_page("about:blank")
    line = Line(page)
    with page.expect_websocket() as opened:
        page.goto(f"{address}/segments?sort=line&seg=1")
    title(page, 1)
    settle(page)
    line.held_back = True
    for key in "jjkk":  # the browser would let go of what it has of the first meanwhile
        with opened.value.expect_event("framereceived", ends_a_run):
            page.keyboard.press(key)
    line.release()
    settle(page)
    title(page, 1)
    page.keyboard.press("j")
    title(page, 2)
    expect(page.get_by_role("dialog")).to_have_count(0)


@pytest.mark.slow
def test_a_filter_can_be_typed_while_the_last_one_is_applied(address, open_page) -> None:
    page, line = open_by_a_line(open_page, address, 1)
    box = page.get_by_label("Find in segments")
    line.held_back = True
    box.fill("the")
    box.press("Enter")
    box.fill("points")
    line.release()
    settle(page)
    page.keyboard.type(" < 0")
    expect(box).to_have_value("points < 0")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"where=points\+%3C\+0"))


@pytest.mark.slow
def test_what_is_drawn_anew_takes_nothing_from_a_pressed_pointer(address, open_page, home) -> None:
    page, line = open_by_a_line(open_page, address, 1)
    rows = page.get_by_role("table", name="Segments").get_by_role("row")
    said = []
    for pressed in (verdict(page, "A better"), rows.nth(4)):
        line.held_back = True
        press(page, "s")  # the list has a mark then
        pressed.hover()
        page.mouse.down()
        line.release()
        settle(page)
        page.mouse.up()
        expect(state(page)).to_have_text("saved")
        settle(page)
        said.append(kept(home)[0].verdict)
    assert said == ["A better", "same"]
    expect(rows.nth(1)).to_contain_text("=")
    title(page, 4)


def test_the_last_judgements_are_taken_back_one_after_the_other(address, open_page, home) -> None:
    page = open_segment(open_page, address)
    press(page, "a l m l j b")
    title(page, 2)
    page.keyboard.press("Control+z")
    expect(told(page)).to_have_text("Segment 2: removed “B better”.")
    page.keyboard.press("Control+z")
    title(page, 1)
    expect(told(page)).to_have_text("Segment 1: removed “B mistranslation (major)”.")
    page.keyboard.press("s")
    page.keyboard.press("Control+z")
    expect(told(page)).to_have_text("Segment 1: removed “same”; restored “A better”.")
    expect(verdict(page, "A better")).to_have_attribute("aria-pressed", "true")
    expect(state(page)).to_have_text("saved")
    assert kept(home) == {0: Annotation("A better")}
    press(page, "Control+z Control+z")
    expect(told(page)).to_contain_text("Nothing to undo")
    expect(state(page)).to_have_text("saved")
    assert kept(home) == {}
    press(page, "?")
    keys = page.locator(".keys")
    for listed in ("a b s x judgment", "l add a label", "n note", "Ctrl+Z"):
        expect(keys.filter(has_text=listed)).to_be_visible()


@pytest.mark.slow
def test_the_walk_goes_on_where_a_filter_takes_the_segment_away(address, open_page, home) -> None:
    page = open_page(f"{address}/segments?sort=line&seg=57&where=verdict+is+missing")
    expect(note(page)).to_be_visible()
    press(page, "a j")
    title(page, 58)
    press(page, "b k")
    title(page, 56)
    press(page, "s")
    expect(state(page)).to_have_text("saved")
    page.reload()
    title(page, 56)
    settle(page)
    press(page, "j x")
    title(page, 59)
    expect(state(page)).to_have_text("saved")
    assert {i: a.verdict for i, a in kept(home).items()} == {
        55: "same",
        56: "A better",
        57: "B better",
        58: "both bad",
    }


def test_what_could_not_be_saved_is_kept_and_tried_again(address, open_page, home) -> None:
    page = open_segment(open_page, address)
    press(page, "a")
    expect(state(page)).to_have_text("saved")
    settle(page)  # at its end a run notes where one is
    file = home / "workspace.sqlite"
    log = file.with_name("workspace.sqlite-wal")  # what is still in it is not in the file
    for _ in range(300):
        if log.exists():
            page.wait_for_timeout(100)
    assert not log.exists()
    away = file.rename(home / "away")
    file.mkdir()
    press(page, "j b j s")
    title(page, 3)
    alert = page.get_by_role("alert").filter(has_text="Not saved: 2, in segments 2, 3.")
    expect(alert).to_be_visible()
    expect(verdict(page, "same")).to_have_attribute("aria-pressed", "true")
    page.reload()  # playwright says nothing to the question, and goes
    expect(alert).to_be_visible()
    file.rmdir()
    away.rename(file)
    # Unless the app has just tried by itself, as it does every three seconds.
    alert.get_by_role("button", name="Retry").evaluate_all("nodes => nodes[0]?.click()")
    expect(state(page)).to_have_text("saved")
    assert {i: a.verdict for i, a in kept(home).items()} == {
        0: "A better",
        1: "B better",
        2: "same",
    }


@pytest.mark.slow
def test_a_note_outlives_a_reload_and_its_tab(address, open_page, home) -> None:
    page, line = open_by_a_line(open_page, address, 3)
    line.held = True
    note(page).click()
    page.keyboard.type("half a thou")
    asked: list[str] = []

    def leave(dialog: Dialog) -> None:
        asked.append(dialog.type)
        line.late.clear()  # what was sent never arrives
        line.held = False
        dialog.accept()

    page.on("dialog", leave)
    page.reload()
    assert asked == ["beforeunload"]
    expect(note(page)).to_have_value("half a thou")
    expect(state(page)).to_have_text("saved")
    assert kept(home) == {2: Annotation(note="half a thou")}
    settle(page)
    line.held = True
    note(page).click()
    page.keyboard.press("End")
    page.keyboard.type("ght")
    with page.expect_event("close"):
        page.close(run_before_unload=True)
    assert kept(home) == {2: Annotation(note="half a thou")}
    other = open_page(f"{address}/segments?sort=line&seg=3")
    expect(note(other)).to_have_value("half a thought")
    expect(state(other)).to_have_text("saved")
    assert kept(home) == {2: Annotation(note="half a thought")}


@pytest.mark.slow
def test_an_edit_ends_where_one_steps_away_and_is_not_judged(address, open_page, home) -> None:
    page = open_segment(open_page, address)
    own = page.locator(".row.system.b .text").inner_text()
    press(page, "e")
    page.get_by_label("Another output for B").press_sequentially(" more words")
    expect(page.locator(".notes")).to_contain_text("Edited B: segment BLEU")
    page.locator(".title").click()
    press(page, "a")
    expect(page.get_by_role("alert").filter(has_text="reset it to judge")).to_be_visible()
    press(page, "j")
    title(page, 2)
    press(page, "k")
    title(page, 1)
    expect(page.locator(".notes")).to_be_empty()
    assert page.locator(".row.system.b .text").inner_text() == own
    press(page, "b")
    expect(state(page)).to_have_text("saved")
    assert kept(home) == {0: Annotation("B better")}


DIALOG = """title => {
    document.body.insertAdjacentHTML(
        "beforeend", `<section role="dialog" tabindex="-1"><h2>${title}</h2></section>`);
    document.body.lastElementChild.focus();
}"""


@pytest.mark.parametrize(
    ("title_of_dialog", "saved"), [("Connection error", "same"), ("Annotations", None)]
)
def test_a_letter_over_the_dialog_of_a_server_that_is_away_is_no_letter_to_the_dialog(
    address, home, open_page, title_of_dialog: str, saved: str | None
) -> None:
    page, _ = open_by_a_line(open_page, address, 7)
    page.evaluate(DIALOG, title_of_dialog)
    page.keyboard.press("s")
    if saved:
        expect(state(page)).to_have_text("saved")
        assert kept(home)[6].verdict == saved
    else:
        expect(verdict(page, "same")).to_have_attribute("aria-pressed", "false")
