"""The Systems screen in a browser: the ranking, and the matrix whose cells open their pairs."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from bleu_core import BleuConfig, EvalSet, workspace
from bleu_core.workspace import Workspace

from .hostile import HOSTILE_NAME, expect_nothing_came_alive
from .runs import settle

Visit = Callable[..., Page]
WORDS = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l"]


# Whether the headings of the last column and row stand in the box when it is scrolled to its end.
HEADINGS_AT_THE_END = """table => {
  const box = table.parentElement;
  box.scrollTo(box.scrollWidth, box.scrollHeight);
  const { left, top, right, bottom } = box.getBoundingClientRect();
  const last = [table.tHead.rows[0].cells, [...table.tBodies[0].rows].at(-1).cells];
  return [[...last[0]].at(-1), last[1][0]].map(node => {
    const at = node.getBoundingClientRect();
    return at.left > left - 2 && at.right < right + 2 && at.top > top - 2 && at.bottom < bottom + 2;
  });
}"""


def systems(names: list[str], segments: int) -> EvalSet:
    """Each worse than the one before it: more of its words are wrong."""
    rng = random.Random(7)
    reference = [" ".join(rng.choices(WORDS, k=12)) for _ in range(segments)]

    def output(wrong: float) -> list[str]:
        return [" ".join(w if rng.random() > wrong else "x" for w in r.split()) for r in reference]

    outputs = {name: output(0.05 + 0.03 * k) for k, name in enumerate(names)}
    return EvalSet(systems=outputs, references=[reference])


@pytest.fixture
def sent() -> list[str | bytes]:
    """What the page has sent to the server."""
    return []


@pytest.fixture
def ranked(address: str, home: Path, open_page: Visit, sent: list[str | bytes]) -> Page:
    """Four systems, the third with a hostile name, once every pair is tested."""
    data = systems(["one", "two", HOSTILE_NAME, "four"], 40)
    workspace.keep(Workspace.open(home), data, BleuConfig())
    page = open_page("about:blank")
    page.on("websocket", lambda socket: socket.on("framesent", lambda frame: sent.append(frame)))
    page.goto(f"{address}/systems?data={data.digest}")
    expect(page.get_by_role("button", name="segments won")).to_be_visible()
    expect(page.get_by_role("button", name="Stop")).to_have_count(0)
    settle(page)
    return page


def matrix(page: Page) -> Locator:
    return page.get_by_role("grid", name="Every pair of systems")


def cell(page: Page, column: str, row: str) -> Locator:
    name = re.compile(f"^{re.escape(column)} minus {re.escape(row)}: ")
    return matrix(page).get_by_role("gridcell", name=name)


def test_the_matrix_is_hovered_walked_and_opens_its_pairs(
    ranked: Page, sent: list[str | bytes]
) -> None:
    # Hovering, and what the cells show, send nothing.
    sent.clear()
    there, told = cell(ranked, "four", "one"), ranked.locator(".pairs > .asked")
    there.hover()
    expect(told).to_contain_text("four minus one")
    drawn = there.locator("[aria-hidden]")
    delta = drawn.inner_text()
    ranked.get_by_role("button", name="p", exact=True).click()
    expect(drawn).not_to_have_text(delta)
    ranked.get_by_role("button", name="segments won").click()
    expect(drawn).to_have_text(re.compile(r"^\d+$"))
    ranked.get_by_role("checkbox", name="uncorrected").check()
    expect(ranked.get_by_text("not corrected for looking at 6 pairs")).to_be_visible()
    ranked.get_by_role("button", name="Δ", exact=True).click()
    expect(drawn).to_have_text(delta)
    assert not sent
    cell(ranked, HOSTILE_NAME, "one").hover()
    expect(told).to_contain_text(HOSTILE_NAME)
    expect_nothing_came_alive(ranked)
    # It is one stop of the Tab key, and arrows walk it.
    expect(matrix(ranked).locator('[tabindex="0"]')).to_have_count(1)
    cell(ranked, "two", "one").focus()
    for key, column, row in (
        ("ArrowRight", HOSTILE_NAME, "one"),
        ("ArrowDown", HOSTILE_NAME, "two"),
        ("ArrowDown", HOSTILE_NAME, "four"),  # over the cell of the system itself
        ("Home", "one", "four"),
    ):
        ranked.keyboard.press(key)
        expect(cell(ranked, column, row)).to_be_focused()
    ranked.keyboard.press("Tab")
    expect(matrix(ranked).locator(":focus")).to_have_count(0)
    ranked.keyboard.press("Shift+Tab")
    expect(cell(ranked, "one", "four")).to_be_focused()
    expect(told).to_contain_text("one minus four")
    # A row becomes B, and its key makes it the baseline.
    rows = ranked.get_by_role("table", name="Systems by BLEU").locator("tr.opens")
    rows.last.focus()
    ranked.keyboard.press("Enter")
    expect(ranked).to_have_url(re.compile(r"b=four"))
    expect(rows.last).to_have_attribute("aria-current", "true")
    expect(rows.last).to_be_focused()
    rows.nth(1).focus()
    ranked.keyboard.press("b")
    expect(ranked).to_have_url(re.compile(r"a=two&b=four"))
    expect(cell(ranked, "four", "two")).to_have_attribute("aria-current", "true")
    settle(ranked)
    # A cell opens its pair; back leads to the matrix, where Enter opens one too.
    cell(ranked, "one", "four").click()
    expect(ranked).to_have_url(re.compile(r"/\?data=[0-9a-f]{64}&a=four&b=one"))
    settle(ranked)
    ranked.go_back()
    expect(ranked).to_have_url(re.compile("/systems"))
    cell(ranked, "four", "two").focus()
    ranked.keyboard.press("Enter")
    expect(ranked).to_have_url(re.compile(r"/\?data=[0-9a-f]{64}&a=two&b=four"))
    expect(ranked.get_by_role("table", name="Parts of BLEU for A and B")).to_be_visible()


@pytest.mark.slow
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_many_systems_scroll_in_their_own_box_under_headings_that_stay(
    address: str, home: Path, open_page: Visit, theme: str
) -> None:
    data = systems([f"system number {k}" for k in range(50)], 12)
    workspace.keep(Workspace.open(home), data, BleuConfig())
    page = open_page("about:blank")
    page.emulate_media(color_scheme=theme)
    page.goto(f"{address}/systems?data={data.digest}")
    last = matrix(page).locator("tbody tr").last.locator("td").nth(48)
    expect(last).to_contain_text("system number")
    expect(last.locator("[aria-hidden]")).to_have_text(re.compile("^[+−·]$"))
    inside = matrix(page).evaluate(HEADINGS_AT_THE_END)
    assert inside == [True, True]
