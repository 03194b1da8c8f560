"""Logs without texts, and the health check without names of people or folders.

An exception's message may quote texts, searches or names, and logs are read, stored and shared by
others than their owners. Addresses are logged without their query.
"""

from __future__ import annotations

import logging
import sys
import threading
from collections.abc import Iterator
from functools import partial
from traceback import extract_tb
from types import TracebackType
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse

from bleu_core.common.environment import is_chosen, login_file, server_token
from bleu_core.common.version import __version__
from bleu_core.workspace import Workspace, WorkspaceError, home
from bleu_core.workspace.team.people import PeopleRegistry

ACCESS = "uvicorn.access"  # arguments: client, method, path with query, version, status
_DEEPEST = 20  # frames of one exception
_make_record = logging.getLogRecordFactory()


def hold_no_texts() -> None:
    """Make loggers and threads of this process leave out the messages of exceptions."""
    logging.setLogRecordFactory(_without_texts)
    threading.excepthook = partial(_log, "Uncaught exception in a thread")
    sys.unraisablehook = partial(_log, "Exception that cannot be raised")


_LOGGER = logging.getLogger("bleuscope")


def _log(message: str, error: Any) -> None:
    _LOGGER.error(message, exc_info=(error.exc_type, error.exc_value, error.exc_traceback))


def _without_texts(*given: Any, **more: Any) -> logging.LogRecord:
    """Return a log message with types and places instead of exceptions."""
    record = _make_record(*given, **more)
    if record.name == "asyncio" and isinstance(record.msg, str):
        record.msg = record.msg.partition("\n")[0]  # the rest is the repr of objects
    if isinstance(record.args, tuple):
        args = record.args
        record.args = tuple(_type(arg) if isinstance(arg, BaseException) else arg for arg in args)
        if record.name == ACCESS and len(record.args) > 2:
            client, method, path, *others = record.args
            record.args = (client, method, str(path).partition("?")[0], *others)
    if isinstance(record.msg, BaseException):
        record.msg, record.args = _type(record.msg), ()
    if record.exc_info and record.exc_info[1] is not None:
        told = "\n".join(_places(record.exc_info[1], record.exc_info[2]))
        record.msg, record.args = "%s\n%s", (record.getMessage(), told)
    record.exc_info = record.exc_text = None
    return record


def _type(error: BaseException) -> str:
    return f"{type(error).__module__}.{type(error).__qualname__}".removeprefix("builtins.")


def _places(error: BaseException, trace: TracebackType | None) -> Iterator[str]:
    """Return an exception's type, its place and the calls to it, the first one first."""
    before = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    if before is not None:
        yield from _places(before, before.__traceback__)
        yield "which caused"
    yield _type(error)
    frames = extract_tb(trace)
    for frame in frames[-_DEEPEST:]:
        yield f"  {frame.filename}:{frame.lineno} in {frame.name}"


NOTHING, WELL, NOT_WELL = "nothing is saved", "can be written", "cannot be written"


def health_check(request: Request) -> JSONResponse:
    """Return the version and whether data can be saved; status 503 if not."""
    state = _workspace()
    return JSONResponse(
        {"version": __version__, "workspace": state},
        status_code=503 if state == NOT_WELL else 200,
        headers={"Cache-Control": "no-store"},
    )


def _workspace() -> str:
    folder = home()
    asks_for_login = bool(login_file())
    if folder is None or not (is_chosen() or server_token() or asks_for_login):
        return NOTHING
    try:
        closed = Workspace.open(folder).closed()
        if asks_for_login:
            PeopleRegistry(folder).forget_ended()
    except WorkspaceError:
        return NOT_WELL
    return NOT_WELL if closed else WELL
