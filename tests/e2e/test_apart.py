"""What one visitor hands over holds nobody up, and can be stopped."""

import pytest
from playwright.sync_api import expect

from .conftest import FILES, running_server, unfold, uploader
from .runs import settle

# A server whose readers never come back, for as long as they are let.
SPINNING = """
from bleu_core.readers import sandbox
from pages.ui.data import opening, reading
from streamlit.web.cli import main
from tests.security import reader_jobs
sandbox.SECONDS = 10_000
opening.read_systems = reading.read_separately = reader_jobs.spin
main()
"""


@pytest.mark.slow
def test_others_go_on_while_files_are_read_until_it_is_stopped(tmp_path, open_page, files) -> None:
    with running_server(tmp_path / "log.txt", ("-c", SPINNING)) as url:
        page = open_page(f"{url}/data")
        unfold(page, "Paste text")
        page.get_by_label("A", exact=True).fill("one")
        page.get_by_label("A", exact=True).press("Tab")
        settle(page)
        page.get_by_role("button", name="Compare lines").click()
        stop = page.get_by_role("button", name="Stop", exact=True)
        expect(stop).to_be_visible()
        other = open_page(f"{url}/ngrams", apart=True)
        other.get_by_role("link", name="Slices").first.click()
        expect(other.locator(".slices-view")).to_contain_text("news")
        stop.click()
        expect(page.get_by_text("Stopped. No files were read")).to_be_visible()
        expect(stop).to_be_hidden()
        settle(page)
        uploader(page, FILES).set_input_files(files[0])
        stop.click()
        expect(page.get_by_text("Stopped. These files were not read.")).to_be_visible()
        expect(stop).to_be_hidden()
        page.get_by_role("button", name="Read files").click()
        expect(stop).to_be_visible()
        page.get_by_role("link", name="Learn").first.click()  # leaving ends it as well
        expect(page.get_by_role("tab", name="Lessons and bench")).to_be_visible()
