"""Second opinions in a browser: they come without a press, and open what they say it of."""

from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import quote

import pytest
from playwright.sync_api import Locator, Page, expect


def row(page: Page, name: str) -> Locator:
    table = page.get_by_role("table", name="Second opinions")
    return table.get_by_role("row").filter(has=page.get_by_role("link", name=name, exact=True))


@pytest.mark.parametrize("way", ["higher", "lower"])
def test_a_metric_comes_by_itself_and_opens_the_segments_by_its_difference(
    server: str, open_page: Callable[..., Page], way: str
) -> None:
    page = open_page(server)
    name, key = {"higher": ("chrF2", "chrf"), "lower": ("WER", "wer")}[way]
    expect(row(page, name)).to_contain_text("worse")
    row(page, name).click()
    expect(page).to_have_url(re.compile(rf"/segments\?.*sort={quote(f'metric:{key}')}\b"))
    expect(page.get_by_role("table", name="Segments").get_by_role("row").nth(1)).to_be_visible()
