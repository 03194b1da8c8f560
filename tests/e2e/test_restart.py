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
from .test_notes import kept, note, state
from .test_presses import press, title

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
        go(page, f"{server.url}/segments?sort=line&seg=1&token={token}")
        expect(note(page)).to_be_visible()
        press(page, "a")
        expect(state(page)).to_have_text("saved")
        server.process.kill()
        wait_until_free(port)
    press(page, "j b j s")
    expect(state(page)).to_have_text("not saved")
    expect(page.locator(".told.waiting")).to_contain_text("keys to apply: b j s")
    with running(command, tmp_path / "log", port, BLEUSCOPE_HOME=str(home)) as server:
        assert server.token == token
        press(page, "j x")
        title(page, 4)
        expect(state(page)).to_have_text("saved")
        found = [kept(home)[segment].verdict for segment in range(4)]
        assert found == ["A better", "B better", "same", "both bad"]
    context.close()
