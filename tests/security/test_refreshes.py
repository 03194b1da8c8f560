"""When a browser's request for a run is passed on to Streamlit, and when it is dropped."""

import asyncio
from collections.abc import Sequence
from typing import Any

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from pages.middleware import refreshes
from pages.middleware.refreshes import Refreshes


def passed(exchanged: Sequence[bytes | ForwardMsg]) -> list[Any]:
    """Return what the app receives of what a browser sends, and it answers, in this order."""
    coming = iter(exchanged)
    got: list[Any] = []
    sent: list[Any] = []

    async def receive() -> Any:
        for one in coming:
            if isinstance(one, bytes):
                return {"type": "websocket.receive", "bytes": one}
            await answer[0]({"type": "websocket.send", "bytes": one.SerializeToString()})
        return {"type": "websocket.disconnect"}

    async def send(message: Any) -> None:
        sent.append(message["bytes"])

    answer: list[Any] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        answer.append(send)
        while (message := await receive())["type"] != "websocket.disconnect":
            got.append(message["bytes"])

    asyncio.run(Refreshes(app)({"type": "websocket"}, receive, send))
    assert sent == [one.SerializeToString() for one in exchanged if isinstance(one, ForwardMsg)]
    return got


def request(section: str = "", by_clock: bool = False) -> bytes:
    message = BackMsg()
    message.rerun_script.page_script_hash = "overview"
    message.rerun_script.widget_states.widgets.add(id="button", trigger_value=True)
    message.rerun_script.fragment_id = section
    message.rerun_script.is_auto_rerun = by_clock
    return message.SerializeToString()


BEGIN = ForwardMsg()
BEGIN.new_session.name = "a run"
DRAWN = ForwardMsg()
DRAWN.delta.new_element.empty.SetInParent()
END, EARLY = (
    ForwardMsg(script_finished=status)
    for status in (ForwardMsg.FINISHED_SUCCESSFULLY, ForwardMsg.FINISHED_EARLY_FOR_RERUN)
)
PAGE, PRESS, REFRESH = request(), request("a section"), request("a section", by_clock=True)


def test_other_messages_arrive_as_they_are() -> None:
    sent = [BackMsg(stop_script=True).SerializeToString(), b"\xff"]
    assert passed([PAGE, BEGIN, *sent]) == [PAGE, *sent]


def test_a_refresh_waits_for_the_end_of_a_run() -> None:
    run = [BEGIN, DRAWN, END]
    assert passed([PAGE, *run, REFRESH, *run, REFRESH]) == [PAGE, REFRESH, REFRESH]
    assert passed([PAGE, REFRESH, BEGIN, REFRESH, DRAWN, REFRESH, END]) == [PAGE]
    assert passed([PAGE, BEGIN, EARLY, REFRESH, BEGIN, REFRESH, END, REFRESH]) == [PAGE, REFRESH]
    # A press is passed on at any time.
    assert passed([PAGE, BEGIN, PRESS, REFRESH, PAGE, END]) == [PAGE, PRESS, PAGE]
    assert passed([PAGE, *run, REFRESH, REFRESH, PRESS, REFRESH]) == [PAGE, REFRESH, PRESS]


def test_a_refresh_waits_no_longer_for_a_run_that_does_not_begin(monkeypatch) -> None:
    # Streamlit begins none for a section that is gone.
    run = [BEGIN, DRAWN, END]
    assert passed([PAGE, *run, PRESS, REFRESH]) == [PAGE, PRESS]
    monkeypatch.setattr(refreshes, "START", 0.0)
    assert passed([PAGE, *run, PRESS, REFRESH]) == [PAGE, PRESS, REFRESH]


def test_the_first_request_of_a_connection_is_for_the_whole_page() -> None:
    assert passed([PAGE, PRESS]) == [PAGE, PRESS]
    assert passed([PRESS, PRESS]) == [PAGE, PRESS]
    assert passed([REFRESH, PRESS]) == [PAGE, PRESS]
