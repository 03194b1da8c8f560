"""Refreshes of a section that would come at a wrong time: some are dropped, and one is widened.

A section that shows progress is refreshed by the browser's clock (`run_every`), whatever else is
under way. Only here is it known what was asked for and what has been sent (Streamlit 1.67):

- Streamlit merges a refresh and a press that leaves the screen into one run, of the screen of the
  later request: the press would lead nowhere.
- A refresh that begins before all that a run drew was sent takes back what the run drew of its
  section, but not elements that the browser has from before, which are sent by reference: without
  the containers around them the browser fails, and the page stays white.
- After a restart of the server, or a long break in the connection, the browser goes on in a new
  session. It knows no section, so a press in one would be lost.
"""

from __future__ import annotations

import math
import time

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ClientState_pb2 import ClientState
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from pages.middleware.asgi import App, Message, Receive, Scope, Send

# Seconds in which a requested run begins, if it ever does: none does for a section that is gone.
START = 5.0


class Refreshes:
    """Drops a refresh during a run; makes a connection's first request one for the whole page."""

    def __init__(self, app: App) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "websocket":
            await self.app(scope, receive, send)
            return
        runs = _Runs()

        async def receive_timely() -> Message:
            while True:
                message = await receive()
                request = _request(message)
                if request is None:
                    return message
                if runs.takes(request.rerun_script):
                    return {**message, "bytes": request.SerializeToString()}

        async def send_noted(message: Message) -> None:
            if data := message.get("bytes"):
                runs.note(ForwardMsg.FromString(data))
            await send(message)

        await self.app(scope, receive_timely, send_noted)


def _request(message: Message) -> BackMsg | None:
    """Return the request for a run in a message of the browser, or None."""
    try:
        request = BackMsg.FromString(message.get("bytes") or b"")
    except Exception:  # protobuf's own: no such message, as Streamlit will report
        return None
    return request if request.WhichOneof("type") == "rerun_script" else None


class _Runs:
    """The runs of a connection: whether there was any, and one is requested or under way."""

    def __init__(self) -> None:
        self._requested_at = -math.inf
        self._is_running = self._has_run = False

    def takes(self, state: ClientState) -> bool:
        """Whether a request is passed on; the first is made one for the whole page."""
        if not self._has_run:
            state.fragment_id, state.is_auto_rerun = "", False
        now = time.monotonic()
        if state.is_auto_rerun and (self._is_running or now < self._requested_at + START):
            return False
        self._has_run, self._requested_at = True, now
        return True

    def note(self, message: ForwardMsg) -> None:
        """Note the start or the end of a run, of which the browser is told."""
        kind = message.WhichOneof("type")
        if kind == "new_session":
            self._is_running, self._requested_at = True, -math.inf
        elif kind == "script_finished":
            self._is_running = False
            if message.script_finished == ForwardMsg.FINISHED_EARLY_FOR_RERUN:
                # Another run follows, but none of a section that is gone.
                self._requested_at = time.monotonic()
