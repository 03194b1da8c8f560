"""Messages that Streamlit would answer, and that no page of the app sends: they are dropped."""

from __future__ import annotations

from streamlit.proto.BackMsg_pb2 import BackMsg

from pages.door.asgi import App, Message, Receive, Scope, Send

# The first tells names of files, branch and repository of the folder that the app is in; the second
# empties the caches of all visitors; the last write files. Named, as later versions of Streamlit
# may need messages of new kinds.
UNNEEDED = {
    "load_git_info", "clear_cache", "debug_disconnect_websocket", "debug_shutdown_runtime",
    "install_skills", "dismiss_skills_nudge",
}  # fmt: skip


class NeededMessages:
    """Drops messages of a browser that no page sends."""

    def __init__(self, app: App) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def needed() -> Message:
            while True:
                message = await receive()
                if _is_needed(message.get("bytes")):
                    return message

        await self.app(scope, needed if scope["type"] == "websocket" else receive, send)


def _is_needed(data: bytes | None) -> bool:
    if not data:
        return True
    try:
        message = BackMsg.FromString(data)
    except Exception:  # protobuf's own: no such message, as Streamlit will report
        return True
    kinds = message.WhichOneof("type"), message.backend_operation_request.WhichOneof("payload")
    return UNNEEDED.isdisjoint(kinds)
