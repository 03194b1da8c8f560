"""A slow second opinion in a browser: nobody waits for it, and it is stopped."""

import os
import random
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from .conftest import PATIENCE, choose
from .runs import Visit

PROC = Path("/proc")


def row(page: Page, name: str) -> Locator:
    table = page.get_by_role("table", name="Second opinions")
    return table.get_by_role("row").filter(has=page.get_by_role("link", name=name, exact=True))


def counting() -> list[str]:
    """The processes that count TER for a server that was started here."""

    def parent(pid: str) -> str:
        return (PROC / pid / "stat").read_text().rpartition(")")[2].split()[1]

    def ours() -> Iterator[str]:
        for folder in PROC.glob("[0-9]*"):
            try:
                command = (folder / "cmdline").read_bytes()
                if b"ter_worker.py" in command and parent(parent(folder.name)) == str(os.getpid()):
                    yield folder.name
            except OSError:  # it ended meanwhile
                continue

    return list(ours())


def until(done: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not done():
        assert time.monotonic() < deadline
        time.sleep(0.1)


@pytest.mark.slow
@pytest.mark.skipif(not PROC.exists(), reason="processes are looked for in /proc")
def test_a_slow_metric_keeps_nobody_waiting_and_leaves_nothing_running_once_stopped(
    server: str, open_page: Visit, tmp_path: Path
) -> None:
    words = [f"word{i}" for i in range(80)]
    shuffled = random.Random(1)
    paths = [tmp_path / f"{name}.txt" for name in ("a", "b", "reference")]
    for path in paths:
        lines = [" ".join(shuffled.sample(words, 60)) for _ in range(3_000)]
        path.write_text("\n".join(lines))
    page = open_page(f"{server}/data")
    choose(page, *paths)
    page.get_by_role("button", name="Count TER").click()
    expect(page.get_by_text("Counting TER")).to_be_visible()
    until(lambda: bool(counting()))
    page.get_by_role("link", name="Segments").click()
    expect(page.get_by_role("table", name="Segments")).to_be_visible()
    page.get_by_role("link", name="Overview").click()
    expect(row(page, "TER")).to_contain_text("counting")
    page.get_by_role("button", name="Stop").click()
    expect(row(page, "TER")).to_contain_text("not counted")
    until(lambda: not counting())
