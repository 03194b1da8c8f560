"""What is shared by link: copies of comparisons, and who may open them.

Sharing copies: what is shared is a workspace of its own with one comparison in it, so that whoever
opens it sees that file and nothing else. A link has a secret, of which a hash is kept; who has
opened a link is known by it until it is taken back.
"""

from __future__ import annotations

import re
import shutil
import sqlite3
import time
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from secrets import token_hex, token_urlsafe

from bleu_core.workspace import Gone, Workspace
from bleu_core.workspace.row_copy import copy_comparison
from bleu_core.workspace.team import server_file, spaces
from bleu_core.workspace.team.person import Person

BYTES = 32  # of a secret: 256 bits
_SECRET = re.compile("[A-Za-z0-9_-]{43}")
_ID = re.compile("[0-9a-f]{32}")
_TABLES = """
CREATE TABLE IF NOT EXISTS shares (
    id TEXT PRIMARY KEY,
    digest TEXT NOT NULL,
    owner TEXT NOT NULL,
    owner_name TEXT NOT NULL,
    made REAL NOT NULL
);
CREATE TABLE IF NOT EXISTS links (
    hash TEXT PRIMARY KEY,
    share TEXT NOT NULL REFERENCES shares ON DELETE CASCADE,
    may_write INTEGER NOT NULL CHECK (may_write IN (0, 1)),
    made REAL NOT NULL
);
CREATE INDEX IF NOT EXISTS links_of_share ON links (share);
CREATE TABLE IF NOT EXISTS opened (
    person TEXT NOT NULL,
    hash TEXT NOT NULL REFERENCES links ON DELETE CASCADE,
    PRIMARY KEY (person, hash)
);
"""
_SHARE = "shares.id, shares.digest, shares.owner, shares.owner_name, shares.made"


@dataclass(frozen=True)
class Share:
    """A comparison that is shared, as one person may open it.

    Attributes
    ----------
    id : str
        The name of its folder; it opens nothing to who has not opened one of its links.
    digest : str
        That of its EvalSet.
    owner_name : str
        Who shared it, by the name that they went by.
    made : float
        Seconds since 1970.
    may_write : bool
    is_own : bool
        Whether who asked is who shared it.
    """

    id: str
    digest: str
    owner_name: str
    made: float
    may_write: bool
    is_own: bool


@dataclass(frozen=True)
class Link:
    """A link to a shared comparison; `hash` is of its secret, which is told once."""

    hash: str
    may_write: bool
    made: float
    opened_by: int


def is_said(text: str) -> bool:
    """Whether a text may be a secret or an id."""
    return bool(_SECRET.fullmatch(text) or _ID.fullmatch(text))


def share(home: Path, person: Person, source: Workspace, digest: str) -> Share:
    """Share a comparison of a workspace: a copy of it, with all that is said of it, in a new one.

    Raises
    ------
    Gone
        If the comparison is not kept there.
    WorkspaceError
    """
    made = Share(token_hex(16), digest, person.name, time.time(), True, True)
    folder = spaces.shared(home, made.id)
    try:
        copy_comparison(source, Workspace.open(folder), digest)
        with _connected(home) as connection:
            row = made.id, digest, person.id, person.name, made.made
            connection.execute("INSERT INTO shares VALUES (?, ?, ?, ?, ?)", row)
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise
    return made


def make_link(home: Path, person: Person, share: str, *, may_write: bool) -> str:
    """Another link to what a person shares: its secret, which is kept nowhere.

    Raises
    ------
    Gone
        If it is shared no longer, or is not theirs.
    """
    secret = token_urlsafe(BYTES)
    with _connected(home) as connection:
        if not _owned(connection, person, share):
            raise Gone
        row = _hash(secret), share, may_write, time.time()
        connection.execute("INSERT INTO links VALUES (?, ?, ?, ?)", row)
    return secret


