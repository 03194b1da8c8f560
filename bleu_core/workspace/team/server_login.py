"""The login of this server, which its environment names: `BLEUSCOPE_LOGIN`, the path of a file.

Any ASGI server (`uvicorn app:app`) asks for it by the same variable.
"""

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
# What Streamlit's own login is made of (its extra "auth").
NEEDED = ("authlib", "httpx", "itsdangerous")


class LoginError(ValueError):
    """What stands in the environment cannot be a login; `problems` has a message for each fault."""

    def __init__(self, *problems: str) -> None:
        super().__init__("\n".join(problems))
        self.problems = list(problems)


def server_login() -> Login | None:
    """What this server asks a login by; None where it asks nobody.

    Raises
    ------
    LoginError
        Where the file cannot be read, says what cannot be, or packages are missing.
    """
    told = login_file()
    return _read(told, is_class()) if told else None


def people() -> People:
    """Who has logged in on this server."""
    return People(home())


def for_streamlit(login: Login) -> dict[str, Any]:
    """What Streamlit's own login is told, as `[auth]` in its secrets."""
    return {
        "redirect_uri": f"{login.address}/oauth2callback",
        "cookie_secret": login.cookie_secret,
        "client_id": login.client_id,
        "client_secret": login.client_secret,
        "server_metadata_url": login.provider,
    }


@cache
def _read(told: str, is_for_class: bool) -> Login:
    if is_for_class:
        raise LoginError(messages.not_for_class())
    missing = [name for name in NEEDED if find_spec(name) is None]
    if missing:
        raise LoginError(messages.packages_missing(missing))
    try:
        with Path(told).expanduser().open("rb") as file:
            login = read_login(file.read(MOST_BYTES + 1), told)
    except OSError as error:
        raise LoginError(messages.unreadable(told, error.strerror or str(error))) from None
    except InputError as error:
        raise LoginError(*error.problems) from None
    return login if login.cookie_secret else replace(login, cookie_secret=_kept_secret(home()))


def _kept_secret(folder: Path | None) -> str:
    """A secret that is made once; for this start alone where nothing is kept."""
    new = secrets.token_urlsafe(48)
    if folder is None:
        return new
    path = folder / SECRET_FILE
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=PRIVATE_FOLDER)
        with suppress(FileExistsError):
            _write_once(path, new)
        kept = path.read_text("ascii").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise LoginError(messages.secret_unusable(str(path), str(error))) from None
    if len(kept) < len(new):
        raise LoginError(messages.secret_damaged(str(path)))
    return kept


def _write_once(path: Path, text: str) -> None:
    """Under its name it is whole, and only its owner's to read, from the first moment on."""
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
