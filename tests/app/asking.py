"""Questions of the viewer's scripts, as the server answers them."""

import json
from typing import Any
from urllib.parse import urlencode

from starlette.requests import Request

from pages.ui.viewer.answers import give_answer


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
    answer = give_answer(Request(scope))
    return answer.status_code, json.loads(answer.body) if answer.body else None
