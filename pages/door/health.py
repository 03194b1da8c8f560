"""Whether all is well, for what watches over a server: it is told of nobody and of no folder."""

from __future__ import annotations

import os

from starlette.requests import Request
from starlette.responses import JSONResponse

from bleu_core.team.server_file import NAME
from bleu_core.version import __version__
from bleu_core.workspace import Workspace, WorkspaceError, home
from bleu_core.workspace.place import LOGIN, is_chosen, server_token


def health(request: Request) -> JSONResponse:
    """The version, and whether what is said and compared can be kept; 503 where it cannot."""
    state = _workspace()
    status = 503 if state == "cannot be written" else 200
    return JSONResponse(
        {"version": __version__, "workspace": state},
        status_code=status,
        headers={"Cache-Control": "no-store"},
    )


def _workspace() -> str:
    folder = home()
    is_asked = bool(os.environ.get(LOGIN, "").strip())
    if folder is None or not (is_chosen() or server_token() or is_asked):
        return "nothing is kept"
    try:
        workspace = Workspace.open(folder)
        register = folder / NAME
        can_register = not is_asked or not register.exists() or os.access(register, os.W_OK)
        return "can be written" if can_register and not workspace.closed() else "cannot be written"
    except WorkspaceError:
        return "cannot be written"
