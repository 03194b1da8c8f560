"""Access to a class, with the class code or the teacher's link, and the news of the room.

The code admits students, the secret link admits the teacher; everybody else gets one small page.
Only Learn is reachable: there are no uploads, and no other address is answered. `./class/news` is
a long poll: it costs no script run, and no thread while it waits.
"""

from __future__ import annotations

import asyncio
import hmac
import json
import re
import time
from collections import Counter, OrderedDict, deque
from collections.abc import Callable
from contextlib import suppress
from urllib.parse import parse_qs

from bleu_core.messages import server
from bleu_core.teaching.classroom.access import (
    PREFIX,
    Visitor,
    find_visitor,
    student_token,
    teacher_token,
)
from bleu_core.teaching.classroom.answer_counts import Facts, room_update
from bleu_core.teaching.classroom.room import MOST_WINDOWS, Room, as_code
from pages.door.asgi import (
    HEALTH,
    RELOAD,
    App,
    Receive,
    Scope,
    Send,
    comes_from_elsewhere,
    is_request,
    move_on,
    port_of,
    refuse,
    split_parameter,
    values,
)

STYLE = (
    "label{display:block;font-size:1.1em;margin-bottom:.5em}"
    "input{font:2em monospace;letter-spacing:.2em;text-transform:uppercase;width:7em;"
    "padding:.2em;text-align:center}"
    "button{font:inherit;font-size:1.25em;margin-top:1em;padding:.5em 1.5em;display:block}"
)
FORM = (
    '<form action="./" method="get" autocomplete="off">'
    '<label for="room">Class code (shown by your teacher)</label>'
    '<input id="room" name="room" required maxlength="12" autofocus autocapitalize="characters" '
    'autocomplete="off" spellcheck="false"{described}>'
    "<button>Join</button></form>"
    "<p>You do not need to give a name. The class sees how many students gave each answer, and the "
    "best edits. Your teacher can download all answers, without names.</p>"
)


def code_page(problem: str = "") -> str:
    """Return the page's body; `problem` is a message of `door`."""
    told = f'<p id="problem" role="alert"><strong>{problem}</strong></p>' if problem else ""
    described = ' aria-invalid="true" aria-describedby="problem"' if problem else ""
    return f"<main><h1>BLEUscope</h1>{told}{FORM.format(described=described)}</main>"


MOST, WITHIN = 30, 60.0  # wrong codes of an address, within seconds
MOST_ADDRESSES = 1_000  # addresses remembered; the oldest are dropped


