"""A data set that was counted, in a browser: by its link, in both themes, and on a phone."""

from collections.abc import Callable
from urllib.parse import parse_qs, urlencode, urlsplit

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from playwright.sync_api import Page, expect

from bleu_core import BleuConfig
from bleu_core.datasets import (
    FOLDER,
    Columns,
    DatasetComparison,
    DatasetPlan,
    find_fragments,
    run,
    save,
)
from tests.app.data_sets import A, counted

from .hostile import HOSTILE, HOSTILE_NAME, expect_nothing_came_alive
from .looks import PHONE, look
from .runs import go, settle
from .test_accessible import heading, press, summary, tab, table


def away(page: Page) -> None:
    """Off what was pressed: its colour under the mouse is Streamlit's own."""
    page.mouse.move(700, 850)


STATES: dict[str, tuple[str, list[Callable[[Page], None]]]] = {
    "overview": ("", [table("Most for B"), summary("Is it chance?"), table("Significance tests")]),
    "overview, reports": ("", [table("Most for B"), press("Report")]),
    "systems": ("systems", []),
    "segments": ("segments", [table("Segments")]),
    "n-grams": ("ngrams", []),
    "n-grams, counted": (
        "ngrams",
        [press("Count the n-grams of 400 segments"), table("N-grams with most points"), away],
    ),
    "slices": ("slices", [table("Parts of the data set by kind")]),
    "judge": ("judge", []),
    "data": ("data", [heading("Compare systems"), tab("Data sets"), press("Forget"), away]),
}


@pytest.fixture
def job(home) -> DatasetComparison:
    """One that the server of `address` finds."""
    return counted(home.parent)


def link(address: str, job: DatasetComparison, screen: str = "") -> str:
    return f"{address}/{screen}?data=job-{job.plan.digest}"


def test_the_list_opens_a_data_set_and_its_numbers_segments(address, job, open_page) -> None:
    page = open_page(f"{address}/data")
    page.get_by_role("tab", name="Data sets").click()
    listed = page.get_by_role("table", name="Data sets that have been counted")
    listed.get_by_role("row").nth(1).click()
    expect(page.locator(".masthead .badge")).to_have_text("Data set")
    table("Most for B")(page)
    page.get_by_role("table", name="Most for B").get_by_role("row").nth(1).click()
    page.wait_for_url("**/segments?**")
    asked = parse_qs(urlsplit(page.url).query)
    assert asked["data"] == [f"job-{job.plan.digest}"]
    assert asked["sort"] == ["-points"]
    again = open_page(page.url, apart=True)
    expect(again.locator(".masthead .badge")).to_have_text("Data set")
    assert parse_qs(urlsplit(again.url).query) == asked
    go(page, f"{address}/")
    expect(page.locator(".masthead .badge")).to_have_text("Sample")


@pytest.mark.slow
@pytest.mark.parametrize("state", STATES)
def test_its_screens_break_no_rule_and_fit_a_phone(address, job, open_page, state) -> None:
    screen, steps = STATES[state]
    page = open_page(link(address, job, screen))
    for step in steps:
        step(page)
        settle(page)
    look(page, windows=[PHONE])


@pytest.mark.slow
def test_names_and_texts_of_a_data_set_are_text(address, home, open_page) -> None:
    a, b, kind = HOSTILE_NAME, "</style><b id=injected>b", "$x$ **=1+1**"
    lines = HOSTILE * 20
    others = lines[1:] + lines[:1]  # so that B matches n-grams that A does not
    columns = {a: others, b: [f"{line} one" for line in lines], "ref": lines, kind: lines}
    data = home.parent / "<b id=injected>.parquet"
    pq.write_table(pa.table(columns), data, row_group_size=50)
    named = Columns(a, b, ("ref",), kind)
    plan = DatasetPlan(tuple(find_fragments([str(data)], named)), named, BleuConfig(), (kind,))
    made, _ = run(plan, home / FOLDER)
    assert made
    save(made)
    for screen in ("", "segments", "slices", "ngrams", "data"):
        page = open_page(f"{link(address, made, screen)}&gq=script")
        expect(page.locator(".masthead .system.a .name")).to_have_text(a)
        if screen == "data":
            page.get_by_role("tab", name="Data sets").click()
            expect(page.get_by_text("<b id=injected>.parquet").first).to_be_visible()
        if screen == "":
            table("Most for B")(page)
        if screen == "segments":
            table("Segments")(page)
        if screen == "ngrams":
            press(f"Count the n-grams of {len(lines)} segments")(page)
            table("N-grams with most points")(page)
            expect(page.get_by_text("< script > window", exact=True)).to_be_visible()
        settle(page)
        expect_nothing_came_alive(page)


@pytest.mark.slow
def test_keys_walk_the_list_and_some_open_as_a_comparison(open_page, address, job) -> None:
    query = {"where": 'line > 100 and line < 104 and kind = "news"', "sort": "line"}
    page = open_page(f"{link(address, job, 'segments')}&{urlencode(query)}")
    rows = page.get_by_role("table", name="Segments", exact=True).locator("tbody tr")
    expect(rows).to_have_count(2)
    number = page.locator(".opened").get_by_text("Segment 101")
    expect(number).to_be_visible()
    expect(page.locator(".opened .row[data-side=a] .text")).to_contain_text(A[100].split()[0])
    page.keyboard.press("j")
    expect(page.locator(".opened").get_by_text("Segment 102")).to_be_visible()
    page.wait_for_url("**seg=102**")
    page.keyboard.press("j")
    expect(page.locator(".opened .told")).to_have_text("The list ends here.")
    page.keyboard.press("k")
    expect(number).to_be_visible()
    page.get_by_role("button", name="Open these 2 segments as a comparison").click()
    expect(page.locator(".masthead")).to_contain_text("2 segments")
    settle(page)
    expect(rows).to_have_count(2)
