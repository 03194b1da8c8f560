"""The file of a suite as its reader opens it: its pages, their figures, paper, and no network."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from bleu_core.suite.rendering import render
from bleu_core.suite.rendering.page import report_of
from bleu_core.suite.rendering.set_report import SetReport
from bleu_core.suite.results import MetricResult, SetResult, SliceResult, SuiteResult, SystemResult

from .hearing import offline
from .hostile import HOSTILE, HOSTILE_NAME, expect_nothing_came_alive, hostile_report
from .looks import violations

OpenIt = Callable[..., tuple[Page, list[str]]]
# Chromium and Firefox let the keyboard scroll what it can reach no link in; the rule is of Safari.
WITHOUT = {"scrollable-region-focusable": {"enabled": False}}
# A set is called what would come alive, and leads to its page all the same.
NAMES = (f"1 {HOSTILE_NAME}", f"2 {HOSTILE[1]}")


@pytest.fixture(scope="module")
def report(tmp_path_factory) -> Path:
    """Two sets with reports, of which every text and name is hostile, and one without."""
    sets, pages = [], {}
    for name in NAMES:
        comparison, content = hostile_report("old", HOSTILE_NAME)
        pages[name] = SetReport(report_of(name, [content]))
        scores = comparison.score_b.score, comparison.score_a.score
        bleu = MetricResult("bleu", "BLEU", False, *scores, comparison.delta, 0.2, 0.4)
        part = SliceResult(HOSTILE_NAME, HOSTILE[0], 6, bleu, (HOSTILE[2],))
        system = SystemResult(HOSTILE_NAME, "old", (bleu,), (part,), failures=(HOSTILE[2],))
        sets.append(
            SetResult(name, 36, comparison.score_a.signature, (system,), notes=(HOSTILE[3],))
        )
    sets.append(SetResult("gone", problems=(HOSTILE[4],)))
    path = tmp_path_factory.mktemp("suite") / "suite.html"
    path.write_bytes(render(SuiteResult(HOSTILE_NAME, 0, tuple(sets)), ".static.html", pages))
    return path


@pytest.fixture
def open_it(browser, report) -> Iterator[OpenIt]:
    """A page that shows it, and its complaints."""
    pages = []

    def opened(**options: object) -> tuple[Page, list[str]]:
        page, complaints = offline(browser, **options)
        pages.append(page)
        page.goto(report.as_uri())
        return page, complaints

    yield opened
    for page in pages:
        page.context.close()


def leaf(page: Page) -> Locator:
    shown = page.locator("article.leaf:visible")
    expect(shown).to_have_count(1)
    return shown


def test_a_set_leads_to_its_page_with_figures_and_back(open_it, report) -> None:
    page, complaints = open_it(viewport={"width": 1024, "height": 768})
    expect(leaf(page).get_by_role("heading", level=1)).to_have_text(HOSTILE_NAME)
    expect(page.locator(".figure:visible")).to_have_count(0)
    table = page.get_by_role("table", name="Test sets and systems")
    expect(table.get_by_role("row")).to_have_count(4)
    table.get_by_role("link", name=NAMES[1]).click()
    expect(leaf(page).get_by_role("heading", level=1)).to_have_text(NAMES[1])
    assert page.locator("article.leaf:visible .figure").count() == 4
    for figure in page.locator("article.leaf:visible .figure").all():
        expect(figure.locator("> svg")).to_be_visible()
    page.get_by_role("link", name=HOSTILE_NAME, exact=True).locator("visible=true").click()
    expect(leaf(page).locator(".comparison")).to_be_in_viewport()
    page.get_by_role("link", name="All test sets").locator("visible=true").click()
    expect(table).to_be_visible()
    page.go_back()
    expect(leaf(page).get_by_role("heading", level=1)).to_have_text(NAMES[1])
    expect_nothing_came_alive(page)
    assert {url.partition("#")[0] for url in complaints} == {report.as_uri()}


def test_it_is_read_without_scripts(open_it) -> None:
    page, _ = open_it(java_script_enabled=False)
    page.get_by_role("table", name="Test sets and systems").get_by_role("link").first.click()
    expect(page.locator("article.leaf:visible h1")).to_have_text(NAMES[0])
    expect(page.locator("article.leaf:visible table.parts")).to_be_visible()


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1440, 390])
def test_every_page_is_accessible_and_leads_to_the_next(open_it, scheme, width) -> None:
    page, _ = open_it(viewport={"width": width, "height": 800}, color_scheme=scheme)
    for name in (HOSTILE_NAME, *NAMES, "gone"):
        expect(leaf(page).get_by_role("heading", level=1)).to_have_text(name)
        for figure in page.locator("article.leaf:visible .figure").all():
            expect(figure.locator("> svg")).to_be_attached()
        assert violations(page, rules=WITHOUT) == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        if name != "gone":
            page.locator("article.leaf:visible").locator("nav .next, table.suite a").first.click()
    expect(page.locator("nav:visible .next")).to_have_count(0)


@pytest.mark.slow
def test_on_paper_there_is_the_page_that_is_shown(open_it) -> None:
    page, _ = open_it()
    page.emulate_media(media="print")
    expect(leaf(page).get_by_role("table", name="Test sets and systems")).to_be_visible()
    page.emulate_media(media="screen")
    page.get_by_role("table", name="Test sets and systems").get_by_role("link").first.click()
    page.emulate_media(media="print")
    expect(leaf(page).get_by_role("heading", level=1)).to_have_text(NAMES[0])
    expect(page.locator("nav:visible")).to_have_count(0)
