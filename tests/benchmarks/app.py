"""What people wait for in the app, in a browser: its start, the interval, all pairs, a segment.

Seconds by the clock are those until the browser has painted; those of the processor are the
server's, with its children, until it does nothing more. For Linux only, which tells of processes
in /proc.
"""

import os
import re
import shutil
import statistics
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from tests.benchmarks.costs import program, run_command
from tests.e2e.conftest import ARGUMENTS, BROWSERS

PATIENCE = 600  # seconds
QUIET = 3  # seconds without work after which a server has done all
TICK, PAGE = os.sysconf("SC_CLK_TCK"), os.sysconf("SC_PAGE_SIZE")
SCORE_OF_SAMPLE, INTERVAL, BEST_OUTPUTS = (
    "38.50",
    r"(95% CI|interval)\W+\[?[−-]?\d",
    "Taking the best",
)
# The text of a page, with that of its components.
TEXT = """const text = (root) => [...root.childNodes].map((node) => node instanceof Text ? node.data
  : !(node instanceof Element) || ["STYLE", "SCRIPT", "NOSCRIPT"].includes(node.tagName) ? ""
  : (node.shadowRoot ? text(node.shadowRoot) : "") + text(node)).join(" ");"""
# Seconds since `begin` once text that matches is painted.
PAINTED = f"""([pattern, begin]) => new Promise((done) => {{
  {TEXT}
  const look = () => {{
    if (!new RegExp(pattern).test(text(document.body))) return void setTimeout(look, 20);
    requestAnimationFrame(() => setTimeout(() => done((Date.now() - begin) / 1000)));
  }};
  look();
}})"""
# Milliseconds from a key until the heading of another segment is painted.
WATCH_KEYS = """() => {
  const isOne = ({ textContent }) => /^Segment \\d/.test(textContent);
  const found = (root) => [...root.querySelectorAll("h2, b")].find(isOne)
    ?? [...root.querySelectorAll("*")].map(({ shadowRoot }) => shadowRoot && found(shadowRoot))
      .find(Boolean);
  const heading = () => found(document)?.textContent;
  window.steps = [];
  addEventListener("keydown", () => {
    const begin = performance.now(), before = heading();
    const look = () => {
      if ([before, undefined].includes(heading())) return void setTimeout(look);
      requestAnimationFrame(() => setTimeout(() => steps.push(performance.now() - begin)));
    };
    look();
  }, true);
}"""


def processes(root: int) -> Iterator[int]:
    """A process and its descendants that run."""
    yield root
    for task in Path(f"/proc/{root}/task").iterdir():
        with suppress(FileNotFoundError):  # it has just ended
            for child in (task / "children").read_text().split():
                yield from processes(int(child))


def cpu_of(root: int) -> float:
    """CPU seconds of a process, its running descendants, and those that have ended."""
    ticks = 0
    for one in processes(root):
        with suppress(FileNotFoundError):
            fields = Path(f"/proc/{one}/stat").read_text().rsplit(")", 1)[1].split()
            ticks += sum(map(int, fields[11:15]))
    return ticks / TICK


def memory_of(root: int) -> float:
    """MB that a process and its descendants have in memory."""
    pages = (int(Path(f"/proc/{one}/statm").read_text().split()[1]) for one in processes(root))
    return sum(pages) * PAGE / 1e6


def all_done(server: int) -> float:
    """The CPU seconds of a server once it does nothing more."""
    before, since = cpu_of(server), time.monotonic()
    while time.monotonic() - since < QUIET:
        time.sleep(0.2)
        if (now := cpu_of(server)) > before + 0.05:
            before, since = now, time.monotonic()
    return before


