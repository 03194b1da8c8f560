"""Messages of a browser on their way to Streamlit: some are dropped, and one may be changed."""

from __future__ import annotations

import time

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ClientState_pb2 import ClientState

from pages.door.asgi import App, Message, Receive, Scope, Send

# The first tells names of files, branch and repository of the folder that the app is in; the second
# empties the caches of all visitors; the last write files. Named, as later versions of Streamlit
# may need messages of new kinds.
UNNEEDED = {
    "load_git_info", "clear_cache", "debug_disconnect_websocket", "debug_shutdown_runtime",
    "install_skills", "dismiss_skills_nudge",
}  # fmt: skip
LATE = 5.0  # seconds after a screen was left in which its refreshes are dropped


class NeededMessages:
    """Drops messages that no page sends, and refreshes of a screen that has been left.

    The first request of a connection for a section of a page becomes one for the page.
    """

    def __init__(self, app: App) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        requests = _Requests()

        async def needed() -> Message:
            while True:
                message = await receive()
                data = message.get("bytes")
                if not data:
                    return message
                if passed := _passed(data, requests):
                    return {**message, "bytes": passed}

        await self.app(scope, needed if scope["type"] == "websocket" else receive, send)


class _Requests:
    """The requests of a connection: the screen, the one that was just left, and whether any came.

    After a long break in the connection, Streamlit has forgotten the session; the browser goes on
    in a new one, in which nothing has run, and which knows no section of the page.

    A section that shows progress asks for its refresh by the clock, also between a press that
    leaves the screen and the run for it. Streamlit would merge the two into one run, of the screen
    of the later request: the press would lead nowhere.
    """

    def __init__(self) -> None:
        self._here = self._left = ""
        self._left_at = 0.0
        self._has_run = False

    def of_page(self, state: ClientState) -> None:
        """Make the first request one for the whole page."""
        if not self._has_run:
            state.fragment_id, state.is_auto_rerun = "", False
        self._has_run = True

    def is_late(self, state: ClientState) -> bool:
        """Whether a request is the refresh of a screen that has been left."""
        screen = state.page_script_hash
        if state.is_auto_rerun:
            was_left = bool(self._left) and screen == self._left
            return was_left and time.monotonic() < self._left_at + LATE
        self._left = self._here if screen != self._here else ""
        self._here, self._left_at = screen, time.monotonic()
        return False


def _passed(data: bytes, requests: _Requests) -> bytes:
    """Return what is passed on of a message; nothing of one that is dropped."""
    try:
        message = BackMsg.FromString(data)
    except Exception:  # protobuf's own: no such message, as Streamlit will report
        return data
    kind = message.WhichOneof("type")
    if kind == "rerun_script":
        requests.of_page(message.rerun_script)
        return b"" if requests.is_late(message.rerun_script) else message.SerializeToString()
    kinds = kind, message.backend_operation_request.WhichOneof("payload")
    return data if UNNEEDED.isdisjoint(kinds) else b""
