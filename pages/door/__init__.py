"""Access control: ASGI middleware between the network and Streamlit, which checks no request.

`access` refuses foreign hosts and origins and requests without the server's token, and adds the
security headers. On a server for a class, `room` asks for the room's code instead of a token and
reports its news; on a team's, `login` asks who somebody is. `monitoring` answers the health check.
"""

from __future__ import annotations

from collections.abc import Sequence

from starlette.middleware import Middleware
from starlette.routing import Route

from bleu_core.teaching.classroom.room import Room
from bleu_core.teaching.classroom.server_room import teacher_secret
from bleu_core.teaching.classroom.tally import Facts
from bleu_core.workspace.team.login_file import Login
from bleu_core.workspace.team.people import People
from pages.door.asgi import OWN_HEALTH
from pages.door.headers import Headers
from pages.door.health import health
from pages.door.hosts import Hosts
from pages.door.login import LoginDoor
from pages.door.news import PATH, News
from pages.door.room import RoomDoor
from pages.door.token import Token


def guards(
    token: str,
    allowed_hosts: Sequence[str],
    room: Room | None = None,
    login: Login | None = None,
    people: People | None = None,
) -> list[Middleware]:
    """Return the middleware of the app, outermost first.

    Without token, room and login, everybody is let in.
    """
    gate = [Middleware(Token, token=token)] if token else []
    hosts = Middleware(Hosts, allowed=allowed_hosts)
    if room:
        gate = [Middleware(RoomDoor, room=room, secret=teacher_secret())]
    if login:
        gate = [Middleware(LoginDoor, login=login, people=people, token=token)]
        hosts = Middleware(Hosts, allowed=allowed_hosts, address=login.address)
    return [Middleware(Headers, has_forms=bool(room)), hosts, *gate]


def routes(room: Room | None, facts: Facts) -> list[Route]:
    """Return the routes besides Streamlit's; `facts` computes those of a lesson."""
    news = [Route(PATH, News(room, teacher_secret(), facts))] if room else []
    return [Route(OWN_HEALTH, health), *news]
