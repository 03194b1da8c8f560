"""A limit on the bytes of all uploads, released after their visitors have left.

Streamlit holds an uploaded file as long as its session lives, even if no screen shows it any more,
and looks for ended sessions only when somebody connects or leaves. So this middleware counts files
by the requests that bring them, and sends the browser's own request to delete a file where it or
its session is no longer needed.
"""

from __future__ import annotations

import asyncio
import gc
import re
import threading
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager, suppress
from queue import SimpleQueue
from typing import Any, NamedTuple

from streamlit.proto.BackMsg_pb2 import BackMsg

from bleu_core.messages import server
from pages.door.asgi import App, Message, Receive, Scope, Send, code_header, values

# Bytes of all visitors' uploads: three files of the maximum size.
LIMIT = 1_000_000_000
PATIENCE = 60.0  # seconds for an answer of Streamlit, and for the next bytes of a file
# Streamlit's page sends this where "run on save" is off; it answers with its state.
_GREETING = BackMsg(set_run_on_save=False).SerializeToString()
_PATH = re.compile(r"/_stcore/upload_file/([^/]+)/([^/]+)$")


class _Upload(NamedTuple):
    size: int
    drop: Callable[[], object] | None = None  # set once it has arrived


class UploadBudget:
    """The files of each session, by id, as long as Streamlit has them.

    `make_room` is called when the bytes grow.
    """

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.make_room: Callable[[], object] = lambda: None
        self._uploads: dict[str, dict[str, _Upload]] = {}
        self._refused: set[str] = set()
        self._lock = threading.Lock()
        self._ended: SimpleQueue[str] = SimpleQueue()

    @property
    def nbytes(self) -> int:
        """Bytes of all files, and of those being uploaded what has come so far."""
        with self._locked():
            return self._nbytes()

    @contextmanager
    def _locked(self) -> Iterator[None]:
        with self._lock:
            while not self._ended.empty():
                session = self._ended.get()
                self._uploads.pop(session, None)
                self._refused.discard(session)
            yield

    def _nbytes(self) -> int:
        return sum(upload.size for files in self._uploads.values() for upload in files.values())

    def take(self, session: str, file: str, size: int) -> bool:
        """Begin a file of this size, if there is room; what is only announced takes none."""
        with self._locked():
            files = self._uploads.setdefault(session, {})
            if file in files:  # Streamlit may keep the first one, so it must stay counted
                return False
            if self._nbytes() + size > self.limit:
                self._refused.add(session)
                return False
            files[file] = _Upload(0)
        return True

    def grow(self, session: str, file: str, size: int) -> bool:
        """Count more bytes of a file that has begun, if there is room for them."""
        with self._locked():
            if self._nbytes() + size > self.limit:
                self._refused.add(session)
                return False
            files = self._uploads.get(session, {})
            if file in files:
                files[file] = files[file]._replace(size=files[file].size + size)
        self.make_room()
        return True

    def arrived(self, session: str, file: str, drop: Callable[[], object]) -> None:
        """Note that a file has arrived; `drop` requests its deletion."""
        with self._locked():
            files = self._uploads.get(session, {})
            if file in files:
                files[file] = files[file]._replace(drop=drop)

    def failed(self, session: str, file: str) -> None:
        """Note that a file has not arrived."""
        with self._locked():
            self._uploads.get(session, {}).pop(file, None)

    def deleted(self, session: str, file: str) -> None:
        """Note that a file was deleted; one that is under way will be there nevertheless."""
        with self._locked():
            files = self._uploads.get(session, {})
            if file in files and files[file].drop:
                del files[file]

    def drop(self, session: str) -> None:
        """Request the deletion of all files of a session."""
        with self._locked():
            uploads = list(self._uploads.get(session, {}).values())
        for upload in uploads:
            if upload.drop:
                upload.drop()

    def ended(self, session: str) -> None:
        """Note that a session has ended, and its files with it.

        Takes no lock: garbage collection calls it at any moment, also in a thread that has it.
        """
        self._ended.put(session)

    def was_refused(self, session: str) -> bool:
        """Whether a file of the session was refused since the last call."""
        with self._locked():
            refused = session in self._refused
            self._refused.discard(session)
            return refused


UPLOAD_BUDGET = UploadBudget(LIMIT)


