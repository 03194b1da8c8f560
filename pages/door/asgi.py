"""ASGI types, request headers and refusals, shared by all guards."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, MutableMapping, Sequence
from html import escape
from typing import Any

from bleu_core.messages import codes

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

HEALTH = "/_stcore/health"  # whether the server runs
OWN_HEALTH = "/health"  # and whether it can save data
HEALTHS = (HEALTH, OWN_HEALTH)
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


def shown(message: str, link: str = "") -> str:
    """Return a message as the body of a page, with a link (HTML) below it."""
    lines = [re.sub("`(.*?)`", r"<code>\1</code>", line) for line in escape(message).split("\n")]
    paragraphs = "".join(f"<p>{line}</p>" for line in (*lines[1:], link) if line)
    [code] = codes([message])
    return f'<main data-code="{code}"><h1>{lines[0]}</h1>{paragraphs}</main>'


async def refuse(
    scope: Scope,
    send: Send,
    message: str = "",
    *,
    body: str = "",
    link: str = "",
    head: str = "",
    headers: Sequence[tuple[bytes, bytes]] = (),
) -> None:
    """Answer a request with 403 and a page, a websocket before it is opened.

    The page is `body`, or else shows the message. Its code is in a header.
    """
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": POLICY_VIOLATION})
        return
    body = body or (shown(message, link) if message else "")
    page = PAGE.format(style=STYLE, head=head, body=body).encode()
    told = [
        (b"content-type", b"text/html; charset=utf-8"),
        (b"content-length", str(len(page)).encode()),
        (b"cache-control", b"no-store"),
        *coded(message),
        *headers,
    ]
    await send({"type": "http.response.start", "status": 403, "headers": told})
    content = b"" if scope["method"] == "HEAD" else page
    await send({"type": "http.response.body", "body": content})


def coded(message: str) -> list[tuple[bytes, bytes]]:
    """Return the header with the code of a refusal, for programs."""
    return [(CODE, code.encode()) for code in codes([message]) if code]
