"""Verdicts, labels and notes on Segments, by keyboard and from two windows at once."""

from pathlib import Path

import pytest
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


def note(page: Page) -> Locator:
    return page.get_by_role("textbox", name="Note on this segment")


def verdict(page: Page, name: str) -> Locator:
    return page.get_by_role("group", name="Judgment").get_by_role("button", name=name, exact=True)


def state(page: Page) -> Locator:
    return page.locator(".judging .state")


def open_segment(open_page: Visit, address: str, apart: bool = False) -> Page:
    page = open_page(f"{address}/{FIRST}", apart=apart)
    expect(note(page)).to_be_visible()
    settle(page)
    return page


def test_segments_are_judged_by_keyboard_alone(address, open_page, home) -> None:
    page = open_segment(open_page, address)
    for key in ("b", "l", "a", "3", "m", "b", "1", "w", "l", "n"):
        page.keyboard.press(key)
    page.keyboard.type(HOSTILE)
    page.keyboard.press("Shift+Enter")
    page.keyboard.type("second line")
    page.keyboard.press("Enter")
    expect(note(page)).not_to_be_focused()
    expect(state(page)).to_have_text("saved")
    first = Annotation(
        "B better",
        (Label("A", "mistranslation", "critical"), Label("B", "word order", "minor")),
        f"{HOSTILE}\nsecond line",
    )
    assert kept(home) == {0: first}
    page.keyboard.press("j")
    expect(page.locator(".title")).to_contain_text("Segment 2")
    expect(note(page)).to_have_value("")
    expect(verdict(page, "B better")).to_have_attribute("aria-pressed", "false")
    row = page.get_by_role("table", name="Segments").get_by_role("row").nth(1)
    expect(row).to_contain_text("B\u00a02⚑\u00a0✎")
    assert page.evaluate("window.hacked") is None
    # What is said again is taken back.
    for key in ("s", "l", "o", "o", "Escape", "s"):
        page.keyboard.press(key)
    expect(state(page)).to_have_text("saved")
    settle(page)
    assert kept(home) == {0: first}
    # With Shift several errors of one kind are several.
    for key in ("l", "o", "Shift+O", "3", "Shift+O", "w"):
        page.keyboard.press(key)
    expect(page.get_by_role("button", name="omission ×3")).to_be_visible()
    page.keyboard.press("o")  # without it the last one is taken back; one by its own button
    chips = page.locator(".chip", has_text="omission")
    expect(chips).to_have_count(2)
    page.get_by_role("button", name="Delete: B omission").first.click()
    expect(chips).to_have_count(1)
    expect(state(page)).to_have_text("saved")
    settle(page)
    labels = kept(home)[1].labels
    assert [str(label) for label in labels] == ["B omission (minor)", "B word order (critical)"]
    page.keyboard.press("Control+z")
    expect(chips).to_have_count(2)
    expect(state(page)).to_have_text("saved")
    page.reload()
    expect(page.locator(".title")).to_contain_text("Segment 2")
    settle(page)
    page.keyboard.press("k")
    expect(note(page)).to_have_value(first.note)
    expect(verdict(page, "B better")).to_have_attribute("aria-pressed", "true")
    go(page, f"{address}/segments?where=verdict=%22B+better%22&sort=line")
    expect(page.get_by_role("table", name="Segments").locator("tr.opens")).to_have_count(1)


def test_of_two_windows_the_last_write_wins(address, open_page, home) -> None:
    one, two = (open_segment(open_page, address, apart=apart) for apart in (False, True))
    for page, text in ((one, "from the first window"), (two, "from the second")):
        note(page).fill(text)
        expect(state(page)).to_have_text("saved")
        assert kept(home)[0].note == text
    # What is of different items is kept from both.
    one.bring_to_front()
    one.locator(".title").click()
    one.keyboard.press("x")
    two.locator(".title").click()
    two.keyboard.press("l")
    two.keyboard.press("p")
    expect(state(one)).to_have_text("saved")
    expect(state(two)).to_have_text("saved")
    settle(one)
    settle(two)
    assert kept(home)[0].verdict == "both bad"
    assert kept(home)[0].labels == (Label("B", "punctuation", "major"),)


@pytest.mark.slow
def test_notes_leave_as_a_file_and_come_back(address, open_page, home, tmp_path) -> None:
    page = open_segment(open_page, address)
    page.keyboard.press("a")
    note(page).fill("=SUM(A1)")
    expect(state(page)).to_have_text("saved")
    page.get_by_role("button", name="Annotations", exact=True).click()
    page.get_by_role("tab", name="Export and import").click()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Export CSV").click()
    file = tmp_path / "notes.csv"
    saved.value.save_as(file)
    assert "'=SUM(A1)" in file.read_text()
    space = Workspace.open(home)
    workspace.delete_comparison(space, load_sample().digest)
    page.get_by_test_id("stFileUploaderDropzoneInput").set_input_files(file)
    expect(page.get_by_text("Judgments, labels and notes: 2 read, 2 saved.")).to_be_visible()
    assert kept(home) == {0: Annotation("A better", (), "=SUM(A1)")}
