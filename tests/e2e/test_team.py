"""Two people at one server, behind a proxy with TLS, each in a browser of their own."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.ports import free_port
from tests.proxies import NAME, PROXIES, Proxy, running_proxy

from .conftest import ARGUMENTS, BROWSERS, choose, running_process, visitor
from .logins import heard, log_in, login_file, running_provider, someone
from .runs import settle

USERS = [
    someone("ann", "Ann Example", "ann@example.org"),
    someone("bob", "Bob Example", "bob@example.org"),
]
# In every text that Ann compares, and in nothing else.
WORD = "Geheimtext"
SCREENS = ("", "systems", "segments", "ngrams", "slices", "judge", "data")


class Team(NamedTuple):
    proxy: Proxy
    folder: Path


@pytest.fixture(scope="module")
def far(browser: Browser) -> Iterator[Browser]:
    """A browser to which the name of the server is known."""
    path = next(filter(None, map(shutil.which, BROWSERS)))
    names = f"--host-resolver-rules=MAP {NAME} 127.0.0.1"
    launched = browser.browser_type.launch(executable_path=path, args=[*ARGUMENTS, names])
    yield launched
    launched.close()


@pytest.fixture(scope="module", params=PROXIES)
def team(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Team]:
    folder, port = tmp_path_factory.mktemp("team"), free_port()
    with (
        running_provider(USERS) as provider,
        running_proxy(request.param, folder / request.param, port) as proxy,
    ):
        told = login_file(folder / "login.toml", proxy.url, provider, ["*@example.org"])
        own = {"BLEUSCOPE_LOGIN": str(told), "BLEUSCOPE_HOME": str(folder / "home")}
        with running_process(folder / "log.txt", port, **own):
            yield Team(proxy, folder)


@pytest.fixture
def people(far: Browser) -> Iterator[tuple[Page, Page]]:
    contexts = [visitor(far, ignore_https_errors=True) for _ in range(2)]
    ann, bob = (context.new_page() for context in contexts)
    yield ann, bob
    for context in contexts:
        context.close()


@pytest.fixture
def texts(tmp_path: Path) -> list[Path]:
    paths = []
    for name, end in (("old", "is here"), ("new", "is there"), ("ref", "is right there")):
        paths.append(tmp_path / f"{name}.txt")
        paths[-1].write_text("".join(f"{WORD} {i} {end}\n" for i in range(40)), "utf-8")
    return paths


def links(page: Page) -> tuple[str, str]:
    """The link to read and the link to write, as the dialog shows them."""
    dialog = page.get_by_role("dialog")
    shown = dialog.locator("code", has_text="share=")
    expect(shown).to_have_count(2)
    first, second = (text.strip() for text in shown.all_inner_texts())
    reading = dialog.get_by_text(first)
    assert reading.bounding_box()["y"] < dialog.get_by_text(second).bounding_box()["y"]
    return first, second


def test_two_people_behind_a_proxy_see_nothing_of_each_other_but_what_is_shared(
    team: Team, people: tuple[Page, Page], texts: list[Path]
) -> None:
    ann, bob = people
    url = team.proxy.url
    # Ann compares something, by a link that survived her login.
    log_in(ann, f"{url}/data", "ann")
    expect(ann).to_have_url(re.compile(rf"^{url}/data"))
    choose(ann, *texts)
    expect(ann).to_have_url(re.compile(r"/\?data=[0-9a-f]{64}"))
    settle(ann)
    [digest] = re.findall(r"data=([0-9a-f]{64})", ann.url)
    expect(ann.locator(".masthead")).to_contain_text("40 segments")

    # Bob finds none of it, on no screen and by her very address.
    frames = heard(bob)
    log_in(bob, f"{url}/?data={digest}", "bob")
    for screen in SCREENS:
        bob.goto(f"{url}/{screen}?data={digest}")
        settle(bob)
        expect(bob.locator(".masthead")).to_have_count(0)
        assert WORD not in bob.content()
    bob.goto(f"{url}/data")
    settle(bob)
    assert frames
    assert not any(WORD.encode() in frame for frame in frames)

    # She shares it, by a link to read and one to write.
    ann.get_by_role("button", name="Share", exact=True).click()
    ann.get_by_role("button", name="Share a copy").click()
    read, write = links(ann)
    for link in (read, write):
        assert link.startswith(f"{url}/")
        assert f"data={digest}" in link
    bob.goto(read)
    settle(bob)
    expect(bob.locator(".masthead")).to_contain_text("40 segments")
    assert any(WORD.encode() in frame for frame in frames)

    # What she takes back opens nothing more.
    for _ in range(2):
        ann.get_by_role("dialog").get_by_role("button", name="Take it back").first.click()
        settle(ann)
    bob.goto(read)
    settle(bob)
    expect(bob.locator(".masthead")).to_have_count(0)
    bob.goto(write)
    settle(bob)
    expect(bob.locator(".masthead")).to_have_count(0)

    # No log holds a text, a link's secret, or who they are.
    secrets = re.findall(r"share=([\w-]+)", read + write)
    for log in (team.proxy.log, team.folder / "log.txt"):
        written = log.read_text("utf-8", "replace")
        assert not [word for word in (WORD, *secrets, "example.org/?") if word in written]


def test_no_header_makes_somebody_of_a_stranger(team: Team) -> None:
    """Whatever a proxy might say of who somebody is, and a visitor says in its place."""
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
