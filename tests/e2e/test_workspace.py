"""What is kept outlives the server, is offered, can be deleted; and where nothing is to be kept."""

from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from bleu_core import EvalSet, workspace
from bleu_core.workspace import Workspace

from .conftest import score_of_b
from .hostile import HOSTILE_NAME, expect_nothing_came_alive
from .runs import go


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
