"""Secrets that an address carries once and a cookie stores: removed before the page opens."""

from __future__ import annotations

from urllib.parse import quote, unquote_plus

from pages.door.asgi import Scope, Send, values

AGAIN = '<meta http-equiv="refresh" content="0">'


def parted(query: bytes, parameter: bytes) -> tuple[list[str], bytes]:
    """Return the values of a parameter in a query string, and the string without it."""
    start = parameter + b"="
    pieces = query.split(b"&")
    given = [piece.removeprefix(start) for piece in pieces if piece.startswith(start)]
    others = b"&".join(piece for piece in pieces if not piece.startswith(start))
    return [unquote_plus(text.decode("latin-1")) for text in given], others


async def move_on(
    scope: Scope, send: Send, query: bytes, screen: str | None = None, cookie: str = ""
) -> None:
    """To the same folder with this query: what was carried is in no history and in no link then.

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

    A browser then withholds a strict cookie, and sends it when our own page asks again. That
    request comes from here, so a browser without the cookie asks only once.
    """
    return values(scope, b"sec-fetch-site") == ["cross-site"] and (
        values(scope, b"sec-fetch-mode") == ["navigate"]
    )
