"""What one visitor hands over holds nobody up, can be stopped, and goes when they go."""

import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from .conftest import OUTPUTS, PATIENCE, choose, running_server, uploader
from .runs import Visit

pytestmark = pytest.mark.slow

# A server whose readers never come back, for as long as they are let.
SPINNING = """
from bleu_core.readers import apart
from pages.ui.data import inputs, preview
from streamlit.web.cli import main
from tests.security import reader_jobs

from .runs import Visit
apart.SECONDS = 10_000
inputs.read_systems = preview.read_each = reader_jobs.spin
main()
"""


@pytest.fixture(scope="module")
def spinning_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    log = tmp_path_factory.mktemp("spinning") / "log.txt"
    with running_server(log, ("-c", SPINNING)) as url:
        yield url


def test_others_go_on_while_a_file_is_read_until_it_is_stopped(
    spinning_server: str, open_page: Visit, files: tuple[Path, Path, Path]
) -> None:
    page = open_page(f"{spinning_server}/data")
    choose(page, *files)
    stop = page.get_by_role("button", name="Stop", exact=True)
    expect(stop).to_be_visible()
    other = open_page(f"{spinning_server}/ngrams", apart=True)
    other.get_by_role("link", name="Slices").first.click()
    expect(other.get_by_label("Slices", exact=True)).to_contain_text("news")
    expect(stop).to_be_visible()
    stop.click()
    expect(page.get_by_text("Stopped. Nothing was read")).to_be_visible()
    expect(stop).to_be_hidden()


def test_the_reading_of_a_preview_can_be_stopped_and_is_not_taken_up_by_itself(
    spinning_server: str, open_page: Visit, files: tuple[Path, Path, Path]
) -> None:
    page = open_page(f"{spinning_server}/data")
    page.get_by_role("tab", name="Tables, XML, archives").click()
    uploader(page, "Files that hold the systems").set_input_files(files[0])
    stop = page.get_by_role("button", name="Stop", exact=True)
    stop.click()
    expect(page.get_by_text("Stopped. These files have not been read.")).to_be_visible()
    expect(stop).to_be_hidden()
    page.get_by_role("button", name="Read them").click()
    # Leaving ends it as well.
    expect(stop).to_be_visible()
    page.get_by_role("link", name="Learn").first.click()
    expect(page.get_by_role("tab", name="Lessons and bench")).to_be_visible()


def test_uploads_are_given_back_soon_after_their_visitor_has_left(
    tmp_path: Path, open_page: Visit, files: tuple[Path, Path, Path]
) -> None:
    def held(url: str) -> bool:
        metrics = f"{url}/_stcore/metrics?families=cache_memory_bytes"
        with urllib.request.urlopen(metrics, timeout=PATIENCE) as answer:
            return b"UploadedFileManager" in answer.read()

    log = tmp_path / "log.txt"
    with running_server(log, STREAMLIT_SERVER_DISCONNECTED_SESSION_TTL="1") as url:
        page = open_page(f"{url}/data")
        uploader(page, OUTPUTS).set_input_files(files[0])
        expect(page.get_by_role("button", name=f"Remove {files[0].name}")).to_be_visible()
        assert held(url)
        page.close()
        deadline = time.monotonic() + PATIENCE
        while held(url):
            assert time.monotonic() < deadline
