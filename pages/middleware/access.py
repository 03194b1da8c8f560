"""Access to the server: its host names, its token, and security headers.

A page of another site can make a browser call this machine, under a name that its owner points here
(DNS rebinding), and every account of a machine, and every proxy and tunnel to it, comes from
127.0.0.1: an address is no identity. So foreign hosts and origins are refused, and requests without
the token, which comes once in the address that `bleuscope` prints and is stored as a cookie.
"""

from __future__ import annotations

import hmac
import os
import signal
import threading
from base64 import b64encode
from collections.abc import Sequence
from hashlib import sha256
from urllib.parse import urlsplit

from streamlit import config

from bleu_core.common.environment import server_proof
from bleu_core.messages import server
from pages.middleware.asgi import (
    HEALTH,
    RELOAD,
    App,
    Message,
    Receive,
    Scope,
    Send,
    comes_from_elsewhere,
    cookies,
    is_request,
    move_on,
    port_of,
    refuse,
    split_parameter,
    values,
)
from pages.middleware.first_paint import ADDRESS

LOCAL = ("localhost", "127.0.0.1", "::1")  # names of this machine
OPTION, VARIABLE = "server.allowedHosts", "STREAMLIT_SERVER_ALLOWED_HOSTS"
# Streamlit's own description of options of its command.
GIVEN = "command-line argument or environment variable"


def set_host_names() -> list[str]:
    """Set and return the host names of this server, Streamlit's setting, which it uses, too.

    Its command reads it from the environment; another ASGI server (`uvicorn app:app`) does not.
    """
    names: list[str] = list(config.get_option(OPTION) or [])
    said = os.environ.get(VARIABLE, "").split()
    if said and config.get_where_defined(OPTION) != GIVEN:
        names = said
    config.set_option(OPTION, names)
    return names


class Hosts:
    """Refuses a foreign Host or Origin."""

    def __init__(self, app: App, allowed: Sequence[str]) -> None:
        self.app = app
        self.names = [name.strip().lower().rstrip(".") for name in allowed or LOCAL]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if not is_request(scope):
            await self.app(scope, receive, send)
            return
        hosts, origins = values(scope, b"host"), values(scope, b"origin")
        if len(hosts) != 1 or not self._is_ours(hosts[0], scope["path"]):
            await refuse(scope, send, server.unknown_host())
        elif not all(self._may_ask(origin, hosts[0]) for origin in origins):
            await refuse(scope, send, server.foreign_origin())
        else:
            await self.app(_as_own(scope, hosts[0]) if origins else scope, receive, send)

    def _is_ours(self, host: str, path: str) -> bool:
        """Apply the rule of Streamlit's server.allowedHosts; health checks are local."""
        name = _hostname(host)
        is_check = path == HEALTH and name in LOCAL
        return is_check or (bool(name) and ("*" in self.names or self._is_named(name)))

    def _is_named(self, name: str) -> bool:
        return any(
            name.endswith(known[1:]) if known.startswith("*.") else name == known
            for known in self.names
        )

    def _may_ask(self, origin: str, host: str) -> bool:
        """Whether a page of this address asks, or of a public name if a proxy changed the Host."""
        try:
            asking = urlsplit(origin).netloc.lower()
        except ValueError:  # malformed
            return False
        name = _hostname(asking)
        is_public = name not in LOCAL and self._is_named(name)
        return asking == host.lower() or is_public


def _hostname(netloc: str) -> str:
    """Return the name in "name:port"; "" if it is malformed."""
    try:
        parts = urlsplit(f"//{netloc}")
        _ = parts.port  # raises if it is malformed
    except ValueError:
        return ""
    plain = parts.netloc == netloc and "@" not in netloc
    return (parts.hostname or "").rstrip(".") if plain else ""


def _as_own(scope: Scope, host: str) -> Scope:
    """Return the request with an Origin that Streamlit accepts without a look-up."""
    others = [header for header in scope["headers"] if header[0] != b"origin"]
    return {**scope, "headers": [*others, (b"origin", f"http://{host}".encode("latin-1"))]}


class Proof:
    """Prove to the command that started the server that this is it, before it sends the token."""

    def __init__(self, app: App, key: str) -> None:
        self.app = app
        self.key = key

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        nonces = values(scope, b"bleuscope-nonce") if scope["type"] == "http" else []
        if len(nonces) != 1 or scope["path"] != HEALTH:
            await self.app(scope, receive, send)
            return
        proof = server_proof(self.key, nonces[0]).encode()

        async def send_proof(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = [*message.get("headers", []), (b"bleuscope-proof", proof)]
                message = {**message, "headers": headers}
            await send(message)

        await self.app(scope, receive, send_proof)


def end_with_command() -> None:
    """End this process in an orderly way once the command that started it is gone.

    The command holds the other end of standard input, and never writes.
    """

    def wait() -> None:
        os.read(0, 1)
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=wait, daemon=True).start()


PARAMETER = b"token"


class Token:
    """Refuses every request without the token except the health check."""

    def __init__(self, app: App, token: str) -> None:
        self.app = app
        self.token = token
        # Not the token itself, which may have characters that cookies cannot have.
        self.cookie = sha256(b"cookie" + token.encode()).hexdigest()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if not is_request(scope) or scope["path"] == HEALTH:
            await self.app(scope, receive, send)
            return
        known = self._holds_cookie(scope)
        given, others = split_parameter(scope.get("query_string", b""), PARAMETER)
        if (
            scope["type"] == "http"
            and given
            and (known or hmac.compare_digest(given[-1].encode(), self.token.encode()))
        ):
            await move_on(scope, send, others, cookie=f"{_cookie_name(scope)}={self.cookie}")
        elif known:
            await self.app(scope, receive, send)
        elif comes_from_elsewhere(scope):
            await refuse(scope, send, head=RELOAD)
        else:
            await refuse(scope, send, server.no_token())

    def _holds_cookie(self, scope: Scope) -> bool:
        given = cookies(scope).get(_cookie_name(scope), "")
        return hmac.compare_digest(given.encode(), self.cookie.encode())


def _cookie_name(scope: Scope) -> str:
    return f"bleuscope-{port_of(scope) or 'token'}"


# The inline scripts: that of Streamlit's index.html, which marks the page as not ready, and ours.
NOT_READY = "'sha256-THxz9J9+wf7rhwR2YkXJoSZ13UCmYyC+3lNDv2+8ugA='"
_ADDRESS_HASH = b64encode(sha256(ADDRESS.encode()).digest()).decode()
POLICY = {
    "default-src": "'none'",
    "script-src": f"'self' blob: {NOT_READY} 'sha256-{_ADDRESS_HASH}'",
    "style-src": "'self' 'unsafe-inline'",
    "img-src": "'self' data: blob:",
    "font-src": "'self' data:",
    "connect-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'none'",
    "frame-ancestors": "'none'",
}
HEADERS = {
    "Content-Security-Policy": "; ".join(f"{what} {where}" for what, where in POLICY.items()),
    "X-Frame-Options": "DENY",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
_NAMES = {name.lower().encode() for name in HEADERS}


class Headers:
    """Adds the headers to every answer, replacing Streamlit's of the same name."""

    def __init__(self, app: App) -> None:
        self.app = app
        self.headers = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                own = [header for header in message["headers"] if header[0].lower() not in _NAMES]
                message = {**message, "headers": [*own, *self.headers]}
            await send(message)

        await self.app(scope, receive, send_with_headers)
