"""The host names of the server, whichever way it is started."""

from __future__ import annotations

import os

from streamlit import config

from bleu_core.workspace.team.login_file import Login

OPTION, VARIABLE = "server.allowedHosts", "STREAMLIT_SERVER_ALLOWED_HOSTS"
# Streamlit's own description of options of its command.
GIVEN = "command-line argument or environment variable"


def answer_to(login: Login | None) -> list[str]:
    """Set the host names of this server: Streamlit's setting and the login's address.

    Streamlit's command reads settings from the environment; another ASGI server (`uvicorn app:app`)
    does not. Streamlit itself uses the setting, too.
    """
    names: list[str] = list(config.get_option(OPTION) or [])
    said = os.environ.get(VARIABLE, "").split()
    if said and config.get_where_defined(OPTION) != GIVEN:
        names = said
    if login and login.host not in names:
        names = [*names, login.host]
    config.set_option(OPTION, names)
    return names
