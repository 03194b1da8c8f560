"""A data set in a browser: it opens from the list and by its link, and every screen shows it."""

from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from playwright.sync_api import Page, expect

from bleu_core.datasets import DataSet
from tests.app.data_sets import A, counted

from .test_accessible import table


@pytest.fixture
def data_set(home) -> DataSet:
    """One that the server of `address` finds."""
    return counted(home.parent)


def link(address: str, made: DataSet, screen: str = "", **params: str) -> str:
    return f"{address}/{screen}?{urlencode({'data': made.digest, **params})}"


# The table of each screen; Judge has none yet.
TABLES = {
    "": "Worst segments",
    "systems": "Systems by BLEU",
    "segments": "Segments",
    "ngrams": "N-gram evidence",
    "slices": "Slices",
    "data": "Open comparison",
}


def test_it_opens_and_every_screen_shows_it(address, data_set, open_page) -> None:
    page: Page = open_page(f"{address}/data")
    page.get_by_role("tab", name="Saved comparisons").click()
    page.get_by_role("table", name="Saved comparisons").get_by_role("row").nth(1).click()
    badge = page.locator(".masthead .badge")
    expect(badge).to_have_text("Data set")
    table("Worst segments")(page)
    page.get_by_role("table", name="Worst segments").get_by_role("row").nth(1).click()
    page.wait_for_url("**/segments?**")
    assert parse_qs(urlsplit(page.url).query)["data"] == [data_set.digest]
    for screen, name in TABLES.items():
        page = open_page(link(address, data_set, screen), apart=True)
        expect(page.locator(".masthead .badge")).to_have_text("Data set")
        table(name)(page)
    page = open_page(link(address, data_set, "judge"))
    expect(page.get_by_text("No blind sessions yet.")).to_be_visible()
    page = open_page(link(address, data_set, "segments", seg="101"))
    expect(page.locator(".opened .row[data-side=a] .text")).to_contain_text(A[100].split()[0])
