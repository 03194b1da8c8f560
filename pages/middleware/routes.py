"""The routes besides Streamlit's: help for the header, and the answers of a class."""

from __future__ import annotations

from dataclasses import asdict
from functools import cache
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from bleu_core.teaching.answers_file import Facts, answers_csv
from bleu_core.teaching.lessons import all_lessons
from bleu_core.teaching.room import TEACHER, Room
from bleu_core.text import glossary

ANSWERS = "/answers.csv"


def routes(room: Room | None, facts: Facts) -> list[Route]:
    """The routes of the app, or of a class; `facts` computes those of a lesson."""

    def give_answers(request: Request) -> Response:
        """The teacher's file. A download of Streamlit would be gone when any page is refreshed."""
        if room is None or room.visitor(request.cookies) != TEACHER:
            return Response(status_code=403)
        headers = {"content-disposition": 'attachment; filename="answers.csv"'}
        return Response(answers_csv(room, facts), media_type="text/csv", headers=headers)

    return [Route(ANSWERS, give_answers) if room else Route("/help.json", give_help)]


async def give_help(request: Request) -> Response:
    """Lessons (name, title) in order, and the glossary: fetched when somebody first asks."""
    return JSONResponse(_help())


@cache
def _help() -> dict[str, list[Any]]:
    lessons = [[lesson.name, lesson.title] for lesson in all_lessons().values()]
    return {"lessons": lessons, "glossary": [asdict(entry) for entry in glossary.entries()]}
