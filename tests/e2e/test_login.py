"""Logging in at a real provider, in a browser."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from .conftest import visitor
from .logins import log_in, running_provider, running_team, someone

USERS = [
    someone("ann-1", "Ann Example", "ann@example.org"),
    someone("ann-2", "Ann Example", "ann.b@example.org"),
    someone("eve", "Eve", "eve@example.com"),
    someone("mal", "Mal", "mal@example.org", verified=False),
]


@pytest.fixture(scope="module")
def team(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("team")
    with running_provider(USERS) as provider, running_team(folder, provider) as url:
        yield url


@pytest.fixture
def new_page(browser: Browser) -> Iterator[Callable[[], Page]]:
    """A page in a browser that nobody has used yet."""
    contexts = []

    def make() -> Page:
        contexts.append(visitor(browser))
        return contexts[-1].new_page()

    yield make
    for context in contexts:
        context.close()


def test_the_app_is_behind_the_login_and_a_deep_link_survives_it(
    team: str, new_page: Callable[[], Page]
) -> None:
    page = new_page()
    log_in(page, f"{team}/segments?seg=3", "ann-1")
    expect(page).to_have_url(re.compile(r"/segments\?seg=3"))
    expect(page.get_by_text("Segment 3", exact=True).first).to_be_visible()
