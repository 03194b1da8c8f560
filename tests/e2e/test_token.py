"""Coming in by the printed address, staying in, and pages of others that try to, in a browser."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from playwright.sync_api import Browser, Page, expect

from .conftest import choose, parts, running_server, visitor
from .runs import settle

Visit = Callable[..., Page]
TOKEN = "a-token-of-these-tests"


@pytest.fixture(scope="module")
def guarded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server that asks for a token, as `bleuscope` starts it."""
    folder = tmp_path_factory.mktemp("guarded")
    home = {"BLEUSCOPE_HOME": str(folder / "home")}
    with running_server(folder / "log.txt", BLEUSCOPE_TOKEN=TOKEN, **home) as url:
        yield url


@pytest.fixture
def page(browser: Browser, guarded: str) -> Iterator[Page]:
    """A new browser, which has no cookie yet."""
    context = visitor(browser)
    yield context.new_page()
    context.close()


def test_the_printed_address_opens_the_app_for_this_browser(
    page: Page, guarded: str, files: tuple[Path, Path, Path]
) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("websocket", lambda socket: asked.append(socket.url))
    page.goto(f"{guarded}/data?token={TOKEN}")
    settle(page)
    expect(page).to_have_url(f"{guarded}/data")
    choose(page, *files)
    expect(page).to_have_url(re.compile(r"/\?data=[0-9a-f]{64}$"))
    assert [TOKEN in url for url in asked] == [True] + [False] * (len(asked) - 1)
    settle(page)
    page.reload()
    settle(page)
    expect(page.locator(".masthead")).to_contain_text("6 segments")
    tab = page.context.new_page()
    tab.goto(page.url)
    settle(tab)
    expect(parts(tab)).to_have_text(parts(page).inner_text(), use_inner_text=True)
    assert page.evaluate("document.cookie.includes('bleuscope')") is False


def test_without_it_the_browser_is_told_what_to_do(page: Page, guarded: str) -> None:
    for path in ("/", "/segments?data=1", "/?token=wrong"):
        answer = page.goto(guarded + path)
        assert answer is not None
        assert answer.status == 403
        told = page.get_by_role("heading", name="Open the address that bleuscope printed.")
        expect(told).to_be_visible()


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


@pytest.mark.parametrize("site", ["localhost", "127.0.0.1"])  # another site; the same, another port
def test_a_page_of_others_gets_nothing_even_of_who_is_let_in(
    page: Page, guarded: str, foreign: int, site: str
) -> None:
    page.goto(f"{guarded}/?token={TOKEN}")
    settle(page)
    other = page.context.new_page()
    other.goto(f"http://{site}:{foreign}/")
    assert other.evaluate(ATTEMPTS, guarded) == ["refused"] * 5
    with other.expect_event("console", lambda said: "frame-ancestors" in said.text):
        put(other, f"<iframe src='{guarded}/'></iframe>")
    expect(other.frame_locator("iframe").locator(".stApp")).to_have_count(0)


def test_a_link_in_a_page_of_others_opens_the_app_for_who_is_let_in(
    page: Page, guarded: str, foreign: int
) -> None:
    page.goto(f"{guarded}/?token={TOKEN}")
    settle(page)
    page.goto(f"http://localhost:{foreign}/")
    put(page, f"<a href='{guarded}/segments?lc=yes'>on</a>")
    page.get_by_role("link", name="on").click()
    expect(page.locator(".masthead")).to_contain_text("case:lc")
    expect(page).to_have_url(f"{guarded}/segments?lc=yes")


def test_a_link_in_a_page_of_others_ends_at_the_door_for_who_is_not(
    page: Page, guarded: str, foreign: int
) -> None:
    page.goto(f"http://localhost:{foreign}/")
    put(page, f"<a href='{guarded}/'>on</a>")
    page.get_by_role("link", name="on").click()
    expect(page.get_by_role("heading", name="Open the address")).to_be_visible()
