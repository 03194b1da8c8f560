"""What a browser may ask of Streamlit, and what is dropped on the way."""

import asyncio
from collections.abc import Sequence
from typing import Any

from streamlit.proto.BackMsg_pb2 import BackMsg

from pages.door.messages import NeededMessages


def passed(sent: Sequence[bytes]) -> list[Any]:
    """Return what the app receives of what a browser sends."""
    messages = [{"type": "websocket.receive", "bytes": data} for data in sent]
    coming = iter([{"type": "websocket.connect"}, *messages, {"type": "websocket.disconnect"}])
    got: list[Any] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        while not got or got[-1]["type"] != "websocket.disconnect":
            got.append(await receive())

    async def receive() -> Any:
        return next(coming)

    asyncio.run(NeededMessages(app)({"type": "websocket"}, receive, None))  # type: ignore[arg-type]
    return [message["bytes"] for message in got[1:-1]]


def test_questions_about_the_folder_and_the_caches_do_not_arrive() -> None:
    dropped = [BackMsg(load_git_info=True), BackMsg(clear_cache=True)]
    rerun = BackMsg()
    rerun.rerun_script.query_string = "a=b"
    kept = [rerun, BackMsg(stop_script=True), BackMsg(app_heartbeat=True)]
    sent = [one.SerializeToString() for one in (kept[0], *dropped, *kept[1:])]
    wanted = [one.SerializeToString() for one in kept]
    assert passed([*sent, b"\xff"]) == [*wanted, b"\xff"]
