"""The file of a server with a login: its people, and shared comparisons.

It is in `BLEUSCOPE_HOME`, without any compared text; in memory if nothing is saved.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from bleu_core.common.place import SERVER
from bleu_core.workspace import backups
from bleu_core.workspace.connection import workspace_errors

# Seconds that a write waits for another one.
PATIENCE = 30.0
_in_memory = sqlite3.connect(":memory:", check_same_thread=False)
_one_at_a_time = threading.RLock()


@contextmanager
def connected(home: Path | None, tables: str) -> Iterator[sqlite3.Connection]:
    """Open a transaction that is committed at the end, or rolled back by an exception.

    `tables` are statements that create missing tables.

    Raises
    ------
    WorkspaceError
        If the disk, or SQLite, refuses.
    """
    if home is None:
        with _one_at_a_time, _in_memory:
            _in_memory.executescript(tables)
            yield _in_memory
        return
    path = home / SERVER
    with workspace_errors(path, PATIENCE):
        home.mkdir(parents=True, exist_ok=True, mode=0o700)
        if not path.exists():
            with suppress(FileExistsError):  # another process was first
                backups.new_file(path)
        with closing(sqlite3.connect(path, PATIENCE)) as connection:
            connection.execute("PRAGMA foreign_keys = ON")
            connection.execute("PRAGMA secure_delete = ON")
            connection.executescript(tables)
            with connection:
                yield connection
