"""A request to the guards of the door as plain ASGI, and what came of it."""

import asyncio
from collections.abc import Sequence
from typing import Any

from starlette.middleware import Middleware


class Answer:
    """What came back, and what the app behind the door was given (None: it was not asked)."""

    def __init__(
        self, sent: list[dict[str, Any]], scope: dict[str, Any] | None, asked: dict[str, Any]
    ) -> None:
        self.scope, self.asked = scope, asked
        self.status = sent[0].get("status", 403 if sent[0]["type"] == "websocket.close" else 101)
        self.headers = {k.decode(): v.decode() for k, v in sent[0].get("headers", [])}
        self.body = b"".join(message.get("body", b"") for message in sent).decode()
        self.code = self.headers.get("bleuscope-code", "")  # of the message that refuses

    @property
    def origin(self) -> str | None:
        assert self.scope is not None
        found = [value.decode() for name, value in self.scope["headers"] if name == b"origin"]
        assert len(found) <= 1
        return found[0] if found else None


def knock(
    guards: Sequence[Middleware],
    path: str,
    host: str | tuple[str, ...] | None,
    kind: str = "http",
    method: str = "GET",
    client: str = "127.0.0.1",
    status: int = 200,
    **headers: str,
) -> Answer:
    """A request to an app behind these guards, which answers with `status`.

    Names of headers are written with _; several hosts are several headers.
    """
    reached: list[dict[str, Any]] = []
    sent: list[dict[str, Any]] = []

    async def app(scope: dict[str, Any], receive: Any, send: Any) -> None:
        reached.append(scope)
        if scope["type"] == "websocket":
            await send({"type": "websocket.accept"})
            return
        await send({"type": "http.response.start", "status": status, "headers": []})
        await send({"type": "http.response.body", "body": b"the app"})

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    async def receive() -> dict[str, Any]:
        return {"type": f"{kind}.connect"}

    given = [(name.replace("_", "-"), value) for name, value in headers.items()]
    given += [("host", name) for name in ((host,) if isinstance(host, str) else host or ())]
    path, _, query = path.partition("?")
    scope = {
        "type": kind,
        "method": method,
        "path": path,
        "query_string": query.encode(),
        "client": (client, 50_000),
        "headers": [(name.encode(), value.encode("latin-1")) for name, value in given],
    }
    door: Any = app
    for guard in reversed(guards):
        door = guard.cls(door, *guard.args, **guard.kwargs)
    asyncio.run(door(scope, receive, send))
    return Answer(sent, reached[0] if reached else None, scope)
