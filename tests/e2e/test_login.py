"""Logging in at a real provider, in a browser: who sees what, and when it is over."""

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.ports import free_port

from .conftest import running_process, visitor
from .hearing import asked_by, sent_to
from .logins import (
    log_in,
    login_file,
    running_provider,
    running_team,
    someone,
    stay_on_this_machine,
)
from .looks import look
from .runs import go, reload, settle

pytestmark = pytest.mark.slow

USERS = [
    someone("ann-1", "Ann Example", "ann@example.org"),
    someone("ann-2", "Ann Example", "ann.b@example.org"),
    someone("eve", "Eve", "eve@example.com"),
    someone("mal", "Mal", "mal@example.org", verified=False),
]
NewPage = Callable[[], Page]


@pytest.fixture(scope="module")
def provider() -> Iterator[str]:
    with running_provider(USERS) as address:
        yield address


@pytest.fixture(scope="module")
def team(provider, tmp_path_factory) -> Iterator[str]:
    with running_team(tmp_path_factory.mktemp("team"), provider) as url:
        yield url


@pytest.fixture
def new_page(browser) -> Iterator[NewPage]:
    """A page in a browser that nobody has used yet."""
    contexts = []

    def make() -> Page:
        contexts.append(visitor(browser))
        stay_on_this_machine(contexts[-1])
        return contexts[-1].new_page()

    yield make
    for context in contexts:
        context.close()


def login_link(page: Page, label: str = "Log in"):
    return page.get_by_role("link", name=label, exact=True)


def assert_only_the_login(page: Page, label: str = "Log in") -> None:
    expect(login_link(page, label)).to_be_visible()
    for nothing in (".st-key-navigation", ".masthead", "table", "iframe"):
        expect(page.locator(nothing)).to_have_count(0)


def test_a_stranger_sees_the_login_and_is_sent_nothing_else(team, new_page) -> None:
    page = new_page()
    told, asked = sent_to(page), asked_by(page)
    for path in ("/", "/segments?seg=3&find=Vertrag", "/learn", "/data", "/?data=" + "0" * 64):
        go(page, team + path)
        assert_only_the_login(page)
    for text in ("apertium", "Overview", "not understood"):
        assert text not in "".join(told), text
    assert all(url.startswith((team, f"ws{team[4:]}", "data:")) for url in asked), asked
    look(page)


def test_a_deep_link_survives_the_login_and_a_forged_cookie_shows_nothing(team, new_page) -> None:
    page = new_page()
    log_in(page, f"{team}/segments?seg=3", "ann-1")
    expect(page).to_have_url(re.compile(r"/segments\?seg=3"))
    expect(page.get_by_text("Segment 3", exact=True).first).to_be_visible()
    expect(page.get_by_role("group", name="Logged in")).to_contain_text("Ann Example")
    reload(page)
    expect(page.get_by_text("Segment 3", exact=True).first).to_be_visible()
    cookies = {one["name"]: one for one in page.context.cookies()}
    assert cookies["_streamlit_user"]["httpOnly"]
    assert "bleuscope-back" not in cookies
    assert "_streamlit_user" not in page.evaluate("document.cookie")
    # One that is forged shows nothing.
    claims, _, rest = cookies["_streamlit_user"]["value"].partition(".")
    cookies["_streamlit_user"]["value"] = f"{claims[:-2]}AA.{rest}"
    forger = new_page()
    forger.context.add_cookies(list(cookies.values()))
    go(forger, team)
    assert_only_the_login(forger)


def test_who_is_not_on_the_list_is_told_so_and_may_log_in_as_another(team, new_page) -> None:
    page = new_page()
    log_in(page, f"{team}/systems", "eve")
    assert_only_the_login(page, "Log in again")
    expect(page.get_by_role("alert")).to_contain_text("eve@example.com has no access")
    login_link(page, "Log in again").click()
    page.get_by_role("button", name="mal", exact=True).first.click()
    settle(page)
    expect(page.get_by_role("alert")).to_contain_text("has not verified that mal@example.org")
    login_link(page, "Log in again").click()
    page.get_by_role("button", name="ann-1", exact=True).first.click()
    settle(page)
    expect(page).to_have_url(f"{team}/systems")
    expect(page.get_by_role("group", name="Logged in")).to_be_visible()