class UploadLimit:
    """Counts uploads, refuses those beyond the limit, and makes Streamlit drop ended sessions.

    `app` is Streamlit itself: no access check lies between. It keeps the session of a visitor who
    has left for `stays` seconds.
    """

    def __init__(
        self, app: App, stays: int, held: UploadBudget = UPLOAD_BUDGET, patience: float = PATIENCE
    ) -> None:
        self.app = app
        self.stays = stays
        self.held = held
        self.patience = patience
        self._tasks: set[asyncio.Task[None]] = set()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            try:
                await self.app(scope, receive, send)
            finally:
                self._start(self._look_for_ended(scope))
            return
        found = _PATH.search(scope.get("path", ""))
        method = scope.get("method") if found else None
        if found and method == "PUT":
            await self._take(scope, receive, send, *found.groups())
            return
        status = await self._answered(scope, receive, send)
        if found and method == "DELETE" and status < 300:
            self.held.deleted(*found.groups())

    async def _take(
        self, scope: Scope, receive: Receive, send: Send, session: str, file: str
    ) -> None:
        [length, *_] = [*values(scope, b"content-length"), ""]
        if not length.isdecimal():
            await _refuse(send, 411, server.upload_without_length())
            return
        if not self.held.take(session, file, int(length)):
            await _refuse(send, 413, server.no_room_for_upload())
            return
        status = 500
        try:
            counted = self._counted(session, file, receive)
            status = await self._answered(scope, counted, send)
        finally:
            if status < 300:
                loop = asyncio.get_running_loop()
                drop = self._request("DELETE", scope)
                self.held.arrived(
                    session, file, lambda: loop.call_soon_threadsafe(self._start, drop())
                )
            else:
                self.held.failed(session, file)

    def _counted(self, session: str, file: str, receive: Receive) -> Receive:
        """Return `receive`, which counts bytes; it ends a request if there is no room for more.

        It also ends one that brings nothing for a while.
        """

        async def counted() -> Message:
            try:
                message = await asyncio.wait_for(receive(), self.patience)
            except TimeoutError:
                return _LEFT
            size = len(message.get("body", b""))
            return message if self.held.grow(session, file, size) else _LEFT

        return counted

    async def _answered(self, scope: Scope, receive: Receive, send: Send) -> int:
        """Let Streamlit answer; return the status."""
        status = 0

        async def noted(message: Message) -> None:
            nonlocal status
            status = message.get("status", status)
            await send(message)

        await self.app(scope, receive, noted)
        return status

    def _request(self, method: str, scope: Scope) -> Callable[[], Coroutine[Any, Any, None]]:
        """Return the same request with another method, the same rights and no receiver."""
        body = (b"content-length", b"content-type")
        headers = [header for header in scope["headers"] if header[0] not in body]
        return lambda: self({**scope, "method": method, "headers": headers}, _nothing, _nobody)

    async def _look_for_ended(self, scope: Scope) -> None:
        """Connect and disconnect as soon as the session of a visitor who left may end.

        Streamlit drops expired sessions when another session ends; and, as it remembers the last
        one that it sent to, only after it has sent to another.
        """
        await asyncio.sleep(self.stays + 1)
        spoken_to = asyncio.Event()
        steps = iter(("websocket.connect", "websocket.receive", "websocket.disconnect"))

        async def come_and_go() -> Message:
            step = next(steps, "websocket.disconnect")
            if step == "websocket.disconnect":
                with suppress(TimeoutError):
                    await asyncio.wait_for(spoken_to.wait(), self.patience)
            return {"type": step, "bytes": _GREETING, "code": 1000}

        async def listen(message: Message) -> None:
            if message["type"] == "websocket.send":
                spoken_to.set()

        # Without the header that identifies the session.
        headers = [h for h in scope["headers"] if h[0] != b"sec-websocket-protocol"]
        await self.app({**scope, "headers": headers, "subprotocols": []}, come_and_go, listen)
        if self.held.nbytes:
            # A session refers to itself, so it needs the collector.
            await asyncio.to_thread(gc.collect)

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)  # loops hold tasks by weak references only
        task.add_done_callback(self._tasks.discard)


# A visitor who has left.
_LEFT: Message = {"type": "http.disconnect"}


async def _nothing() -> Message:
    return {"type": "http.request", "body": b"", "more_body": False}


async def _nobody(message: Message) -> None:
    """Discard the answer: nobody waits for it."""


async def _refuse(send: Send, status: int, told: str) -> None:
    length = str(len(told)).encode()
    headers = [(b"content-type", b"text/plain"), (b"content-length", length), *code_header(told)]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": told.encode()})
