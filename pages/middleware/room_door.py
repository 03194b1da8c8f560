"""The server of a class: only Learn is reachable, by the links of the room, and the answers.

There are no uploads, and no other address is answered.
"""

from __future__ import annotations

import re

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from bleu_core.messages import server
from bleu_core.teaching.answers_file import Facts, answers_csv
from bleu_core.teaching.room import COOKIE, TEACHER, Room
from pages.middleware.access import PARAMETER
from pages.middleware.asgi import (
    HEALTH,
    RELOAD,
    App,
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
)

ANSWERS = "/answers.csv"
SCREEN = "learn"
# What Learn needs of Streamlit, and the answers for the teacher.
ANSWERED = re.compile(
    r"/learn|/answers\.csv|/static/(?!.*\.\.).+|/media/[^/]+|/favicon\.png|/manifest\.json"
    r"|/_stcore/(health|host-config|stream)"
)


class RoomDoor:
    """Admit browsers with a cookie of the room; give one to those that show a token."""

    def __init__(self, app: App, room: Room) -> None:
        self.app = app
        self.room = room

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if not is_request(scope) or scope["path"] == HEALTH:
            await self.app(scope, receive, send)
            return
        visitor = self.room.visitor(cookies(scope))
        is_reading = scope["type"] == "http" and scope["method"] in ("GET", "HEAD")
        given, others = split_parameter(scope.get("query_string", b""), PARAMETER)
        if given:
            scope["query_string"] = others  # for the server's log
        if is_reading and given and (cookie := self.room.new_cookie(given[-1])):
            # Students keep their name, so that an answer counts once, and teachers the lead.
            is_known = visitor is not None and cookie != self.room.teachers_token
            cookie = "" if is_known else f"{COOKIE}{port_of(scope)}={cookie}"
            await move_on(scope, send, others, SCREEN, cookie)
        elif visitor is None and comes_from_elsewhere(scope):
            await refuse(scope, send, head=RELOAD)
        elif visitor is None:
            await refuse(scope, send, server.no_class_link())
        elif is_reading and scope["path"] == "/":
            await move_on(scope, send, others, SCREEN)
        elif (is_reading or scope["type"] == "websocket") and ANSWERED.fullmatch(scope["path"]):
            await self.app(scope, receive, send)
        else:
            await refuse(scope, send, server.only_learn())


def class_routes(room: Room, facts: Facts) -> list[Route]:
    """The teacher's file of answers; `facts` computes those of a lesson."""

    def give_answers(request: Request) -> Response:
        """The teacher's file. A download of Streamlit would be gone when any page is refreshed."""
        if room.visitor(request.cookies) != TEACHER:
            return Response(status_code=403)
        headers = {"content-disposition": 'attachment; filename="answers.csv"'}
        return Response(answers_csv(room, facts), media_type="text/csv", headers=headers)

    return [Route(ANSWERS, give_answers)]