def test_who_declines_or_has_another_s_answer_is_told_and_can_try_again(team, new_page) -> None:
    page = new_page()
    # As when somebody is sent a link with an answer for the account of another.
    page.goto(f"{team}/oauth2callback?code=0123456789&state=stolen")
    expect(page.locator("[data-code='door.login_not_usable']")).to_be_visible()
    go(page, f"{team}/slices")
    assert_only_the_login(page)
    login_link(page).click()
    page.get_by_role("button", name="Deny").click()
    expect(page.locator("[data-code='door.login_declined']")).to_be_visible()
    page.get_by_role("link", name="Log in again").click()
    page.get_by_role("button", name="ann-1", exact=True).first.click()
    settle(page)
    expect(page).to_have_url(f"{team}/slices")


def test_two_people_of_one_name_are_told_apart(team, new_page) -> None:
    first, second = new_page(), new_page()
    log_in(first, team, "ann-1")
    log_in(second, team, "ann-2")
    told = [page.get_by_role("group", name="Logged in") for page in (first, second)]
    expect(told[0].locator(".name")).to_have_text("Ann Example")
    expect(told[1].locator(".name")).to_have_text("Ann Example (ann.b@example.org)")
    # Nor is anybody asked for a name.
    go(first, f"{team}/segments")
    first.get_by_role("button", name="Annotations", exact=True).click()
    first.get_by_role("tab", name="Export and import").click()
    expect(first.get_by_text("Your name in exports, from the login: Ann Example")).to_be_visible()
    expect(first.get_by_label("Your name in exports")).to_have_count(0)


def test_a_logout_ends_all_windows_also_those_that_nobody_touches(team, new_page) -> None:
    page = new_page()
    log_in(page, team, "ann-1")
    stolen = page.context.cookies()
    other = page.context.new_page()
    go(other, f"{team}/segments?seg=3")
    page.get_by_role("link", name="Log out").click()
    page.get_by_role("button", name="End session").click()  # at the provider
    assert_only_the_login(page)
    assert_only_the_login(other)
    expect(other).to_have_url(re.compile(r"/segments\?seg=3"))
    # A copy of the cookie from before is worth nothing.
    thief = new_page()
    thief.context.add_cookies(stolen)
    go(thief, team)
    assert_only_the_login(thief)


def test_a_server_with_another_list_knows_nobody_of_before(provider, new_page, tmp_path) -> None:
    """The list is read at each start: who was taken off it is out, whatever cookie they hold."""
    page = new_page()
    with running_team(tmp_path, provider) as url:
        log_in(page, url, "ann-1")
        page.goto("about:blank")  # else it asks the new server by itself, before it is told to
    port = url.rpartition(":")[2]
    told = login_file(tmp_path / "login.toml", url, provider, ["bob@example.org"])
    own = {"BLEUSCOPE_LOGIN": str(told), "BLEUSCOPE_HOME": str(tmp_path / "home")}
    with running_process(tmp_path / "log.txt", int(port), **own):
        go(page, f"{url}/segments")
        assert_only_the_login(page, "Log in again")
        expect(page.get_by_role("alert")).to_contain_text(
            "ann@example.org has no access to this server"
        )


def test_without_a_provider_that_answers_the_login_says_so(new_page, tmp_path) -> None:
    page = new_page()
    with running_team(tmp_path, f"http://localhost:{free_port()}/x") as url:
        page.goto(url)
        login_link(page).click()
        expect(page.locator("[data-code='door.provider_unreachable']")).to_be_visible()
