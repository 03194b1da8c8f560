"""Two people logged in on one server, also behind a proxy with TLS: who sees what of whom."""

import json
import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.ports import free_port
from tests.proxies import NAME, PROXIES, Proxy, running_proxy

from .conftest import ARGUMENTS, BROWSERS, running_process, unfold, visitor
from .hearing import sent_to
from .logins import log_in, login_file, running_provider, running_team, someone
from .looks import look
from .runs import go, reload, settle

pytestmark = pytest.mark.slow

USERS = [
    someone("ann", "Ann Example", "ann@example.org"),
    someone("bob", "Bob *Bold*", "bob@example.org"),
]
LINES = "a private sentence of Ann\nand another one"
SECRET = "a private sentence"
SCREENS = ["", "systems", "segments", "ngrams", "slices", "judge", "data"]


class Team(NamedTuple):
    url: str
    folder: Path
    proxy: Proxy | None = None


@pytest.fixture(scope="module", params=["direct", *PROXIES])
def team(request, tmp_path_factory) -> Iterator[Team]:
    folder = tmp_path_factory.mktemp("team")
    with ExitStack() as stack:
        provider = stack.enter_context(running_provider(USERS))
        if request.param == "direct":
            yield Team(stack.enter_context(running_team(folder, provider)), folder)
            return
        port = free_port()
        proxy = stack.enter_context(running_proxy(request.param, folder / request.param, port))
        told = login_file(folder / "login.toml", proxy.url, provider, ["*@example.org"])
        own = {"BLEUSCOPE_LOGIN": str(told), "BLEUSCOPE_HOME": str(folder / "home")}
        stack.enter_context(running_process(folder / "log.txt", port, **own))
        yield Team(proxy.url, folder, proxy)


@pytest.fixture(scope="module")
def far(browser) -> Iterator[Browser]:
    """A browser to which the name of the server is known."""
    path = next(filter(None, map(shutil.which, BROWSERS)))
    names = f"--host-resolver-rules=MAP {NAME} 127.0.0.1"
    launched = browser.browser_type.launch(executable_path=path, args=[*ARGUMENTS, names])
    yield launched
    launched.close()


@pytest.fixture
def come(team, far) -> Iterator[Callable[[str], Page]]:
    """come("ann"): a page in a browser of that person's own, logged in."""
    contexts = []

    def make(sub: str) -> Page:
        contexts.append(visitor(far, ignore_https_errors=True))
        page = contexts[-1].new_page()
        log_in(page, team.url, sub)
        return page

    yield make
    for context in contexts:
        context.close()


def compare(page: Page, url: str) -> str:
    """Compare two lines that are pasted; the address of the Overview on them."""
    go(page, f"{url}/data")
    unfold(page, "Paste text")
    for label, text in (("A", LINES), ("B", LINES.upper()), ("Reference 1", LINES)):
        page.get_by_label(label, exact=True).fill(text)
    page.get_by_role("button", name="Compare lines").click()
    expect(page).to_have_url(re.compile(r"/\?data=[0-9a-f]{64}"))
    expect(page.locator(".masthead")).to_contain_text("A⇄B2 segments")
    settle(page)
    return page.url


def share(page: Page) -> dict[str, str]:
    """Share what is open; the links to read and to write."""
    page.get_by_role("button", name="Share", exact=True).click()
    page.get_by_role("button", name="Share a copy").click()
    expect(page.get_by_role("dialog")).to_contain_text("Links for annotators")
    codes = page.get_by_role("dialog").locator("code")
    expect(codes).to_have_count(2)
    read, write = codes.all_inner_texts()
    settle(page)
    look(page)
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Shared", exact=True)).to_be_visible()
    settle(page)
    return {"read": read, "write": write}


def judge(page: Page, url: str) -> None:
    go(page, url.replace("/?", "/segments?"))
    page.get_by_role("button", name="A better").click()
    expect(page.get_by_text("saved", exact=True)).to_be_visible()


def test_neither_sees_what_the_other_one_compares(team, come) -> None:
    ann, bob = come("ann"), come("bob")
    to_ann, to_bob = sent_to(ann), sent_to(bob)
    there = compare(ann, team.url)
    for screen in SCREENS:
        go(bob, there.replace("/?", f"/{screen}?"))
        expect(bob.get_by_text("This comparison is not loaded here.")).to_be_visible()
    go(bob, f"{team.url}/data")
    bob.get_by_role("tab", name="Saved comparisons").click()
    expect(bob.get_by_text("No saved comparisons yet.")).to_be_visible()
    assert SECRET not in "".join(to_bob)
    go(ann, there.replace("/?", "/segments?"))
    expect(ann.locator(".masthead")).to_contain_text("2 segments")
    assert SECRET in "".join(to_ann)


def test_what_is_shared_is_read_or_written_until_it_is_taken_back(team, come) -> None:
    ann, bob = come("ann"), come("bob")
    there = compare(ann, team.url)
    links = share(ann)
    go(bob, links["read"].replace("/?", "/segments?"))
    expect(bob.get_by_text("Ann Example shares this read-only")).to_be_visible()
    expect(bob.get_by_role("button", name="A better")).to_be_hidden()
    look(bob)
    judge(bob, links["write"])
    go(ann, ann.url.replace("/?", "/segments?"))
    expect(ann.get_by_text("Bob *Bold*: A better")).to_be_visible()
    ann.goto(there.replace("/?", "/segments?"))  # her own, which stays as it was
    settle(ann)
    expect(ann.get_by_role("button", name="A better")).to_be_visible()
    expect(ann.get_by_text("Bob *Bold*")).to_have_count(0)
    ann.go_back()
    settle(ann)
    ann.get_by_role("button", name="Shared", exact=True).click()
    for left in (1, 0):
        ann.get_by_role("button", name="Revoke").first.click()
        expect(ann.get_by_role("button", name="Revoke")).to_have_count(left)
    bob.get_by_role("button", name="B better").click()
    to_bob = sent_to(bob)
    reload(bob)
    expect(bob.get_by_text("This share link does not work.")).to_be_visible()
    expect(bob.locator(".masthead")).to_have_count(0)
    assert SECRET not in "".join(to_bob)
    # No log holds a text, a link's secret, or who they are.
    secrets = re.findall(r"share=([\w-]+)", "".join(links.values()))
    logs = [team.folder / "log.txt", *([team.proxy.log] if team.proxy else [])]
    for log in logs:
        written = log.read_text("utf-8", "replace")
        assert not [word for word in (SECRET, *secrets, "example.org/?") if word in written]


def test_no_header_makes_somebody_of_a_stranger(team) -> None:
    """Whatever a proxy might say of who somebody is, and a visitor says in its place."""
    if team.proxy is None:
        return
    lies = {
        "X_Forwarded_For": "127.0.0.1",
        "X_Forwarded_User": "ann@example.org",
        "X_Forwarded_Email": "ann@example.org",
        "X_Auth_Request_Email": "ann@example.org",
        "Remote_User": "ann",
        "Authorization": "Bearer ann",
        "Cookie": "_streamlit_user=ann; _streamlit_user_tokens=ann",
    }
    for more in ({}, lies):
        for path in ("/_stcore/metrics", "/media/a.csv", "/_stcore/upload_file/a/b"):
            assert team.proxy.ask(path, **more)[0] == 403
        assert team.proxy.ask("/_stcore/upload_file/a/b", "PUT", b"x", **more)[0] == 403
        status, _, body = team.proxy.ask("/health", **more)
        assert (status, json.loads(body).keys()) == (200, {"version", "workspace"})
