"""An open tab while its server is killed and started again."""

import socket
import sys
from contextlib import suppress

import pytest
from playwright.sync_api import expect

from bleu_core.segments.annotations import Annotation
from tests.ports import free_port
from tests.servers import running

from .conftest import visitor
from .runs import go
from .test_notes import go_to_segment, kept, note, press, saved, title

pytestmark = pytest.mark.slow


def wait_until_free(port: int) -> None:
    """Wait for the end of the server, which ends after its command."""
    with suppress(ConnectionRefusedError):
        while True:
            with suppress(ConnectionResetError):  # it is about to end
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


def test_what_is_typed_while_the_server_is_away_is_a_note_and_no_judgment(
    browser, home, tmp_path
) -> None:
    port = free_port()
    command = [sys.executable, "-m", "bleu_core.cli", "--no-browser", "--port", str(port)]
    context = visitor(browser)
    page = context.new_page()
    outage = page.get_by_role("dialog", name="Connection error")
    with running(command, tmp_path / "log", port, BLEUSCOPE_HOME=str(home)) as server:
        go(page, f"{server.url}/learn?token={server.token}")
        go_to_segment(page, server.url, 1)
        press(page, "w n")
        page.keyboard.type("before,")
        server.process.kill()
        wait_until_free(port)
    expect(outage).to_be_visible()
    page.keyboard.type(" absent ")  # not by Streamlit's dialog
    with running(command, tmp_path / "log", port, BLEUSCOPE_HOME=str(home)) as server:
        expect(outage).to_be_hidden()
        page.keyboard.type(" and back")
        expect(note(page)).to_be_focused()
        page.keyboard.press("Enter")
        saved(page)
        assert kept(home) == {0: Annotation(note="before, and back")}
        # The same of a note that waits for its segment, which has all that is typed.
        server.process.kill()
        wait_until_free(port)
    press(page, "j j n")  # nothing is known of the third segment
    expect(outage).to_be_visible()
    page.keyboard.type("a b s")
    press(page, "x Backspace Enter b")
    with running(command, tmp_path / "log", port, BLEUSCOPE_HOME=str(home)):
        title(page, 3)
        saved(page)
        assert kept(home)[2] == Annotation("B better", note="a b s")
    context.close()