def links(home: Path, person: Person, share: str) -> list[Link]:
    """The links to what a person shares, the last one first; nothing to anybody else."""
    query = (
        "SELECT links.hash, links.may_write, links.made, COUNT(opened.person) "
        "FROM links JOIN shares ON shares.id = links.share LEFT JOIN opened USING (hash) "
        "WHERE links.share = ? AND shares.owner = ? "
        "GROUP BY links.hash ORDER BY links.made DESC, links.hash"
    )
    with _connected(home) as connection:
        rows = connection.execute(query, (share, person.id)).fetchall()
    return [Link(name, bool(may_write), made, number) for name, may_write, made, number in rows]


def take_back(home: Path, person: Person, link: str) -> None:
    """Take a link back, by its hash: from now on nobody opens anything by it."""
    with _connected(home) as connection:
        connection.execute(
            "DELETE FROM links WHERE hash = ? AND share IN (SELECT id FROM shares WHERE owner = ?)",
            (link, person.id),
        )


def end(home: Path, person: Person, share: str) -> None:
    """Delete what a person shared, its links, and all that was said in it."""
    with _connected(home) as connection:
        is_own = _owned(connection, person, share)
        if is_own:
            connection.execute("DELETE FROM shares WHERE id = ?", (share,))
    if is_own:
        with suppress(FileNotFoundError):
            shutil.rmtree(spaces.shared(home, share))


def opened(home: Path, person: Person, said: str) -> Share | None:
    """What a person may open by the secret of a link, or by the id of what they know; else None.

    Who opens a link is remembered with it: they find what it opens again, as long as it holds.
    """
    with _connected(home) as connection:
        if _SECRET.fullmatch(said):
            return _by_secret(connection, person, _hash(said))
        return next(iter(_known(connection, person, said)), None)


def known(home: Path, person: Person) -> list[Share]:
    """What a person shares, and what they have opened by a link that holds; the last one first."""
    with _connected(home) as connection:
        return _known(connection, person)


def _by_secret(connection: sqlite3.Connection, person: Person, link: str) -> Share | None:
    query = (
        f"SELECT {_SHARE}, links.may_write FROM shares JOIN links ON links.share = shares.id "
        "WHERE links.hash = ?"
    )
    found = connection.execute(query, (link,)).fetchone()
    if found is None:
        return None
    made = _made(person, found)
    seen = "SELECT 1 FROM opened WHERE person = ? AND hash = ?"
    if not made.is_own and not connection.execute(seen, (person.id, link)).fetchone():
        connection.execute("INSERT OR IGNORE INTO opened VALUES (?, ?)", (person.id, link))
    return made


def _known(connection: sqlite3.Connection, person: Person, share: str = "") -> list[Share]:
    query = (
        f"SELECT {_SHARE}, MAX(COALESCE(links.may_write, 0)) FROM shares "
        "LEFT JOIN links ON links.share = shares.id "
        "LEFT JOIN opened ON opened.hash = links.hash AND opened.person = :person "
        "WHERE (shares.owner = :person OR opened.person IS NOT NULL) "
        "AND :share IN ('', shares.id) GROUP BY shares.id ORDER BY shares.made DESC, shares.id"
    )
    rows = connection.execute(query, {"person": person.id, "share": share})
    return [_made(person, row) for row in rows.fetchall()]


def _made(person: Person, row: tuple[object, ...]) -> Share:
    *told, may_write = row
    name, digest, owner, owner_name, made = told
    is_own = owner == person.id
    return Share(
        str(name),
        str(digest),
        str(owner_name),
        float(str(made)),
        is_own or bool(may_write),
        is_own,
    )


def _owned(connection: sqlite3.Connection, person: Person, share: str) -> bool:
    query = "SELECT 1 FROM shares WHERE id = ? AND owner = ?"
    return connection.execute(query, (share, person.id)).fetchone() is not None


def _hash(secret: str) -> str:
    return sha256(secret.encode()).hexdigest()


def _connected(home: Path) -> AbstractContextManager[sqlite3.Connection]:
    return server_file.connected(home, _TABLES)
