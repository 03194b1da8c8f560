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
    path.write_bytes(render(content, ".static.html"))
    return path


@pytest.fixture
def opened(browser, report) -> Iterator[tuple[Page, list[str]]]:
    page, complaints = offline(browser, viewport={"width": 1024, "height": 768})
    page.goto(report.as_uri())
    yield page, complaints
    page.context.close()


def test_it_opens_without_network_errors_or_life(opened, report) -> None:
    page, complaints = opened
    expect(page.locator(".figure > svg").first).to_be_visible()
    assert page.locator(".figure").count() == 4
    for details in page.locator("details").all()[:3]:
        details.locator("summary").click()
    expect(page.locator(".clipping").first).to_be_visible()
    expect_nothing_came_alive(page)
    # Nothing on the console, and no request but for the file itself.
    assert complaints == [report.as_uri()]
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


LOOK = """() => {
  const figures = [...document.querySelectorAll(".figure")];
  const boxes = (figure, of) => [...figure.querySelectorAll(of)].map(one => {
    const {left, right, top, bottom} = one.getBoundingClientRect();
    return [left, right, top, bottom];
  });
  const shared = (a, b, low, high) => Math.min(a[high], b[high]) - Math.max(a[low], b[low]);
  const overlap = (a, b) => shared(a, b, 0, 1) > 1 && shared(a, b, 2, 3) > 4;
  const size = text => parseFloat(getComputedStyle(text).fontSize);
  return figures.map(figure => ({
    sizes: [...figure.querySelectorAll("text")].map(size),
    bars: boxes(figure, ".bar[height]"),
    image: boxes(figure, "svg")[0],
    texts: boxes(figure, "text").filter(box => box[1]),  // a phone shows fewer numbers
    overlaps: boxes(figure, "text:not(svg svg text)")
      .flatMap((a, i, all) => all.slice(i + 1).filter(b => overlap(a, b))),
    colour: getComputedStyle(figure.querySelector("text")).fill,
    fill: getComputedStyle(figure.querySelector(".bar")).fill,
  }));
}"""


@pytest.mark.parametrize("width", [390, 1024, 1440])
def test_figures_fit_any_screen_and_follow_the_theme(opened, width) -> None:
    page, complaints = opened
    page.set_viewport_size({"width": width, "height": 800})
    figures = page.evaluate(LOOK)
    assert len(figures) == 4
    for figure in figures:
        left, right, top, bottom = figure["image"]
        assert right - left > min(width, 1100) - 130
        assert min(figure["sizes"]) >= 12
        assert figure["overlaps"] == []
        assert len(figure["bars"]) > 4
        for bar in figure["bars"]:
            assert left - 1 <= bar[0] < bar[1] <= right + 1
            assert top <= bar[2] <= bar[3] <= bottom
        for text in figure["texts"]:
            assert left - 62 <= text[0] < text[1] <= right + 20
            assert top - 4 <= text[2] < text[3] <= bottom + 4
    page.emulate_media(color_scheme="dark")
    for light, dark in zip(figures, page.evaluate(LOOK), strict=True):
        assert light["colour"] != dark["colour"]
        assert light["fill"] != dark["fill"]
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert len(complaints) == 1
