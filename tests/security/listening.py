"""One session of the app over its websocket, and all that the server sends it."""

import asyncio
from collections.abc import Callable
from typing import Any

import websockets
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from tests.servers import PATIENCE


def told(
    url: str,
    cookie: str,
    page: str,
    query: str,
    page_hash: str = "",
    meanwhile: Callable[[str], None] = lambda session: None,
    **connection: Any,
) -> bytes:
    """What a session is sent for a page, by the name or the hash that a browser asks with.

    `meanwhile` is called with the session's id before it ends; `connection` is how to connect.
    """

    async def listen() -> bytes:
        line = websockets.connect(
            f"{url.replace('http', 'ws', 1)}/_stcore/stream",
            subprotocols=["streamlit"],  # type: ignore[list-item]
            origin=url,  # type: ignore[arg-type]
            additional_headers={"Cookie": cookie},
            max_size=None,
            open_timeout=PATIENCE,
            **connection,
        )
        frames: list[bytes] = []
        async with line as opened:
            back, session = BackMsg(), ""
            back.rerun_script.query_string = query
            back.rerun_script.page_name = page
            back.rerun_script.page_script_hash = page_hash
            await opened.send(back.SerializeToString())
            while not frames or not ForwardMsg.FromString(frames[-1]).HasField("script_finished"):
                frame = await asyncio.wait_for(opened.recv(), PATIENCE)
                assert isinstance(frame, bytes)
                frames.append(frame)
                session = ForwardMsg.FromString(frame).new_session.initialize.session_id or session
            await asyncio.to_thread(meanwhile, session)
        return b"".join(frames)

    return asyncio.run(listen())
