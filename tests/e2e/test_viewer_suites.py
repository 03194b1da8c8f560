"""The first screen of a suite: what failed and why, its rows, and hostile names."""

from collections.abc import Callable
from functools import cache

from playwright.sync_api import Page, expect

from bleu_core.suite.rendering import render
from bleu_core.suite.rendering.page import set_report
from bleu_core.suite.results import MetricResult, SetResult, SuiteResult, SystemResult
from tests.core.suite.made_run import FIRST, GONE, LATE, run
from tests.core.suite.test_suite_page import comparisons

from .hostile import HOSTILE, HOSTILE_NAME, expect_nothing_came_alive, hostile_report

OpenIt = Callable[..., Page]


@cache
def suite_page() -> bytes:
    return render(run(), ".html", {"news": set_report("news", comparisons())})


def rows_of(page: Page) -> list[str]:
    """The rows of the table, with one space between cells."""
    rows = [row.locator("td, th") for row in page.locator("table.sets tbody tr").all()]
    return [" ".join(" ".join(cells.all_inner_texts()).split()) for cells in rows]


def test_a_row_has_its_result_and_numbers_and_failed_ones_come_first(open_it: OpenIt) -> None:
    page = open_it(suite_page())
    expect(page.locator(".suite-view .about").first).to_contain_text("Nightly · 3 test sets")
    assert rows_of(page) == [
        "✗ Failed news new vs. old.en 252 31.20 30.00 −1.20 [−1.80, −0.60] 0.00040 +1.00 Open",
        "✗ Failed slice digits 84 30.00 28.00 −2.00 – 0.0020 +2.00",
        "✓ Passed slice long ones 30 30.00 31.00 +1.00 – – –",
        f"! Not compared chat {GONE} – – – – – – –",
        f"? No verdict talks new vs. old.en {LATE} 1,108 20.50 20.00 −0.50 – 1.0 –",
        f"? No verdict talks first {FIRST} 1,108 – 21.30 – no baseline –",
        "✓ Passed news other vs. old.en 252 31.20 32.00 +0.80 – 0.040 −1.00 Open",
    ]
    sentence = page.locator(".sentence")
    expect(sentence).to_contain_text("new on news failed")
    expect(sentence).to_contain_text("1 more has no verdict. other on news passed")


@cache
def hostile_suite() -> bytes:
    """A run with two comparisons, of which every text and name is hostile, and one without."""
    sets, reports = [], {}
    for name in (f"1 {HOSTILE_NAME}", f"2 {HOSTILE[1]}"):
        comparison, content = hostile_report("old", HOSTILE_NAME)
        reports[name] = set_report(name, [content])
        scores = comparison.score_b.score, comparison.score_a.score
        bleu = MetricResult("bleu", "BLEU", False, *scores, comparison.delta, 0.2, 0.4)
        system = SystemResult(HOSTILE_NAME, "old", (bleu,), failures=(HOSTILE[2],))
        other = SystemResult(HOSTILE[0], "", (bleu,))
        sets.append(SetResult(name, 36, comparison.score_a.signature, (system, other)))
    sets.append(SetResult("gone", problems=(HOSTILE[4],)))
    return render(SuiteResult(HOSTILE_NAME, 0, tuple(sets)), ".html", reports)


def test_names_and_reasons_stay_text(open_it: OpenIt) -> None:
    page = open_it(hostile_suite())
    expect(page.locator("table.sets tbody tr")).to_have_count(5)
    expect(page.locator(".card.gates")).to_have_count(2)
    expect(page.locator(".changed-place .card")).to_have_count(2)
    for row in page.locator("summary").all():
        row.click()
    expect_nothing_came_alive(page)
