"""When a page stands still: the runs of its script, as its server tells of them."""

import weakref
from collections.abc import Callable

from playwright.sync_api import Page, Request, WebSocket, expect
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

Visit = Callable[..., Page]  # the fixture open_page


class Runs:
    """What the server has told a page of the runs of its script.

    A screen that computes something asks for a second run at the end of its first;
    between the two the page itself says that nothing runs.
    """

    def __init__(self, page: Page) -> None:
        self.page = page
        self.socket: WebSocket | None = None
        self.due = True
        self.asked = False  # for a run that has not begun
        page.on("request", self._asked)
        page.on("websocket", self._connected)

    def wait(self) -> None:
        """Until the last run that was told of has ended for good."""
        while self.due:
            if self.socket is None:
                self.page.wait_for_event("websocket")
            else:
                self.socket.wait_for_event("framereceived", ends_a_run)

    def _asked(self, request: Request) -> None:
        if request.is_navigation_request():
            self.socket, self.due, self.asked = None, True, False

    def _connected(self, socket: WebSocket) -> None:
        self.socket, self.due = socket, True
        socket.on("framesent", lambda frame: self._sent(socket, frame))
        socket.on("framereceived", lambda frame: self._received(socket, frame))

    def _sent(self, socket: WebSocket, frame: str | bytes) -> None:
        if socket is self.socket and asks_for_a_run(frame):
            self.due = self.asked = True

    def _received(self, socket: WebSocket, frame: str | bytes) -> None:
        if socket is not self.socket:
            return  # the page that was left told of the end of its run
        if starts_a_run(frame):
            self.due, self.asked = True, False
        elif ends_a_run(frame):
            # What was asked for during a run may be done after it, in a run of its own.
            self.due = self.asked or not ends_a_run(frame, for_good=True)


def asks_for_a_run(frame: str | bytes) -> bool:
    return isinstance(frame, bytes) and BackMsg.FromString(frame).HasField("rerun_script")


def starts_a_run(frame: str | bytes) -> bool:
    return isinstance(frame, bytes) and ForwardMsg.FromString(frame).HasField("new_session")


def ends_a_run(frame: str | bytes, for_good: bool = False) -> bool:
    if not isinstance(frame, bytes):
        return False
    message = ForwardMsg.FromString(frame)
    early = message.script_finished == ForwardMsg.FINISHED_EARLY_FOR_RERUN
    return message.HasField("script_finished") and not (for_good and early)


_runs: weakref.WeakKeyDictionary[Page, Runs] = weakref.WeakKeyDictionary()
# A page that nobody sees may draw nothing.
DRAWN = """() => Promise.race([new Promise(done => setTimeout(done, 5000)),
  new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))])"""


def listen(page: Page) -> None:
    """What `settle` needs to know of a page, from before it goes anywhere."""
    _runs[page] = Runs(page)


def go(page: Page, url: str) -> None:
    page.goto(url)
    settle(page)


def reload(page: Page) -> None:
    page.reload()
    settle(page)


def settle(page: Page) -> None:
    """Wait until the script of the page has run, is not about to run again, and is drawn."""
    runs = _runs[page]
    while True:
        runs.wait()
        page.evaluate(DRAWN)
        expect(page.locator("[data-test-script-state=notRunning]")).to_be_attached()
        if not runs.due:
            return
