"""Messages that Streamlit would answer, and that no screen sends."""

from __future__ import annotations

from streamlit.proto.BackMsg_pb2 import BackMsg

from pages.door.asgi import App, Message, Receive, Scope, Send

# The first tells names of files, branch and repository of the folder that the app is in; the second
# empties the caches of all visitors.
UNNEEDED = ("load_git_info", "clear_cache")


class NeededMessages:
    """Drops the messages of `UNNEEDED`."""

    def __init__(self, app: App) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def needed() -> Message:
            while True:
                message = await receive()
                if not _is_unneeded(message.get("bytes")):
                    return message

        await self.app(scope, needed if scope["type"] == "websocket" else receive, send)


def _is_unneeded(data: bytes | None) -> bool:
    if not data:
        return False
    try:
        return BackMsg.FromString(data).WhichOneof("type") in UNNEEDED
    except Exception:  # protobuf's own: no such message, as Streamlit will report
        return False
