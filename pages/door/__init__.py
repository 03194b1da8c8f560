"""Who is let in: what stands between the network and Streamlit, which looks at no request itself.

Plain ASGI: `hosts` refuses names and pages that are not this server's, `token` whoever does not
hold its token, and `headers` tells the browser what the pages may do.
"""

from __future__ import annotations

from collections.abc import Sequence

from starlette.middleware import Middleware

from pages.door.headers import Headers
from pages.door.hosts import Hosts
from pages.door.token import Token


def guards(token: str, allowed_hosts: Sequence[str]) -> list[Middleware]:
    """The middleware of the app, outermost first; without a token everybody may come in."""
    gate = [Middleware(Token, token=token)] if token else []
    return [Middleware(Headers), Middleware(Hosts, allowed=allowed_hosts), *gate]
