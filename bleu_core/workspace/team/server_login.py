"""The login of this server, from the file named by the environment variable `BLEUSCOPE_LOGIN`."""

from __future__ import annotations

import os
import secrets
from contextlib import suppress
from dataclasses import replace
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from bleu_core.common.place import home, is_class, login_file
from bleu_core.messages import login as messages
from bleu_core.text.streams import InputError
from bleu_core.workspace.team.login_file import MOST_BYTES, Login, read_login
from bleu_core.workspace.team.people import People

PRIVATE_FOLDER = 0o700
SECRET_FILE = "cookie-secret"
# Packages of Streamlit's login (its extra "auth").
NEEDED = ("authlib", "httpx", "itsdangerous")


class LoginError(ValueError):
    """The login file is invalid; `problems` has a message for each fault."""

    def __init__(self, *problems: str) -> None:
        super().__init__("\n".join(problems))
        self.problems = list(problems)


def server_login() -> Login | None:
    """Return the login settings of this server; None if it has no login.

    Raises
    ------
    LoginError
        If the file cannot be read or is invalid, or packages are missing.
    """
    path = login_file()
    return _read_settings(path, is_class()) if path else None


def people() -> People:
    """Return the people of this server."""
    return People(home())


def for_streamlit(login: Login) -> dict[str, Any]:
    """Return the settings of Streamlit's login, `[auth]` in its secrets."""
    return {
        "redirect_uri": f"{login.address}/oauth2callback",
        "cookie_secret": login.cookie_secret,
        "client_id": login.client_id,
        "client_secret": login.client_secret,
        "server_metadata_url": login.provider,
    }


@cache
def _read_settings(path: str, is_for_class: bool) -> Login:
    if is_for_class:
        raise LoginError(messages.not_for_class())
    missing = [name for name in NEEDED if find_spec(name) is None]
    if missing:
        raise LoginError(messages.packages_missing(missing))
    try:
        with Path(path).expanduser().open("rb") as file:
            login = read_login(file.read(MOST_BYTES + 1), path)
    except OSError as error:
        raise LoginError(messages.unreadable(path, error.strerror or str(error))) from None
    except InputError as error:
        raise LoginError(*error.problems) from None
    return login if login.cookie_secret else replace(login, cookie_secret=_saved_secret(home()))


def _saved_secret(folder: Path | None) -> str:
    """Return a secret that is created once; at each start if nothing is saved."""
    new = secrets.token_urlsafe(48)
    if folder is None:
        return new
    path = folder / SECRET_FILE
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=PRIVATE_FOLDER)
        with suppress(FileExistsError):
            _write_once(path, new)
        secret = path.read_text("ascii").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise LoginError(messages.secret_unusable(str(path), str(error))) from None
    if len(secret) < len(new):
        raise LoginError(messages.secret_damaged(str(path)))
    return secret


def _write_once(path: Path, text: str) -> None:
    """Write a file that is complete and private from the first moment on."""
    draft = path.with_name(f"{path.name}-{secrets.token_hex(8)}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(descriptor, "w") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.link(draft, path)
    finally:
        draft.unlink()
