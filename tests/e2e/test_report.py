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
