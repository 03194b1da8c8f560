"""Messages between a browser and Streamlit: some requests are dropped, and one may be changed."""

from __future__ import annotations

import math
import time

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ClientState_pb2 import ClientState
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from pages.door.asgi import App, Message, Receive, Scope, Send

# The first tells names of files, branch and repository of the folder that the app is in; the second
# empties the caches of all visitors; the last write files. Named, as later versions of Streamlit
# may need messages of new kinds.
UNNEEDED = {
    "load_git_info", "clear_cache", "debug_disconnect_websocket", "debug_shutdown_runtime",
    "install_skills", "dismiss_skills_nudge",
}  # fmt: skip
START = 5.0  # seconds in which a run that was asked for begins, if it ever does


class NeededMessages:
    """Drops messages that no page sends, and refreshes that come before a run has ended.

    The first request of a connection for a section of a page becomes one for the page.
    """

    def __init__(self, app: App) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "websocket":
            await self.app(scope, receive, send)
            return
        runs = _Runs()

        async def needed() -> Message:
            while True:
                message = await receive()
                data = message.get("bytes")
                if not data:
                    return message
                if passed := _passed(data, runs):
                    return {**message, "bytes": passed}

        async def noted(message: Message) -> None:
            if data := message.get("bytes"):
                runs.note(ForwardMsg.FromString(data))
            await send(message)

        await self.app(scope, needed, noted)


class _Runs:
    """The runs of a page: whether there was any, and whether one is asked for or under way.

    After a long break in the connection, Streamlit has forgotten the session; the browser goes on
    in a new one, in which nothing has run, and which knows no section of the page.

    A section that shows progress asks for its refresh by the clock, whatever else is under way, and
    will ask again. Streamlit merges a refresh and a press that leaves the screen into one run, of
    the screen of the later request: the press would lead nowhere. And a refresh that begins when
    what a run drew has not been sent yet takes back what the run drew of this section, but not
    those elements that the browser has from before and are sent by reference (1.67): without the
    containers around them, the browser fails, and the page stays white.
    """

    def __init__(self) -> None:
        self._asked_at = -math.inf
        self._is_running = self._has_run = False

    def takes(self, state: ClientState) -> bool:
        """Whether a request is passed on; the first is made one for the whole page."""
        if not self._has_run:
            state.fragment_id, state.is_auto_rerun = "", False
        now = time.monotonic()
        if state.is_auto_rerun and (self._is_running or now < self._asked_at + START):
            return False
        self._has_run, self._asked_at = True, now
        return True

    def note(self, message: ForwardMsg) -> None:
        """Note the start or the end of a run, of which the browser is told."""
        kind = message.WhichOneof("type")
        if kind == "new_session":
            self._is_running, self._asked_at = True, -math.inf
        elif kind == "script_finished":
            # A run that ends early is followed by another.
            self._is_running = message.script_finished == ForwardMsg.FINISHED_EARLY_FOR_RERUN


def _passed(data: bytes, runs: _Runs) -> bytes:
    """Return what is passed on of a message; nothing of one that is dropped."""
    try:
        message = BackMsg.FromString(data)
    except Exception:  # protobuf's own: no such message, as Streamlit will report
        return data
    kind = message.WhichOneof("type")
    if kind == "rerun_script":
        return message.SerializeToString() if runs.takes(message.rerun_script) else b""
    kinds = kind, message.backend_operation_request.WhichOneof("payload")
    return data if UNNEEDED.isdisjoint(kinds) else b""
