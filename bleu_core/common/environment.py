"""Environment variables of BLEUscope, and the workspace's folder.

`BLEUSCOPE_HOME` sets the folder, or turns the workspace off.
"""

from __future__ import annotations

import hmac
import os
from pathlib import Path

from platformdirs import user_data_path

HOME_VARIABLE = "BLEUSCOPE_HOME"
OFF = "off"
CONFIG_FILE = "config.toml"
TOKEN_VARIABLE = "BLEUSCOPE_TOKEN"
PROOF_VARIABLE = "BLEUSCOPE_PROOF"
CLASS_VARIABLE = "BLEUSCOPE_CLASS"


def home() -> Path | None:
    """The folder of the workspace; None if nothing is to be saved.

    `BLEUSCOPE_HOME=off` is for a public server, where one visitor's comparisons must not be visible
    to others (for a folder called "off", write `./off`). A class server never has a workspace.
    """
    value = os.environ.get(HOME_VARIABLE, "").strip()
    if value.lower() == OFF or is_class():
        return None
    if value:
        # Unlike Path.expanduser, it leaves "~nobody" unchanged.
        return Path(os.path.expanduser(value))
    return user_data_path("bleuscope", appauthor=False)


def is_class() -> bool:
    """Whether this is the server of a class (`BLEUSCOPE_CLASS`)."""
    return bool(os.environ.get(CLASS_VARIABLE, "").strip())


def config_file() -> Path | None:
    """The user's configuration, in the folder of the workspace; None if there is no such folder.

    No program of BLEUscope writes it: it may name commands to run.
    """
    folder = home()
    return folder / CONFIG_FILE if folder else None


def is_chosen() -> bool:
    """Whether `BLEUSCOPE_HOME` is set."""
    return bool(os.environ.get(HOME_VARIABLE, "").strip())


def server_token() -> str:
    """The access token that a server requires (`BLEUSCOPE_TOKEN`); "" if none."""
    return os.environ.get(TOKEN_VARIABLE, "").strip()


def proof_key() -> str:
    """What a server that a command started proves itself with (`BLEUSCOPE_PROOF`); "" if none."""
    return os.environ.get(PROOF_VARIABLE, "")


def server_proof(key: str, nonce: str) -> str:
    """The proof that a server knows its key, for whoever sent a number of theirs."""
    return hmac.new(key.encode(), nonce.encode(), "sha256").hexdigest()
