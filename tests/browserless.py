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


def come_in(address: str, token: str) -> str:
    """The cookie that the door gives for a token."""
    parts = urlsplit(address)
    connection = http.client.HTTPConnection(parts.hostname or "", parts.port, timeout=PATIENCE)
    connection.request("GET", "/?" + urlencode({"token": token}))
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
        The components of the page by name: "bench", "lesson_view", "classroom".
    buttons : dict
        The ids of Streamlit's buttons, by key.
    received : int
        Bytes that the server sent over the socket.
    errors : list of str
        Exceptions that the page showed.
    """

    address: str
    cookie: str = ""
    query: str = ""
    drawn: dict[str, Drawn] = field(default_factory=dict)
    buttons: dict[str, str] = field(default_factory=dict)
    received: int = 0
    errors: list[str] = field(default_factory=list)
    _page: str = ""
    _refreshed: tuple[str, float] = ("", 0.0)  # the section that the clock refreshes, and when

    async def open(self) -> Visitor:
        """Connect, and have the page of Learn run."""
        self._lock = asyncio.Lock()
        self._socket = await websockets.connect(
            self.address.replace("http", "ws") + "/_stcore/stream",
            subprotocols=["streamlit"],  # type: ignore[list-item]
            max_size=None,
            open_timeout=PATIENCE,
            ping_timeout=PATIENCE,
            origin=self.address,  # type: ignore[arg-type]
            additional_headers={"Cookie": self.cookie} if self.cookie else None,
        )
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

    async def press(self, key: str) -> float:
        """Press a button of Streamlit's, by its key."""
        back = self._states()
        widget = back.rerun_script.widget_states.widgets.add()
        widget.id, widget.trigger_value = self.buttons[key], True
        return await self._run(back, "")

    async def refresh(self) -> None:
        """Wait, and refresh the section of the page that the browser's clock refreshes."""
        await asyncio.sleep(self._refreshed[1])
        back = self._states()
        back.rerun_script.is_auto_rerun = True
        await self._run(back, self._refreshed[0])

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
        elif kind == "auto_rerun":
            self._refreshed = told.auto_rerun.fragment_id, told.auto_rerun.interval
        elif kind == "delta":
            self._draw(told)
        return kind == "script_finished" and told.script_finished != (
            ForwardMsg.FINISHED_EARLY_FOR_RERUN
        )

    def _draw(self, told: ForwardMsg) -> None:
        element = told.delta.new_element
        if element.WhichOneof("type") == "exception":
            self.errors.append(f"{element.exception.type}: {element.exception.message}")
        if element.WhichOneof("type") == "button":
            self.buttons[element.button.id.rpartition("-")[2]] = element.button.id
        if element.WhichOneof("type") != "bidi_component":
            return
        component = element.bidi_component
        name = component.component_name.rpartition("bleuscope_")[2]
        data = json.loads(component.json) if component.json else None
        before = self.drawn.get(name)
        state = before.state if before and before.widget == component.id else {}
        self.drawn[name] = Drawn(component.id, told.delta.fragment_id, data, state)
