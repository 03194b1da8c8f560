"""The overview of a page: the difference in numbers and words."""

import pytest
from playwright.sync_api import Page, expect

from bleu_core.common.formatting import format_delta, format_small_delta

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
