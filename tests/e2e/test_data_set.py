"""A data set in a browser: it opens from the list and by its link, and every screen shows it."""

from urllib.parse import parse_qs, urlencode, urlsplit

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from playwright.sync_api import Page, expect

from bleu_core import BleuConfig
from bleu_core.datasets import FOLDER, Columns, DataSet, count, open_data_set, planned
from tests.app.data_sets import A, counted

from .hostile import HOSTILE, HOSTILE_NAME, expect_nothing_came_alive
from .runs import settle
from .test_accessible import table


@pytest.fixture
def data_set(home) -> DataSet:
    """One that the server of `address` finds."""
    return counted(home.parent)


def link(address: str, made: DataSet, screen: str = "", **params: str) -> str:
    return f"{address}/{screen}?{urlencode({'data': made.digest, **params})}"


SHOWN = {
    "": "Most for B",
    "systems": "Ranking",
    "segments": "Segments",
    "ngrams": "N-gram evidence",
    "slices": "Slices",
    "judge": "Blind sessions",
    "data": "The comparison that is open",
}


def test_it_opens_and_every_screen_shows_it(address, data_set, open_page) -> None:
    page: Page = open_page(f"{address}/data")
    page.get_by_role("tab", name="Kept comparisons").click()
    page.get_by_role("table", name="Kept comparisons").get_by_role("row").nth(1).click()
    badge = page.locator(".masthead .badge")
    expect(badge).to_have_text("Data set")
    table("Most for B")(page)
    page.get_by_role("table", name="Most for B").get_by_role("row").nth(1).click()
    page.wait_for_url("**/segments?**")
    assert parse_qs(urlsplit(page.url).query)["data"] == [data_set.digest]
    page.keyboard.press("j")
    for screen, name in SHOWN.items():
        page = open_page(link(address, data_set, screen), apart=True)
        expect(page.locator(".masthead .badge")).to_have_text("Data set")
        table(name)(page)
    page = open_page(link(address, data_set, "segments", seg="101"))
    expect(page.locator(".opened .row[data-side=a] .text")).to_contain_text(A[100].split()[0])
