"""Only holders of the server's token are let in: an address is no identity.

Every account of a machine, and every proxy and tunnel to it, comes from 127.0.0.1. The token comes
once, in the address that `bleuscope` prints and opens, and is stored as a cookie.
"""

from __future__ import annotations

import hmac
from hashlib import sha256

from bleu_core.messages import door
from pages.door.asgi import HEALTHS, App, Receive, Scope, Send, is_request, refuse, values
from pages.door.carried import AGAIN, comes_from_elsewhere, move_on, parted, port_of
from pages.door.proof import proving

PARAMETER = b"token"


class Token:
    """Refuses every request without the token except the health check."""

    def __init__(self, app: App, token: str) -> None:
        self.app = app
        self.token = token
        # Not the token itself, which may have characters that cookies cannot have.
        self.cookie = sha256(b"cookie" + token.encode()).hexdigest()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if not is_request(scope):
            await self.app(scope, receive, send)
            return
        if scope["path"] in HEALTHS:
            await self.app(scope, receive, proving(scope, send, self.token))
            return
        known = self._holds_cookie(scope)
        given, others = parted(scope.get("query_string", b""), PARAMETER)
        if scope["type"] == "http" and given and (known or self._is_token(given[-1])):
            await move_on(scope, send, others, cookie=f"{_cookie_name(scope)}={self.cookie}")
        elif known:
            await self.app(scope, receive, send)
        elif comes_from_elsewhere(scope):
            await refuse(scope, send, head=AGAIN)
        else:
            await refuse(scope, send, door.no_token())

    def _is_token(self, given: str) -> bool:
        return hmac.compare_digest(given.encode(), self.token.encode())

    def _holds_cookie(self, scope: Scope) -> bool:
        pairs = [pair.strip() for line in values(scope, b"cookie") for pair in line.split(";")]
        wanted = f"{_cookie_name(scope)}={self.cookie}".encode()
        return any(hmac.compare_digest(pair.encode(), wanted) for pair in pairs)


def _cookie_name(scope: Scope) -> str:
    return f"bleuscope-{port_of(scope) or 'token'}"
