"""A real app behind Caddy and nginx as `docs/proxy` has them: who and what gets through."""

import re
import socket
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from http.client import HTTPConnection
from typing import Any

import pytest

from bleu_core import BleuConfig, EvalSet, workspace
from bleu_core.workspace import Workspace
from bleu_core.workspace.team.login import read_login
from pages.door.asgi import HEALTHS
from pages.door.room import MOST
from tests.documents import blocks
from tests.places import ROOT
from tests.ports import free_port
from tests.proxies import FOLDER, NAME, PROXIES, Proxy, running_proxy
from tests.security import listening
from tests.security.test_class_server import A_ROOM
from tests.servers import PATIENCE, Server, running

TOKEN = "a-token+of/these=tests"
QUOTED = "a-token%2Bof%2Fthese%3Dtests"
SECRET_WORD = "Geheimtext"
ALLOWED = {"STREAMLIT_SERVER_ALLOWED_HOSTS": f"localhost 127.0.0.1 {NAME}"}
APP = [sys.executable, "-m", "streamlit", "run", "app.py", "--server.headless", "true"]
# What each answer says, besides its Content-Security-Policy.
SAID = {
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "strict-transport-security": "max-age=31536000",
}
# As Streamlit answers them, and one that it does not know.
ROUTES = (
    "/", "/segments?seg=3", "/nowhere", *HEALTHS, "/_stcore/metrics",
    "/_stcore/host-config", "/_stcore/script-health-check", "/_stcore/upload_file/a/b",
    "/media/nothing.csv", "/static/index.html", "/component/x/y.js", "/app/static/x",
    "/oauth2callback", "/auth/login",
)  # fmt: skip
LIES = {
    "X_Forwarded_For": "127.0.0.1",
    "X_Real_IP": "127.0.0.1",
    "Forwarded": "for=127.0.0.1;host=localhost;proto=http",
    "X_Forwarded_Host": "localhost",
    "X_Forwarded_Proto": "http",
    "X_Forwarded_User": "owner",
    "X_Remote_User": "owner",
    "Via": "1.1 localhost",
}


slow = pytest.mark.slow


@pytest.fixture(scope="module")
def digest() -> str:
    return kept().digest


def kept() -> EvalSet:
    lines = [f"{SECRET_WORD} {i}" for i in range(3)]
    return EvalSet({"one": lines, "two": lines[::-1]}, [lines])


@pytest.fixture(scope="module")
def app(tmp_path_factory) -> Iterator[Server]:
    """A server that asks for a token, and keeps a comparison."""
    folder, port = tmp_path_factory.mktemp("app"), free_port()
    workspace.save_comparison(Workspace.open(folder / "home"), kept(), BleuConfig())
    more = {"BLEUSCOPE_TOKEN": TOKEN, "BLEUSCOPE_HOME": str(folder / "home")}
    command = [*APP, "--server.port", str(port)]
    with running(command, folder / "log", port, ROOT, **ALLOWED, **more) as server:
        yield server


@pytest.fixture(scope="module", params=PROXIES)
def proxy(app, request, tmp_path_factory) -> Iterator[Proxy]:
    folder = tmp_path_factory.mktemp(request.param)
    with running_proxy(request.param, folder, app.port) as proxy:
        yield proxy


def come_in(proxy: Proxy, query: str = f"token={QUOTED}") -> str:
    """The cookie of who opens the address with what lets in."""
    status, headers, _ = proxy.ask(f"/?{query}")
    assert status == 303
    [cookie] = [value for name, value in headers if name.lower() == "set-cookie"]
    return cookie.partition(";")[0]


def told(proxy: Proxy, cookie: str, page: str, query: str, **more: Any) -> bytes:
    """All that a session is sent for a page, as a browser asks that finds the name here."""
    plain = socket.create_connection(("127.0.0.1", proxy.port), PATIENCE)
    way = {"sock": plain, "ssl": proxy.trust, "server_hostname": NAME}
    return listening.told(proxy.url, cookie, page, query, **way, **more)


