"""Makes the pictures of README and docs, of the sample: python docs/pictures.py [NAME …]

They show this checkout as a visitor sees it: the app, and a cell of a notebook. Chromium must be on
the PATH.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from html import escape
from io import BytesIO
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory

from PIL import Image
from playwright.sync_api import Browser, Page, expect, sync_playwright

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "docs" / "pictures"
SAMPLE = ROOT / "sample_data" / "apertium"
SIZE = {"width": 1200, "height": 750}
# Screenshots of text have few colours: a palette makes them a third.
COLOURS, MOST_BYTES = 128, 120_000

sys.path.insert(0, str(ROOT))
from tests.e2e.conftest import ARGUMENTS, BROWSERS, visitor  # noqa: E402
from tests.e2e.runs import settle  # noqa: E402
from tests.servers import PATIENCE, running_server  # noqa: E402

SHEET = """
body { margin: 0; background: #fff; color: #222; font: 15px/1.5 system-ui, sans-serif }
pre { margin: 0; white-space: pre-wrap; font: 13.5px/1.5 "DejaVu Sans Mono", monospace }
.notebook { zoom: .85; max-width: 1110px; margin: auto }
.cell { display: grid; grid-template-columns: 60px 1fr; gap: 12px; padding: 16px 24px 0 8px }
.cell .mark { color: #667; text-align: right; font: 13.5px/2.5 "DejaVu Sans Mono", monospace }
.cell pre { background: #f5f5f5; border: 1px solid #ddd; padding: 8px 12px }
"""


def overview(browser: Browser) -> bytes:
    """The Overview of the sample."""
    with of_app(browser) as page:
        expect(page.get_by_text("▼ Worse")).to_be_visible()
        expect(page.locator(".progress-line")).to_be_hidden()  # all is computed
        return still(page).screenshot()


def app(browser: Browser) -> bytes:
    """Segments: the one that contributes most to the sample's loss, opened."""
    with of_app(browser, "/segments") as page:
        expect(page.locator(".opened .token").first).to_be_visible()
        return page.screenshot()


def regression(browser: Browser) -> bytes:
    """The same of the tutorial's test set."""
    files = "old.en new.en --ref reference-1.en reference-2.en --src source.es --docs documents.txt"
    command = f"compare {files} --keep"
    with kept(ROOT / "sample_data" / "suite" / "help", command) as (address, printed):
        link = printed.split("/?")[1].strip()
        page = visited(browser, f"{address}/segments?{link}")
        expect(page.locator(".opened .token").first).to_be_visible()
        return page.screenshot()


def suites(browser: Browser) -> bytes:
    """The dashboard of the sample's suite, after a saved run."""
    with kept(ROOT / "sample_data" / "suite", "suite bleu.toml --keep") as (address, _):
        page = visited(browser, f"{address}/suites")
        expect(page.locator(".suite-view, .view").first).to_be_visible()
        return page.screenshot()


def notebook(browser: Browser) -> bytes:
    """A comparison displayed in a notebook."""
    import bleuscope

    cell = """import bleuscope

folder = "sample_data/apertium/"
bleuscope.compare(folder + "apertium-direct.en", folder + "apertium-pivot.en",
                  [folder + "reference-1.en", folder + "reference-2.en"])"""
    names = ("apertium-direct.en", "apertium-pivot.en", "reference-1.en", "reference-2.en")
    a, b, *references = (SAMPLE / name for name in names)
    shown = bleuscope.compare(a, b, references)._repr_html_()
    rows = (f"<pre>{escape(cell)}</pre>", f"<div>{shown}</div>")
    cells = "".join(f"<div class=cell><div class=mark>[1]:</div>{row}</div>" for row in rows)
    return drawn(browser, f"<div class=notebook>{cells}</div>")


PICTURES: dict[str, Callable[[Browser], bytes]] = {
    one.__name__: one for one in (overview, app, regression, suites, notebook)
}


@contextmanager
def of_app(browser: Browser, path: str = "/") -> Iterator[Page]:
    """A page of the app, on a server with an empty workspace."""
    with (
        TemporaryDirectory() as folder,
        running_server(Path(folder) / "log", BLEUSCOPE_HOME=folder) as address,
    ):
        yield visited(browser, address + path)


@contextmanager
def kept(folder: Path, command: str) -> Iterator[tuple[str, str]]:
    """The address of a server with what a command saved, and what it said of that."""
    program = str(Path(sys.executable).with_name("bleuscope"))
    with TemporaryDirectory() as home:
        variables = {"BLEUSCOPE_HOME": home}
        run = [program, *command.split()]
        done = subprocess.run(
            run, cwd=folder, env=os.environ | variables, capture_output=True, text=True, check=False
        )
        with running_server(Path(home) / "log", **variables) as address:
            yield address, done.stderr


def visited(browser: Browser, address: str) -> Page:
    """A page of the app, once it has settled."""
    page = visitor(browser, viewport=SIZE).new_page()
    page.goto(address)
    return still(page)


def still(page: Page) -> Page:
    """The page, after everything has loaded."""
    settle(page)
    expect(page.get_by_test_id("stSkeleton")).to_have_count(0)
    page.evaluate("document.fonts.ready")
    return page


def drawn(browser: Browser, body: str) -> bytes:
    """The top of a page with this body."""
    page = browser.new_page(viewport=SIZE)
    page.set_content(f"<!DOCTYPE html><meta charset=utf-8><style>{SHEET}</style>{body}")
    return page.screenshot()


@contextmanager
def chromium() -> Iterator[Browser]:
    path = next(filter(None, map(which, BROWSERS)), None)
    if path is None:
        sys.exit("Chromium or Chrome must be on the PATH.")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        expect.set_options(timeout=1000 * PATIENCE)
        yield browser
        browser.close()


def small(picture: bytes) -> bytes:
    """The same with a palette, as PNG."""
    out = BytesIO()
    image = Image.open(BytesIO(picture)).convert("RGB")
    image.quantize(COLOURS, dither=Image.Dither.NONE).save(out, "PNG", optimize=True)
    return out.getvalue()


def main(names: list[str]) -> None:
    FOLDER.mkdir(exist_ok=True)
    with chromium() as browser:
        for name in names or PICTURES:
            picture = small(PICTURES[name](browser))
            if len(picture) > MOST_BYTES:
                sys.exit(f"{name}.png would have {len(picture)} bytes; the limit is {MOST_BYTES}.")
            (FOLDER / f"{name}.png").write_bytes(picture)


if __name__ == "__main__":
    main(sys.argv[1:])
