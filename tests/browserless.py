"""Visitors without a browser: sessions that send what a browser sends, and keep what they are told.

One process can be a whole class with them. What they cannot know is whether anything is drawn.
"""

from __future__ import annotations

import asyncio
import http.client
import json
import time
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode, urlsplit

import websockets
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

PATIENCE = 120  # seconds; nobody waits for them


def come_in(address: str, **query: str) -> str:
    """The cookie that the door gives for `room=CODE` or `teach=SECRET`."""
    parts = urlsplit(address)
    connection = http.client.HTTPConnection(parts.hostname or "", parts.port, timeout=PATIENCE)
    connection.request("GET", "/?" + urlencode(query))
    answer = connection.getresponse()
    answer.read()
    connection.close()
    cookie = answer.getheader("Set-Cookie")
    assert cookie, f"The door answered {answer.status} without a cookie."
    return cookie.partition(";")[0]


@dataclass
class Drawn:
    """A component as a page has it: its widget, the fragment that draws it, data and state."""

    widget: str
    fragment: str
    data: Any
    state: dict[str, object]


@dataclass
class Visitor:
    """One session, from `open` to `close`.

    Attributes
    ----------
    drawn : dict
        The components of the page by name: "bench", "lesson_view", "strip", "desk".
    received : int
        Bytes that the server sent over the socket.
    errors : list of str
        Exceptions that the page showed.
    """

    address: str
    cookie: str = ""
    query: str = ""
    drawn: dict[str, Drawn] = field(default_factory=dict)
    received: int = 0
    errors: list[str] = field(default_factory=list)
    _page: str = ""

    async def open(self) -> Visitor:
        """Connect, and have the page of Learn run."""
        self._socket = await websockets.connect(
            self.address.replace("http", "ws") + "/_stcore/stream",
            subprotocols=["streamlit"],  # type: ignore[list-item]
            max_size=None,
            open_timeout=PATIENCE,
            ping_timeout=PATIENCE,
            origin=self.address,  # type: ignore[arg-type]
            additional_headers={"Cookie": self.cookie} if self.cookie else None,
        )
        self._lock = asyncio.Lock()
        await self._run(BackMsg(), "")
        return self

    async def close(self) -> None:
        await self._socket.close()

    async def send(self, component: str, message: str, value: object) -> float:
        """Trigger a message of a component; the seconds until its run has ended."""
        drawn = self.drawn[component]
        back = self._states()
        widget = back.rerun_script.widget_states.widgets.add()
        # As streamlit/components/v2 names it, and the browser with it.
        widget.id = f"$$STREAMLIT_INTERNAL_KEY_{drawn.widget}__events"
        widget.json_trigger_value = json.dumps([{"event": message, "value": value}])
        return await self._run(back, drawn.fragment)

    async def put(self, component: str, message: str, value: object) -> float:
        """The same for a message that is state."""
        drawn = self.drawn[component]
        drawn.state[message] = value
        return await self._run(self._states(), drawn.fragment)

    def _states(self) -> BackMsg:
        """What components have sent as state, which goes along with each message."""
        back = BackMsg()
        for drawn in filter(lambda drawn: drawn.state, self.drawn.values()):
            widget = back.rerun_script.widget_states.widgets.add()
            widget.id, widget.json_value = drawn.widget, json.dumps(drawn.state)
        return back

    async def answer(self, answer: str) -> float:
        """Answer what a class is asked, as a student's strip does."""
        stage = self.drawn["strip"].data["stage"]
        told = {"lesson": stage["lesson"], "activity": stage["activity"], "answer": answer}
        return await self.send("strip", "answer", told)

    async def news(self, seen: int) -> dict[str, Any]:
        """The room's news, once its version is another than the one that was seen."""
        return await news(self.address, self.cookie, seen)

    async def _run(self, back: BackMsg, fragment: str) -> float:
        back.rerun_script.query_string = self.query
        back.rerun_script.page_script_hash = self._page
        if not self._page:
            back.rerun_script.page_name = "learn"
        if fragment:
            back.rerun_script.fragment_id = fragment
        async with self._lock:
            started = time.perf_counter()
            await self._socket.send(back.SerializeToString())
            while not self._take(await asyncio.wait_for(self._socket.recv(), PATIENCE)):
                pass
            return time.perf_counter() - started

    def _take(self, frame: str | bytes) -> bool:
        """Keep what a frame tells; whether it ends the last run that was asked for."""
        assert isinstance(frame, bytes)
        self.received += len(frame)
        told = ForwardMsg.FromString(frame)
        kind = told.WhichOneof("type")
        if kind == "navigation":
            self._page = told.navigation.page_script_hash
        elif kind == "page_info_changed":
            self.query = told.page_info_changed.query_string
        elif kind == "delta":
            self._draw(told)
        return kind == "script_finished" and told.script_finished != (
            ForwardMsg.FINISHED_EARLY_FOR_RERUN
        )

    def _draw(self, told: ForwardMsg) -> None:
        element = told.delta.new_element
        if element.WhichOneof("type") == "exception":
            self.errors.append(f"{element.exception.type}: {element.exception.message}")
        if element.WhichOneof("type") != "bidi_component":
            return
        component = element.bidi_component
        name = component.component_name.rpartition("bleuscope_")[2]
        data = json.loads(component.json) if component.json else None
        before = self.drawn.get(name)
        state = before.state if before and before.widget == component.id else {}
        self.drawn[name] = Drawn(component.id, told.delta.fragment_id, data, state)


async def news(address: str, cookie: str, seen: int) -> dict[str, Any]:
    """GET ./class/news?seen=…, which waits at the server and blocks nobody here."""
    parts = urlsplit(address)
    reader, writer = await asyncio.open_connection(parts.hostname, parts.port)
    try:
        writer.write(
            f"GET /class/news?seen={seen} HTTP/1.1\r\nHost: {parts.netloc}\r\n"
            f"Cookie: {cookie}\r\nConnection: close\r\n\r\n".encode()
        )
        answer = await asyncio.wait_for(reader.read(), PATIENCE)
    finally:
        writer.close()
    head, _, body = answer.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 200 "), head.decode("latin-1")
    told: dict[str, Any] = json.loads(body)
    return told