def proven(proxy: Proxy, cookie: str) -> dict[str, str]:
    """The headers of a request that Streamlit takes for one of its own page's."""
    _, headers, _ = proxy.ask("/_stcore/health", Cookie=cookie)
    [proof] = [text.partition(";")[0] for _, text in headers if text.startswith("_streamlit_xsrf=")]
    return {"Cookie": f"{cookie}; {proof}", "X_Xsrftoken": proof.partition("=")[2]}


def put(proxy: Proxy, cookie: str, session: str, data: bytes) -> int:
    body = (
        b'--edge\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n'
        b"Content-Type: text/plain\r\n\r\n" + data + b"\r\n--edge--\r\n"
    )
    more = proven(proxy, cookie) | {"Content_Type": "multipart/form-data; boundary=edge"}
    path = f"/_stcore/upload_file/{session}/0a0a0a0a-0000-4000-8000-000000000000"
    return proxy.ask(path, "PUT", body, Origin=proxy.url, **more)[0]


def beyond(proxy: Proxy, cookie: str, session: str) -> int:
    """How a file of 330 MB is answered, which is sent for as long as somebody reads it."""
    size, block = 330 << 20, bytes(1 << 20)
    more = {"Host": proxy.host, "Content-Length": str(size), **proven(proxy, cookie)}
    said = [f"{name.replace('_', '-')}: {text}" for name, text in more.items()]
    head = "\r\n".join([f"PUT /_stcore/upload_file/{session}/b HTTP/1.1", *said, "", ""])
    with proxy.line() as line:
        with suppress(OSError):
            line.sendall(head.encode())
            for _ in range(330):
                line.sendall(block)
        return int(line.recv(12).split()[1])


def test_the_guide_links_to_the_files_that_are_tested() -> None:
    guide = (ROOT / "docs" / "how-to" / "team-server.md").read_text("utf-8")
    for path in FOLDER.iterdir():
        assert f"[{path.name}](../proxy/{path.name})" in guide


def test_the_file_of_a_login_that_is_shown_is_one() -> None:
    guide = (ROOT / "docs" / "how-to" / "team-server.md").read_text("utf-8")
    [shown] = blocks(guide, "toml")
    login = read_login(shown.replace("…", "a secret").encode(), "login.toml")
    assert login.address == f"https://{NAME}"
    assert login.lets_in("ann@example.com")


@slow
def test_who_comes_unencrypted_is_led_to_tls(proxy) -> None:
    connection = HTTPConnection("127.0.0.1", proxy.plain, timeout=PATIENCE)
    connection.request("GET", "/segments?seg=3", headers={"Host": NAME})
    answer = connection.getresponse()
    assert answer.status in (301, 308)
    assert re.match(rf"https://{NAME}(:\d+)?/segments\?seg=3$", answer.headers["Location"])
    connection.close()


@slow
@pytest.mark.parametrize("lies", [{}, LIES], ids=["plain", "lies"])
def test_nobody_is_let_in_without_the_token_whatever_they_say_they_are(proxy, digest, lies) -> None:
    for path in (*ROUTES, f"/?data={digest}", "/?token=wrong"):
        status, _, body = proxy.ask(path, **lies)
        assert status == (200 if path in HEALTHS else 403), path
        assert SECRET_WORD.encode() not in body
    assert proxy.ask("/_stcore/upload_file/a/b", "PUT", b"x", **lies)[0] == 403
    assert proxy.shake_hands(Origin=proxy.url, **lies) == 403


@slow
@pytest.mark.parametrize("host", ["localhost", "localhost:8501", "127.0.0.1", "evil.example"])
def test_another_name_gets_nobody_in(proxy, host) -> None:
    """Nor does that of the machine itself, which a server without a proxy goes by."""
    for path in ("/", f"/?token={QUOTED}x"):
        status, _, body = proxy.ask(path, Host=host, **LIES)
        assert status == 403 or body == b""  # Caddy knows no such site
    assert proxy.shake_hands(Host=host, Origin=f"http://{host}") != 101


@slow
def test_a_page_of_another_site_is_refused(proxy) -> None:
    cookie = come_in(proxy)
    assert proxy.shake_hands(Cookie=cookie, Origin=proxy.url) == 101
    for origin in ("https://evil.example", "null", f"https://{NAME}.evil.example"):
        assert proxy.shake_hands(Cookie=cookie, Origin=origin) == 403
        assert proxy.ask("/", Cookie=cookie, Origin=origin)[0] == 403


