"""The overview of a page, from its data to what is seen: texts, marks, links, paper, a phone."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from bleu_core import Comparison
from bleu_core.common.formatting import format_delta, format_small_delta
from bleu_core.present.document import Segment
from bleu_core.present.tables.segments import movers

from .page_documents import sample_page


@pytest.fixture
def page(open_it) -> Page:
    opened: Page = open_it(sample_page())
    expect(opened.locator(".overview .scorecard")).to_be_visible()
    return opened


def test_the_difference_is_seen_first_in_numbers_and_words(page, content) -> None:
    families = content.families
    card = page.locator(".overview .scorecard")
    expect(card).to_contain_text("38.50")
    expect(card).to_contain_text(format_delta(content.comparison.delta))
    expect(card.locator(".badge")).to_have_text("▼ Worse")
    expect(page.locator(".overview .sentence")).to_have_text(content.difference)
    rows = page.locator(".overview .words .family")
    assert [text.split()[0] for text in rows.all_inner_texts()] == [
        family.text for family in families.rows
    ]
    for row, family in zip(rows.all(), families.rows, strict=True):
        expect(row.locator(".points")).to_have_text(format_small_delta(family.points))
        expect(row.locator(".won")).to_contain_text(f"{family.wins_a} : {family.wins_b}")
    expect(page.locator(".overview .words h3")).to_have_text(["▼ Lost by B", "▲ Gained by B"])
    expect(page.locator(".overview .words .foot")).to_contain_text("−5.855")
    assert page.evaluate("document.scrollingElement.scrollHeight") <= 900


def extremes(comparison: Comparison) -> list[Segment]:
    return [*movers(comparison, -1, 3), *movers(comparison, 1, 1)]


def test_what_is_shown_opens_its_evidence_and_back_returns(page, content) -> None:
    def opens(press: Callable[[], None], *parts: str) -> None:
        press()
        for part in parts:
            page.wait_for_url(lambda url, part=part: part in url)
        page.go_back()
        expect(page.locator(".overview .sentence")).to_be_visible()

    row = extremes(content.comparison)[1].row
    links = page.locator(".overview .sentence").get_by_role("link")
    opens(links.first.click, "view=ngrams", "find=%22in%22")
    opens(links.filter(has_text="Half of the losses").click, "view=segments", "sort=points")
    opens(page.locator(".overview .family").first.click, "view=ngrams", "find=%22in%22")
    opens(page.locator(".overview .chip").first.click, "view=ngrams", "ngram=the+period+.")
    opens(page.locator(".overview .segment").nth(1).click, "view=segments", f"seg={row}")
    page.locator(".overview .slice").first.focus()
    opens(lambda: page.keyboard.press("Enter"), "part.kind=news")
    opens(
        page.locator(".overview .where").get_by_role("link", name="travel-3", exact=True).click,
        "document=travel-3",
    )
    opens(page.locator(".overview .bars").click, "view=slices", "by=document")
    page.get_by_text("Other metrics and tests").click()
    page.locator(".overview .tests .report").get_by_role("link", name="−2.39").click()
    page.wait_for_url(lambda url: "sort=p4" in url)
