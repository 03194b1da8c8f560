"""Users of a server with a login, their workspaces, and the file with their names.

Annotations identify their annotator by name only, so two users never have the same one. The file is
in `BLEUSCOPE_HOME` and has no compared texts; if nothing is saved, it is in memory.
"""

from __future__ import annotations

import sqlite3
import threading
import time
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, closing, contextmanager, suppress
from dataclasses import dataclass, replace
from hashlib import sha256
from itertools import count
from pathlib import Path

from bleu_core.common.environment import PEOPLE_FOLDER, SERVER_FILE, SHARED_FOLDER
from bleu_core.workspace import backups
from bleu_core.workspace.annotations import normalize_name
from bleu_core.workspace.connection import workspace_errors
from bleu_core.workspace.label_types import LONGEST_NAME


@dataclass(frozen=True)
class Person:
    """A user, as identified by the login provider."""

    # The provider, and its identifier of the person. Together they are unique and never
    # change (OpenID Connect Core 1.0, 5.7); names and addresses may.
    issuer: str
    subject: str
    name: str  # as shown with the person's annotations
    email: str = ""

    @property
    def id(self) -> str:
        """Return the name of the user's folder: 128 bits that reveal nothing.

        >>> Person("https://login.example.org", "4711", "Ann").id
        'f0d18d48c61f2aa8264db2d0ef259729'
        """
        identity = f"{len(self.issuer)}:{self.issuer}:{self.subject}"
        return sha256(identity.encode()).hexdigest()[:32]


def own_folder(home: Path, person: Person) -> Path:
    """Return the folder of a user's own workspace."""
    return home / PEOPLE_FOLDER / person.id


def shared_folder(home: Path, share: str) -> Path:
    """Return the folder of a shared comparison, by its id."""
    return home / SHARED_FOLDER / share


# Seconds that a write waits for another one.
SERVER_PATIENCE = 30.0
_in_memory = sqlite3.connect(":memory:", check_same_thread=False)
_one_at_a_time = threading.RLock()


@contextmanager
def server_transaction(home: Path | None, tables: str) -> Iterator[sqlite3.Connection]:
    """Open a transaction; `tables` are statements that create missing tables."""
    if home is None:
        with _one_at_a_time, _in_memory:
            _in_memory.executescript(tables)
            yield _in_memory
        return
    path = home / SERVER_FILE
    with workspace_errors(path, SERVER_PATIENCE):
        home.mkdir(parents=True, exist_ok=True, mode=0o700)
        if not path.exists():
            with suppress(FileExistsError):  # another process was first
                backups.new_file(path)
        with closing(sqlite3.connect(path, SERVER_PATIENCE)) as db:
            db.execute("PRAGMA foreign_keys = ON")
            db.execute("PRAGMA secure_delete = ON")
            db.executescript(tables)
            with db:
                yield db


DEFAULT_NAME = "Anonymous"
# Zero-width characters that join letters, which some scripts need.
_JOINERS = "\u200c\u200d"
_TABLES = """
CREATE TABLE IF NOT EXISTS people (
    id TEXT PRIMARY KEY,
    issuer TEXT NOT NULL,
    subject TEXT NOT NULL,
    name TEXT NOT NULL,
    likeness TEXT NOT NULL UNIQUE,
    email TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS ended_logins (
    login TEXT PRIMARY KEY,
    until REAL NOT NULL
);
"""


@dataclass(frozen=True)
class _CachedPeople:
    """The contents and the state of a file; cached, as every request needs them."""

    state: tuple[int, ...]
    names: Mapping[str, str]  # by Person.id
    ended: frozenset[str]


_known: dict[Path, _CachedPeople] = {}
_reading = threading.Lock()


