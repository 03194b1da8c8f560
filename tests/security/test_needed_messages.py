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


def test_only_what_a_page_sends_arrives() -> None:
    rerun, download, install = BackMsg(), BackMsg(), BackMsg()
    rerun.rerun_script.query_string = "a=b"
    download.backend_operation_request.deferred_file.file_id = "a file"
    install.backend_operation_request.install_skills.SetInParent()
    kept = [rerun, download, BackMsg(stop_script=True), BackMsg(app_heartbeat=True)]
    dropped = [
        install, BackMsg(load_git_info=True), BackMsg(clear_cache=True),
        BackMsg(debug_shutdown_runtime=True),
    ]  # fmt: skip
    sent = [one.SerializeToString() for one in (kept[0], *dropped, *kept[1:])]
    wanted = [one.SerializeToString() for one in kept]
    assert passed([*sent, b"\xff"]) == [*wanted, b"\xff"]


def test_a_screen_that_was_left_asks_for_no_refresh() -> None:
    def rerun(screen: str, by_clock: bool = False) -> bytes:
        message = BackMsg()
        message.rerun_script.page_script_hash = screen
        message.rerun_script.is_auto_rerun = by_clock
        return message.SerializeToString()

    come, refresh = rerun("overview"), rerun("overview", True)
    leave, later = rerun("segments"), rerun("segments", True)
    assert passed([come, refresh, come, refresh]) == [come, refresh, come, refresh]
    # Until the run for the press has begun, the browser takes itself to be where it was.
    assert passed([come, leave, refresh, later]) == [come, leave, later]
    # A press there may lead back, without a message that says so.
    assert passed([come, leave, leave, refresh]) == [come, leave, leave, refresh]
    assert passed([rerun(""), rerun("", True)]) == [rerun(""), rerun("", True)]


def test_the_first_request_of_a_connection_is_for_the_whole_page() -> None:
    def rerun(section: str, by_clock: bool = False) -> bytes:
        message = BackMsg()
        message.rerun_script.page_script_hash = "overview"
        message.rerun_script.widget_states.widgets.add(id="button", trigger_value=True)
        message.rerun_script.fragment_id = section
        message.rerun_script.is_auto_rerun = by_clock
        return message.SerializeToString()

    page, section = rerun(""), rerun("a section")
    assert passed([page, section]) == [page, section]
    assert passed([section, section]) == [page, section]
    assert passed([rerun("a section", True), section]) == [page, section]
