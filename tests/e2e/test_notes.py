"""Verdicts, labels and notes on Segments, by keyboard and from two windows at once."""

import re
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from bleu_core import workspace
from bleu_core.segments.annotations import Annotation, Label
from bleu_core.workspace import Workspace
from pages.ui.store import load_sample

from .runs import Visit, go, settle

FIRST = "segments?sort=line&seg=1"
HOSTILE = "<img src=x onerror=window.hacked=1> **b** $x$"


def kept(home: Path) -> dict[int, Annotation]:
    return workspace.load_annotations(Workspace.open(home), load_sample().digest)


def annotate(page: Page) -> Locator:
    return page.get_by_role("button", name="Annotate", exact=True)


def note(page: Page) -> Locator:
    return page.get_by_role("textbox", name="Note on this segment")


def verdict(page: Page, name: str) -> Locator:
    return page.get_by_role("group", name="Judgment").get_by_role("button", name=name, exact=True)


def title(page: Page, number: int) -> None:
    """Wait until a segment is drawn."""
    expect(page.locator(".opened .title")).to_have_text(f"Segment {number}")


def saved(page: Page) -> None:
    expect(page.locator(".judging .state")).to_have_text("✓ Saved")


def press(page: Page, keys: str) -> None:
    for key in keys.split():
        page.keyboard.press(key)


def go_to_segment(page: Page, address: str, number: int) -> None:
    """Open a segment of the list in file order; once this returns, the next one is known."""
    with page.expect_response(re.compile(f"answers/annotations.*row={number}$")):
        page.goto(f"{address}/segments?sort=line&seg={number}")
    expect(annotate(page)).to_be_visible()


def open_segment(open_page: Visit, address: str, apart: bool = False) -> Page:
    page = open_page(f"{address}/{FIRST}", apart=apart)
    expect(annotate(page)).to_be_visible()
    settle(page)
    return page


def test_segments_are_judged_by_keyboard_alone(address, open_page, home) -> None:
    page = open_segment(open_page, address)
    expect(note(page)).to_be_hidden()
    press(page, "b l a 3 m b 1 w l n")
    page.keyboard.type(HOSTILE)
    page.keyboard.press("Shift+Enter")
    page.keyboard.type("second line")
    page.keyboard.press("Enter")
    expect(note(page)).not_to_be_focused()
    saved(page)
    first = Annotation(
        "B better",
        (Label("A", "mistranslation", "critical"), Label("B", "word order", "minor")),
        f"{HOSTILE}\nsecond line",
    )
    assert kept(home) == {0: first}
    expect(page.locator("#entry-0 .said")).to_have_text("B\u00a02⚑\u00a0✎ ")
    page.keyboard.press("j")
    title(page, 2)
    expect(note(page)).to_have_value("")
    expect(verdict(page, "B better")).to_have_attribute("aria-pressed", "false")
    assert page.evaluate("window.hacked") is None
    # What is said again is taken back.
    press(page, "s l o o Escape s")
    expect(page.locator("#entry-1 .said")).to_have_count(0)
    saved(page)
    assert kept(home) == {0: first}
    # With Shift several errors of one kind are several.
    # A severity after the letter is that of the label just added.
    press(page, "l o 1 Shift+O 1 Shift+O 3 w")
    expect(page.get_by_role("button", name="omission ×3")).to_be_visible()
    page.keyboard.press("o")  # without it the last one is taken back; one by its own button
    chips = page.locator(".chip", has_text="omission")
    expect(chips).to_have_count(2)
    page.get_by_role("button", name="Delete: B omission").first.hover()
    page.mouse.down()
    page.keyboard.press("3")  # the panel would be drawn anew, and the click lost
    page.mouse.up()
    expect(chips).to_have_count(1)
    saved(page)
    labels = kept(home)[1].labels
    assert [str(label) for label in labels] == ["B omission (minor)", "B word order (critical)"]
    page.keyboard.press("Control+z")
    expect(chips).to_have_count(2)
    saved(page)
    page.reload()
    title(page, 2)
    expect(chips).to_have_count(2)
    page.keyboard.press("k")
    expect(note(page)).to_have_value(first.note)
    expect(verdict(page, "B better")).to_have_attribute("aria-pressed", "true")
    go(page, f"{address}/segments?where=verdict=%22B+better%22&sort=line")
    expect(page.locator(".entry")).to_have_count(1)


# When the browser has a cookie; `wait_for_function` is against the Content-Security-Policy.
NAMED = """cookie => new Promise((found) => {
  const look = () => document.cookie.includes(cookie) ? found() : setTimeout(look, 20);
  look();
})"""


def set_name(page: Page, name: str) -> None:
    page.locator(".judging .who").click()
    page.get_by_role("textbox", name="Your name in exports").fill(name)
    page.get_by_role("button", name="Save name").click()
    page.evaluate(NAMED, f"bleuscope-annotator={name}")


def test_a_key_right_after_a_name_was_saved_is_under_that_name(address, open_page, home) -> None:
    page = open_segment(open_page, address, apart=True)
    press(page, "w")
    set_name(page, "Mia")
    press(page, "Escape a")
    saved(page)
    space, digest = Workspace.open(home), load_sample().digest
    expect(page.locator("#entry-0 .said")).to_have_text("A ")
    assert workspace.load_annotations(space, digest, "Mia") == {0: Annotation("A better")}
    assert workspace.load_annotations(space, digest) == {}


def test_a_name_set_in_one_tab_is_that_of_all(address, open_page, home) -> None:
    page, other = (open_segment(open_page, address, apart=True) for _ in range(2))
    for one in (page, other):
        press(one, "w")
    set_name(other, "Dora")
    expect(page.locator(".judging .who")).to_have_text("as Dora")
    press(page, "b")
    saved(page)
    space, digest = Workspace.open(home), load_sample().digest
    assert workspace.load_annotations(space, digest, "Dora") == {0: Annotation("B better")}
    page.locator(".judging .who").click()
    expect(page.get_by_role("textbox", name="Your name in exports")).to_have_value("Dora")
    expect(page.get_by_text("You have annotated 1 segment")).to_be_visible()
