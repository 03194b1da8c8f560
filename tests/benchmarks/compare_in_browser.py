"""From the press of Compare, with files uploaded, to what is on screen; run by hand.

    python tests/benchmarks/compare_in_browser.py [--segments 100000] [--files A B REFERENCE]
                                                  [--ngrams] [--profile FILE]

For each size a server of its own, with a workspace of its own: seconds to the parts of BLEU, to
p, and, asked for, from there to the table of N-grams; the most memory that the server has taken
by then, and the process that reads the files. `--profile` writes py-spy's samples of the server.
It prints; it asserts nothing about time.
"""

from __future__ import annotations

import argparse
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from contextlib import suppress
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from tests.benchmarks.clicks import lines  # noqa: E402

PATIENCE = 600_000  # milliseconds
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
        browser = playwright.chromium.launch(
            executable_path=_chromium(), args=["--no-sandbox", "--disable-gpu"]
        )
        for size in options.segments:
            files = options.files or _write(Path(made), size)
            with tempfile.TemporaryDirectory() as home, _Server(Path(home)) as server:
                page = browser.new_page(viewport={"width": 1440, "height": 900})
                _upload(page, server.url, files)
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


def _write(folder: Path, size: int) -> list[Path]:
    """Outputs of A and B and a reference of so many segments."""
    paths = [folder / f"{name}-{size}.txt" for name in ("a", "b", "reference")]
    for path in paths:
        path.write_text(lines(size, path.name))
    return paths


def _count(path: Path) -> int:
    with path.open("rb") as file:
        return sum(1 for _ in file)


def _upload(page: Page, url: str, files: list[Path]) -> None:
    page.goto(f"{url}/data")
    inputs = page.locator("input[type=file]")
    inputs.first.wait_for(state="attached")
    for place, given in ((0, files[:2]), (1, files[2:])):
        inputs.nth(place).set_input_files(given)
        for path in given:
            page.get_by_role("button", name=f"Remove {path.name}").wait_for(timeout=PATIENCE)
    page.wait_for_selector('[data-test-script-state="notRunning"]', timeout=PATIENCE)
    page.wait_for_timeout(2_000)  # for what begins when files are chosen


def _ngrams(page: Page) -> float:
    """Seconds from the press of N-grams to its table."""
    page.wait_for_selector('[data-test-script-state="notRunning"]', timeout=PATIENCE)
    start = time.perf_counter()
    page.get_by_role("link", name="N-grams").click()
    page.wait_for_url("**/ngrams**")
    page.get_by_role("table", name="N-gram evidence").wait_for(timeout=PATIENCE)
    return time.perf_counter() - start


def _chromium() -> str:
    found = shutil.which("chromium") or shutil.which("google-chrome")
    return found or sys.exit("No Chromium on the PATH: apt-get install chromium")


class _Server:
    """The app on a free port for as long as the block lasts, its memory watched."""

    def __init__(self, home: Path) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.url, self.readers = f"http://127.0.0.1:{port}", 0.0
        command = [sys.executable, "-m", "streamlit", "run", str(ROOT / "app.py")]
        command += ["--server.headless", "true", "--server.port", str(port)]
        command += ["--server.address", "127.0.0.1", "--browser.gatherUsageStats", "false"]
        self.process = subprocess.Popen(
            command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            env=os.environ | {"BLEUSCOPE_HOME": str(home)},
        )  # fmt: skip
        self.profiler: subprocess.Popen[bytes] | None = None
        threading.Thread(target=self._watch_readers, daemon=True).start()

    def __enter__(self) -> _Server:
        for _ in range(200):
            with suppress(OSError):
                urllib.request.urlopen(f"{self.url}/_stcore/health")
                return self
            time.sleep(0.2)
        sys.exit("the server does not start")

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
        self.process.terminate()
        self.process.wait(20)


def _status(process: int, what: str) -> float:
    with suppress(OSError, IndexError):
        status = Path(f"/proc/{process}/status").read_text()
        return int(status.split(f"{what}:")[1].split()[0]) / 1024
    return 0.0


if __name__ == "__main__":
    main()
