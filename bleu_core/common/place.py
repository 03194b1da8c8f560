"""Where the workspace is: the user's data directory, `BLEUSCOPE_HOME`, or nowhere; whose it is."""

from __future__ import annotations

import os
from pathlib import Path

from platformdirs import user_data_path

VARIABLE = "BLEUSCOPE_HOME"
OFF = "off"
TOKEN = "BLEUSCOPE_TOKEN"
CLASS = "BLEUSCOPE_CLASS"
LOGIN = "BLEUSCOPE_LOGIN"
# What a server with a login has there: who has been here and what is shared; a folder each for
# people, and for what they share.
SERVER, PEOPLE, SHARED = "server.sqlite", "people", "shared"


def home() -> Path | None:
    """The folder of the workspace; None where nothing is to be kept.

    Notes
    -----
    `BLEUSCOPE_HOME=off` is for a class or a public server, where what one
    visitor compares is nobody else's business. To keep things in a folder
    called "off", write `./off`. Where a class is let in, it is off whatever the variable says.
    """
    said = os.environ.get(VARIABLE, "").strip()
    if said.lower() == OFF or is_class():
        return None
    # Unlike Path's, it leaves "~nobody" as it is.
    return Path(os.path.expanduser(said)) if said else user_data_path("bleuscope", appauthor=False)


def is_chosen() -> bool:
    """Whoever started this has said by `BLEUSCOPE_HOME` where things are kept."""
    return bool(os.environ.get(VARIABLE, "").strip())


def server_token() -> str:
    """What a server asks of everybody, as `BLEUSCOPE_TOKEN` tells it; "" where it asks nothing."""
    return os.environ.get(TOKEN, "").strip()


def login_file() -> str:
    """The path of what a server asks a login by; "" where it asks nobody (`BLEUSCOPE_LOGIN`)."""
    return os.environ.get(LOGIN, "").strip()


def is_class() -> bool:
    """Whether this server is for a class (`BLEUSCOPE_CLASS`): then it has no workspace."""
    return bool(os.environ.get(CLASS, "").strip())
