"""Presses, where answers are late, nothing can be saved, or the page is left."""

import json
import re

from playwright.sync_api import Locator, Page, Route, expect

from bleu_core import EvalSet
from bleu_core.segments.annotations import Annotation, Label
from bleu_core.segments.marks import Mark
from bleu_core.workspace import Workspace, load_annotations, mark, save_comparison

from .runs import Visit, go, settle
from .test_notes import (
    annotate,
    go_to_segment,
    kept,
    note,
    open_segment,
    press,
    saved,
    title,
    verdict,
)


class Line:
    """The way of questions to the server, which can be held up: nothing is lost, all is late."""

    def __init__(self, page: Page) -> None:
        self.late: list[Route] = []
        self.held = False
        page.route("**/answers/**", self._pass)

    def _pass(self, route: Route) -> None:
        if self.held:
            self.late.append(route)
        else:
            route.continue_()

    def release(self) -> None:
        self.held = False
        for route in self.late:
            route.continue_()
        self.late.clear()


def open_by_a_line(open_page: Visit, address: str, number: int) -> tuple[Page, Line]:
    page = open_page("about:blank")
    line = Line(page)
    go_to_segment(page, address, number)
    settle(page)
    return page, line


def told(page: Page) -> Locator:
    return page.locator(".opened .told")


def test_however_late_the_answers_every_key_finds_its_segment(address, open_page, home) -> None:
    page, line = open_by_a_line(open_page, address, 1)
    press(page, "a")
    line.held = True
    press(page, "j b j s j j x k a j j n o Space n e Backspace Enter j s")
    title(page, 2)  # which was known
    line.release()
    title(page, 7)
    expect(note(page)).to_have_value("")
    line.held = True
    press(page, "j l m l b j")
    line.release()
    title(page, 9)
    expect(page.locator("#entry-7 .said")).to_have_text("B\u00a01⚑ ")
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


def test_a_segment_whose_texts_are_not_displayed_is_annotated(address, open_page, home) -> None:
    lines = [f"{word} line" for word in ("first", "second", "third", "fourth")]
    outputs = {name: [f"{text} {name}" for text in lines] for name in ("s1", "s2", "s3")}
    outputs["s3"][1] = "word " * 1_001
    space, data = Workspace.open(home), EvalSet(outputs, [lines])
    save_comparison(space, data)
    mark(space, data.digest, 1, 2, 0, Mark("omission", "minor", 5, 9))

    def said() -> dict[int, Annotation]:
        return load_annotations(space, data.digest, pair=(0, 2))

    page = open_page("about:blank")
    line = Line(page)
    go(page, f"{address}/segments?data={data.digest}&sort=line&seg=2")
    title(page, 2)
    line.held = True
    press(page, "] b l o l n x Enter")
    line.release()
    expect(page.locator(".opened .missing")).to_contain_text("too long to be displayed")
    expect(verdict(page, "B better")).to_have_attribute("aria-pressed", "true")
    saved(page)
    annotation = Annotation("B better", (Label("B", "omission", "major"),), "x")
    assert said() == {1: annotation}
    expect(page.locator(".errors")).to_contain_text("the texts are not displayed")
    expect(page.locator(".errors .chip")).to_be_disabled()
    press(page, "j a")
    title(page, 3)
    saved(page)
    assert said() == {1: annotation, 2: Annotation("A better")}
    page.reload()
    title(page, 3)
    press(page, "k")
    title(page, 2)
    expect(note(page)).to_have_value("x")


def test_keys_that_wait_where_no_segment_is_left_are_dropped(address, open_page, home) -> None:
    page = open_segment(open_page, address)
    late: list[Route] = []
    page.route(re.compile("answers/segment"), lambda route: late.append(route))
    press(page, "j j b")
    field = page.get_by_role("combobox", name="Find or filter segments")
    field.fill("nowhere")
    field.press("Enter")
    expect(told(page)).to_have_text("No segment is open. These keys were dropped: b")
    for route in late:
        route.continue_()
    page.unroute(re.compile("answers/segment"))
    field.fill("")
    field.press("Enter")
    title(page, 1)
    annotate(page).click()
    verdict(page, "same").click()
    saved(page)
    assert kept(home) == {0: Annotation("same")}


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
    saved(page)
    assert kept(home) == {0: Annotation("A better")}
    press(page, "Control+z Control+z")
    expect(told(page)).to_contain_text("Nothing to undo")
    saved(page)
    assert kept(home) == {}


def test_what_could_not_be_saved_is_kept_and_tried_again(address, open_page, home) -> None:
    def refuse(route: Route) -> None:
        changes = json.loads(route.request.post_data or "")["changes"]
        problems = {change["id"]: {"problem": "The disk is full."} for change in changes}
        route.fulfill(json={"answers": problems})

    page = open_segment(open_page, address)
    press(page, "a")
    saved(page)
    page.route("**/answers/annotations", refuse)
    press(page, "j b j s")
    title(page, 3)
    expect(page.locator("#entry-1 .said")).to_have_text("not saved ")
    alert = page.get_by_role("alert").filter(has_text="Not saved: 2, in segments 2, 3.")
    expect(alert).to_contain_text("The disk is full.")
    expect(verdict(page, "same")).to_have_attribute("aria-pressed", "true")
    page.reload()  # playwright says nothing to the question, and goes
    expect(alert).to_be_visible()
    page.unroute("**/answers/annotations")
    # Unless the app has just tried by itself, as it does every three seconds.
    alert.get_by_role("button", name="Retry").evaluate_all("nodes => nodes[0]?.click()")
    saved(page)
    expect(page.locator("#entry-2 .said")).to_have_text("= ")
    assert {i: a.verdict for i, a in kept(home).items()} == {
        0: "A better",
        1: "B better",
        2: "same",
    }


def test_what_is_read_while_a_change_is_saved_does_not_hide_it(address, open_page) -> None:
    changes: list[Route] = []
    reads: list[Route] = []
    page = open_segment(open_page, address)
    page.route("**/answers/annotations", lambda route: changes.append(route))
    page.route("**/answers/annotations?*row=0", lambda route: reads.append(route))
    with page.expect_request("**/answers/annotations?*row=0"):  # of a segment beside the open one
        press(page, "b j")
    title(page, 2)
    press(page, "k")
    answers = [(route, route.fetch()) for route in reads]
    page.unroute("**/answers/annotations?*row=0")
    changes[-1].continue_()
    expect(page.locator("#entry-0 .said")).to_have_text("B ")
    for route, answer in answers:
        route.fulfill(response=answer)
    title(page, 1)
    expect(verdict(page, "B better")).to_have_attribute("aria-pressed", "true")
