"""What the command palette finds on every screen: the lessons and the glossary, as JSON.

It is the same for everybody, and fetched when somebody first opens the palette, so that no first
load waits for it.
"""

from __future__ import annotations

from functools import cache

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from bleu_core.teaching.lessons import all_lessons
from bleu_core.text import glossary

PATH = "/palette.json"


async def give_help(request: Request) -> Response:
    """Answer with lessons (name, title) in order and entries (name, term, other names)."""
    return JSONResponse(_help())


@cache
def _help() -> dict[str, list[list[str]]]:
    lessons = [[one.name, one.title] for one in all_lessons().values()]
    terms = [[one.name, one.term, ", ".join(one.also)] for one in glossary.entries()]
    return {"lessons": lessons, "glossary": terms}
