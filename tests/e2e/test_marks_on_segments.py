"""Errors marked on Segments: over the highlight, by mouse and keyboard, kept and taken back."""

from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from bleu_core import workspace
from bleu_core.segments.annotations import Annotation
from bleu_core.segments.marks import Mark, Rating
from bleu_core.workspace import Workspace
from pages.ui.store import load_sample

from .runs import reload
from .test_notes import open_segment, press, saved, title
from .test_presses import open_by_a_line

SAMPLE = load_sample()
A, B = SAMPLE.systems


def text_of(system: str, segment: int = 0) -> str:
    text: str = SAMPLE.systems[system][segment].as_py()
    return text


def kept(home: Path) -> list[Rating]:
    return workspace.load_ratings(Workspace.open(home), SAMPLE.digest)


def token(page: Page, side: str, n: int) -> Locator:
    return page.locator(f".row.system.{side} .token").nth(n)


def waves(page: Page, form: str) -> Locator:
    return page.locator(f".layered .marks path.{form}")


def test_tokens_are_marked_by_keyboard_and_kept(address, open_page, home) -> None:
    page = open_segment(open_page, address)
    press(page, "w ArrowRight ArrowRight Shift+ArrowRight Enter 2 m Escape Escape")
    expect(waves(page, "thick")).to_have_count(1)
    saved(page)
    span = " ".join(text_of(A).split()[1:3])
    start = text_of(A).index(span)
    [rating] = kept(home)
    assert (rating.segment, rating.system) == (0, A)
    assert rating.marks == (Mark("mistranslation", "major", start, start + len(span)),)
    reload(page)
    expect(waves(page, "thick")).to_have_count(1)
    chip = page.locator(".errors .chip")
    expect(chip).to_have_text(f"A“{span}”mistranslation · major")
    expect(page.locator(".legend .severity")).to_have_text("major")
    # Unless one annotates, a click pins the n-gram.
    token(page, "a", 0).click()
    expect(page.locator(".mark-form")).to_be_hidden()
    expect(page.locator(".inspector")).not_to_be_empty()
    # A text that is tried has no marks and gets none.
    press(page, "w e")
    page.get_by_role("textbox", name="Output of").fill("something else")
    expect(page.locator(".where")).to_contain_text("edited")
    expect(waves(page, "thick")).to_have_count(0)
    page.get_by_role("button", name="Reset").click()
    expect(waves(page, "thick")).to_have_count(1)
    chip.click()
    page.get_by_role("button", name="Delete", exact=True).click()
    expect(chip).to_have_count(0)
    saved(page)
    assert kept(home) == []


def test_the_chip_of_an_omission_names_the_output_that_lacks_it(address, open_page) -> None:
    page = open_segment(open_page, address)
    press(page, "w")
    page.locator(".row.source .token").first.click()
    press(page, "a 2 m")
    expect(page.locator(".errors .chip")).to_contain_text("missing in A: mistranslation · major")


def test_keys_that_mark_words_or_add_labels_wait_for_the_segment_of_a_step(
    address, open_page, home
) -> None:
    page, line = open_by_a_line(open_page, address, 1)
    press(page, "w ArrowRight")
    line.held = True
    press(page, "j j j ArrowRight Enter / o d d Enter m 2")
    line.release()
    title(page, 4)
    saved(page)
    [rating] = kept(home)
    [mark] = rating.marks
    assert (rating.segment, mark.category, mark.comment) == (3, "mistranslation", "odd")
    press(page, "Escape l")
    line.held = True
    press(page, "j j m")  # there, labels are not being added
    line.release()
    title(page, 6)
    press(page, "b")
    saved(page)
    said = workspace.load_annotations(Workspace.open(home), SAMPLE.digest)
    assert said == {5: Annotation("B better")}