@dataclass(frozen=True)
class PeopleRegistry:
    """The users of a server, in a file in its home; in memory if that is None."""

    home: Path | None

    def named(self, person: Person) -> Person:
        """Return the user with their unique name on this server, which never changes.

        The first person of a name has it; others get their e-mail address, or a number, added.
        """
        name = self._read().names.get(person.id) or self._entered(person)
        return replace(person, name=name)

    def names_of_others(self, person: Person, names: Iterable[str]) -> list[str]:
        """Return the given names that belong to other users, or look like theirs."""
        known = self._read().names.items()
        others = {_likeness(name) for user, name in known if user != person.id}
        return [name for name in names if _likeness(name) in others]

    def end(self, login: str, until: float) -> None:
        """End a login by its key until it expires, although a cookie of it may still exist."""
        self.forget_ended()
        with self._writing() as db:
            db.execute("REPLACE INTO ended_logins VALUES (?, ?)", (login, until))

    def forget_ended(self) -> None:
        """Delete ended logins that would have expired by now."""
        with self._writing() as db:
            db.execute("DELETE FROM ended_logins WHERE until < ?", (time.time(),))

    def has_ended(self, login: str) -> bool:
        return login in self._read().ended

    def _read(self) -> _CachedPeople:
        with _reading:
            state = self._state()
            known = _known.get(self.home) if self.home else None
            if known is None or not state or known.state != state:
                with self._connected() as db:
                    names = dict(db.execute("SELECT id, name FROM people"))
                    ended = db.execute("SELECT login FROM ended_logins")
                    known = _CachedPeople(state, names, frozenset(login for (login,) in ended))
                if self.home:
                    _known[self.home] = known
            return known

    def _state(self) -> tuple[int, ...]:
        """Return a value that differs after each write; () if there is no file."""
        with suppress(FileNotFoundError):
            now = (self.home or Path("nowhere")).joinpath(SERVER_FILE).stat()
            return now.st_dev, now.st_ino, now.st_size, now.st_mtime_ns
        return ()

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """Open a transaction, after which the cache is discarded."""
        with _reading, self._connected() as db:
            db.execute("BEGIN IMMEDIATE")
            yield db
            if self.home:
                _known.pop(self.home, None)

    def _entered(self, person: Person) -> str:
        with self._writing() as db:
            rows = db.execute("SELECT id, likeness, name FROM people").fetchall()
            taken = {likeness for _, likeness, _ in rows}
            known = {id_: name for id_, _, name in rows}
            if person.id in known:  # from another window, a moment ago
                return str(known[person.id])
            name = next(name for name in _names(person) if _likeness(name) not in taken)
            db.execute(
                "INSERT INTO people VALUES (?, ?, ?, ?, ?, ?)",
                (person.id, person.issuer, person.subject, name, _likeness(name), person.email),
            )
        return name

    def _connected(self) -> AbstractContextManager[sqlite3.Connection]:
        return server_transaction(self.home, _TABLES)


def _names(person: Person) -> Iterator[str]:
    """Iterate over possible names of a user, the best first."""
    name = _readable(person.name) or _readable(person.email) or DEFAULT_NAME
    yield name[:LONGEST_NAME].strip()
    email = _readable(person.email)
    if email:
        yield _with(name, email)
    for number in count(2):
        yield _with(name, str(number))


def _with(name: str, more: str) -> str:
    """Add a suffix in parentheses to a name, within the maximum length."""
    end = f" ({more[: LONGEST_NAME // 2]})"
    return f"{name[: LONGEST_NAME - len(end)].strip()}{end}"


def _readable(text: str) -> str:
    """Remove invisible characters, and those that change the direction of text."""
    visible = (
        " " if sign.isspace() else sign
        for sign in text
        if sign.isspace() or sign in _JOINERS or not unicodedata.category(sign).startswith("C")
    )
    return normalize_name("".join(visible))


def _likeness(name: str) -> str:
    """Return a key that is equal for names that look alike."""
    seen = "".join(sign for sign in name if sign not in _JOINERS)
    return normalize_name(unicodedata.normalize("NFKC", seen)).casefold()
