"""`./class/news?seen=VERSION`: the news of the room, as soon as they are others than were seen;
with `&wall` as the class is told them, whoever asks.

A long poll: the browser asks, and is answered at the next change. It costs no run of a script, and
no thread while it waits.
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
PATIENCE = 25.0  # seconds after which nothing new is news too: proxies end what is silent
GATHERING = 0.1  # seconds in which a burst of answers becomes one piece of news
JSON = b"application/json"


class News:
    """Answers with what is new. It stands behind the door, and looks itself who asks."""

    def __init__(self, room: Room, secret: str, facts: Facts, patience: float = PATIENCE) -> None:
        self.room = room
        self.secret = secret
        self.facts = facts
        self.patience = patience
        self._waiting: Counter[str] = Counter()
        # One piece of news goes to forty, who ask for it at once.
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
        # The teacher's own browser shows the wall too, which is for the class.
        await _answer(send, 200, await self._news(who.is_teacher and "wall" not in asked))

    async def _wait(self, seen: str, receive: Receive) -> None:
        """Until there is another version, the browser has left, or patience ends."""
        loop, changed = asyncio.get_running_loop(), asyncio.Event()

        def tell() -> None:
            with suppress(RuntimeError):  # the loop was closed: the server ends
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
                # Facts of a lesson that nobody opened before may take a second.
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
