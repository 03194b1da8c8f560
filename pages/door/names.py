"""The names that the server goes by, whoever starts it."""

from __future__ import annotations

import os

from streamlit import config

from bleu_core.workspace.team.login_file import Login

OPTION, VARIABLE = "server.allowedHosts", "STREAMLIT_SERVER_ALLOWED_HOSTS"
# As Streamlit says where an option comes from that its own command was given.
GIVEN = "command-line argument or environment variable"


def answer_to(login: Login | None) -> list[str]:
    """The names that this server goes by: Streamlit's setting, and what people open to log in.

    Streamlit's command reads settings from the environment; under another ASGI server
    (`uvicorn app:app`) nobody does. Streamlit itself looks at what is set here, too.
    """
    names: list[str] = list(config.get_option(OPTION) or [])
    said = os.environ.get(VARIABLE, "").split()
    if said and config.get_where_defined(OPTION) != GIVEN:
        names = said
    if login and login.host not in names:
        names = [*names, login.host]
    config.set_option(OPTION, names)
    return names
