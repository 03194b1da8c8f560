"""Only this server's own names, and its own pages, are answered.

A page of another site can make a browser call this machine, under a name that its owner points
here (DNS rebinding). Streamlit looks at the names of websockets alone, and of an unknown origin it
asks a foreign address, while everybody waits, whether that is this machine.
"""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import urlsplit

from bleu_core.messages import door
from bleu_core.workspace.team.login_file import LOCAL
from pages.door.asgi import HEALTHS, App, Receive, Scope, Send, is_request, refuse, values


class Hosts:
    """Refuses a Host, and an Origin, that is not this server.

    `address` is what people open, where the server knows it (pages/door/login.py): whatever name a
    proxy asks by, Streamlit is to see that one, as logins hold for it alone.
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
        """The rule of Streamlit's server.allowedHosts; whether it runs is asked at the machine."""
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
        """A page of this very address; or of a public name, where a proxy has changed the Host.

        Where it is known what people open, another port of that name is another's.
        """
        if self.address and origin == self.address:
            return True
        asking = urlsplit(origin).netloc.lower()
        name = _hostname(asking)
        is_public = not self.address and name not in LOCAL and self._is_named(name)
        return asking == host.lower() or is_public


def _hostname(netloc: str) -> str:
    """The name in "name:port"; "" where it is no such thing."""
    try:
        parts = urlsplit(f"//{netloc}")
        _ = parts.port  # raises, where it is none
    except ValueError:
        return ""
    plain = parts.netloc == netloc and "@" not in netloc
    return (parts.hostname or "").rstrip(".") if plain else ""


def _as_own(scope: Scope, own: str) -> Scope:
    """The request with an Origin, and its Host, that Streamlit knows without asking anybody."""
    host = urlsplit(own).netloc
    said = [(b"host", host.encode("latin-1")), (b"origin", own.encode("latin-1"))]
    others = [header for header in scope["headers"] if header[0] not in (b"host", b"origin")]
    return {**scope, "headers": [*others, *said]}
