"""The routes besides Streamlit's: help for the header, and the answers of the screens."""

from __future__ import annotations

from dataclasses import asdict
from functools import cache
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import BaseRoute, Mount, Route

from bleu_core.text import glossary
from pages.middleware.asgi import Receive, Scope, Send
from pages.middleware.loading import screens


def routes() -> list[BaseRoute]:
    """The routes of the app."""
    return [Route("/help.json", give_help), Mount("/answers", answer)]


async def answer(scope: Scope, receive: Receive, send: Send) -> None:
    """ASGI app: answer what a view asks, once the screens are loaded."""
    loaded = await screens()
    await loaded.answers.ROUTER(scope, receive, send)


def give_help(_: Request) -> JSONResponse:
    """Lessons (name, title) in order, and the glossary: fetched when somebody first asks."""
    return JSONResponse(_help())


@cache
def _help() -> dict[str, list[Any]]:
    from bleu_core.teaching.lessons import all_lessons  # the screens load it after the start

    lessons = [[lesson.name, lesson.title] for lesson in all_lessons().values()]
    return {"lessons": lessons, "glossary": [asdict(entry) for entry in glossary.entries()]}
