"""The door as plain ASGI: whom it lets through to the app, and what it hands on."""

from http.cookies import SimpleCookie
from itertools import product

from bleu_core.common.environment import server_proof
from pages.middleware import guards
from tests.security.knocking import Answer, knock

TOKEN = "a+token/with=signs that&have to be quoted"
QUOTED = "a%2Btoken%2Fwith%3Dsigns+that%26have+to+be+quoted"
HERE = "127.0.0.1:8501"
ALLOWED = ("localhost", "127.0.0.1", "::1", "Bleu.example.org", "*.team.example.org")


def ask(
    path: str = "/",
    host: str | tuple[str, ...] | None = HERE,
    token: str = TOKEN,
    kind: str = "http",
    allowed: tuple[str, ...] = ALLOWED,
    **headers: str,
) -> Answer:
    """A request to the door. Names of headers are written with _."""
    return knock(guards(token, allowed), path, host, kind, **headers)


def cookie(host: str = HERE) -> str:
    """What a browser sends after it has come with the token."""
    crumbs = SimpleCookie(ask(f"/?token={QUOTED}", host).headers["set-cookie"])
    return "; ".join(f"{crumb.key}={crumb.value}" for crumb in crumbs.values())


EVERYTHING = [
    ("http", "/"),
    ("http", "/segments?data=0"),
    ("http", "/_stcore/metrics"),
    ("http", "/_stcore/host-config"),
    ("http", "/_stcore/health/"),
    ("http", "/x/_stcore/health"),
    ("http", "/_stcore/upload_file/a/b"),
    ("http", "/_stcore/agent/interact"),
    ("http", "/media/a.csv"),
    ("http", "/answers/rows?view="),
    ("http", "/help.json"),
    ("http", "/static/js/index.js"),
    ("websocket", "/_stcore/stream"),
]


def test_nothing_is_answered_without_the_token_and_all_with_its_cookie() -> None:
    for kind, path in EVERYTHING:
        refused = ask(path, kind=kind)
        assert (refused.status, refused.scope) == (403, None), path
        assert refused.code == ("door.no_token" if kind == "http" else ""), path
        let_in = ask(path, kind=kind, cookie=f"other=1; {cookie()} ; more=2")
        assert let_in.scope is not None
        assert let_in.scope["path"] == path.partition("?")[0]
    assert ask("/", token="").body == "the app"  # where no token is asked for


def test_another_token_or_cookie_is_none() -> None:
    for given in ("", "wrong", "a", QUOTED[:-1], QUOTED.upper(), "%ff%00é"):
        answer = ask(f"/?token={given}")
        assert (answer.status, "set-cookie" in answer.headers) == (403, False), given
    for given in ("", "bleuscope-8501=", f"bleuscope-8501={TOKEN}", "bleuscope-8501=é", ";=;;"):
        assert ask("/", cookie=given).status == 403, given
        assert ask("/_stcore/stream", kind="websocket", cookie=given).status == 403, given


def test_the_token_leaves_the_address_which_stays_on_this_server() -> None:
    for asked, led_to in (
        (f"/?token={QUOTED}", "./"),
        (f"/segments?token={QUOTED}", "./segments"),
        (f"/data?tok=zh&token={QUOTED}&sys=a%26b", "./data?tok=zh&sys=a%26b"),
        (f"//evil.example/?token={QUOTED}", "./"),
        (f"//evil.example?token={QUOTED}", "./evil.example"),
        (f"/a:b\n?token=x&token={QUOTED}", "./a%3Ab%0A"),
    ):
        answer = ask(asked)
        assert (answer.status, answer.headers["location"]) == (303, led_to)
        assert b"token" not in answer.asked["query_string"]  # which servers write in their log


def test_the_cookie_is_for_this_server_alone_and_out_of_reach_of_scripts() -> None:
    said = ask(f"/?token={QUOTED}").headers["set-cookie"].split("; ")
    assert said[1:] == ["HttpOnly", "SameSite=Strict", "Path=/"]
    assert said[0].startswith("bleuscope-8501=")
    assert TOKEN not in said[0]
    # Browsers send the cookies of every port: two servers do not overwrite each other's.
    assert cookie("127.0.0.1:8502").startswith("bleuscope-8502=")
    assert ask("/", host="127.0.0.1:8502", cookie=cookie()).status == 403


def test_an_old_token_in_a_bookmark_hinders_nobody_who_is_let_in() -> None:
    answer = ask("/segments?token=old&seg=3", cookie=cookie())
    assert (answer.status, answer.headers["location"]) == (303, "./segments?seg=3")


def test_a_link_from_elsewhere_is_followed_once_more_from_here() -> None:
    navigation = {"sec_fetch_mode": "navigate"}
    first = ask("/segments?data=1", sec_fetch_site="cross-site", **navigation)
    assert first.status == 403
    assert 'http-equiv="refresh" content="0"' in first.body
    assert "segments" not in first.body
    for site in ("same-origin", "none"):  # the browser has no cookie: told, and no loop
        second = ask("/segments?data=1", sec_fetch_site=site, **navigation)
        assert "refresh" not in second.body
        assert second.code == "door.no_token"


