"""What is added to the page: only in pages, whole, and never an old copy."""

import asyncio
from typing import Any

import pytest

from pages.middleware.first_paint import ADDRESS, FirstPaint

ACCEPTS = {"page": (b"accept", b"text/html,*/*;q=0.8"), "script": (b"accept", b"*/*")}


def answer(kind: str, accept: str, *bodies: bytes) -> tuple[dict[str, Any], bytes, list[bytes]]:
    """Return the start and the body of an answer, and the names of the headers that were asked."""
    asked: list[bytes] = []
    sent: list[Any] = []

    async def app(scope, receive, send) -> None:
        asked.extend(name for name, _ in scope["headers"])
        length = str(sum(map(len, bodies))).encode()
        headers = [(b"content-type", kind.encode()), (b"content-length", length), (b"etag", b"x")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        for i, body in enumerate(bodies):
            more = i < len(bodies) - 1
            await send({"type": "http.response.body", "body": body, "more_body": more})

    async def receive() -> None:
        raise AssertionError

    async def send(message) -> None:
        sent.append(message)

    headers = [ACCEPTS[accept], (b"accept-encoding", b"gzip"), (b"if-none-match", b"x")]
    scope = {"type": "http", "method": "GET", "headers": headers}
    asyncio.run(FirstPaint(app, "p{}")(scope, receive, send))
    start, *pieces = sent
    return start, b"".join(piece["body"] for piece in pieces), asked


def test_a_page_has_the_style_sheet_at_the_start_of_its_body() -> None:
    start, body, asked = answer("text/html; charset=utf-8", "page", b"<html><bo", b"dy>x</html>")
    added = f"<style>p{{}}</style><script>{ADDRESS}</script>"
    assert body.decode() == f"<html><body>{added}x</html>"
    headers = dict(start["headers"])
    assert headers[b"content-length"] == str(len(body)).encode()
    assert b"etag" not in headers
    assert asked == [b"accept"]


@pytest.mark.parametrize(("kind", "accept"), [("text/csv", "page"), ("text/html", "script")])
def test_nothing_else_is_changed(kind: str, accept: str) -> None:
    start, body, _ = answer(kind, accept, b"<body>", b"x")
    assert body == b"<body>x"
    assert dict(start["headers"])[b"etag"] == b"x"
