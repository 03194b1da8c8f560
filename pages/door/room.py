"""The door of a class: the room's code admits students, the secret link the teacher.

Everybody else gets one small page that asks for the code. Only Learn is reachable: there are no
uploads, and no other address is answered.
"""

from __future__ import annotations

import asyncio
import hmac
import re

from bleu_core.messages import door
from bleu_core.teaching.classroom.passes import PREFIX, Visitor, student_pass, teacher_pass, visitor
from bleu_core.teaching.classroom.room import Room
from bleu_core.teaching.classroom.server_room import as_code
from pages.door.asgi import HEALTHS, App, Receive, Scope, Send, is_request, refuse, values
from pages.door.carried import AGAIN, comes_from_elsewhere, move_on, parted, port_of
from pages.door.code_page import STYLE, code_page
from pages.door.guesses import Guesses
from pages.door.proof import proving

CODE, SECRET = b"room", b"teach"
SCREEN = "learn"
DELAY = 0.7  # seconds until the answer to a wrong code
# What Learn needs of Streamlit, and the news of the room.
ANSWERED = re.compile(
    r"/|/learn|/class/news|/static/(?!.*\.\.).+|/media/[^/]+|/favicon\.png|/manifest\.json"
    r"|/_stcore/(health|host-config|stream)"
)
TO_LEARN = '<a href="/learn">Go to the lessons</a>'


class RoomDoor:
    """Lets in those with a pass; gives one for the code or the secret."""

    def __init__(self, app: App, room: Room, secret: str, delay: float = DELAY) -> None:
        self.app = app
        self.room = room
        self.secret = secret
        self.guesses = Guesses()
        self.delay = delay

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if not is_request(scope):
            await self.app(scope, receive, send)
        elif scope["path"] in HEALTHS:
            await self.app(scope, receive, proving(scope, send, self.secret))
        else:
            who = visitor(cookies(scope), self.secret)
            if scope["type"] == "websocket":
                await self._open(who, scope, receive, send)
            elif who is None or _carries(scope):
                await self._let_in(who, scope, send)
            elif scope["method"] in ("GET", "HEAD") and ANSWERED.fullmatch(scope["path"]):
                await self._show(who, scope, receive, send)
            else:
                await refuse(scope, send, door.only_learn(), link=TO_LEARN)

    async def _open(self, who: Visitor | None, scope: Scope, receive: Receive, send: Send) -> None:
        """A window of somebody who is in the room: present as long as it is open."""
        allowed = who is not None and ANSWERED.fullmatch(scope["path"])
        if who is None or not allowed or not self.room.arrive(who.name, who.is_teacher):
            await refuse(scope, send)
            return
        try:
            await self.app(scope, receive, send)
        finally:
            self.room.leave(who.name)

    async def _show(self, who: Visitor, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["path"] == "/":
            await move_on(scope, send, scope.get("query_string", b""), SCREEN)
        elif scope["path"] == "/learn" and not (who.is_teacher or self.room.has_place(who.name)):
            await refuse(scope, send, door.room_full())
        else:
            await self.app(scope, receive, send)

    async def _let_in(self, who: Visitor | None, scope: Scope, send: Send) -> None:
        """Make a student or the teacher of a visitor who says the code or the secret."""
        secrets, rest = parted(scope.get("query_string", b""), SECRET)
        codes, rest = parted(rest, CODE)
        scope["query_string"] = rest  # for the server's log
        address = (scope.get("client") or [""])[0]
        if not (secrets or codes) or scope["method"] not in ("GET", "HEAD"):
            again = AGAIN if comes_from_elsewhere(scope) else ""
            await refuse(scope, send, body=code_page(), head=again or _STYLE)
        elif not self.guesses.may_try(address):
            await self._ask_again(scope, send, door.too_many_codes())
        elif secrets and hmac.compare_digest(secrets[-1].encode(), self.secret.encode()):
            await self._give(teacher_pass(self.secret), scope, send, rest)
        elif codes and hmac.compare_digest(as_code(codes[-1]).encode(), self.room.code.encode()):
            # Visitors keep their identity: an answer counts once.
            await self._give("" if who else student_pass(self.secret), scope, send, rest)
        else:
            self.guesses.was_wrong(address)
            await asyncio.sleep(self.delay)
            await self._ask_again(scope, send, door.wrong_code())

    async def _ask_again(self, scope: Scope, send: Send, problem: str) -> None:
        await refuse(scope, send, problem, body=code_page(problem), head=_STYLE)

    async def _give(self, given: str, scope: Scope, send: Send, rest: bytes) -> None:
        cookie = f"{PREFIX}{port_of(scope)}={given}" if given else ""
        await move_on(scope, send, rest, SCREEN, cookie)


_STYLE = f"<style>{STYLE}</style>"


def cookies(scope: Scope) -> dict[str, str]:
    """Return the cookies of a request. A malformed one does not affect the others."""
    pairs = [pair for line in values(scope, b"cookie") for pair in line.split(";")]
    return {name.strip(): text.strip() for name, _, text in (p.partition("=") for p in pairs)}


def _carries(scope: Scope) -> bool:
    query = scope.get("query_string", b"")
    return any(parted(query, parameter)[0] for parameter in (CODE, SECRET))
