"""The door of a server with a login, asked as strangers and forgers ask."""

import json
import time
from collections.abc import Callable
from itertools import product
from typing import Any
from urllib.parse import quote

import pytest
from streamlit.web.server.starlette.starlette_app_utils import create_signed_value

from bleu_core.workspace.team.login import Login
from bleu_core.workspace.team.people import PeopleRegistry
from pages.door import guards

from .knocking import Answer, knock

ADDRESS = "https://bleu.example.org"
HOST = "bleu.example.org"
SECRET = "a-cookie-secret-of-these-tests-alone"
LOGIN = Login(ADDRESS, "", "", "", ("*@example.org",), 12, SECRET)
USER = "_streamlit_user"
ONLY_KNOWN = (
    "/_stcore/metrics",
    "/_stcore/upload_file/session/file",
    "/_stcore/script-health-check",
    "/_stcore/agent",
    "/_stcore/bidi-components/x/y.js",
    "/media/0123.csv",
    "/component/x/index.html",
    "/class/news",
    "/app/static/x",
    "/static/../app.py",
    "/auth/other",
    "/auth/login/",
    "//auth/login",
    "/oauth2callback/",
)
FOR_ALL = ("/", "/segments", "/learn", "/static/js/x.js", "/_stcore/host-config", "/favicon.png")


def claims(**changes: object) -> dict[str, object]:
    return {
        "iss": "https://login.example.org", "sub": "4711", "iat": int(time.time()), "nonce": "n",
        "name": "Ann", "email": "ann@example.org", "email_verified": True,
        "origin": ADDRESS, "is_logged_in": True, "provider": "default",
    } | changes  # fmt: skip


def cookie(secret: str = SECRET, name: str = USER, **changes: object) -> str:
    signed = create_signed_value(secret, name, json.dumps(claims(**changes)))
    return f"{USER}={signed.decode()}"


@pytest.fixture
def ask(tmp_path) -> Callable[..., Answer]:
    people = PeopleRegistry(tmp_path)

    def ask(path: str, host: str = HOST, login: Login = LOGIN, **more: Any) -> Answer:
        names = ["localhost", login.host]
        return knock(guards("", names, None, login, people), path, host, **more)

    return ask


def test_a_stranger_gets_what_draws_the_login_and_nothing_else(ask) -> None:
    for path in FOR_ALL:
        assert ask(path).scope is not None, path
    for path in ONLY_KNOWN:
        refused = ask(path)
        assert (refused.status, refused.scope) == (403, None), path
        assert refused.code == "door.not_logged_in"
    for path in FOR_ALL:
        assert ask(path, method="PUT").status == 403
        assert ask(path, method="POST").status == 403
    assert ask("/_stcore/stream", kind="websocket").status == 101


def test_who_is_logged_in_gets_all_of_it(ask) -> None:
    for path in (*FOR_ALL, *ONLY_KNOWN[:6]):
        assert ask(path, cookie=cookie()).scope is not None, path
    upload = "/_stcore/upload_file/session/file"
    assert ask(upload, method="PUT", cookie=cookie()).scope is not None


def test_a_cookie_that_is_forged_expired_or_anothers_opens_nothing(ask, monkeypatch) -> None:
    now = time.time()
    with monkeypatch.context() as long_ago:  # the provider's time of the login is ahead of ours
        long_ago.setattr("itsdangerous.timed.time.time", lambda: now - 40 * 86_400)
        old = cookie()
    for forged in (
        old,
        cookie(secret="another-secret-that-was-guessed-12345"),
        cookie(name="_streamlit_user_tokens"),  # signed, but as something else
        cookie(origin="https://evil.example.org"),
        cookie(email="ann@example.com"),
        cookie(email_verified=False),
        cookie(iat=int(time.time()) - 13 * 3600),
        cookie()[:-1],
        f"{USER}=chunks-3",
        f"{USER}=chunks-99999999",
        f"{USER}=\xff",
        f"{USER}=",
        f"{USER}={json.dumps(claims())}",
    ):
        assert ask("/_stcore/metrics", cookie=forged).status == 403, forged
        assert ask("/", cookie=forged).scope is not None  # the login is shown


def test_a_long_login_comes_in_parts(ask) -> None:
    whole = json.dumps(claims(groups=["g" * 50] * 50))
    parts = [whole[i : i + 1000] for i in range(0, len(whole), 1000)]
    named = {f"{USER}_{n}": part for n, part in enumerate(parts, 1)}
    named[USER] = f"chunks-{len(parts)}"
    told = [f"{k}={create_signed_value(SECRET, k, v).decode()}" for k, v in named.items()]
    assert ask("/_stcore/metrics", cookie="; ".join(told)).scope is not None
    assert ask("/_stcore/metrics", cookie="; ".join(told[:-2])).status == 403


