"""Whether keys find their segments while the server stands still, or is busy.

    python -m tests.benchmarks.stalls [--trials 10] [--stalls 0.5 1 1.5 2 3 5 9]

Each trial presses keys at 60 to 200 ms (steps, verdicts, labels); a third of the way the
server is stopped (SIGSTOP) for so many seconds. "0" is a server that is not stopped, but
counts the grid of settings in another tab. What the workspace has at the end is compared
with what was meant: a verdict or label counts as wrong where that segment was never to
have it. POSIX only.
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import tempfile
import threading
import time
from pathlib import Path

from playwright.sync_api import Browser, Page, expect, sync_playwright

from bleu_core import workspace
from bleu_core.workspace import Workspace
from pages.ui.sample import load_sample
from tests.benchmarks.browser import Server, launch

FIRST, LABEL = 100, "mistranslation"
VERDICTS = {"a": "A better", "b": "B better", "s": "same", "x": "both bad"}
PATIENCE = 120_000


def plan(number: int, seed: int) -> tuple[list[str], dict[int, set[str]], dict[int, str], int]:
    """Keys; of each segment all that it may have at any time, and has in the end; the last one."""
    draw = random.Random(seed)
    keys: list[str] = []
    now: dict[int, dict[str, str]] = {}
    ever: dict[int, set[str]] = {}
    place = FIRST
    while len(keys) < number:
        choice = draw.choices(["j", "k", "verdict", "label"], [8, 1, 8, 1])[0]
        if choice in "jk":
            keys.append(choice)
            place += 1 if choice == "j" else -1
            continue
        said = now.setdefault(place, {})
        if choice == "label":
            keys += ["l", "m", "l"]
            said["label"] = "" if said.get("label") else "label"
        else:
            key = draw.choice("absx")
            keys.append(key)
            said["verdict"] = "" if said.get("verdict") == VERDICTS[key] else VERDICTS[key]
        ever.setdefault(place, {""}).add(written(**said))
    final = {segment: written(**said) for segment, said in now.items()}
    return keys, ever, {i: text for i, text in final.items() if text}, place


def written(verdict: str = "", label: str = "") -> str:
    return f"{verdict}{'+label' if label else ''}"


def trial(page: Page, url: str, link: Path, pid: int, stall: float, seed: int) -> tuple[int, str]:
    """How many segments have what they were not to have, and what the page said of it."""
    home = link.with_name(f"{stall}-{seed}")
    home.mkdir()
    link.unlink(missing_ok=True)
    link.symlink_to(home)
    keys, ever, final, last = plan(40, seed)
    page.goto(f"{url}/segments?sort=line&seg={FIRST + 1}")
    expect(page.locator(".title b")).to_have_text(f"Segment {FIRST + 1}", timeout=PATIENCE)
    expect(page.locator(".judging textarea")).to_be_visible(timeout=PATIENCE)
    draw = random.Random(seed)
    for i, key in enumerate(keys):
        if stall and i == len(keys) // 3:
            os.kill(pid, signal.SIGSTOP)
            threading.Timer(stall, os.kill, (pid, signal.SIGCONT)).start()
        page.keyboard.press(key)
        time.sleep(draw.uniform(0.06, 0.2))
    there = f"Segment {last + 1}"
    page.wait_for_function(
        """there => {
          const root = [...document.querySelectorAll('*')]
            .find(node => node.shadowRoot?.querySelector('.opened'))?.shadowRoot;
          const text = (name) => root?.querySelector(name)?.textContent ?? '';
          const told = text('.told:not(.waiting)');
          return (told || text('.title b') === there) && text('.state') === 'saved';
        }""",
        arg=there,
        timeout=PATIENCE,
    )
    told = page.locator(".told:not(.waiting)")
    sentence = told.inner_text() if told.count() else ""
    kept = {
        segment: written(said.verdict, "".join(label.name for label in said.labels))
        for segment, said in workspace.said(Workspace.open(home), load_sample().digest).items()
    }
    if not sentence:
        return sum(kept.get(i, "") != final.get(i, "") for i in {*kept, *final}), ""
    return sum(text not in ever.get(i, set()) for i, text in kept.items()), sentence


def load(browser: Browser, url: str) -> Page:
    """A tab that counts the grid of settings."""
    page = browser.new_page()
    page.goto(f"{url}/slices?tab=settings")
    return page


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--trials", type=int, default=10)
    parser.add_argument("--stalls", type=float, nargs="*", default=[0, 0.5, 1, 1.5, 2, 3, 5, 9])
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        home = Path(folder) / "home"
        browser = launch(playwright)
        with Server(home) as server:
            page = browser.new_page(viewport={"width": 1440, "height": 900})
            print(
                "stall, s   trials   all on their segments   refused   wrong segments", flush=True
            )
            for stall in options.stalls:
                busy = None if stall else load(browser, server.url)
                told = [
                    trial(page, server.url, home, server.process.pid, stall, seed)
                    for seed in range(options.trials)
                ]
                right = sum(not wrong and not sentence for wrong, sentence in told)
                refused = sum(bool(sentence) for _, sentence in told)
                wrong = sum(number for number, _ in told)
                print(
                    f"{stall or 'busy':>8}{len(told):>8}{right:>23}{refused:>9}{wrong:>16}",
                    flush=True,
                )
                if busy:
                    busy.close()


if __name__ == "__main__":
    main()
