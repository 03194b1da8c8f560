"""A real browser on a real server: the app as `streamlit run app.py` serves it."""

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Locator,
    Page,
    expect,
    sync_playwright,
)

from bleu_core import Comparison
from bleu_core.present.comparison_report import ComparisonReport
from bleu_core.present.viewer import to_page
from tests.servers import PATIENCE, running_process, running_server

from .hostile import HOSTILE, HOSTILE_NAME
from .runs import listen, settle

__all__ = ["PATIENCE", "running_process", "running_server"]

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome")
# What follows --disable-gpu keeps the browser itself from talking to anybody.
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


# What a page could not save when it is closed waits in the browser, which the next test has too.
LEAVE_NOTHING = """() => {
  const forget = () => { try { localStorage.clear(); } catch { /* about:blank has none */ } };
  forget();
  addEventListener("pagehide", forget); // after the app's own
}"""


@pytest.fixture
def fresh_server(tmp_path) -> Iterator[str]:
    """The address of a server that nobody has asked anything yet."""
    with running_server(tmp_path / "log.txt") as url:
        yield url


@pytest.fixture
def home(tmp_path) -> Path:
    """The folder of the workspace of `address`, empty."""
    folder = tmp_path / "home"
    folder.mkdir()
    return folder


@pytest.fixture
def address(keeping_server, home) -> str:
    """The address of a server that keeps things in `home`."""
    url, link = keeping_server
    new = link.with_name("new")
    new.symlink_to(home)
    new.replace(link)  # at once: who left the last test may still be noting where
    return url


@pytest.fixture
def server(address) -> str:
    """`address`, for tests that look at no workspace."""
    return address


# Of the package and no more: while it is there, nobody else in the process can use asyncio.
@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """A Chromium that is installed; without one the tests are skipped, in CI they fail."""
    path = next(filter(None, map(shutil.which, BROWSERS)), None)
    if path is None:
        sentence = (
            "The browser tests need Chromium or Chrome on the PATH; "
            "on Debian and Ubuntu: apt-get install chromium."
        )
        if os.environ.get("CI"):
            pytest.fail(sentence)
        pytest.skip(sentence)
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        expect.set_options(timeout=1000 * PATIENCE)
        yield launched
        launched.close()


def visitor(browser: Browser, **options: Any) -> BrowserContext:
    """Somebody's browser, whose pages can be waited for with `settle`."""
    context = browser.new_context(**({"viewport": {"width": 1440, "height": 900}} | options))
    context.set_default_timeout(1000 * PATIENCE)
    context.on("page", listen)
    return context


@pytest.fixture(scope="package")
def context(browser) -> BrowserContext:
    """One visitor's browser, which loads Streamlit's scripts once for all tests."""
    return visitor(browser)


@pytest.fixture(scope="package")
def other_context(browser) -> BrowserContext:
    return visitor(browser)


@pytest.fixture
def open_page(context, other_context) -> Iterator[Callable[..., Page]]:
    """open_page(url): a new tab, and so a new session, once its screen is there.

    With apart=True it is somebody else's browser. With "about:blank" the test can
    listen before it goes to the server. Nothing that the app does in any test may
    be refused by its own Content-Security-Policy, or ask for the server in the wrong place.
    """
    pages: list[Page] = []
    refused: list[str] = []

    def hear(message: ConsoleMessage) -> None:
        is_lost = "/_stcore/" in message.location["url"] and "404" in message.text
        if is_lost or "Content Security Policy" in message.text:
            refused.append(message.text)

    def visit(url: str, apart: bool = False) -> Page:
        page = (other_context if apart else context).new_page()
        pages.append(page)
        page.on("console", hear)
        page.goto(url)
        if url != "about:blank":
            settle(page)
        return page

    yield visit
    for page in pages:
        if not page.is_closed():
            page.evaluate(LEAVE_NOTHING)
            page.close()
    for left in (context, other_context):
        left.clear_cookies()  # they have what was predicted on Learn
    assert not refused


def score_of_b(page: Page) -> Locator:
    """B and its score in the scorecard of the Overview."""
    return page.locator(".overview-view .side.b")


