"""The report as its reader opens it: a file, a browser, no network."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from bleu_core.present.report import render

from .hearing import offline
from .hostile import HOSTILE_NAME, expect_nothing_came_alive, hostile_report


@pytest.fixture(scope="module")
def report(tmp_path_factory) -> Path:
    _, content = hostile_report(HOSTILE_NAME, f"B {HOSTILE_NAME}")
    path = tmp_path_factory.mktemp("report") / "report.html"
    path.write_bytes(render(content, ".html"))
    return path


@pytest.fixture
def opened(browser, report) -> Iterator[tuple[Page, list[str]]]:
    page, complaints = offline(browser, viewport={"width": 1024, "height": 768})
    page.goto(report.as_uri())
    yield page, complaints
    page.context.close()


def test_it_opens_without_network_errors_or_life(opened, report) -> None:
    page, complaints = opened
    expect(page.locator(".figure .main-svg").first).to_be_visible()
    assert page.locator(".figure").count() == 4
    for details in page.locator("details").all()[:3]:
        details.locator("summary").click()
    expect(page.locator(".clipping").first).to_be_visible()
    expect_nothing_came_alive(page)
    # Nothing on the console, and no request but for the file itself.
    assert complaints == [report.as_uri()]
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_figures_hover_zoom_and_follow_the_theme(opened) -> None:
    page, _ = opened
    figure = page.locator(".histogram")
    figure.scroll_into_view_if_needed()
    area = figure.locator(".nsewdrag").bounding_box()
    assert area is not None
    middle = area["y"] + area["height"] / 2
    bars = [bar.bounding_box() for bar in figure.locator(".bars .point path").all()]
    bar = max(filter(None, bars), key=lambda box: box["height"])
    page.mouse.move(bar["x"] + bar["width"] / 2, bar["y"] + bar["height"] / 2)
    expect(figure.locator(".hovertext")).to_contain_text("segments")
    before = page.evaluate("document.querySelector('.histogram').layout.xaxis.range")
    page.mouse.move(area["x"] + area["width"] * 0.2, middle)
    page.mouse.down()
    page.mouse.move(area["x"] + area["width"] * 0.6, middle, steps=5)
    page.mouse.up()
    page.wait_for_function(
        "before => document.querySelector('.histogram').layout.xaxis.range[0] > before[0]",
        arg=before,
    )
    colours = "[...document.querySelectorAll('.figure text')].map(t => getComputedStyle(t).fill)[0]"
    light = page.evaluate(colours)
    page.emulate_media(color_scheme="dark")
    page.wait_for_function(f"light => {colours} !== light", arg=light)
