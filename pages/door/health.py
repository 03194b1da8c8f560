"""The health check, without names of people or folders."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import JSONResponse

from bleu_core.common.place import is_chosen, login_file, server_token
from bleu_core.common.version import __version__
from bleu_core.workspace import Workspace, WorkspaceError, home
from bleu_core.workspace.team.people import People

NOTHING, WELL, NOT_WELL = "nothing is kept", "can be written", "cannot be written"


def health(request: Request) -> JSONResponse:
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
            People(folder).forget_ended()
    except WorkspaceError:
        return NOT_WELL
    return NOT_WELL if closed else WELL
