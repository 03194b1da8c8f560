"""Messages of a browser that are dropped: those that no page sends, and late refreshes."""

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
    """Drops messages that no page sends, and refreshes of a screen that has been left."""

    def __init__(self, app: App) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        screens = _Screens()

        async def needed() -> Message:
            while True:
                message = await receive()
                if _is_needed(message.get("bytes"), screens):
                    return message

        await self.app(scope, needed if scope["type"] == "websocket" else receive, send)


class _Screens:
    """The screen of a connection, and the one that it has just left.

    A section that shows progress asks for its refresh by the clock, also between a press that
    leaves the screen and the run for it. Streamlit would merge the two into one run, of the screen
    of the later request: the press would lead nowhere.
    """

    def __init__(self) -> None:
        self._here = self._left = ""
        self._left_at = 0.0

    def is_late(self, state: ClientState) -> bool:
        """Whether a request is the refresh of a screen that has been left."""
        screen = state.page_script_hash
        if state.is_auto_rerun:
            return "" != self._left == screen and time.monotonic() < self._left_at + LATE
        self._left = self._here if screen != self._here else ""
        self._here, self._left_at = screen, time.monotonic()
        return False


def _is_needed(data: bytes | None, screens: _Screens) -> bool:
    if not data:
        return True
    try:
        message = BackMsg.FromString(data)
    except Exception:  # protobuf's own: no such message, as Streamlit will report
        return True
    kind = message.WhichOneof("type")
    if kind == "rerun_script" and screens.is_late(message.rerun_script):
        return False
    return UNNEEDED.isdisjoint((kind, message.backend_operation_request.WhichOneof("payload")))
