"""Every screen, in its states and both themes, against the rules of WCAG 2 A and AA (axe-core)."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from bleu_core import workspace
from bleu_core.segments.saved_slices import SavedSlice
from bleu_core.workspace import Workspace
from pages.ui.store import load_sample
from tests.places import SAMPLE_DATA

from .conftest import give
from .judging import finish, make
from .looks import PHONE, TWICE, look
from .runs import go, settle


def table(name: str) -> Callable[[Page], None]:
    return lambda page: expect(page.get_by_role("table", name=name)).to_be_visible()


def tab(name: str) -> Callable[[Page], None]:
    return lambda page: page.get_by_role("tab", name=name).click()


def press(name: str) -> Callable[[Page], None]:
    return lambda page: page.get_by_role("button", name=name, exact=True).click()


def summary(name: str) -> Callable[[Page], None]:
    return lambda page: page.locator("summary").filter(has_text=name).click()


def key(pressed: str) -> Callable[[Page], None]:
    return lambda page: page.keyboard.press(pressed)


def all_known(page: Page) -> None:
    expect(page.locator(".overview-view .cards .segment").first).to_be_visible()
    expect(page.locator(".overview-view").get_by_text("Testing")).to_have_count(0)
    expect(page.get_by_role("status").locator("progress")).to_be_hidden()


def all_counted(page: Page) -> None:
    expect(page.get_by_text("p-values are not corrected for testing")).to_be_visible()
    expect(page.get_by_text("computing …")).to_have_count(0)


def all_measured(page: Page) -> None:
    expect(page.get_by_role("button", name="Stop")).to_have_count(0)


def type_expression(text: str) -> Callable[[Page], None]:
    """Write in the line of the filter, as somebody who has not finished."""
    return lambda page: page.get_by_label("Find or filter segments").press_sequentially(text)


def offered(page: Page) -> None:
    expect(page.get_by_role("option", name="kind")).to_be_visible()


def found_and_saved(page: Page) -> None:
    expect(page.locator(".found").first).to_be_attached()
    expect(page.locator(".saved").first).to_be_attached()


def give_sample(page: Page) -> None:
    give(page, *sorted((SAMPLE_DATA / "apertium").glob("*.*")))


def explain_difference(page: Page) -> None:
    page.get_by_role("combobox", name="Explain a difference").click()
    page.get_by_role("option", name="NLTK").click()
    table("BLEU after each changed setting")(page)


def open_settings(page: Page) -> None:
    page.get_by_role("button", name="Settings").click()


def segment(page: Page) -> None:
    expect(page.locator(".opened .system .token").first).to_be_visible()


DIALOG = [segment, press("Annotate"), press("Export, import, label types")]
WHERE = "points%20%3C%200"
# The address, and what is done and waited for until it is looked at.
STATES: dict[str, tuple[str, list[Callable[[Page], None]]]] = {
    "overview": ("", [all_known]),
    "overview, metrics": (
        "",
        [all_known, summary("Other metrics"), all_counted, summary("Human agreement and")],
    ),
    "overview, charts": ("", [all_known, summary("Charts")]),
    "overview, settings": ("", [all_known, open_settings, explain_difference]),
    "overview, reports": ("", [all_known, press("Report")]),
    "systems": ("systems", [table("Systems")]),
    "systems, over time": ("systems?shows=time", []),
    "segments": ("segments", [segment]),
    "segments, completing": ("segments", [segment, type_expression("points < 0 and ki"), offered]),
    "overview, untested": (f"?only=yes&where={WHERE}", [all_known]),
    "segments, keys": ("segments", [segment, key("?")]),
    "segments, an error": ("segments", [segment, key("l"), key("m"), press("Done")]),
    "segments, notes": ("segments", DIALOG),
    "n-grams": ("ngrams", [table("N-grams")]),
    "slices": ("slices", [table("Slices"), found_and_saved]),
    "judge": ("judge", []),
    "judge, blind": ("judge?task={task}", []),
    "judge, results told": ("judge?data={data}&judge=results", [table("Annotator agreement")]),
    "judge, people told": (
        "judge?data={data}&judge=people&people=marks",
        [all_measured, table("N-grams vs. error annotations")],
    ),
    "learn": ("learn", []),
    "data": ("data", [table("Open comparison")]),
    "data, files": ("data", [give_sample]),
    "data, kept": ("data", [tab("Saved comparisons"), table("Saved comparisons")]),
    "not understood": ("?tok=nothing&judge=x", [all_known]),
    "gone": (f"?data={'0' * 64}", []),
}


# Each screen once, the one with an annotator's name last.
SCREENS = (
    "overview", "systems", "segments", "n-grams", "slices", "learn", "data, kept",
    "judge, people told",
)  # fmt: skip


def in_state(page: Page, address: str, home: Path, state: str) -> None:
    path, steps = STATES[state]
    if "{" in path:
        made = make(home)
        if "judge=" in path:
            finish(made)
        path = path.format(task=made.task.session, data=made.plan.test_set)
        page.context.add_cookies([{"name": "bleuscope-annotator", "value": "Ana", "url": address}])
    go(page, f"{address}/{path}")
    for step in steps:
        step(page)
        settle(page)


@pytest.fixture
def kept(home) -> Path:
    """A workspace with a comparison and slices."""
    space = Workspace.open(home)
    workspace.save_comparison(space, load_sample())
    workspace.save_slice(space, SavedSlice("questions", "question"))
    workspace.save_slice(space, SavedSlice("of another test set", 'nowhere = "x"'))
    return home


# Rows of a table are alike, and axe-core takes its time for each.
SHORTEN = """() => {
  const all = (root) => [...root.querySelectorAll("*")].flatMap(
    node => [node, ...(node.shadowRoot ? all(node.shadowRoot) : [])]);
  for (const node of all(document)) if (node.matches("tbody > tr:nth-child(n + 6)")) node.remove();
}"""


def test_a_screen_breaks_no_rule_and_fits_narrow_windows(address, kept, open_page) -> None:
    page = open_page("about:blank")
    for state in SCREENS:
        in_state(page, address, kept, state)
        page.evaluate(SHORTEN)
        look(page, ["light"], [PHONE, TWICE])


@pytest.mark.slow
@pytest.mark.parametrize("state", STATES)
def test_a_screen_breaks_no_rule_in_either_theme(address, kept, open_page, state) -> None:
    page = open_page("about:blank")
    in_state(page, address, kept, state)
    look(page)
