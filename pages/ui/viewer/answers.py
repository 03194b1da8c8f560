"""Answers to the viewer's questions, as JSON: what viewer/source.js asks for, from Python.

A question is `GET answers/NAME?view=QUERY&...`: QUERY is the query string of a screen, which names
the comparison, its settings and the filter; the rest is what NAME needs. So an answer depends on no
session and on no run of the script, and is the same after a restart of the server.

While something is computed that takes long, the answer is 202 with {"what", "part"}, and the
browser asks again (ask.js); `stop=yes` stops the computing.

`POST answers/NAME` saves what saving.js sends: annotations, or judgements of a blind session.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qsl

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route, Router

from bleu_core import Comparison, InputError
from bleu_core.messages import screen
from bleu_core.text.tokenizers import TokenizerUnavailable
from pages.ui import open_comparison, segment_filter, state, store
from pages.ui.cache import Computing, is_to_stop
from pages.ui.judgements.annotator import set_asking
from pages.ui.query import parse
from pages.ui.view import View
from pages.ui.viewer import (
    annotation_answers,
    ngram_answers,
    overview_answers,
    ranking_answers,
    segment_answers,
    slice_answers,
)
from pages.ui.widgets.alert import error_sentences

# By NAME: the answer about the shown part of a comparison, given the rest of the question.
ANSWERS: dict[str, Callable[[Comparison, dict[str, str]], Any]] = {
    **ngram_answers.ANSWERS,
    **slice_answers.ANSWERS,
    **ranking_answers.ANSWERS,
    **overview_answers.ANSWERS,
    **segment_answers.ANSWERS,
    **annotation_answers.ANSWERS,
}


def give_answer(request: Request) -> Response:
    """Answer a question: 404 for an unknown one, 410 with {"problem"} where nothing is compared."""
    answer = ANSWERS.get(request.path_params["name"])
    if answer is None:
        return Response(status_code=404)
    asked = dict(request.query_params)
    view, _ = parse(dict(parse_qsl(asked.pop("view", ""))))
    set_asking(request.cookies)
    is_to_stop.set(asked.pop("stop", "") == "yes")
    with state.asked_for(view):
        try:
            comparison = compared(view)
            if comparison is None:
                return _json({"problem": screen.comparison_dropped()}, 410)
            found = answer(comparison, asked)
            return found if isinstance(found, Response) else _json(found)
        except Computing as computing:
            return _json({"what": computing.what, "part": computing.part}, 202)
        except (InputError, TokenizerUnavailable) as error:
            return _json({"problem": " ".join(error_sentences(error))}, 410)


def compared(view: View) -> Comparison | None:
    """The comparison of a view, or its filtered part if the view asks for it; None for nothing."""
    data = store.evalset(view.data)
    if data is None:
        return None
    names = open_comparison.pair_names(view, data)
    return segment_filter.part_of(store.comparison(data, view.config, *names))


# By NAME: saves what the browser sends of this kind.
SAVES = {
    "annotations": annotation_answers.save_changes,
    "judgements": annotation_answers.save_judgements,
}
# Bytes of what the browser sends at once: many long notes.
MOST_BYTES = 1_000_000


async def save_sent(request: Request) -> Response:
    """Save the changes of `POST answers/NAME`, JSON as no form of another site can send."""
    save = SAVES.get(request.path_params["name"])
    if save is None:
        return Response(status_code=404)
    if request.headers.get("content-type", "").partition(";")[0] != "application/json":
        return Response(status_code=415)
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > MOST_BYTES:
            return Response(status_code=413)
    try:
        return await run_in_threadpool(_save, save, request.cookies, json.loads(body))
    except (ValueError, KeyError, TypeError):
        return Response(status_code=400)


def _save(
    save: Callable[[View, Any], Any], cookies: dict[str, str], sent: dict[str, Any]
) -> Response:
    set_asking(cookies)
    view, _ = parse(dict(parse_qsl(sent["view"])))
    with state.asked_for(view):
        return _json(save(view, sent))


def _json(answer: Any, status: int = 200) -> Response:
    return JSONResponse(answer, status, headers={"cache-control": "no-store"})


ROUTER = Router([
    Route("/{name}", save_sent, methods=["POST"]),
    Route("/{name}", give_answer),
])  # fmt: skip
