"""The app's access token, saved in the workspace, so that open tabs survive a restart."""

from __future__ import annotations

import os
import re
import secrets
from contextlib import suppress
from pathlib import Path

FILE = "token"
_TOKEN = re.compile(r"[A-Za-z0-9_-]{43}\n?", re.ASCII)


def saved_token(folder: Path | None) -> str:
    """The saved token of a workspace; a new one if there is none, or others can access it."""
    new = secrets.token_urlsafe(32)
    if folder is None:
        return new
    path = folder / FILE
    with suppress(OSError):
        if token := _private_token(path):
            return token
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        _write(path, new)
    return new


def _private_token(path: Path) -> str:
    """The token in a file that only the owner of this process can read; '' if it has none."""
    try:
        # A link could lead to a file of somebody else, whose permissions are no statement of ours.
        file = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0))
    except OSError:
        return ""
    with open(file, encoding="ascii", errors="replace") as opened:
        status = os.fstat(file)
        if os.name == "posix" and (status.st_uid != os.geteuid() or status.st_mode & 0o077):
            return ""
        text = opened.read(100)
    return text.strip() if _TOKEN.fullmatch(text) else ""


def _write(path: Path, token: str) -> None:
    """Replace the file by one that is complete and private from the first moment on."""
    draft = path.with_name(f"{path.name}-{secrets.token_hex(8)}")
    try:
        with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(token + "\n")
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)
