"""What measures in the browser have in common: a server, a browser, files to upload."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
import time
import urllib.request
from contextlib import suppress
from pathlib import Path

from playwright.sync_api import Browser, Page, Playwright

from tests.places import ROOT
from tests.ports import free_port

PATIENCE = 600_000  # milliseconds


def launch(playwright: Playwright) -> Browser:
    found = shutil.which("chromium") or shutil.which("google-chrome")
    if not found:
        sys.exit("No Chromium on the PATH: apt-get install chromium")
    return playwright.chromium.launch(executable_path=found, args=["--no-sandbox", "--disable-gpu"])


class Server:
    """Streamlit runs a script on a free port for as long as the block lasts, by default the app."""

    def __init__(self, home: Path, script: Path = ROOT / "app.py") -> None:
        port = free_port()
        self.url = f"http://127.0.0.1:{port}"
        command = [sys.executable, "-m", "streamlit", "run", str(script)]
        command += ["--server.headless", "true", "--server.port", str(port)]
        command += ["--server.address", "127.0.0.1", "--browser.gatherUsageStats", "false"]
        self.process = subprocess.Popen(
            command, cwd=script.parent, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            env=os.environ | {"BLEUSCOPE_HOME": str(home)},
        )  # fmt: skip

    def __enter__(self) -> Server:
        for _ in range(200):
            with suppress(OSError):
                urllib.request.urlopen(f"{self.url}/_stcore/health")
                return self
            time.sleep(0.2)
        sys.exit("the server does not start")

    def __exit__(self, *_: object) -> None:
        self.process.terminate()
        self.process.wait(20)


def lines(size: int, name: str) -> str:
    """Distinct lines of about 20 words; A, B and the reference share most of them."""
    words = [f"{a}{b}" for a in ("ka", "lo", "mi", "ne", "ru", "ta") for b in "abcdefghijklmnop"]
    shared, own = random.Random(1), random.Random(name)
    rows = []
    for number in range(size):
        line = shared.choices(words, k=shared.randint(10, 30))
        line = [own.choice(words) if own.random() < 0.3 else word for word in line]
        rows.append(" ".join([*line, str(number)]))
    return "\n".join(rows) + "\n"


def write(folder: Path, size: int, names: tuple[str, ...] = ("a", "b", "reference")) -> list[Path]:
    """Files of so many segments, the last of them the reference."""
    paths = [folder / f"{name}-{size}.txt" for name in names]
    for name, path in zip(names, paths, strict=True):
        path.write_text(lines(size, name))
    return paths


def upload(page: Page, url: str, files: list[Path]) -> None:
    """Outputs, and as the last file the reference, on Data."""
    page.goto(f"{url}/data")
    inputs = page.locator("input[type=file]")
    inputs.first.wait_for(state="attached")
    for place, given in ((0, files[:-1]), (1, files[-1:])):
        inputs.nth(place).set_input_files(given)
        for path in given:
            page.get_by_role("button", name=f"Remove {path.name}").wait_for(timeout=PATIENCE)
    page.wait_for_selector('[data-test-script-state="notRunning"]', timeout=PATIENCE)
