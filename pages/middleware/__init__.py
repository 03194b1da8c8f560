"""Access control: ASGI middleware between the network and Streamlit.

- `access`: host names, the server's token, and security headers
- `room`: the links of a class, and what a class reaches
- `help`: the lessons and the glossary for the header
- `refreshes`: drops a refresh until the run before it has ended
- `first_paint`: the style sheet, in the page from its first paint
- `lifetime`: the end of a server that the command started
- `asgi`: requests and refusals, shared by the others
"""

from __future__ import annotations

from collections.abc import Sequence

from starlette.middleware import Middleware
from starlette.routing import Route

from bleu_core.common.environment import proof_key
from bleu_core.teaching.answers_file import Facts
from bleu_core.teaching.room import Room
from pages.middleware.access import Headers, Hosts, Proof, Token
from pages.middleware.help import PATH, give_help
from pages.middleware.room import RoomDoor, answers_route


def guards(token: str, allowed_hosts: Sequence[str], room: Room | None = None) -> list[Middleware]:
    """Return the middleware of the app, outermost first.

    Without token and room, everyone has access.
    """
    gate = [Middleware(Token, token=token)] if token else []
    if room:
        gate = [Middleware(RoomDoor, room=room)]
    hosts = Middleware(Hosts, allowed=allowed_hosts)
    proof = [Middleware(Proof, key=key)] if (key := proof_key()) else []
    return [Middleware(Headers), hosts, *proof, *gate]


def routes(room: Room | None, facts: Facts) -> list[Route]:
    """Return the routes besides Streamlit's; `facts` computes those of a lesson."""
    return [answers_route(room, facts)] if room else [Route(PATH, give_help)]
