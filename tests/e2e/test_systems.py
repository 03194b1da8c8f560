"""The Systems screen in a browser: the ranking, and the matrix whose cells open their pairs."""

import random
import re

import pytest
from playwright.sync_api import Locator, Page, expect

from bleu_core import BleuConfig, EvalSet, workspace
from bleu_core.workspace import Workspace

from .hearing import sent_by
from .hostile import HOSTILE_NAME, expect_nothing_came_alive
from .runs import settle

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
def ranked(address, home, open_page) -> tuple[Page, list[str]]:
    """Four systems, the third with a hostile name, once every pair is tested; what it has sent."""
    data = systems(["one", "two", HOSTILE_NAME, "four"], 40)
    workspace.save_comparison(Workspace.open(home), data, BleuConfig())
    page = open_page("about:blank")
    sent = sent_by(page)
    page.goto(f"{address}/systems?data={data.digest}")
    expect(page.get_by_role("button", name="segments won")).to_be_visible()
    expect(page.get_by_role("button", name="Stop")).to_have_count(0)
    settle(page)
    return page, sent


def matrix(page: Page) -> Locator:
    return page.get_by_role("grid", name="All pairs of systems")


def cell(page: Page, column: str, row: str) -> Locator:
    name = re.compile(f"^{re.escape(column)} minus {re.escape(row)}: ")
    return matrix(page).get_by_role("gridcell", name=name)


def test_the_matrix_is_hovered_walked_and_opens_its_pairs(ranked) -> None:
    page, sent = ranked
    # Hovering, and what the cells show, send nothing.
    sent.clear()
    there, told = cell(page, "four", "one"), page.locator(".pairs > .asked")
    there.hover()
    expect(told).to_contain_text("four minus one")
    drawn = there.locator("[aria-hidden]")
    delta = drawn.inner_text()
    page.get_by_role("button", name="p", exact=True).click()
    expect(drawn).not_to_have_text(delta)
    page.get_by_role("button", name="segments won").click()
    expect(drawn).to_have_text(re.compile(r"^\d+$"))
    page.get_by_role("checkbox", name="uncorrected").check()
    expect(page.get_by_text("not corrected for testing 6 pairs")).to_be_visible()
    page.get_by_role("button", name="Δ", exact=True).click()
    expect(drawn).to_have_text(delta)
    assert not sent
    cell(page, HOSTILE_NAME, "one").hover()
    expect(told).to_contain_text(HOSTILE_NAME)
    expect_nothing_came_alive(page)
    # It is one stop of the Tab key, and arrows walk it.
    expect(matrix(page).locator('[tabindex="0"]')).to_have_count(1)
    cell(page, "two", "one").focus()
    for key, column, row in (
        ("ArrowRight", HOSTILE_NAME, "one"),
        ("ArrowDown", HOSTILE_NAME, "two"),
        ("ArrowDown", HOSTILE_NAME, "four"),  # over the cell of the system itself
        ("Home", "one", "four"),
    ):
        page.keyboard.press(key)
        expect(cell(page, column, row)).to_be_focused()
    page.keyboard.press("Tab")
    expect(matrix(page).locator(":focus")).to_have_count(0)
    page.keyboard.press("Shift+Tab")
    expect(cell(page, "one", "four")).to_be_focused()
    expect(told).to_contain_text("one minus four")
    # A row becomes B, and its key makes it the baseline.
    rows = page.get_by_role("table", name="Systems by BLEU").locator("tr.opens")
    rows.last.focus()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"b=four"))
    expect(rows.last).to_have_attribute("aria-current", "true")
    expect(rows.last).to_be_focused()
    rows.nth(1).focus()
    page.keyboard.press("b")
    expect(page).to_have_url(re.compile(r"a=two&b=four"))
    expect(cell(page, "four", "two")).to_have_attribute("aria-current", "true")
    settle(page)
    # A cell opens its pair; back leads to the matrix, where Enter opens one too.
    cell(page, "one", "four").click()
    expect(page).to_have_url(re.compile(r"/\?data=[0-9a-f]{64}&a=four&b=one"))
    settle(page)
    page.go_back()
    expect(page).to_have_url(re.compile("/systems"))
    cell(page, "four", "two").focus()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"/\?data=[0-9a-f]{64}&a=two&b=four"))
    expect(page.get_by_role("table", name="BLEU of A and B by component")).to_be_visible()


@pytest.mark.slow
def test_many_systems_scroll_under_headings_that_stay(address, home, open_page) -> None:
    data = systems([f"system number {k}" for k in range(50)], 12)
    workspace.save_comparison(Workspace.open(home), data, BleuConfig())
    page = open_page(f"{address}/systems?data={data.digest}")
    last = matrix(page).locator("tbody tr").last.locator("td").nth(48)
    expect(last).to_contain_text("system number")
    expect(last.locator("[aria-hidden]")).to_have_text(re.compile("^[+−·]$"))
    assert matrix(page).evaluate(HEADINGS_AT_THE_END) == [True, True]


def test_a_long_name_leaves_room_for_the_score(address, home, open_page) -> None:
    data = systems([f"{n} {'x' * 38}" for n in range(3)], 40)
    workspace.save_comparison(Workspace.open(home), data, BleuConfig())
    page = open_page(f"{address}/systems?data={data.digest}")
    page.set_viewport_size({"width": 390, "height": 844})
    row = page.get_by_role("table", name="Systems by BLEU").locator("tr.opens").first
    box = row.get_by_role("cell").nth(2).bounding_box()
    assert box is not None
    assert box["x"] + box["width"] <= 390
    assert row.get_by_role("cell").nth(1).get_attribute("title") == f"0 {'x' * 38}"
