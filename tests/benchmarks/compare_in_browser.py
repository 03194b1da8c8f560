"""From the press of Compare, with files uploaded, to what is on screen; run by hand.

    python -m tests.benchmarks.compare_in_browser [--segments 100000]
        [--files A B REFERENCE] [--ngrams] [--profile FILE]

For each size a server of its own, with a workspace of its own: seconds to the parts of BLEU, to
p, and, asked for, from there to the table of N-grams; the most memory that the server has taken
by then, and the process that reads the files. `--profile` writes py-spy's samples of the server.
It prints; it asserts nothing about time.
"""

from __future__ import annotations

import argparse
import signal
import subprocess
import tempfile
import threading
import time
from contextlib import suppress
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from tests.benchmarks.browser import PATIENCE, Server, launch, upload, write

# Seconds from the press to each of these on screen: looked at 50 times a second.
WATCH = """async () => {
  const found = {};
  const texts = () => [...document.querySelectorAll('*')].filter(n => n.shadowRoot)
    .map(n => n.shadowRoot.textContent).join(' ');
  const signs = {
    verdict: () => /\\d → /.test(texts()),
    parts: () => [...document.querySelectorAll('h3')].some(n => n.textContent.includes('The parts'))
      && /brevity/i.test(texts()),
    p: () => /p\\s*[=<]\\s*[\\d<]/.test(texts()),
  };
  const start = performance.now();
  [...document.querySelectorAll('button')].find(n => n.textContent.trim() === 'Compare').click();
  while (Object.keys(found).length < 3) {
    for (const [name, seen] of Object.entries(signs))
      if (!(name in found) && location.pathname === '/' && seen())
        found[name] = (performance.now() - start) / 1000;
    if (performance.now() - start > 600000) break;
    await new Promise(r => setTimeout(r, 20));
  }
  return found;
}"""


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--segments", type=int, nargs="*", default=[100_000])
    parser.add_argument("--files", type=Path, nargs=3, help="outputs of A and B, the reference")
    parser.add_argument("--ngrams", action="store_true")
    parser.add_argument("--profile", type=Path)
    options = parser.parse_args()
    print(f"{'segments':>10}{'verdict':>9}{'parts':>8}{'p':>8}{'N-grams':>9}  s   "
          f"{'server':>7}{'reader':>8}  MB", flush=True)  # fmt: skip
    with tempfile.TemporaryDirectory() as made, sync_playwright() as playwright:
        browser = launch(playwright)
        for size in options.segments:
            files = options.files or write(Path(made), size)
            with tempfile.TemporaryDirectory() as home, _Watched(Path(home)) as server:
                page = browser.new_page(viewport={"width": 1440, "height": 900})
                upload(page, server.url, files)
                page.wait_for_timeout(2_000)  # for what begins when files are chosen
                if options.profile:
                    server.sample(options.profile)
                took = page.evaluate(WATCH)
                took["ngrams"] = _ngrams(page) if options.ngrams else 0.0
                page.close()
                number = size if options.files is None else _count(files[0])
                print(f"{number:>10,}{took['verdict']:>9.2f}{took['parts']:>8.2f}{took['p']:>8.2f}"
                      f"{took['ngrams']:>9.2f}      {server.peak():>6.0f}{server.readers:>8.0f}",
                      flush=True)  # fmt: skip
        browser.close()


def _count(path: Path) -> int:
    with path.open("rb") as file:
        return sum(1 for _ in file)


def _ngrams(page: Page) -> float:
    """Seconds from the press of N-grams to its table."""
    page.wait_for_selector('[data-test-script-state="notRunning"]', timeout=PATIENCE)
    start = time.perf_counter()
    page.get_by_role("link", name="N-grams").click()
    page.wait_for_url("**/ngrams**")
    page.get_by_role("table", name="N-gram evidence").wait_for(timeout=PATIENCE)
    return time.perf_counter() - start


class _Watched(Server):
    """The app, its memory watched."""

    def __init__(self, home: Path) -> None:
        super().__init__(home)
        self.readers = 0.0
        self.profiler: subprocess.Popen[bytes] | None = None
        threading.Thread(target=self._watch_readers, daemon=True).start()

    def sample(self, into: Path) -> None:
        """Sample what the server does from now on."""
        command = ["py-spy", "record", "-p", str(self.process.pid), "-r", "50", "-f", "raw"]
        self.profiler = subprocess.Popen(
            [*command, "-t", "-d", "900", "-o", str(into)],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        time.sleep(2)

    def peak(self) -> float:
        """MB that the server has taken at most."""
        return _status(self.process.pid, "VmHWM")

    def _watch_readers(self) -> None:
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        tasks = children.parent.parent
        while self.process.poll() is None:
            with suppress(OSError):
                for task in tasks.iterdir():
                    for child in (task / "children").read_text().split():
                        self.readers = max(self.readers, _status(int(child), "VmHWM"))
            time.sleep(0.05)

    def __exit__(self, *_: object) -> None:
        if self.profiler:
            self.profiler.send_signal(signal.SIGINT)
            self.profiler.wait(60)
        super().__exit__()


def _status(process: int, what: str) -> float:
    with suppress(OSError, IndexError):
        status = Path(f"/proc/{process}/status").read_text()
        return int(status.split(f"{what}:")[1].split()[0]) / 1024
    return 0.0


if __name__ == "__main__":
    main()
