"""Only requests to this server's own names, from its own pages, are answered.

A page of another site can make a browser call this machine, under a name that its owner points here
(DNS rebinding). Streamlit checks the names of websockets only; for an unknown origin it asks a
foreign address whether that is this machine, while everybody waits.
"""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import urlsplit

from bleu_core.messages import door
from bleu_core.workspace.team.login_file import LOCAL
from pages.door.asgi import HEALTHS, App, Receive, Scope, Send, is_request, refuse, values


class Hosts:
    """Refuses a foreign Host or Origin.

    `address` is the public address, where the server knows it (pages/door/login.py): whatever name
    a proxy uses, Streamlit sees that one, as logins are valid for it alone.
    """

    def __init__(self, app: App, allowed: Sequence[str], address: str = "") -> None:
        self.app = app
        self.address = address
        self.names = [name.strip().lower().rstrip(".") for name in allowed or LOCAL]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if not is_request(scope):
            await self.app(scope, receive, send)
            return
        hosts, origins = values(scope, b"host"), values(scope, b"origin")
        if len(hosts) != 1 or not self._is_ours(hosts[0], scope["path"]):
            await refuse(scope, send, door.unknown_host())
        elif not all(self._may_ask(origin, hosts[0]) for origin in origins):
            await refuse(scope, send, door.foreign_origin())
        else:
            own = self.address or f"http://{hosts[0]}"
            await self.app(_as_own(scope, own) if origins else scope, receive, send)

    def _is_ours(self, host: str, path: str) -> bool:
        """Apply the rule of Streamlit's server.allowedHosts; health checks are local."""
        name = _hostname(host)
        if path in HEALTHS and name in LOCAL:
            return True
        return bool(name) and ("*" in self.names or self._is_named(name))

    def _is_named(self, name: str) -> bool:
        return any(
            name.endswith(known[1:]) if known.startswith("*.") else name == known
            for known in self.names
        )

    def _may_ask(self, origin: str, host: str) -> bool:
        """Whether a page of this address asks, or of a public name if a proxy changed the Host.

        If the public address is known, another port of that name is foreign.
        """
        if self.address and origin == self.address:
            return True
        asking = urlsplit(origin).netloc.lower()
        name = _hostname(asking)
        is_public = not self.address and name not in LOCAL and self._is_named(name)
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


def _as_own(scope: Scope, own: str) -> Scope:
    """Return the request with an Origin, and its Host, that Streamlit accepts without a look-up."""
    host = urlsplit(own).netloc
    said = [(b"host", host.encode("latin-1")), (b"origin", own.encode("latin-1"))]
    others = [header for header in scope["headers"] if header[0] not in (b"host", b"origin")]
    return {**scope, "headers": [*others, *said]}