def settings_shown(page: Page) -> Locator:
    """The settings in a few words; the signature is their title."""
    return page.locator(".top .settings .text")


def uploader(page: Page, label: str) -> Locator:
    """By its label: one that was drawn earlier may be before it for a moment."""
    return page.get_by_role("region", name=label).locator("input[type=file]")


# A press on what still moves can miss it.
STILL = """details => Promise.allSettled(
  details.getAnimations({subtree: true}).map(one => one.finished)).then(() => details.open)"""


def unfold(page: Page, title: str) -> None:
    """Open an expander; once this returns, what is in it stands still."""
    opened = page.locator("details").filter(has=page.locator("summary", has_text=title))
    opened.locator("summary").press("Enter")
    expect(opened).to_have_attribute("open", "")
    assert opened.evaluate(STILL)


# The drop zone of Data.
FILES = "Drop outputs and references here, in any format"


def give(page: Page, *files: Path) -> None:
    """Give the drop zone files; once this returns, what was recognised in them is drawn."""
    settle(page)  # Streamlit (1.67) can lose a file that is given as a run begins
    uploader(page, FILES).set_input_files(files)
    expect(page.get_by_role("button", name=f"Remove {files[-1].name}")).to_be_visible()
    expect(page.get_by_role("table", name="Recognized files and columns")).to_be_visible()
    settle(page)


def choose(page: Page, *outputs_and_reference: Path) -> None:
    """Give the outputs, the baseline first, and last their reference; compare."""
    give(page, *outputs_and_reference)
    page.get_by_role("button", name="Compare", exact=True).click()


@pytest.fixture
def files(tmp_path) -> tuple[Path, Path, Path]:
    """Two systems and a reference whose every line is hostile."""

    def write(name: str, more: str) -> Path:
        path = tmp_path / f"{name}.txt"
        path.write_text("".join(f"{line}{more}\n" for line in HOSTILE), encoding="utf-8")
        return path

    return write(HOSTILE_NAME, ""), write("new", " more words than it had"), write("ref", " more")


@pytest.fixture
def open_it(browser: Browser, tmp_path: Path) -> Iterator[Callable[..., Page]]:
    """open_it(data, hash): the page, which has not complained when the test ends."""
    from .hearing import offline  # which imports this file

    opened = []

    def open_page(data: bytes | dict[str, Any], fragment: str = "", **options: Any) -> Page:
        path = tmp_path / f"{len(opened)}.html"
        path.write_bytes(data if isinstance(data, bytes) else to_page(data).encode())
        page, complaints = offline(browser, **options)
        opened.append((page, path, complaints))
        page.goto(f"{path.as_uri()}#{fragment}")
        # Before the page has unpacked its document nothing listens to keys.
        expect(page.locator("main#content")).to_be_attached()
        expect(page.locator("main > section:not([hidden])")).not_to_be_empty()
        return page

    yield open_page
    for page, path, complaints in opened:
        page.context.close()
        assert {url.partition("#")[0] for url in complaints} == {path.as_uri()}


@pytest.fixture
def visit(open_it: Callable[..., Page], request: pytest.FixtureRequest) -> Callable[..., Page]:
    """visit(hash, data): the view of a file of tests, of the sample's page or of another."""
    from .page_documents import sample_page

    view, ready = request.module.VIEW, request.module.READY

    def visit(fragment: str = "", data: Any = None, **options: Any) -> Page:
        more = "&" * bool(fragment) + fragment
        page = open_it(data or sample_page(), f"view={view}{more}", **options)
        expect(page.locator(ready)).not_to_be_empty()
        return page

    return visit


@pytest.fixture
def run(open_page: Callable[..., Page], request: pytest.FixtureRequest) -> Callable[..., Any]:
    """run(body, given): what a function of the file's SCRIPTS makes of it in a blank page."""
    from .page_documents import page_functions

    return page_functions(open_page("about:blank"), request.module.SCRIPTS)


@pytest.fixture(scope="package")
def content() -> ComparisonReport:
    """The sample with all that a view can show of a comparison."""
    from .page_documents import sample_report

    return sample_report()


@pytest.fixture(scope="package")
def sample(content: ComparisonReport) -> Comparison:
    return content.comparison
