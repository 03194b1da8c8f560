"""`bleuscope compare --open`: the browser shows the comparison of the terminal."""

import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import PATIENCE
from tests.places import ROOT, SAMPLE

from .runs import Visit

pytestmark = pytest.mark.slow


@pytest.fixture
def opened(tmp_path: Path, first_port: None) -> Iterator[str]:
    """The address that the command opens, while its server runs."""
    browser, address, log = tmp_path / "browser", tmp_path / "address", tmp_path / "log"
    browser.write_text(f'#!/bin/sh\nprintf %s "$1" > {address}.part && mv {address}.part {address}')
    browser.chmod(0o755)
    names = ("apertium-pivot.en", "apertium-direct.en", "--ref", "reference-1.en")
    files = [name if name.startswith("-") else str(SAMPLE / name) for name in names]
    with log.open("wb") as out:
        command = subprocess.Popen(
            [sys.executable, "-m", "bleu_core.cli", "compare", *files, "--open",
             "--name-b", "<b>tuesday</b>", "--tokenize", "char", "--lowercase"],
            cwd=ROOT, stdout=out, stderr=out,
            env=os.environ | {"BROWSER": f"{browser} %s", "HOME": str(tmp_path),
                              "BLEUSCOPE_HOME": str(tmp_path / "home")},
        )  # fmt: skip
    try:
        deadline = time.monotonic() + PATIENCE
        while not address.exists():
            if command.poll() is not None or time.monotonic() > deadline:
                pytest.fail(f"No browser was opened:\n{log.read_text(errors='replace')}")
            time.sleep(0.1)
        yield address.read_text()
    finally:
        command.terminate()
        command.wait(PATIENCE)


def test_the_app_opens_on_the_comparison_and_its_settings(opened: str, open_page: Visit) -> None:
    page = open_page(opened, apart=True)
    for said in ("apertium-pivot", "<b>tuesday</b>", "case:lc", "tok:char", "nrefs:1"):
        expect(page.get_by_text(said).first).to_be_visible()
    # No notice that the comparison, a part of the link, or the workspace could not be used.
    expect(page.locator(".notice.warning, .notice.error")).to_have_count(0)
    expect(page).to_have_url(re.compile(r"/\?data=[0-9a-f]{64}&tok=char&lc=yes$"))
