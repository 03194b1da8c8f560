"""The Systems screen in a browser: what its rows, its cells and its choice of the metric open."""

import re

import pytest
from playwright.sync_api import Page, expect

from bleu_core import BleuConfig, workspace
from bleu_core.workspace import Workspace
from tests.app.data_sets import worse_and_worse

from .hearing import sent_by
from .hostile import HOSTILE_NAME, expect_nothing_came_alive
from .runs import settle


@pytest.fixture
def ranked(address, home, open_page) -> tuple[Page, list[str]]:
    """Four systems, the first with a hostile name, ranked and tested; what the page has sent."""
    data = worse_and_worse(4, 40, [HOSTILE_NAME])
    workspace.save_comparison(Workspace.open(home), data, BleuConfig())
    page = open_page("about:blank")
    sent = sent_by(page)
    page.goto(f"{address}/systems?data={data.digest}")
    expect(page.locator(".sentence")).not_to_be_empty()
    settle(page)
    return page, sent


def test_rows_and_cells_open_their_pairs(ranked) -> None:
    page, sent = ranked
    sent.clear()
    page.get_by_text("All 6 pairs").click()
    cell = page.get_by_role("gridcell", name=re.compile("^s3 minus s1: "))
    cell.hover()
    expect(page.locator(".pairs > .asked")).to_contain_text("s3 minus s1")
    assert not sent
    expect_nothing_came_alive(page)
    cell.click()
    expect(page).to_have_url(re.compile(r"/\?data=[0-9a-f]{64}&a=s1&b=s3$"))
    expect(page.locator(".top")).to_contain_text("s3")
    settle(page)
    page.go_back()
    row = page.locator("table.ranking tbody tr", has_text="s2")
    row.locator(".ci").click()
    expect(page).to_have_url(re.compile(r"&b=s2$"))
    settle(page)
    page.go_back()
    # Its name is a link, which can be opened elsewhere.
    with page.context.expect_page() as opening:
        row.get_by_role("link").click(modifiers=["ControlOrMeta"])
    expect(opening.value.locator(".top")).to_contain_text("s2")
    opening.value.close()


def test_the_metric_is_chosen_and_in_the_address(ranked) -> None:
    page, _ = ranked
    scores = page.locator("table.ranking .score")
    of_bleu = scores.nth(1).inner_text()
    page.get_by_label("Rank by").select_option(label="WER")
    expect(page).to_have_url(re.compile("rank=wer"))
    expect(scores.first).to_contain_text("WER")
    settle(page)
    page.reload()
    expect(scores.first).to_contain_text("WER")
    expect(page.get_by_label("Rank by")).to_have_value("wer")
    page.go_back()
    expect(scores.nth(1)).to_have_text(of_bleu)
    page.get_by_text("System disagreement").click()
    expect(page).to_have_url(re.compile("shows=where"))
    expect(page.get_by_role("table", name=re.compile("^Segments by the spread"))).to_be_visible()