def test_the_way_to_the_login_is_streamlits_and_remembers_where_from(ask) -> None:
    found = ask(f"/auth/login?back={quote('/segments?data=1&find=a b', safe='')}&provider=x")
    assert found.scope is not None
    [(name, token)] = [p.split("=", 1) for p in found.scope["query_string"].decode().split("&")]
    assert name == "provider"
    assert token != "x"
    assert found.headers["set-cookie"].startswith("bleuscope-back=%2F; ")  # a space is no address
    found = ask(f"/auth/login?back={quote('/segments?data=1&find=a+b', safe='')}")
    assert found.headers["set-cookie"] == (
        "bleuscope-back=%2Fsegments%3Fdata%3D1%26find%3Da%2Bb; HttpOnly; SameSite=Lax; Path=/; "
        "Max-Age=900; Secure"
    )
    local = Login("http://localhost:8501", "", "", "", ("*",), 12, SECRET)
    found = ask("/auth/login", host="localhost:8501", login=local)
    assert "Secure" not in found.headers["set-cookie"]


def test_nobody_is_led_to_another_server(ask) -> None:
    for back in (
        "https://evil.example.org/", "//evil.example.org", "/\\evil.example.org", "/a/b",
        "javascript:alert(1)", "/segments\r\nset-cookie: x=1", "/auth/logout", "/x?" + "a" * 3000,
        "evil", "/segments#x", "/\u2028",
    ):  # fmt: skip
        found = ask(f"/auth/login?back={quote(back, safe='')}")
        assert found.headers["set-cookie"].startswith("bleuscope-back=%2F; "), back


def test_a_login_that_failed_is_told_and_one_that_was_ended_begins_anew(ask) -> None:
    for query, code in (
        ("error=access_denied&error_description=<b>Text</b>", "door.login_declined"),
        ("error=<script>", "door.login_not_usable"),
        ("code=1&state=2", "door.login_not_usable"),  # the app behind answers without a login
    ):
        found = ask(f"/oauth2callback?{query}", cookie="bleuscope-back=%2Fslices")
        assert (found.status, found.code) == (403, code)
        assert '<a href="/auth/login?back=%2Fslices">' in found.body
        assert "<b>" not in found.body
        assert "<script>" not in found.body
        assert found.asked["query_string"] == b""  # nothing of it in a log
    found = ask("/auth/login?back=/slices", status=500)
    assert (found.status, found.code) == (403, "door.provider_unreachable")
    found = ask("/oauth2callback")  # after a logout
    assert (found.status, found.headers["location"]) == (303, "./")


def test_a_logout_ends_the_login_of_every_copy_of_its_cookie(ask) -> None:
    copy, other = cookie(), cookie(nonce="another")
    assert ask("/media/1", cookie=copy).scope is not None
    out = ask("/auth/logout", cookie=copy)
    assert out.scope is not None
    assert out.headers["clear-site-data"] == '"storage"'  # not of the other apps of this domain
    assert ask("/media/1", cookie=copy).status == 403
    assert ask("/media/1", cookie=other).scope is not None


def test_no_other_site_logs_anybody_out(ask) -> None:
    mine = cookie()
    modes, sites = ("navigate", "no-cors", "cors"), ("cross-site", "same-site")
    # A picture of another site comes without the cookie: its answer empties no storage either.
    sent: tuple[dict[str, str], ...] = ({"cookie": mine}, {})
    for site, mode, more in product(sites, modes, sent):
        refused = ask("/auth/logout", **more, sec_fetch_site=site, sec_fetch_mode=mode)
        assert (refused.status, refused.scope) == (403, None), (site, mode)
        assert refused.code == "door.foreign_logout"
        assert not refused.headers.keys() & {"clear-site-data", "set-cookie"}
    assert ask("/media/1", cookie=mine).scope is not None
    for own in ("same-origin", "none"):
        assert ask("/auth/logout", cookie=cookie(nonce=own), sec_fetch_site=own).scope is not None


def test_streamlit_sees_the_address_that_people_open_whatever_the_proxy_says(ask) -> None:
    for host in (HOST, "localhost:8501"):
        found = ask("/_stcore/stream", host=host, kind="websocket", origin=ADDRESS)
        assert found.origin == ADDRESS
        assert found.scope is not None
        assert [v for k, v in found.scope["headers"] if k == b"host"] == [HOST.encode()]
    others = ("https://evil.example.org", "null", "http://localhost:9999")
    # Cookies know no ports: what another server of this host shows is not to act for anybody here.
    for origin in (*others, f"{ADDRESS}:8443", f"http://{HOST}:8080"):
        assert ask("/_stcore/stream", kind="websocket", origin=origin).status == 403
    assert ask("/", host="evil.example.org").status == 403


def test_whether_it_runs_is_told_to_everybody(ask) -> None:
    for path in ("/_stcore/health", "/health"):
        assert ask(path).scope is not None
        assert ask(path, host="localhost").scope is not None
        assert ask(path, host="evil.example.org").status == 403
