"""The bench in a browser: what an edit does to the address, to history and to what was typed."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from bleu_core.teaching.exercise import LONGEST

from .test_learn import field, open_bench, with_text

Visit = Callable[..., Page]


def test_back_leads_to_the_lesson_before_with_its_own_text(server: str, open_page: Visit) -> None:
    page = open_bench(open_page(f"{server}/learn?lesson=the-the-the"), "the-the-the")
    for text in ("the cat", "the cat is", "the cat is on"):
        field(page, "Candidate A").fill(text)
        expect(page).to_have_url(with_text("cand", text))
    page.get_by_role("button", name="Next lesson").click()
    expect(page.locator(".lesson h2")).to_have_text("of the")
    page.go_back()
    expect(page.locator(".lesson h2")).to_have_text("the the the the the the the")
    expect(field(page, "Candidate A")).to_have_value("the cat is on")
    # Edits are no steps: one more leads to before all of them.
    page.go_back()
    expect(page).not_to_have_url(with_text("cand", "the cat is"))


def test_own_text_is_there_when_its_lesson_is_opened_again(server: str, open_page: Visit) -> None:
    page = open_bench(open_page(f"{server}/learn?lesson=the-the-the"), "the-the-the")
    field(page, "Candidate A").fill("the cat is on")
    expect(page.get_by_text("Your own texts or settings.")).to_be_visible()
    page.get_by_role("button", name="Next lesson").click()
    expect(field(page, "Candidate A")).to_have_value("of the")
    page.get_by_role("button", name="Previous lesson").click()
    expect(field(page, "Candidate A")).to_have_value("the cat is on")
    page.get_by_role("button", name="Start again").click()
    expect(field(page, "Candidate A")).to_have_value("the the the the the the the")


def test_a_link_copied_right_after_an_edit_has_it(server: str, open_page: Visit) -> None:
    page = open_bench(open_page(f"{server}/learn?lesson=the-the-the"), "the-the-the")
    page.evaluate("navigator.clipboard.writeText = async (text) => { window.copied = text; }")
    field(page, "Candidate A").fill("the last word")
    page.get_by_role("button", name="Copy link").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert "cand=the+last+word" in page.evaluate("window.copied")


def test_a_text_that_is_too_long_is_told_and_not_cut(server: str, open_page: Visit) -> None:
    page = open_bench(open_page(f"{server}/learn?lesson=the-the-the"), "the-the-the")
    text = "the cat " * (LONGEST // 8 + 1)
    field(page, "Candidate A").fill(text)
    told = page.get_by_text(f"{len(text)} characters: a text on the bench has at most {LONGEST}.")
    expect(told).to_be_visible()
    expect(field(page, "Candidate A")).to_have_value(text)
    field(page, "Candidate A").fill("the cat")
    expect(told).to_be_hidden()
    expect(page).to_have_url(with_text("cand", "the cat"))


def test_a_setting_that_cannot_be_is_told_alone(server: str, open_page: Visit) -> None:
    page = open_bench(open_page(f"{server}/learn?lesson=the-the-the"), "the-the-the")
    page.locator(".bench").get_by_label("Smoothing").select_option("floor")
    expect(page.locator(".bench .change").first).to_be_visible()
    page.locator(".bench").get_by_label("value").fill("abc")
    expect(page.locator(".bench .problem")).to_contain_text("The value of floor is a number")
    expect(page.locator(".bench .changes")).to_have_count(0)


def test_the_scores_are_in_sight_while_one_types_and_reads(server: str, open_page: Visit) -> None:
    page = open_bench(open_page(f"{server}/learn"), "two-candidates")
    page.set_viewport_size({"width": 683, "height": 512})
    score = page.locator(".bench .value.a")
    field(page, "Candidate A").click()
    expect(score).to_be_in_viewport()
    page.locator(".bench summary").last.scroll_into_view_if_needed()
    expect(score).to_be_in_viewport()


def test_the_tab_key_stops_once_in_a_step_and_marks_are_told(server: str, open_page: Visit) -> None:
    page = open_bench(open_page(f"{server}/learn?lesson=the-the-the"), "the-the-the")
    step = page.locator(".bench .step[open]")
    stops = "node => [...node.querySelectorAll('.symbol')].filter(one => one.tabIndex === 0).length"
    assert step.evaluate(stops) == 1
    step.locator(".symbol").first.focus()
    page.keyboard.press("ArrowRight")
    expect(step.locator(".symbol").nth(1)).to_be_focused()
    page.get_by_role("button", name="words", exact=True).focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="2-grams")).to_be_focused()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    expect(step.locator(".heard")).to_have_text("Credited: the 2 times. Clipped away: the 5 times.")
    expect(page.get_by_role("button", name="Remove Reference 2")).to_be_visible()
