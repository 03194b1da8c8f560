"""What of a home goes into an archive, and under which names: nothing else is taken or put back.

Left out are the backups, what was put aside, what is half written, and the secret that signs
the cookies of a login: who was logged in logs in anew where an archive was put back.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from bleu_core import datasets
from bleu_core.common.place import PEOPLE, SERVER, SHARED
from bleu_core.common.version import __version__
from bleu_core.messages import workspace as messages
from bleu_core.workspace import backups
from bleu_core.workspace.database import NAME

MANIFEST = "manifest.json"
FORM = 1
_OWNER = rf"(?:(?:{PEOPLE}|{SHARED})/[\w-]{{8,64}}/)?"
_DATABASE = re.compile(rf"{SERVER}|{_OWNER}{NAME}", re.ASCII)
# What was counted of data sets: no name begins with a dot, and none is a half-written file's.
_COUNTED = re.compile(
    rf"{_OWNER}{datasets.FOLDER}/(?:jobs/\w{{64}}|(?:statistics|ngrams)/\w\w)/[\w-]+\.(?:json|parquet)",
    re.ASCII,
)
_SHA256 = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True)
class Entry:
    """A file of an archive: its name below the home, bytes, and SHA-256 in hexadecimal digits."""

    name: str
    size: int
    sha256: str


def is_database(name: str) -> bool:
    """Whether a name is that of an SQLite file of a home."""
    return _DATABASE.fullmatch(name) is not None


def is_known(name: str) -> bool:
    """Whether a file of a home has such a name; if so, it leads to nowhere else."""
    return is_database(name) or _COUNTED.fullmatch(name) is not None


def files(home: Path) -> list[str]:
    """The files of a home that an archive has, in the order in which they are to be copied.

    What speaks of a folder or a file comes before it: what comes to be meanwhile is then
    in the archive without being spoken of, which does no harm.
    """
    found = {path.relative_to(home).as_posix(): path for path in _candidates(home)}
    names = [name for name, path in found.items() if is_known(name) and _is_plain(path, home)]
    return sorted(names, key=lambda name: (_rank(name), name))


def parts(home: Path) -> list[Path]:
    """What stands in a home and belongs to what is kept there, with the logs and backups of it."""
    names = [SERVER, NAME, PEOPLE, SHARED, datasets.FOLDER, backups.FOLDER]
    logs = [f"{name}{end}" for name in (SERVER, NAME) for end in ("-wal", "-shm", "-journal")]
    return [home / name for name in (*names, *logs) if (home / name).exists()]


def manifest(entries: list[Entry], made: str) -> str:
    """What an archive says of itself, as JSON."""
    said = {"bleuscope": __version__, "form": FORM, "made": made}
    return json.dumps(said | {"files": [asdict(entry) for entry in entries]}, indent=0)


def entries_of(said: Any) -> list[Entry]:
    """The files that a manifest names.

    Raises
    ------
    ValueError
        If it is no manifest of this version; its message says why.
    """
    if not isinstance(said, dict) or not isinstance(said.get("files"), list):
        raise ValueError(messages.archive_list_unreadable())
    if said.get("form") != FORM:
        raise ValueError(messages.archive_newer())
    entries = [_entry(one) for one in said["files"]]
    if len({entry.name.lower() for entry in entries}) < len(entries):
        raise ValueError(messages.archive_list_twice())
    return entries


def _entry(said: Any) -> Entry:
    match said:
        case {"name": str(name), "size": int(size), "sha256": str(digest)} if (
            is_known(name) and size >= 0 and _SHA256.fullmatch(digest)
        ):
            return Entry(name, size, digest)
    raise ValueError(messages.archive_list_unknown())


def _candidates(home: Path) -> Iterator[Path]:
    yield home / SERVER
    for owner in (home, *(home / PEOPLE).glob("*"), *(home / SHARED).glob("*")):
        yield owner / NAME
        yield from (owner / datasets.FOLDER).glob("*/*/*")


def _is_plain(path: Path, home: Path) -> bool:
    """A file that lies in the home itself: what a link leads to is somebody else's."""
    below = [path, *path.parents]
    own = below[: below.index(home)]
    return path.is_file() and not any(one.is_symlink() for one in own)


def _rank(name: str) -> int:
    if name == SERVER:
        return 0
    if is_database(name):
        return 1
    return 2 if name.endswith(".json") else 3
