"""A provider of logins of the tests' own, a server that asks for a login there, and logging in."""

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

from oidc_provider_mock import User, run_server_in_thread
from playwright.sync_api import BrowserContext, Page, Route

from tests.ports import free_port

from .conftest import running_process
from .runs import settle

SECRET = "a-cookie-secret-of-these-tests-alone"


def someone(sub: str, name: str, email: str, verified: bool = True) -> User:
    return User(sub=sub, claims={"name": name, "email": email, "email_verified": verified})


@contextmanager
def running_provider(users: Sequence[User]) -> Iterator[str]:
    """A provider (OpenID Connect) on this machine; gives the address of its configuration."""
    with run_server_in_thread(user_claims=users) as server:
        yield f"http://localhost:{server.server_port}/.well-known/openid-configuration"


def login_file(
    path: Path, address: str, provider: str, people: Sequence[str], secret: str = SECRET
) -> Path:
    """The file of a login, as in team-server.md. Its strings are JSON's, which are TOML's."""
    said = {
        "address": address,
        "provider": provider,
        "client_id": "bleuscope",
        "client_secret": "a-secret-of-these-tests",
        "people": list(people),
        "cookie_secret": secret,
    }
    path.write_text("".join(f"{name} = {json.dumps(what)}\n" for name, what in said.items()))
    return path


@contextmanager
def running_team(
    folder: Path, provider: str, people: Sequence[str] = ("*@example.org",), **environment: str
) -> Iterator[str]:
    """A server that asks for a login, on a home of its own in `folder`; gives its address."""
    port = free_port()
    address = f"http://localhost:{port}"
    told = login_file(folder / "login.toml", address, provider, people)
    own = {"BLEUSCOPE_LOGIN": str(told), "BLEUSCOPE_HOME": str(folder / "home")} | environment
    with running_process(folder / "log.txt", port, **own):
        yield address


def stay_on_this_machine(context: BrowserContext, server: str = "http://localhost") -> None:
    """Answer nothing else: the provider's own pages ask others for their styles.

    `server` is an address of one that is here under another name.
    """
    own = "{0.scheme}://{0.netloc}/".format(urlsplit(server))

    def look(route: Route) -> None:
        here = route.request.url.startswith(("http://localhost:", "http://127.0.0.1:", own))
        route.continue_() if here else route.abort()

    context.route("**/*", look)


def log_in(page: Page, address: str, sub: str) -> None:
    """Open an address of a server, and come in by its login as somebody."""
    stay_on_this_machine(page.context, address)
    page.goto(address)
    page.get_by_role("link", name="Log in", exact=True).click()
    page.get_by_role("button", name=sub, exact=True).first.click()
    settle(page)
