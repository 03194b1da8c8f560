"""Pages of rankings and suites: a cell of the matrix or the board opens its pair, offline."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from bleu_core.present.comparison_report import gather
from bleu_core.present.viewer import to_page
from bleu_core.present.viewer.contents import comparison_contents
from bleu_core.present.viewer.ranking import render_ranking_page
from bleu_core.suite.rendering import render
from bleu_core.suite.rendering.set_report import set_report
from bleu_core.suite.results import MetricResult, SetResult, SuiteResult, SystemResult
from tests.core.present.test_page_ranking import OUTPUTS, standings_of

from .hearing import offline
from .hostile import HOSTILE, HOSTILE_NAME, expect_nothing_came_alive, hostile_report
from .looks import violations

EMPTY_BOARD = {
    "systems": [], "sets": [], "chosen": None, "label": "", "anchors": [], "legend": "",
}  # fmt: skip
OpenIt = Callable[..., Page]
# Chromium and Firefox let the keyboard scroll what it can reach no link in; the rule is of Safari.
WITHOUT = {"scrollable-region-focusable": {"enabled": False}}

# Number after number: the column of points in the list of segments.
POINTS = """() => {
  const table = document.querySelector("section.segments table");
  const at = [...table.tHead.rows[0].cells].findIndex((th) => th.textContent.startsWith("points"));
  return [...table.tBodies[0].rows].map((row) => row.cells[at].textContent);
}"""


@pytest.fixture
def open_it(browser, tmp_path: Path) -> Iterator[OpenIt]:
    """A page of this file, which has not complained when the test ends."""
    opened = []

    def open_page(data: bytes, **options: object) -> Page:
        path = tmp_path / "page.html"
        path.write_bytes(data)
        page, complaints = offline(browser, **options)
        opened.append((page, path, complaints))
        page.goto(path.as_uri())
        # Before the page has unpacked its document nothing listens to keys.
        expect(page.get_by_role("navigation", name="Screens")).to_be_visible()
        return page

    yield open_page
    for page, path, complaints in opened:
        page.context.close()
        assert {url.partition("#")[0] for url in complaints} == {path.as_uri()}


def number(text: str) -> float:
    return float(text.replace("−", "-"))


def test_a_cell_opens_its_pair_whose_points_sum_to_its_delta(open_it) -> None:
    outputs = {HOSTILE_NAME if name == "fair" else name: lines for name, lines in OUTPUTS.items()}
    standings = standings_of(outputs)
    names = [one.name for one in standings.ranking.systems]
    page = open_it(render_ranking_page(standings))
    matrix = page.get_by_role("grid", name="All pairs of systems")
    expect(page.get_by_role("heading", name="Systems by BLEU", exact=True)).to_be_visible()
    for row, column in ((0, 2), (3, 1), (1, 3)):
        cell = matrix.locator(f"td[data-row='{row}'][data-column='{column}']")
        delta = cell.locator("span").first.inner_text()
        expected = standings.ranking.pair(names[row], names[column]).delta
        assert number(delta) == pytest.approx(expected, abs=0.006)
        cell.click()
        expect(page).to_have_url(re.compile("view=segments"))
        for role, name in (("A, the baseline", names[row]), ("B, the candidate", names[column])):
            expect(page.get_by_label(f"System {role}")).to_have_text(re.compile(".+"))
            chosen = page.get_by_label(f"System {role}").evaluate(
                "(list) => list.selectedOptions[0].textContent"
            )
            assert chosen == name
        points = [number(text) for text in page.evaluate(POINTS)]
        assert len(points) == 40
        assert sum(points) == pytest.approx(number(delta), abs=0.03)
        page.go_back()
        expect(cell).to_be_visible()
    matrix.locator("td[tabindex='0']").press("End")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("view=segments"))
    expect_nothing_came_alive(page)


def test_keys_step_the_pair_as_in_the_app(open_it) -> None:
    standings = standings_of()
    names = [one.name for one in standings.ranking.systems]
    page = open_it(render_ranking_page(standings))
    page.keyboard.press("g")
    page.keyboard.press("s")

    def pair() -> list[str]:
        lists = page.locator(".top .system select").all()
        return [one.evaluate("(list) => list.selectedOptions[0].textContent") for one in lists]

    a, b = pair()
    page.keyboard.press("\\")
    assert pair() == [b, a]
    page.keyboard.press("\\")
    others = [name for name in names if name != a]
    for key, by in (("]", 1), ("]", 1), ("[", -1), ("[", -1), ("[", -1)):
        b = others[(others.index(b) + by) % len(others)]
        page.keyboard.press(key)
        assert pair() == [a, b]
    others = [name for name in names if name != b]
    for key, by in (("}", 1), ("{", -1), ("{", -1)):
        a = others[(others.index(a) + by) % len(others)]
        page.keyboard.press(key)
        assert pair() == [a, b]
    page.keyboard.press("?")
    expect(page.get_by_text("[ ] previous and next system as B")).to_be_visible()
    page.get_by_label("Find in segments").press("]")
    assert pair() == [a, b]


def suite_page() -> bytes:
    """A run with two comparisons, of which every text and name is hostile, and one without."""
    sets, reports = [], {}
    for name in (f"1 {HOSTILE_NAME}", f"2 {HOSTILE[1]}"):
        comparison, content = hostile_report("old", HOSTILE_NAME)
        reports[name] = set_report(name, [content])
        scores = comparison.score_b.score, comparison.score_a.score
        bleu = MetricResult("bleu", "BLEU", False, *scores, comparison.delta, 0.2, 0.4)
        system = SystemResult(HOSTILE_NAME, "old", (bleu,), failures=(HOSTILE[2],))
        sets.append(SetResult(name, 36, comparison.score_a.signature, (system,)))
    sets.append(SetResult("gone", problems=(HOSTILE[4],)))
    return render(SuiteResult(HOSTILE_NAME, 0, tuple(sets)), ".html", reports)


def test_a_cell_of_the_board_opens_its_comparison(open_it) -> None:
    page = open_it(suite_page())
    board = page.get_by_role("table", name="Test sets and systems of")
    expect(board.get_by_role("row")).to_have_count(4)
    board.get_by_role("link").last.click()
    expect(page).to_have_url(re.compile("view=overview&set=1"))
    expect(page.get_by_label("Test set", exact=True)).to_have_value("1")
    expect(page.locator("section.overview table.parts")).to_be_visible()
    page.go_back()
    # The report below the board leads to its sets, and their scores to the comparisons.
    report = page.locator("section.all .overview").last
    report.get_by_role("link", name=f"2 {HOSTILE[1]}").first.click()
    scores = page.get_by_role("table", name="Scores by system")
    expect(scores.last).to_be_in_viewport()
    scores.last.get_by_role("link").click()
    expect(page).to_have_url(re.compile("set=1"))
    expect(page.locator("section.overview table.parts")).to_be_visible()
    page.go_back()
    board.get_by_role("button", name="! not compared").click()
    expect(page.get_by_role("heading", name="gone")).to_be_in_viewport()
    expect_nothing_came_alive(page)


def test_a_run_without_comparisons_is_only_a_board(open_it) -> None:
    page = open_it(
        render(SuiteResult("Nightly", 0, (SetResult("gone", problems=("No.",)),)), ".html")
    )
    expect(page.get_by_role("button", name="! not compared")).to_be_visible()
    expect(page.get_by_text("1 test set could not be compared.")).to_be_visible()
    expect(page.get_by_role("navigation", name="Screens").get_by_role("link")).to_have_count(1)
    for screen in ("segments", "ngrams", "slices", "overview"):
        page.goto(f"{page.url.partition('#')[0]}#view={screen}")
        expect(page.get_by_role("button", name="! not compared")).to_be_visible()


def test_a_set_without_comparisons_says_so(open_it) -> None:
    document = comparison_contents(gather(hostile_report("old", "new")[0]))
    (compared,) = document["sets"]
    document["sets"] = [compared | {"name": "one"}, compared | {"name": "two", "pairs": []}]
    page = open_it(to_page(document | {"kind": "suite", "board": EMPTY_BOARD}).encode())
    page.get_by_label("Test set").select_option("two")
    for name in ("Segments", "N-grams", "Slices", "Overview"):
        page.get_by_role("link", name=name, exact=True).click()
        expect(page.get_by_text("This test set has no comparison.")).to_be_visible()
    page.get_by_label("Test set").select_option("one")
    expect(page.get_by_text("This test set has no comparison.")).to_be_hidden()
    expect(page.locator("section.overview table.parts")).to_be_visible()


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1440, 390])
def test_the_first_screens_fit_and_break_no_rule(open_it, scheme, width) -> None:
    look = {"viewport": {"width": width, "height": 800}, "color_scheme": scheme}
    for data in (render_ranking_page(standings_of()), suite_page()):
        page = open_it(data, **look)
        expect(page.locator("section.all")).to_be_visible()
        assert violations(page, rules=WITHOUT) == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
