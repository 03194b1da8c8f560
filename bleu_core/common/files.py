"""Files that a full disk or a kill leaves as they were, and who else can use a file."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from uuid import uuid4


def can_others(rights: int, status: os.stat_result) -> bool:
    """Whether accounts other than this one and root own a file, or have any of these rights to it.

    On Windows, which has no such rights, no other account can.
    """
    if os.name != "posix":
        return False
    return status.st_uid not in (0, os.geteuid()) or bool(status.st_mode & rights & 0o077)


def replace_file(path: Path, data: bytes) -> None:
    """Write a file beside the path, then rename it; a link stays, as do the rights of the file.

    What is not a regular file, such as a pipe, is written to. A file that this user may not write
    is not replaced: OSError.
    """
    target = Path(os.path.realpath(path))  # a link to itself is replaced, in any version of Python
    if target.exists() and not target.is_file():
        target.write_bytes(data)
        return
    part = target.with_name(f".{uuid4().hex}.part")
    try:
        if target.exists():
            target.open("ab").close()  # a rename needs no right to write it
            part.touch(0o600)  # nobody may open it before it has the rights of the file
            shutil.copymode(target, part)
        part.write_bytes(data)
        part.replace(target)
    finally:
        part.unlink(missing_ok=True)
