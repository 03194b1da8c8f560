"""Coming in by the printed address, staying in, and pages of others that try to, in a browser."""

from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest
from playwright.sync_api import Page, expect

from tests.servers import Server

from .conftest import visitor
from .runs import go


@pytest.fixture
def page(browser) -> Iterator[Page]:
    """A new browser, which has no cookie yet."""
    context = visitor(browser)
    yield context.new_page()
    context.close()


def come_in(page: Page, guarded: Server) -> None:
    go(page, f"{guarded.url}/?token={guarded.token}")


ATTEMPTS = """
async (address) => {
    const socket = new Promise(done => {
        const line = new WebSocket(address.replace('http', 'ws') + '/_stcore/stream');
        line.onopen = () => done('open');
        line.onerror = () => done('refused');
    });
    const ask = options => fetch(address + '/_stcore/host-config', options).then(
        answer => answer.text(), () => 'refused');
    const load = (tag, name, where) => new Promise(done => {
        const element = document.createElement(tag);
        element.onload = () => done('loaded');
        element.onerror = () => done('refused');
        element[name] = address + where;
        document.body.append(element);
    });
    return [await socket, await ask({credentials: 'include'}),
            await ask({credentials: 'include', mode: 'no-cors'}),
            await ask({credentials: 'include', mode: 'no-cors', method: 'POST', body: '{}'}),
            await load('img', 'src', '/favicon.png')];
}
"""


@pytest.fixture
def foreign() -> Iterator[int]:
    """The port of another server of this machine, which may be anybody's."""

    class Answer(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(b"<!doctype html><title>Foreign</title><body>")

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Answer) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield server.server_address[1]
        server.shutdown()


def put(page: Page, html: str) -> None:
    page.evaluate("html => { document.body.innerHTML = html }", html)


def test_a_page_of_others_gets_nothing_even_of_who_is_let_in(page, bleuscope, foreign) -> None:
    come_in(page, bleuscope)
    assert "bleuscope" not in page.evaluate("document.cookie")
    other = page.context.new_page()
    for site in ("localhost", "127.0.0.1"):  # another site; the same, another port
        other.goto(f"http://{site}:{foreign}/")
        assert other.evaluate(ATTEMPTS, bleuscope.url) == ["refused"] * 5
        with other.expect_event("console", lambda said: "frame-ancestors" in said.text):
            put(other, f"<iframe src='{bleuscope.url}/'></iframe>")
        expect(other.frame_locator("iframe").locator(".stApp")).to_have_count(0)
