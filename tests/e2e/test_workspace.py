"""What is kept outlives the server, is offered, can be deleted; and where nothing is to be kept."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from bleu_core import EvalSet, workspace
from bleu_core.workspace import Workspace

from .conftest import choose, running_server, score_of_b, settings_shown
from .hostile import HOSTILE_NAME, expect_nothing_came_alive
from .runs import go, settle


def keep(home: Path, **systems: list[str]) -> EvalSet:
    made = EvalSet(systems=systems, references=[["the cat sat on the mat .", "it was glad ."]])
    workspace.save_comparison(Workspace.open(home), made)
    return made


OLD = ["a cat sat on a mat .", "it is happy ."]
NEW = ["the cat sat on the mat .", "it was happy ."]


def names(page: Page) -> Locator:
    return page.locator(".top .name")


def offer(page: Page) -> Locator:
    return page.locator(".recent")


@pytest.mark.slow
def test_a_link_holds_after_a_restart_in_a_fresh_profile(home, tmp_path, open_page, files) -> None:
    environment = {"BLEUSCOPE_HOME": str(home)}

    def view(page: Page) -> list[str]:
        page.set_viewport_size({"width": 1440, "height": 900})  # wide tables show more columns
        expect(page.locator(".entry").first).to_be_visible()
        expect(page.locator(".opened .system .token").first).to_be_visible()
        settle(page)
        # Only who has seen the Overview has had other metrics counted.
        page.locator(".others").evaluate_all("of => of.map(e => e.remove())")
        shown = [page.locator(".left"), page.locator(".opened")]
        return [settings_shown(page).inner_text(), *(place.inner_text() for place in shown)]

    with running_server(tmp_path / "first.txt", **environment) as first:
        page = open_page(f"{first}/data?tok=char&lc=yes")
        choose(page, *files)
        expect(page).to_have_url(re.compile(r"/\?data=[0-9a-f]{64}&tok=char&lc=yes$"))
        data = page.url.removeprefix(f"{first}/?")
        page.goto(f"{first}/segments?{data}&sort=-length&where=a+contains+%22bold%22&seg=4")
        before = view(page)
        link = page.url.removeprefix(first)
    with running_server(tmp_path / "second.txt", **environment) as second:
        page = open_page(second + link, apart=True)
        assert view(page) == before
        expect(page).to_have_url(second + link)
        expect(names(page)).to_have_text([HOSTILE_NAME, "new"])
        expect_nothing_came_alive(page)


def test_what_was_opened_last_is_offered_and_all_is_a_press_away(address, home, open_page) -> None:
    made = keep(home, **{HOSTILE_NAME: OLD, "new": NEW})
    page = open_page(address)
    link = offer(page).get_by_role("link", name=HOSTILE_NAME)
    expect(link).to_have_attribute("href", f"?data={made.digest}")
    offer(page).get_by_role("link", name="All saved").click()
    listed = page.get_by_role("table", name="Saved comparisons")
    expect(listed).to_contain_text(HOSTILE_NAME[:39])
    expect_nothing_came_alive(page)
    listed.get_by_role("cell", name="new").click()
    expect(names(page)).to_have_text([HOSTILE_NAME, "new"])
    expect(score_of_b(page)).to_be_visible()
    go(page, address)
    link.focus()
    page.keyboard.press("Enter")
    expect(names(page)).to_have_text([HOSTILE_NAME, "new"])
    expect(page).to_have_url(f"{address}/?data={made.digest}")
    expect(offer(page)).to_have_count(0)
    expect_nothing_came_alive(page)


@pytest.mark.slow
@pytest.mark.parametrize("token", ["secret", ""])
def test_where_no_token_is_asked_for_nothing_is_written(tmp_path, open_page, files, token) -> None:
    usual = tmp_path / "usual"
    environment = {"BLEUSCOPE_TOKEN": token, "BLEUSCOPE_HOME": "", "XDG_DATA_HOME": str(usual)}
    with running_server(tmp_path / "log.txt", **environment) as address:
        page = open_page(f"{address}/data?token={token}")
        choose(page, *files)
        expect(score_of_b(page)).to_be_visible()
        settle(page)
    there = [path for path in usual.rglob("*") if path.is_file()]
    written = {path.name for path in there if path.parent.name != "backups"}
    assert written == ({"workspace.sqlite"} if token else set())