class App:
    """The app of a checkout, with a workspace of its own."""

    def __init__(self, browser: Browser, checkout: Path | None, home: str) -> None:
        self.browser, self.command = browser, program(checkout)
        self.environment = os.environ | {"BLEUSCOPE_HOME": home}

    @contextmanager
    def served(self) -> Iterator[tuple[str, int, Page]]:
        """Its address with the token, the process, and a page."""
        process = subprocess.Popen(
            [self.command, "--no-browser"], env=self.environment, stderr=subprocess.PIPE, text=True
        )
        assert process.stderr
        page = self.browser.new_page(viewport={"width": 1440, "height": 900})
        page.set_default_timeout(1000 * PATIENCE)
        try:
            found = filter(None, map(re.compile(r"http://\S+").search, process.stderr))
            yield next(found)[0], process.pid, page
        finally:
            page.close()
            process.terminate()
            process.wait()

    @contextmanager
    def opened(self, screen: str, data: str = "") -> Iterator[tuple[int, Page]]:
        """A screen, where nothing is done any more, of a comparison that was kept."""
        with self.served() as (address, server, page):
            host, token = address.split("?")
            page.goto(f"{host}{screen}?{token}" + (f"&data={data}" if data else ""))
            all_done(server)
            yield server, page

    def kept(self, command: str, outputs: list[Path], reference: Path) -> str:
        """The digest of a comparison that the command saves."""
        arguments = [self.command, command, *map(str, outputs), "--ref", str(reference), "--keep"]
        done = subprocess.run(
            arguments, env=self.environment, capture_output=True, text=True, check=True
        )
        found = re.search(r"\?data=([0-9a-f]{64})", done.stderr + done.stdout)
        assert found
        return found[1]

    def painted(self, page: Page, pattern: str, begin: float) -> float:
        return float(page.evaluate(PAINTED, [pattern, begin * 1000]))


def measure_start(app: App, outputs: list[Path], reference: Path) -> dict[str, float]:
    """Of the sample."""
    begin = time.time()
    with app.served() as (address, server, page):
        seconds = time.time() - begin
        page.goto(address)
        scorecard = app.painted(page, SCORE_OF_SAMPLE, begin)
        page.wait_for_timeout(60_000)
        memory = memory_of(server)
    return {
        "s to the address": seconds,
        "s to the scorecard": scorecard,
        "MB after a minute": memory,
    }


def measure_compare(app: App, outputs: list[Path], reference: Path) -> dict[str, float]:
    """From Compare to the interval of two files that were uploaded."""
    with app.opened("data") as (server, page):
        chooser = page.locator('[data-testid="stFileUploaderDropzoneInput"]').first
        chooser.set_input_files([*outputs[:2], reference])
        button = page.get_by_role("button", name="Compare", exact=True)
        button.wait_for()
        idle = all_done(server)
        page.evaluate(
            "addEventListener('pointerdown', () => { window.pressed = Date.now(); }, true)"
        )
        button.click()
        seconds = app.painted(page, INTERVAL, page.evaluate("pressed") / 1000)
        return {"s to the interval": seconds, "CPU s for all": all_done(server) - idle}


def measure_key(app: App, outputs: list[Path], reference: Path) -> dict[str, float]:
    with app.opened("segments", app.kept("compare", outputs[:2], reference)) as (_, page):
        app.painted(page, r"Segment +\d", time.time())
        page.evaluate(WATCH_KEYS)
        for number in range(1, 21):
            page.keyboard.press("j")
            while len(page.evaluate("steps")) < number:
                page.wait_for_timeout(20)
            page.wait_for_timeout(300)
        return {"ms to the next segment": statistics.median(page.evaluate("steps"))}


def measure_systems(app: App, outputs: list[Path], reference: Path) -> dict[str, float]:
    """The CPU of a first visit of Systems, and that of `rank`."""
    data = app.kept("rank", outputs, reference)
    rank = run_command([app.command, "rank", *map(str, outputs), "--ref", str(reference)])
    with app.opened("learn") as (server, page):
        idle, begin = all_done(server), time.time()
        page.goto(page.url.split("/learn")[0] + f"/systems?data={data}")
        seconds = app.painted(page, BEST_OUTPUTS, begin)
        spent = all_done(server) - idle
    return {"CPU s of Systems": spent, "CPU s of rank": rank.cpu, "s to the last part": seconds}


def show_app(folder: Path, before: Path | None) -> None:
    """All that is measured, for the app of this checkout and that of another one."""
    outputs, reference = sorted(folder.glob("system-*")), folder / "reference"
    measures = [measure_compare]
    if len(outputs) > 2:
        measures += [measure_key, measure_systems, measure_start]
    with sync_playwright() as playwright:
        path = next(filter(None, map(shutil.which, BROWSERS)))
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        for measure in measures:
            costs = []
            for checkout in (None, before) if before else (None,):
                with tempfile.TemporaryDirectory() as home:
                    costs.append(measure(App(browser, checkout, home), outputs, reference))
            for name, value in costs[0].items():
                beside = f"  {value / costs[1][name]:.2f}×" if before else ""
                print(f"{value:8.2f} {name}{beside}", flush=True)
