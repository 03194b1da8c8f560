"""From key press to the next segment, or the next pair, on screen, against a rerun of nothing.

    python -m tests.benchmarks.clicks [--segments 3000 100000] [--systems 2]

The next pair is measured with more than two systems, between pairs that have been shown before:
on Segments, and on the Overview until its verdict is the other pair's. One run, one machine, one
browser: medians in milliseconds and their ratio.
Times are taken in the page, from the event to the changed text painted.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from tests.benchmarks.browser import Server, launch, upload, write

NOTHING = """
import streamlit as st
st.session_state.n = st.session_state.get("n", 0) + 1
st.button("again")
st.text(f"run {st.session_state.n}")
"""

# Resolves with the time from act() until what `read` answers has changed and is painted.
TIME = """async ([act, read]) => {
  const look = new Function('return ' + read), press = new Function(act);
  const before = look();
  const start = performance.now();
  press();
  while (look() === before) await new Promise(r => setTimeout(r, 2));
  await new Promise(r => requestAnimationFrame(() => requestAnimationFrame(r)));
  return performance.now() - start;
}"""
SEGMENT = (
    "[...document.querySelectorAll('*')].find(n => n.shadowRoot?.querySelector('.segment'))"
    "?.shadowRoot.querySelector('.title')?.textContent"
)
VERDICT = (
    "[...document.querySelectorAll('*')].find(n => n.shadowRoot?.querySelector('.prose'))"
    "?.shadowRoot.textContent"
)
# The open segment has the name of B.
OPENED = SEGMENT.replace(".title", ".segment")
KEY = "document.body.dispatchEvent(new KeyboardEvent('keydown', {key: 'j', bubbles: true}))"
# The next system as B, and back.
TURN = KEY.replace("'j'", "(window.turned = !window.turned) ? ']' : '['")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--segments", type=int, nargs="*", default=[3_000, 100_000])
    parser.add_argument("--systems", type=int, default=2)
    parser.add_argument("--clicks", type=int, default=25)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = launch(playwright)
        script = Path(folder) / "nothing.py"
        script.write_text(NOTHING)
        with Server(Path(folder), script) as server:
            page = browser.new_page()
            page.goto(server.url)
            page.get_by_text("run 1").wait_for()
            page.locator("[data-testid=stButton] button").wait_for()
            read = "document.querySelector('[data-testid=stText]').textContent"
            act = "document.querySelector('[data-testid=stButton] button').click()"
            nothing = _median(page, act, read, options.clicks)
        print(f"a rerun that does nothing      {nothing:7.0f} ms")
        with Server(Path(folder) / "home") as server:
            for size in options.segments:
                page = browser.new_page(viewport={"width": 1440, "height": 900})
                _load(page, server.url, size, options.systems, Path(folder))
                _tell("next segment", size, _median(page, KEY, SEGMENT, options.clicks), nothing)
                if options.systems > 2:
                    ours = _median(page, TURN, OPENED, options.clicks)
                    _tell("next pair, Segments", size, ours, nothing)
                    page.get_by_role("link", name="Overview").click()
                    page.get_by_role("heading", name="The parts").wait_for()
                    page.wait_for_timeout(5_000)  # for the tests, which are no part of it
                    ours = _median(page, TURN, VERDICT, options.clicks)
                    _tell("next pair, Overview", size, ours, nothing)
                page.close()
        browser.close()


def _tell(what: str, size: int, ours: float, nothing: float) -> None:
    print(f"{what:19} of {size:>9,} {ours:7.0f} ms   {ours / nothing:.2f} ×")


def _median(page: Page, act: str, read: str, clicks: int) -> float:
    times = []
    for _ in range(clicks + 3):
        times.append(page.evaluate(TIME, [act, read]))
        page.wait_for_timeout(150)
    return statistics.median(times[3:])


def _load(page: Page, url: str, size: int, systems: int, folder: Path) -> None:
    outputs = ("a", "b", *(f"system-{number}" for number in range(3, systems + 1)))
    upload(page, url, write(folder, size, (*outputs, "reference")))
    page.get_by_role("button", name="Compare", exact=True).click()
    page.get_by_role("heading", name="The parts").wait_for(timeout=300_000)
    page.wait_for_selector('[data-test-script-state="notRunning"]', timeout=300_000)
    page.get_by_role("link", name="Segments").click()
    page.locator(".title").wait_for(timeout=60_000)
    page.wait_for_selector('[data-test-script-state="notRunning"]')


if __name__ == "__main__":
    main()
