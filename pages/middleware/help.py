"""The lessons and the glossary, as JSON, for the header of every screen.

They are the same for everybody, and fetched when somebody first searches or opens an entry, so that
no first load waits for them.
"""

from __future__ import annotations

from dataclasses import asdict
from functools import cache
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from bleu_core.teaching.lessons import all_lessons
from bleu_core.text import glossary

PATH = "/help.json"


async def give_help(request: Request) -> Response:
    """Answer with lessons (name, title) in order and all entries."""
    return JSONResponse(_help())


@cache
def _help() -> dict[str, list[Any]]:
    lessons = [[one.name, one.title] for one in all_lessons().values()]
    return {"lessons": lessons, "glossary": [asdict(entry) for entry in glossary.entries()]}
