"""The news of the room: `./class/news?seen=VERSION` answers once there are others than seen.

With `&wall` they are as the class sees them, whoever asks. It is a long poll, answered at the next
change. It costs no script run, and no thread while it waits.
"""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from contextlib import suppress
from urllib.parse import parse_qs

from bleu_core.teaching.classroom.news import news
from bleu_core.teaching.classroom.passes import visitor
from bleu_core.teaching.classroom.room import MOST_WINDOWS, Room
from bleu_core.teaching.classroom.tally import Facts
from pages.door.asgi import Receive, Scope, Send
from pages.door.room import cookies

PATH = "/class/news"
PATIENCE = 25.0  # seconds until an empty answer: proxies end silent connections
GATHERING = 0.1  # seconds in which a burst of answers is sent as one
JSON = b"application/json"


class News:
    """Answers with the news; it is outside the door's check, and checks visitors itself."""

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
        who = visitor(cookies(scope), self.secret)
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
        """Until there is another version, the browser has left, or patience ends."""
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
                found = await asyncio.to_thread(news, self.room, self.facts, is_teacher)
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
