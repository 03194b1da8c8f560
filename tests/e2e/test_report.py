"""The report as its reader opens it: a file, a browser, no network."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from bleu_core import Comparison, EvalSet
from bleu_core.ngrams import evidence
from bleu_core.report import render
from bleu_core.report.gathering import gather
from bleu_core.significance import judge
from tests.e2e.conftest import visitor
from tests.e2e.hostile import HOSTILE, HOSTILE_NAME, expect_nothing_came_alive


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A report whose every text, name and document is hostile."""
    a = HOSTILE * 6
    b = [f"{line} more words" for line in a]
    references = [[f"{line} more" for line in a]]
    evalset = EvalSet({HOSTILE_NAME: a, f"B {HOSTILE_NAME}": b}, references, a, documents=a)
    comparison = Comparison.of(evalset)
    table = evidence(comparison, comparison.ledger.per_match)
    content = gather(comparison, judge(comparison, 100, 100), table)
    path = tmp_path_factory.mktemp("report") / "report.html"
    path.write_bytes(render(content, ".html"))
    return path


@pytest.fixture
def opened(browser: Browser, report: Path) -> Iterator[Page]:
    context = visitor(browser, offline=True, viewport={"width": 1024, "height": 768})
    page = context.new_page()
    page.complaints = []  # type: ignore[attr-defined]
    page.on("console", lambda message: page.complaints.append(message.text))
    page.on("pageerror", lambda error: page.complaints.append(str(error)))
    page.on("request", lambda request: page.complaints.append(request.url))
    page.goto(report.as_uri())
    yield page
    context.close()


def test_it_opens_without_network_errors_or_life(opened: Page, report: Path) -> None:
    expect(opened.locator(".figure .main-svg").first).to_be_visible()
    assert opened.locator(".figure").count() == 4
    for details in opened.locator("details").all()[:3]:
        details.locator("summary").click()
    expect(opened.locator(".clipping").first).to_be_visible()
    expect_nothing_came_alive(opened)
    # Nothing on the console, and no request but for the file itself.
    assert opened.complaints == [report.as_uri()]  # type: ignore[attr-defined]
    assert opened.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_figures_hover_zoom_and_follow_the_theme(opened: Page) -> None:
    figure = opened.locator(".histogram")
    figure.scroll_into_view_if_needed()
    area = figure.locator(".nsewdrag").bounding_box()
    assert area is not None
    middle = area["y"] + area["height"] / 2
    bars = [bar.bounding_box() for bar in figure.locator(".bars .point path").all()]
    bar = max(filter(None, bars), key=lambda box: box["height"])
    opened.mouse.move(bar["x"] + bar["width"] / 2, bar["y"] + bar["height"] / 2)
    expect(figure.locator(".hovertext")).to_contain_text("segments")
    before = opened.evaluate("document.querySelector('.histogram').layout.xaxis.range")
    opened.mouse.move(area["x"] + area["width"] * 0.2, middle)
    opened.mouse.down()
    opened.mouse.move(area["x"] + area["width"] * 0.6, middle, steps=5)
    opened.mouse.up()
    opened.wait_for_function(
        "before => document.querySelector('.histogram').layout.xaxis.range[0] > before[0]",
        arg=before,
    )
    colours = "[...document.querySelectorAll('.figure text')].map(t => getComputedStyle(t).fill)[0]"
    light = opened.evaluate(colours)
    opened.emulate_media(color_scheme="dark")
    opened.wait_for_function(f"light => {colours} !== light", arg=light)
