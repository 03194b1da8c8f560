"""Only who holds the server's token is let in: an address is no identity.

Every account of a machine, and every proxy and tunnel to it, comes from 127.0.0.1. The token comes
once, in the address that `bleuscope` prints and opens, and stays as a cookie.
"""

from __future__ import annotations

import hmac
from hashlib import sha256
from urllib.parse import quote, unquote_plus

from pages.door.asgi import (
    HEALTH,
    App,
    Message,
    Receive,
    Scope,
    Send,
    is_request,
    refuse,
    values,
)

PARAMETER = b"token="
REFUSED = (
    "<h1>Open the address that <code>bleuscope</code> printed.</h1>"
    "<p>It ends in the token of this server, <code>/?token=…</code>, which this browser does not "
    "hold. Unless <code>BLEUSCOPE_TOKEN</code> says one, each start makes a new token.</p>"
    "<p>If the address is lost, end the server with Ctrl-C and start it again: "
    "what was kept is still there.</p>"
)
AGAIN = '<meta http-equiv="refresh" content="0">'


class Token:
    """Refuses everything without the token, but the question whether the server runs."""

    def __init__(self, app: App, token: str) -> None:
        self.app = app
        self.token = token.encode()
        # Not the token itself, which may have signs that no cookie has.
        self.cookie = sha256(b"cookie" + self.token).hexdigest()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if not is_request(scope):
            await self.app(scope, receive, send)
            return
        if scope["path"] == HEALTH:
            await self.app(scope, receive, self._proving(scope, send))
            return
        known = self._holds_cookie(scope)
        given, others = _parted(scope.get("query_string", b""))
        if scope["type"] == "http" and given and (known or self._is_token(given[-1])):
            await self._move_on(scope, send, others)
        elif known:
            await self.app(scope, receive, send)
        elif _comes_from_elsewhere(scope):
            await refuse(scope, send, head=AGAIN)
        else:
            await refuse(scope, send, REFUSED)

    def _proving(self, scope: Scope, send: Send) -> Send:
        """With a proof, for whoever asks, that the server knows the token: it is nobody else's."""
        nonces = values(scope, b"bleuscope-nonce")
        if scope["type"] != "http" or len(nonces) != 1:
            return send
        proof = hmac.new(self.token, nonces[0].encode("latin-1"), "sha256").hexdigest().encode()

        async def proving(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = [*message.get("headers", []), (b"bleuscope-proof", proof)]
                message = {**message, "headers": headers}
            await send(message)

        return proving

    def _is_token(self, given: bytes) -> bool:
        said = unquote_plus(given.decode("latin-1")).encode()
        return hmac.compare_digest(said, self.token)

    def _holds_cookie(self, scope: Scope) -> bool:
        pairs = [pair.strip() for line in values(scope, b"cookie") for pair in line.split(";")]
        wanted = f"{_cookie_name(scope)}={self.cookie}".encode()
        return any(hmac.compare_digest(pair.encode(), wanted) for pair in pairs)

    async def _move_on(self, scope: Scope, send: Send, query: bytes) -> None:
        """To the same address without the token, which then is in no history and no link."""
        scope["query_string"] = query  # what servers write in their log
        # Relative to the folder, so that no path can be read as another server's name.
        last = quote(scope["path"].rpartition("/")[2]).encode()
        cookie = f"{_cookie_name(scope)}={self.cookie}; HttpOnly; SameSite=Strict; Path=/"
        headers = [
            (b"location", b"./" + last + (b"?" + query if query else b"")),
            (b"set-cookie", cookie.encode()),
            (b"cache-control", b"no-store"),
            (b"content-length", b"0"),
        ]
        await send({"type": "http.response.start", "status": 303, "headers": headers})
        await send({"type": "http.response.body", "body": b""})


def _cookie_name(scope: Scope) -> str:
    """With the port, as browsers send the cookies of one server of a machine to all of them."""
    port = values(scope, b"host")[0].rpartition(":")[2]
    return f"bleuscope-{port if port.isdecimal() else 'token'}"


def _parted(query: bytes) -> tuple[list[bytes], bytes]:
    """The tokens in a query string, and the string without them."""
    pieces = query.split(b"&")
    given = [piece.removeprefix(PARAMETER) for piece in pieces if piece.startswith(PARAMETER)]
    return given, b"&".join(piece for piece in pieces if not piece.startswith(PARAMETER))


def _comes_from_elsewhere(scope: Scope) -> bool:
    """A link in a page or mail of another site was followed.

    A browser holds back a strict cookie then, and sends it when our own page asks again; that
    one comes from here, so a browser without the cookie asks but once.
    """
    return values(scope, b"sec-fetch-site") == ["cross-site"] and (
        values(scope, b"sec-fetch-mode") == ["navigate"]
    )
