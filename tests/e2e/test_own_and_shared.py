"""Two people logged in on one server: neither sees the other's, until one shares a comparison."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from .conftest import visitor
from .logins import heard, log_in, running_provider, running_team, someone
from .runs import settle
from .test_accessible import DARK, LIGHT, STILL, violations

USERS = [
    someone("ann", "Ann Example", "ann@example.org"),
    someone("bob", "Bob *Bold*", "bob@example.org"),
]
LINES = "a private sentence of Ann\nand another one"
SECRET = "a private sentence"
SCREENS = ["", "systems", "segments", "ngrams", "slices", "judge", "data"]


@pytest.fixture(scope="module")
def team(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("team")
    with running_provider(USERS) as provider, running_team(folder, provider) as url:
        yield url


def has_secret(frames: list[bytes]) -> bool:
    return any(SECRET.encode() in frame for frame in frames)


@pytest.fixture
def come(team: str, browser: Browser) -> Iterator[Callable[[str], Page]]:
    """come("ann"): a page in a browser of that person's own, logged in."""
    contexts = []

    def make(sub: str) -> Page:
        contexts.append(visitor(browser))
        page = contexts[-1].new_page()
        log_in(page, team, sub)
        return page

    yield make
    for context in contexts:
        context.close()


def compare(page: Page, url: str) -> str:
    """Compare two lines that are pasted; the address of the Overview on them."""
    page.goto(f"{url}/data")
    settle(page)
    page.get_by_role("tab", name="Paste").click()
    for label, text in (("A", LINES), ("B", LINES.upper()), ("Reference 1", LINES)):
        page.get_by_label(label, exact=True).fill(text)
    page.get_by_role("button", name="Compare these lines").click()
    expect(page).to_have_url(re.compile(r"/\?data=[0-9a-f]{64}"))
    expect(page.locator(".masthead")).to_contain_text("2 segments")
    settle(page)
    return page.url


def share(page: Page) -> dict[str, str]:
    """Share what is open; the links to read and to write."""
    page.get_by_role("button", name="Share", exact=True).click()
    page.get_by_role("button", name="Share a copy").click()
    expect(page.get_by_role("dialog")).to_contain_text("To write")
    codes = page.get_by_role("dialog").locator("code")
    expect(codes).to_have_count(2)
    read, write = codes.all_inner_texts()
    settle(page)
    assert_accessible(page)
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Shared", exact=True)).to_be_visible()
    settle(page)
    return {"read": read, "write": write}


def assert_accessible(page: Page) -> None:
    """No rule of WCAG is broken, in either theme."""
    for scheme, rules in (("light", LIGHT), ("dark", DARK)):
        page.emulate_media(color_scheme=scheme)
        settle(page)
        page.evaluate(STILL)
        assert violations(page, rules) == []


def judge(page: Page, url: str) -> None:
    """Open the segments of a link, and say that A is better."""
    page.goto(url.replace("/?", "/segments?"))
    settle(page)
    page.get_by_role("button", name="A better").click()
    expect(page.get_by_text("saved", exact=True)).to_be_visible()


def test_neither_sees_what_the_other_one_compares(team: str, come: Callable[[str], Page]) -> None:
    ann, bob = come("ann"), come("bob")
    to_ann, to_bob = heard(ann), heard(bob)
    there = compare(ann, team)
    for screen in SCREENS:
        bob.goto(there.replace("/?", f"/{screen}?"))
        settle(bob)
        expect(bob.get_by_text("This comparison is not loaded here.")).to_be_visible()
    bob.goto(f"{team}/data")
    settle(bob)
    bob.get_by_role("tab", name="Kept comparisons").click()
    expect(bob.get_by_text("Nothing is kept yet.")).to_be_visible()
    assert not has_secret(to_bob)
    ann.goto(there.replace("/?", "/segments?"))
    settle(ann)
    expect(ann.locator(".masthead")).to_contain_text("2 segments")
    assert has_secret(to_ann)


def test_what_is_shared_is_read_or_written_as_its_link_says_until_it_is_taken_back(
    team: str, come: Callable[[str], Page]
) -> None:
    ann, bob = come("ann"), come("bob")
    there = compare(ann, team)
    links = share(ann)
    bob.goto(links["read"].replace("/?", "/segments?"))
    settle(bob)
    expect(bob.get_by_text("Ann Example shares this to be read")).to_be_visible()
    expect(bob.get_by_role("button", name="A better")).to_be_hidden()
    assert_accessible(bob)
    judge(bob, links["write"])
    ann.goto(ann.url.replace("/?", "/segments?"))
    settle(ann)
    expect(ann.get_by_text("Bob *Bold*: A better")).to_be_visible()
    ann.goto(there.replace("/?", "/segments?"))  # her own, which stays as it was
    settle(ann)
    expect(ann.get_by_role("button", name="A better")).to_be_visible()
    expect(ann.get_by_text("Bob *Bold*")).to_have_count(0)
    ann.go_back()
    settle(ann)
    ann.get_by_role("button", name="Shared", exact=True).click()
    for left in (1, 0):
        ann.get_by_role("button", name="Take it back").first.click()
        expect(ann.get_by_role("button", name="Take it back")).to_have_count(left)
    bob.get_by_role("button", name="B better").click()
    to_bob = heard(bob)
    bob.reload()
    settle(bob)
    expect(bob.get_by_text("This link to a shared comparison opens nothing.")).to_be_visible()
    expect(bob.locator(".masthead")).to_have_count(0)
    assert not has_secret(to_bob)