FOREIGN = (
    "evil.example", "127.0.0.1.evil.example", "localhost.evil.example:8501", "evil.example:8501",
    "[::2]:8501", "0.0.0.0:8501", "a@127.0.0.1", "127.0.0.1/x", "127.0.0.1:x", "127.0.0.1:99999",
    "[::1", "", "team.example.org", "xteam.example.org", None,
    (HERE, HERE), (HERE, "evil.example"),
)  # fmt: skip
OWN = (
    HERE, "localhost", "LOCALHOST:1", "localhost.", "[::1]:8501", "bleu.example.org",
    "BLEU.example.org:443", "a.team.example.org",
)  # fmt: skip


def test_a_foreign_host_is_refused_everything() -> None:
    paths = ("/", "/_stcore/health", "/_stcore/metrics", "/_stcore/stream")
    for host, path, kind in product(FOREIGN, paths, ("http", "websocket")):
        answer = ask(path, host, "", kind)
        assert (answer.status, answer.scope) == (403, None), (host, path)
        assert answer.code == ("door.unknown_host" if kind == "http" else ""), host


def test_the_server_goes_by_its_names() -> None:
    for host, kind in product(OWN, ("http", "websocket")):
        assert ask("/", host, "", kind).scope is not None, host
        assert ask("/", host, "", kind, origin=f"http://{host.lower()}").scope is not None, host


def test_its_names_are_those_of_the_settings() -> None:
    assert ask("/", HERE, "", allowed=()).body == "the app"
    assert ask("/", "bleu.example.org", "", allowed=()).status == 403
    assert ask("/", "bleu.example.org", "", allowed=("*",)).body == "the app"
    assert ask("/", HERE, "", allowed=("bleu.example.org",)).status == 403
    # As whoever has started it does, before anybody calls it.
    assert ask("/_stcore/health", HERE, "", allowed=("bleu.example.org",)).body == "the app"


def test_a_page_of_another_site_is_refused() -> None:
    for host, origin in (
        (HERE, "http://evil.example"),
        (HERE, "null"),
        (HERE, ""),
        (HERE, "http://["),
        (HERE, "file://"),
        (HERE, "http://127.0.0.1"),
        (HERE, "http://127.0.0.1:9999"),  # another account's server
        (HERE, "http://localhost:8501"),
        (HERE, "http://127.0.0.1:8501.evil.example"),
        (HERE, "http://127.0.0.1:8501@evil.example"),
        ("bleu.example.org", "http://localhost:8501"),
        ("bleu.example.org", "https://evil.example"),
    ):
        for allowed, kind in product((ALLOWED, ("*",)), ("http", "websocket")):
            answer = ask("/", host, "", kind, allowed, origin=origin)
            assert (answer.status, answer.scope) == (403, None), origin
            assert answer.code == ("door.foreign_origin" if kind == "http" else ""), origin


def test_behind_a_proxy_streamlit_is_told_an_origin_that_it_knows() -> None:
    for host, origin in (
        ("bleu.example.org", "https://bleu.example.org"),  # the proxy hands both on
        (HERE, "https://bleu.example.org"),  # it changes the Host
        ("bleu.example.org:8443", "https://bleu.example.org:8443"),
        ("a.team.example.org", "https://bleu.example.org"),
    ):
        answer = ask("/_stcore/stream", host, "", "websocket", origin=origin)
        assert answer.origin == f"http://{host}"


def test_every_answer_tells_the_browser_what_it_may_do() -> None:
    given: tuple[dict[str, str], ...] = ({}, {"host": "evil.example"}, {"cookie": cookie()})
    for path, more in product(("/", f"/?token={QUOTED}", "/_stcore/health", "/media/a"), given):
        headers = ask(path, **more).headers
        policy = dict(part.split(" ", 1) for part in headers["content-security-policy"].split("; "))
        assert policy["default-src"] == policy["frame-ancestors"] == "'none'"
        assert "unsafe" not in policy["script-src"]
        assert not any("http" in where or "*" in where for where in policy.values())
        assert headers["x-frame-options"] == "DENY"
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["cross-origin-resource-policy"] == "same-origin"


def test_everybody_may_ask_whether_the_server_runs() -> None:
    assert ask("/_stcore/health").body == "the app"
    assert ask(kind="lifespan", host=None).scope is not None  # as whoever starts it does


def test_a_server_proves_its_key_which_is_no_secret_of_anything_else(monkeypatch) -> None:
    assert "bleuscope-proof" not in ask("/_stcore/health", bleuscope_nonce="n").headers
    monkeypatch.setenv("BLEUSCOPE_PROOF", "a key")
    answer = ask("/_stcore/health", bleuscope_nonce="n")
    assert answer.headers["bleuscope-proof"] == server_proof("a key", "n")
    assert "bleuscope-proof" not in ask("/_stcore/health").headers
    assert "bleuscope-proof" not in ask("/", cookie=cookie(), bleuscope_nonce="n").headers


def test_a_refusal_has_a_heading_and_marks_code() -> None:
    body = ask("/").body
    assert "<h1>Open the address that <code>bleuscope</code> printed.</h1><p>" in body
    assert "`" not in body
    assert ask("/", method="HEAD").body == ""
