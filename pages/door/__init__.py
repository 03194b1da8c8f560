"""Who is let in: what stands between the network and Streamlit, which looks at no request itself.

Plain ASGI: `hosts` refuses names and pages that are not this server's, `token` whoever does not
hold its token, and `headers` tells the browser what the pages may do. Where the server is for a
class, `room` asks for the room's code in the place of a token, and `news` tells what it does.
"""

from __future__ import annotations

from collections.abc import Sequence

from starlette.middleware import Middleware
from starlette.routing import Route

from bleu_core.classroom.room import Room
from bleu_core.classroom.server_room import teacher_secret
from bleu_core.classroom.tally import Facts
from pages.door.headers import Headers
from pages.door.hosts import Hosts
from pages.door.news import PATH, News
from pages.door.room import RoomDoor
from pages.door.token import Token


def guards(token: str, allowed_hosts: Sequence[str], room: Room | None = None) -> list[Middleware]:
    """The middleware of the app, outermost first; without token and room everybody may come in."""
    gate = [Middleware(Token, token=token)] if token else []
    if room:
        gate = [Middleware(RoomDoor, room=room, secret=teacher_secret())]
    hosts = Middleware(Hosts, allowed=allowed_hosts)
    return [Middleware(Headers, has_forms=bool(room)), hosts, *gate]


def routes(room: Room | None, facts: Facts) -> list[Route]:
    """What is answered beside Streamlit; `facts` works out those of a lesson."""
    return [Route(PATH, News(room, teacher_secret(), facts))] if room else []
