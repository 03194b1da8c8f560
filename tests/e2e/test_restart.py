"""An open tab while its server is killed and started again."""

import socket
import sys
from contextlib import suppress

import pytest
from playwright.sync_api import expect

from tests.ports import free_port
from tests.servers import running

from .conftest import visitor
from .runs import go
from .test_notes import go_to_segment, kept, press, saved, title

pytestmark = pytest.mark.slow


def wait_until_free(port: int) -> None:
    """Wait for the end of the server, which ends after its command."""
    with suppress(ConnectionRefusedError):
        while True:
            socket.create_connection(("127.0.0.1", port)).close()


def test_an_open_tab_goes_on_after_a_restart_and_no_key_is_lost(browser, home, tmp_path) -> None:
    port = free_port()
    command = [sys.executable, "-m", "bleu_core.cli", "--no-browser", "--port", str(port)]
    context = visitor(browser)
    page = context.new_page()
    with running(command, tmp_path / "log", port, BLEUSCOPE_HOME=str(home)) as server:
        token = server.token
        go(page, f"{server.url}/learn?token={token}")
        go_to_segment(page, server.url, 1)
        press(page, "a")
        saved(page)
        server.process.kill()
        wait_until_free(port)
    press(page, "b j x j s")  # nothing is known of the third segment
    alert = page.get_by_role("alert").filter(has_text="Not saved: 2, in segments 1, 2.")
    expect(alert).to_contain_text("Keys pressed after a step wait for its segment.")
    with running(command, tmp_path / "log", port, BLEUSCOPE_HOME=str(home)) as server:
        assert server.token == token
        title(page, 3)
        saved(page)
        found = [kept(home)[segment].verdict for segment in range(3)]
        assert found == ["B better", "both bad", "same"]
    context.close()
