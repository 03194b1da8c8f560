"""What stands before Streamlit counts uploads, refuses what is too much, and has it let go."""

from __future__ import annotations

import asyncio
import threading
from typing import Any

import pytest

from pages.door.uploads import UploadBudget, UploadLimit
from tests.core.forked_process import PATIENCE


class Streamlit:
    """Holds what is uploaded by the same requests, and the sessions that came and went."""

    def __init__(self) -> None:
        self.files: dict[str, bytes] = {}
        self.visits: list[list[str]] = []

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "websocket":
            kinds = [(await receive())["type"] for _ in range(2)]
            await send({"type": "websocket.send", "bytes": b"how things stand"})
            self.visits.append([*kinds, (await receive())["type"], *scope["subprotocols"]])
            return
        status = 204
        if scope["method"] == "PUT":
            body = (await receive())["body"]
            status = 204 if body != b"bad" else 400
            if status == 204:
                self.files[scope["path"]] = body
        elif scope["method"] == "DELETE":
            assert (b"cookie", b"whose") in scope["headers"]
            self.files.pop(scope["path"], None)
        await send({"type": "http.response.start", "status": status, "headers": []})
        await send({"type": "http.response.body", "body": b""})


def request(method: str, path: str, length: str | None) -> dict[str, Any]:
    headers = [(b"cookie", b"whose")]
    if length is not None:
        headers.append((b"content-length", length.encode()))
    return {"type": "http", "method": method, "path": path, "headers": headers}


class Server:
    def __init__(self, limit: int = 10) -> None:
        self.streamlit, self.held = Streamlit(), UploadBudget(limit)
        self.door = UploadLimit(self.streamlit, stays=-1, held=self.held)

    async def ask(self, method: str, file: str, body: bytes = b"", length: str | None = "") -> int:
        said: list[Any] = []

        async def receive() -> Any:
            return {"type": "http.request", "body": body}

        async def send(message: Any) -> None:
            said.append(message)

        length = str(len(body)) if length == "" else length
        path = f"/base/_stcore/upload_file/{file}"
        await self.door(request(method, path, length), receive, send)
        return said[0]["status"]


def test_uploads_count_until_they_are_let_go() -> None:
    async def run() -> None:
        server = Server()
        assert await server.ask("PUT", "ann/1", b"12345") == 204
        assert await server.ask("PUT", "bob/1", b"1234") == 204
        assert server.held.nbytes == 9
        assert await server.ask("PUT", "bob/2", b"12") == 413
        assert (server.held.was_refused("ann"), server.held.was_refused("bob")) == (False, True)
        assert not server.held.was_refused("bob")  # told once
        assert await server.ask("DELETE", "ann/1") == 204
        assert await server.ask("PUT", "bob/2", b"12") == 204
        assert server.held.nbytes == 6
        assert len(server.streamlit.files) == 2

    asyncio.run(run())


def test_what_did_not_arrive_does_not_count() -> None:
    async def run() -> None:
        server = Server()
        assert await server.ask("PUT", "ann/1", b"bad") == 400
        assert await server.ask("PUT", "ann/1", b"1", length=None) == 411
        assert await server.ask("PUT", "ann/1", b"1", length="-1") == 411
        assert server.held.nbytes == 0

    asyncio.run(run())


def test_a_file_that_is_there_stays_counted_whatever_comes_to_its_address() -> None:
    async def run() -> None:
        server = Server()
        assert await server.ask("PUT", "ann/1", b"12345") == 204
        assert await server.ask("PUT", "ann/1", b"bad") == 413
        assert server.held.nbytes == 5
        assert not server.held.was_refused("ann")
        assert await server.ask("DELETE", "ann/1") == 204
        assert await server.ask("PUT", "ann/1", b"12") == 204

    asyncio.run(run())


def test_a_file_that_is_deleted_while_it_comes_counts_as_long_as_it_is_there() -> None:
    async def run() -> None:
        server = Server()

        async def receive() -> Any:
            assert await server.ask("DELETE", "ann/1") == 204
            return {"type": "http.request", "body": b"12345"}

        async def send(message: Any) -> None:
            pass

        await server.door(request("PUT", "/_stcore/upload_file/ann/1", "5"), receive, send)
        assert server.streamlit.files
        assert server.held.nbytes == 5
        assert await server.ask("DELETE", "ann/1") == 204
        assert server.held.nbytes == 0

    asyncio.run(run())


def test_a_request_that_brings_nothing_ends_and_counts_no_more() -> None:
    async def run() -> None:
        server = Server()
        server.door.patience = 0.01

        async def receive() -> Any:
            await asyncio.Event().wait()

        async def send(message: Any) -> None:
            raise AssertionError

        with pytest.raises(KeyError):  # what comes is the end of the request, without a body
            await server.door(request("PUT", "/_stcore/upload_file/ann/1", "5"), receive, send)
        assert server.held.nbytes == 0

    asyncio.run(run())


def test_what_is_only_announced_keeps_nobody_else_out() -> None:
    async def run() -> None:
        server = Server()
        bob: list[int] = []
        pieces = iter((b"1", b"2345"))

        async def receive() -> Any:
            piece = next(pieces)
            if not bob:  # while the first byte of Ann's comes
                bob.append(await server.ask("PUT", "bob/1", b"12345678"))
            return {"type": "http.request", "body": piece}

        async def send(message: Any) -> None:
            pass

        await server.door(request("PUT", "/_stcore/upload_file/ann/1", "9"), receive, send)
        assert bob == [204]
        assert server.held.nbytes == 9
        # What comes beyond the limit is refused.
        more = server.door._counted("ann", "1", receive)
        assert (await more())["type"] == "http.disconnect"
        assert server.held.was_refused("ann")

    asyncio.run(run())


def test_a_session_lets_its_files_go_in_its_own_name() -> None:
    async def run() -> None:
        server = Server()
        for file in ("ann/1", "ann/2", "bob/1"):
            await server.ask("PUT", file, b"123")
        await asyncio.to_thread(server.held.drop, "ann")
        while server.held.nbytes > 3:
            await asyncio.sleep(0)
        assert list(server.streamlit.files) == ["/base/_stcore/upload_file/bob/1"]

    asyncio.run(run())


def test_a_session_may_end_at_any_moment() -> None:
    """Garbage collection notes it, also in a thread that counts bytes just then."""
    held = UploadBudget(10)
    assert held.take("ann", "1", 5)
    assert held.take("bob", "1", 5)

    class Size(int):
        def __add__(self, other: int) -> int:
            held.ended("ann")
            return int(self) + other

        __radd__ = __add__

    def grow() -> None:
        held.grow("ann", "1", Size(4))
        held.grow("bob", "1", Size(3))

    growing = threading.Thread(target=grow, daemon=True)
    growing.start()
    growing.join(PATIENCE)
    assert not growing.is_alive()
    assert held.nbytes == 3


def test_the_end_of_a_session_is_looked_for_after_somebody_left() -> None:
    async def run() -> None:
        server = Server()

        async def receive() -> Any:
            return {"type": "websocket.disconnect"}

        async def send(message: Any) -> None:
            pass

        scope = {"type": "websocket", "path": "/_stcore/stream", "subprotocols": ["s", "x", "id"]}
        await server.door({**scope, "headers": []}, receive, send)
        while len(server.streamlit.visits) < 2:
            await asyncio.sleep(0)
        steps = ["websocket.connect", "websocket.receive", "websocket.disconnect"]
        assert server.streamlit.visits[1] == steps  # and nothing of who it was

    asyncio.run(run())