@slow
def test_each_answer_has_the_headers_once_and_the_cookie_goes_over_tls_alone(proxy) -> None:
    _, headers, _ = proxy.ask(f"/?token={QUOTED}")
    [said] = [value for name, value in headers if name.lower() == "set-cookie"]
    parts = {part.strip().lower() for part in said.split(";")}
    assert {"httponly", "samesite=strict", "secure", "path=/"} <= parts
    cookie = come_in(proxy)
    asked = [(path, method, {"Cookie": cookie}) for path in ROUTES for method in ("GET", "HEAD")]
    asked += [("/", "GET", {}), (f"/?token={QUOTED}", "GET", {}), ("/", "POST", {})]
    asked += [("/_stcore/upload_file/a/b", "PUT", {"Cookie": cookie})]
    for path, method, more in asked:
        _, headers, _ = proxy.ask(path, method, **more)
        names = [name.lower() for name, _ in headers]
        values = {name.lower(): value for name, value in headers}
        assert SAID.items() <= values.items(), (path, values)
        assert "frame-ancestors 'none'" in values["content-security-policy"], path
        assert all(names.count(name) == 1 for name in (*SAID, "content-security-policy")), path


@slow
def test_a_file_of_100_mb_is_uploaded_and_one_beyond_the_limit_refused(proxy) -> None:
    cookie = come_in(proxy)
    line = b"a line of a test set that is long\n"
    large = line * (100_000_000 // len(line))

    def upload(session: str) -> None:
        assert put(proxy, cookie, session, large) == 204
        assert beyond(proxy, cookie, session) == 413

    told(proxy, cookie, "data", "", meanwhile=upload)


@slow
def test_a_deep_link_opens_what_is_kept_and_no_log_has_a_text(proxy, app, digest) -> None:
    cookie = come_in(proxy)
    assert SECRET_WORD.encode() in told(proxy, cookie, "segments", f"data={digest}")
    assert proxy.ask(f"/segments?data={digest}", Cookie=cookie)[0] == 200
    for log in (proxy.log, app.log):
        written = log.read_text("utf-8", "replace")
        for secret in (TOKEN, QUOTED, SECRET_WORD, cookie.partition("=")[2]):
            assert secret not in written


def guess(proxy: Proxy, source: str) -> None:
    """Wrong codes from an address, until none is looked at any more."""

    def one(turn: int) -> int:
        said = f"10.0.0.{turn}"
        return proxy.ask("/?room=AAAAA", source=source, X_Forwarded_For=said)[0]

    with ThreadPoolExecutor(MOST) as pool:
        assert set(pool.map(one, range(MOST))) == {403}


@slow
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="speaks from 127.0.0.2")
def test_a_class_comes_through_and_who_guesses_keeps_nobody_else_out(tmp_path) -> None:
    """By the address of each visitor, which the proxy says and no visitor can."""
    port = free_port()
    command = [sys.executable, "-m", "uvicorn", "app:app", "--port", str(port)]
    with running(command, tmp_path / "log", port, ROOT, **ALLOWED, **A_ROOM) as server:
        for kind in PROXIES:
            with running_proxy(kind, tmp_path / kind, server.port) as proxy:
                assert proxy.ask("/learn")[0] == 403
                cookie = come_in(proxy, "room=K7M2Q")
                shown = told(proxy, cookie, "learn", "")
                assert b"bleuscope_bench" in shown
                lead = come_in(proxy, "teach=the+secret+of+a+teacher")
                assert b'"lesson": "zero"' in proxy.ask("/class/news", Cookie=lead)[2]
                assert proxy.ask("/data", Cookie=cookie)[0] == 403
                guess(proxy, "127.0.0.2")
                for lie in ("10.0.0.1", "127.0.0.1"):
                    _, headers, _ = proxy.ask(
                        "/?room=K7M2Q", source="127.0.0.2", X_Forwarded_For=lie
                    )
                    named = {name.lower(): value for name, value in headers}
                    assert named["bleuscope-code"] == "door.too_many_codes"
                assert come_in(proxy, "room=K7M2Q")
    assert "teach=the" not in server.log.read_text()
