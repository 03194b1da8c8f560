"""From the press of Compare, with files uploaded, to what is on screen; run by hand.

    python -m tests.benchmarks.compare_in_browser [--segments 100000]
        [--files A B REFERENCE] [--ngrams]

For each size a server of its own, with a workspace of its own: seconds to the parts of BLEU, to
p, and, asked for, from there to the table of N-grams; the most memory that the server has taken
by then, and the process that reads the files. It prints; it asserts nothing about time.
"""

import argparse
import random
import shutil
import sys
import tempfile
import threading
import time
from contextlib import suppress
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from tests.ports import free_port
from tests.servers import running_process

PATIENCE = 600_000  # milliseconds
# Seconds from the press to each of these on screen: looked at 50 times a second.
WATCH = """async () => {
  const found = {};
  const texts = () => [...document.querySelectorAll('*')].filter(n => n.shadowRoot)
    .map(n => n.shadowRoot.textContent).join(' ');
  const signs = {
    verdict: () => /\\d → /.test(texts()),
    parts: () => texts().includes('How the score adds up'),
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
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--segments", type=int, nargs="*", default=[100_000])
    parser.add_argument("--files", type=Path, nargs=3, help="outputs of A and B, the reference")
    parser.add_argument(
        "--look", type=float, default=2.0, help="seconds from what was recognised to the press"
    )
    parser.add_argument("--ngrams", action="store_true")
    options = parser.parse_args()
    found = shutil.which("chromium") or shutil.which("google-chrome")
    if not found:
        sys.exit("No Chromium on the PATH: apt-get install chromium")
    print(f"{'segments':>10}{'verdict':>9}{'parts':>8}{'p':>8}{'N-grams':>9}  s   "
          f"{'server':>7}{'reader':>8}  MB", flush=True)  # fmt: skip
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=found, args=["--no-sandbox", "--disable-gpu"]
        )
        for size in options.segments:
            with tempfile.TemporaryDirectory() as name:
                folder, port = Path(name), free_port()
                files = options.files or _write(folder, size)
                home = {"BLEUSCOPE_HOME": str(folder / "home")}
                with running_process(folder / "log", port, **home) as process:
                    readers = _Readers(process.pid)
                    page = browser.new_page(viewport={"width": 1440, "height": 900})
                    _upload(page, f"http://127.0.0.1:{port}", files)
                    page.wait_for_timeout(1000 * options.look)
                    took = page.evaluate(WATCH)
                    took["ngrams"] = _ngrams(page) if options.ngrams else 0.0
                    page.close()
                    number = len(files[0].read_bytes().splitlines())
                    print(f"{number:>10,}{took['verdict']:>9.2f}{took['parts']:>8.2f}"
                          f"{took['p']:>8.2f}{took['ngrams']:>9.2f}      "
                          f"{_peak(process.pid):>6.0f}{readers.peak:>8.0f}",
                          flush=True)  # fmt: skip
        browser.close()


def _write(folder: Path, size: int) -> list[Path]:
    """Outputs of A and B and a reference: distinct lines of about 20 words, most of them shared."""
    words = [f"{a}{b}" for a in ("ka", "lo", "mi", "ne", "ru", "ta") for b in "abcdefghijklmnop"]
    paths = [folder / f"{name}-{size}.txt" for name in ("a", "b", "reference")]
    for path in paths:
        shared, own = random.Random(1), random.Random(path.name)
        with path.open("w") as file:
            for number in range(size):
                line = shared.choices(words, k=shared.randint(10, 30))
                line = [own.choice(words) if own.random() < 0.3 else word for word in line]
                file.write(" ".join([*line, str(number)]) + "\n")
    return paths


def _upload(page: Page, url: str, files: list[Path]) -> None:
    """Outputs, and as the last file the reference, in the drop zone of Data."""
    page.goto(f"{url}/data")
    zone = page.locator("input[type=file]").first
    zone.wait_for(state="attached")
    zone.set_input_files(files)
    page.get_by_role("button", name="Compare", exact=True).wait_for(timeout=PATIENCE)
    page.wait_for_selector('[data-test-script-state="notRunning"]', timeout=PATIENCE)


def _ngrams(page: Page) -> float:
    """Seconds from the press of N-grams to its table."""
    page.wait_for_selector('[data-test-script-state="notRunning"]', timeout=PATIENCE)
    start = time.perf_counter()
    page.get_by_role("link", name="N-grams").click()
    page.wait_for_url("**/ngrams**")
    page.get_by_role("table", name="N-grams").wait_for(timeout=PATIENCE)
    return time.perf_counter() - start


class _Readers:
    """The most memory, in MB, that a process has had which the server started."""

    def __init__(self, server: int) -> None:
        self.peak, self.server = 0.0, server
        threading.Thread(target=self._watch, daemon=True).start()

    def _watch(self) -> None:
        tasks = Path(f"/proc/{self.server}/task")
        while tasks.exists():
            with suppress(OSError):
                for task in tasks.iterdir():
                    for child in (task / "children").read_text().split():
                        self.peak = max(self.peak, _peak(int(child)))
            time.sleep(0.05)


def _peak(process: int) -> float:
    with suppress(OSError, IndexError):
        status = Path(f"/proc/{process}/status").read_text()
        return int(status.split("VmHWM:")[1].split()[0]) / 1024
    return 0.0


if __name__ == "__main__":
    main()
