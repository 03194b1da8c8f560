"""ASGI types, requests and refusals, shared by all guards."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, MutableMapping
from html import escape
from typing import Any
from urllib.parse import quote, unquote_plus

from bleu_core.messages import codes

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

HEALTH = "/_stcore/health"  # whether the server runs
POLICY_VIOLATION = 1008  # RFC 6455, 7.4.1
CODE = b"bleuscope-code"  # header with the code of a refusal
PAGE = (
    '<!doctype html><html lang="en"><head><meta charset="utf-8">'
    '<meta name="viewport" content="width=device-width"><meta name="color-scheme" '
    'content="light dark"><style>{style}</style>{head}<title>BLEUscope</title></head>'
    "<body>{body}</body></html>"
)
STYLE = (
    "body{font:16px/1.5 sans-serif;max-width:40em;margin:15vh auto;padding:0 1em}"
    "h1{font-size:1.5em}"
)


def is_request(scope: Scope) -> bool:
    """Whether this is a request, and not the start or the end of the server."""
    return scope["type"] in ("http", "websocket")


def values(scope: Scope, name: bytes) -> list[str]:
    """Return all values of a header, which may be sent more than once."""
    return [value.decode("latin-1") for key, value in scope["headers"] if key == name]


async def refuse(scope: Scope, send: Send, message: str = "", head: str = "") -> None:
    """Answer with 403, a page with the message, and its code in a header; close a websocket."""
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": POLICY_VIOLATION})
        return
    [code] = codes([message])
    body = ""
    if message:
        title, *rest = re.sub("`(.*?)`", r"<code>\1</code>", escape(message)).split("\n")
        paragraphs = "".join(f"<p>{line}</p>" for line in rest)
        body = f'<main data-code="{code}"><h1>{title}</h1>{paragraphs}</main>'
    page = PAGE.format(style=STYLE, head=head, body=body).encode()
    headers = [
        (b"content-type", b"text/html; charset=utf-8"),
        (b"content-length", str(len(page)).encode()),
        (b"cache-control", b"no-store"),
        *([(CODE, code.encode())] if code else []),
    ]
    await send({"type": "http.response.start", "status": 403, "headers": headers})
    content = b"" if scope["method"] == "HEAD" else page
    await send({"type": "http.response.body", "body": content})


def cookies(scope: Scope) -> dict[str, str]:
    """Return the cookies of a request. A malformed one does not affect the others."""
    pairs = [pair for line in values(scope, b"cookie") for pair in line.split(";")]
    return {name.strip(): text.strip() for name, _, text in (p.partition("=") for p in pairs)}


RELOAD = '<meta http-equiv="refresh" content="0">'


def split_parameter(query: bytes, parameter: bytes) -> tuple[list[str], bytes]:
    """Return the values of a parameter in a query string, and the string without it."""
    start = parameter + b"="
    pieces = query.split(b"&")
    given = [piece.removeprefix(start) for piece in pieces if piece.startswith(start)]
    others = b"&".join(piece for piece in pieces if not piece.startswith(start))
    return [unquote_plus(text.decode("latin-1")) for text in given], others


async def move_on(
    scope: Scope, send: Send, query: bytes, screen: str | None = None, cookie: str = ""
) -> None:
    """Redirect to the same folder with this query, so that secrets stay out of history and links.

    `screen` is the last part of the address, None for the request's; `cookie` "name=value".
    """
    scope["query_string"] = query  # for the server's log
    # Relative to the folder, so that no path can be read as another server's name.
    last = quote(scope["path"].rpartition("/")[2] if screen is None else screen).encode()
    headers = [
        (b"location", b"./" + last + (b"?" + query if query else b"")),
        (b"cache-control", b"no-store"),
        (b"content-length", b"0"),
    ]
    if cookie:
        headers.append((b"set-cookie", f"{cookie}; HttpOnly; SameSite=Strict; Path=/".encode()))
    await send({"type": "http.response.start", "status": 303, "headers": headers})
    await send({"type": "http.response.body", "body": b""})


def port_of(scope: Scope) -> str:
    """Return the port, for names of cookies: browsers send them to all servers of a machine."""
    port = values(scope, b"host")[0].rpartition(":")[2]
    return port if port.isdecimal() else ""


def comes_from_elsewhere(scope: Scope) -> bool:
    """Whether a link in a page or mail of another site was followed.

    A browser then withholds a strict cookie, and sends it when our own page requests again. That
    request comes from here, so a browser without the cookie requests only once.
    """
    return values(scope, b"sec-fetch-site") == ["cross-site"] and (
        values(scope, b"sec-fetch-mode") == ["navigate"]
    )