class Guesses:
    """The wrong codes of the last minute, by address; `now` returns seconds."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._wrong: OrderedDict[str, deque[float]] = OrderedDict()

    def may_try(self, address: str) -> bool:
        """Whether a code from this address is checked."""
        times = self._wrong.get(address)
        while times and times[0] < self._now() - WITHIN:
            times.popleft()
        return times is None or len(times) < MOST

    def was_wrong(self, address: str) -> None:
        """Count a wrong code."""
        self._wrong.setdefault(address, deque(maxlen=MOST)).append(self._now())
        self._wrong.move_to_end(address)
        while len(self._wrong) > MOST_ADDRESSES:
            self._wrong.popitem(last=False)


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
    """Admit browsers with a valid token; issue one for the code or the secret."""

    def __init__(self, app: App, room: Room, secret: str, delay: float = DELAY) -> None:
        self.app = app
        self.room = room
        self.secret = secret
        self.guesses = Guesses()
        self.delay = delay

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if not is_request(scope) or scope["path"] == HEALTH:
            await self.app(scope, receive, send)
        else:
            who = find_visitor(cookies(scope), self.secret)
            if scope["type"] == "websocket":
                await self._open(who, scope, receive, send)
            elif who is None or _carries_secret(scope):
                await self._let_in(who, scope, send)
            elif scope["method"] in ("GET", "HEAD") and ANSWERED.fullmatch(scope["path"]):
                await self._show(who, scope, receive, send)
            else:
                await refuse(scope, send, server.only_learn(), link=TO_LEARN)

    async def _open(self, who: Visitor | None, scope: Scope, receive: Receive, send: Send) -> None:
        """Open a window of a visitor, who is present as long as it is open."""
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
            await refuse(scope, send, server.room_full())
        else:
            await self.app(scope, receive, send)

    async def _let_in(self, who: Visitor | None, scope: Scope, send: Send) -> None:
        """Admit a visitor with the code as a student, or with the secret as the teacher."""
        secrets, rest = split_parameter(scope.get("query_string", b""), SECRET)
        codes, rest = split_parameter(rest, CODE)
        scope["query_string"] = rest  # for the server's log
        address = (scope.get("client") or [""])[0]
        if not (secrets or codes) or scope["method"] not in ("GET", "HEAD"):
            again = RELOAD if comes_from_elsewhere(scope) else ""
            await refuse(scope, send, body=code_page(), head=again or _STYLE)
        elif not self.guesses.may_try(address):
            await self._ask_again(scope, send, server.too_many_codes())
        elif secrets and hmac.compare_digest(secrets[-1].encode(), self.secret.encode()):
            await self._give(teacher_token(self.secret), scope, send, rest)
        elif codes and hmac.compare_digest(as_code(codes[-1]).encode(), self.room.code.encode()):
            # Visitors keep their identity: an answer counts once.
            await self._give("" if who else student_token(self.secret), scope, send, rest)
        else:
            self.guesses.was_wrong(address)
            await asyncio.sleep(self.delay)
            await self._ask_again(scope, send, server.wrong_code())

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


def _carries_secret(scope: Scope) -> bool:
    query = scope.get("query_string", b"")
    return any(split_parameter(query, parameter)[0] for parameter in (CODE, SECRET))


PATH = "/class/news"
PATIENCE = 25.0  # seconds until an empty answer: proxies end silent connections
GATHERING = 0.1  # seconds in which a burst of answers is sent as one
JSON = b"application/json"


class News:
    """Answer requests for the news; it checks visitors itself, outside of `RoomDoor`."""

    def __init__(self, room: Room, secret: str, facts: Facts, patience: float = PATIENCE) -> None:
        self.room = room
        self.secret = secret
        self.facts = facts
        self.patience = patience
        self._waiting: Counter[str] = Counter()
        # Cached: forty students ask at once.
        self._told: dict[bool, tuple[int, bytes]] = {}
        self._telling = asyncio.Lock()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        who = find_visitor(cookies(scope), self.secret)
        if who is None:
            await _answer(send, 403, b"{}")
            return
        if self._waiting[who.name] >= MOST_WINDOWS:
            await _answer(send, 429, b"{}")
            return
        asked = parse_qs(scope.get("query_string", b"").decode("latin-1"), keep_blank_values=True)
        self._waiting[who.name] += 1
        try:
            await self._wait(asked.get("seen", [""])[0], receive)
        finally:
            self._waiting[who.name] -= 1
            if not self._waiting[who.name]:
                del self._waiting[who.name]
        # The teacher's browser shows the wall too, as the class sees it.
        await _answer(send, 200, await self._news(who.is_teacher and "wall" not in asked))

    async def _wait(self, seen: str, receive: Receive) -> None:
        """Wait for another version, until the browser has left or patience ends."""
        loop, changed = asyncio.get_running_loop(), asyncio.Event()

        def tell() -> None:
            with suppress(RuntimeError):  # the loop is closed: the server stops
                loop.call_soon_threadsafe(changed.set)

        with self.room.listening(tell):
            if str(self.room.version) != seen:
                return
            waits = [asyncio.ensure_future(changed.wait()), asyncio.ensure_future(_left(receive))]
            await asyncio.wait(waits, timeout=self.patience, return_when=asyncio.FIRST_COMPLETED)
            for wait in waits:
                wait.cancel()
        if changed.is_set():
            await asyncio.sleep(GATHERING)

    async def _news(self, is_teacher: bool) -> bytes:
        async with self._telling:
            version, told = self._told.get(is_teacher, (-1, b""))
            if version != self.room.version:
                # The facts of a lesson may take a second the first time.
                found = await asyncio.to_thread(room_update, self.room, self.facts, is_teacher)
                told = json.dumps(found, ensure_ascii=False).encode()
                self._told[is_teacher] = (found["version"], told)
            return told


async def _left(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def _answer(send: Send, status: int, body: bytes) -> None:
    headers = [
        (b"content-type", JSON),
        (b"content-length", str(len(body)).encode()),
        (b"cache-control", b"no-store"),
    ]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
