"""Files that are there whole or not at all, and what keeps a folder from being written."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from uuid import uuid4

from bleu_core.messages import Message, dataset

_FULL = (errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC), errno.EFBIG)


class FolderError(ValueError):
    """Statistics cannot be kept where they are to be; its message says what to do."""


@contextmanager
def written(path: Path) -> Iterator[Path]:
    """Where to write what is to be at a path; at the end it is renamed.

    What breaks off leaves nothing under the name of the path. What was left of an earlier attempt,
    whose process was killed, goes once the file is there.

    Raises
    ------
    FolderError
        If the disk is full, or the folder cannot be written.
    """
    temporary = path.with_name(f"{path.name}.{uuid4().hex}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        yield temporary
        _rename(temporary, path)
        for left in path.parent.glob(f"{path.name}.*"):
            left.unlink(missing_ok=True)
    except OSError as error:
        raise FolderError(_message(error, path)) from error
    finally:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)


def _rename(temporary: Path, path: Path) -> None:
    try:
        os.replace(temporary, path)
    except FileNotFoundError:
        # Somebody who wrote the same was first, and took this for a thing left over.
        if not path.exists():
            raise


def _message(error: OSError, path: Path) -> Message:
    reason = os.strerror(error.errno) if error.errno else str(error)
    if error.errno in _FULL:
        return dataset.disk_full(str(path.parent), reason)
    return dataset.folder_not_written(str(path.parent), reason)
