"""Questions of the viewer's scripts, and what they send, as the server answers them."""

import asyncio
import json
from contextvars import copy_context
from typing import Any
from urllib.parse import urlencode

from starlette.requests import Request

from pages.ui.viewer.answers import give_answer, save_sent


def ask(name: str, view: str = "", cookie: str = "", **more: str) -> tuple[int, Any]:
    """The status of an answer, and its JSON; `view` is the query string of a screen."""
    scope = {
        "type": "http",
        "method": "GET",
        "path": f"/answers/{name}",
        "path_params": {"name": name},
        "query_string": urlencode({"view": view, **more}).encode(),
        "headers": [(b"cookie", cookie.encode())],
    }
    answer = copy_context().run(give_answer, Request(scope))  # as in a thread of its own
    return answer.status_code, json.loads(answer.body) if answer.body else None


def send(sent: Any, kind: str = "application/json", name: str = "annotations") -> tuple[int, Any]:
    """The status of the answer to what is sent to be saved, and its JSON."""
    body = sent if isinstance(sent, bytes) else json.dumps({"view": "", **sent}).encode()
    scope = {
        "type": "http",
        "method": "POST",
        "path_params": {"name": name},
        "headers": [(b"content-type", kind.encode())],
    }

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": body}

    answer = asyncio.run(save_sent(Request(scope, receive)))
    return answer.status_code, json.loads(answer.body) if answer.body else None


def answered(name: str, view: str = "", cookie: str = "", **more: str) -> Any:
    """The JSON of an answer that may take long."""
    while (told := ask(name, view, cookie, **more))[0] == 202:
        pass
    assert told[0] == 200, told
    return told[1]
