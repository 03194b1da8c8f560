"""Comparisons shared by link, and who may open them.

Sharing copies a comparison to a separate workspace, so that whoever opens it sees only that file.
A link contains a secret, whose hash is saved. Users who have opened a link keep access until it is
revoked.
"""

from __future__ import annotations

import re
import shutil
import sqlite3
import time
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from pathlib import Path
from secrets import token_hex, token_urlsafe

from bleu_core.workspace import Gone, Workspace
from bleu_core.workspace.row_copy import copy_comparison
from bleu_core.workspace.team.people import Person, server_transaction, shared_folder

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
_connected = partial(server_transaction, tables=_TABLES)
_SHARE = "shares.id, shares.digest, shares.owner, shares.owner_name, shares.made"


@dataclass(frozen=True)
class Share:
    """A shared comparison, with the rights of one user."""

    id: str  # the name of its folder; it gives no access without one of its links
    digest: str  # that of its EvalSet
    owner_name: str  # the name of who shared it, at that time
    made: float  # seconds since 1970
    may_write: bool
    is_own: bool  # whether this person shared it


@dataclass(frozen=True)
class Link:
    """A link to a shared comparison; `hash` is of its secret, which is shown once."""

    hash: str
    may_write: bool
    made: float
    opened_by: int


def is_share_key(text: str) -> bool:
    """Whether a text has the form of a secret or an id."""
    return bool(_SECRET.fullmatch(text) or _ID.fullmatch(text))


def share(home: Path, person: Person, source: Workspace, digest: str) -> Share:
    """Share a comparison: copy it, with its annotations, to a new workspace."""
    new = Share(token_hex(16), digest, person.name, time.time(), True, True)
    folder = shared_folder(home, new.id)
    try:
        copy_comparison(source, Workspace.open(folder), digest)
        with _connected(home) as db:
            row = new.id, digest, person.id, person.name, new.made
            db.execute("INSERT INTO shares VALUES (?, ?, ?, ?, ?)", row)
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise
    return new


def create_link(home: Path, person: Person, share: str, *, may_write: bool) -> str:
    """Create a link to a user's shared comparison; return its secret, which is not saved."""
    secret = token_urlsafe(BYTES)
    with _connected(home) as db:
        if not _owned(db, person, share):
            raise Gone
        row = _hash(secret), share, may_write, time.time()
        db.execute("INSERT INTO links VALUES (?, ?, ?, ?)", row)
    return secret


def list_links(home: Path, person: Person, share: str) -> list[Link]:
    """Return the links to a user's shared comparison, the latest one first."""
    query = (
        "SELECT links.hash, links.may_write, links.made, COUNT(opened.person) "
        "FROM links JOIN shares ON shares.id = links.share LEFT JOIN opened USING (hash) "
        "WHERE links.share = ? AND shares.owner = ? "
        "GROUP BY links.hash ORDER BY links.made DESC, links.hash"
    )
    with _connected(home) as db:
        rows = db.execute(query, (share, person.id)).fetchall()
    return [Link(name, bool(may_write), made, number) for name, may_write, made, number in rows]


def revoke_link(home: Path, person: Person, link: str) -> None:
    """Revoke a link by its hash: nobody has access by it from now on."""
    with _connected(home) as db:
        db.execute(
            "DELETE FROM links WHERE hash = ? AND share IN (SELECT id FROM shares WHERE owner = ?)",
            (link, person.id),
        )


def end_share(home: Path, person: Person, share: str) -> None:
    """Delete a user's shared comparison, its links and its annotations."""
    with _connected(home) as db:
        is_own = _owned(db, person, share)
        if is_own:
            db.execute("DELETE FROM shares WHERE id = ?", (share,))
    if is_own:
        with suppress(FileNotFoundError):
            shutil.rmtree(shared_folder(home, share))


def open_share(home: Path, person: Person, text: str) -> Share | None:
    """Return a shared comparison by a link's secret, which is saved, or by an id opened before."""
    with _connected(home) as db:
        if _SECRET.fullmatch(text):
            return _by_secret(db, person, _hash(text))
        return next(iter(_accessible(db, person, text)), None)


def list_shares(home: Path, person: Person) -> list[Share]:
    """Return the comparisons that a user shares or has opened by a valid link, the latest first."""
    with _connected(home) as db:
        return _accessible(db, person)


def _by_secret(db: sqlite3.Connection, person: Person, link: str) -> Share | None:
    query = (
        f"SELECT {_SHARE}, links.may_write FROM shares JOIN links ON links.share = shares.id "
        "WHERE links.hash = ?"
    )
    found = db.execute(query, (link,)).fetchone()
    if found is None:
        return None
    share = _share_of(person, found)
    seen = "SELECT 1 FROM opened WHERE person = ? AND hash = ?"
    if not share.is_own and not db.execute(seen, (person.id, link)).fetchone():
        db.execute("INSERT OR IGNORE INTO opened VALUES (?, ?)", (person.id, link))
    return share


def _accessible(db: sqlite3.Connection, person: Person, share: str = "") -> list[Share]:
    query = (
        f"SELECT {_SHARE}, MAX(COALESCE(links.may_write, 0)) FROM shares "
        "LEFT JOIN links ON links.share = shares.id "
        "LEFT JOIN opened ON opened.hash = links.hash AND opened.person = :person "
        "WHERE (shares.owner = :person OR opened.person IS NOT NULL) "
        "AND :share IN ('', shares.id) GROUP BY shares.id ORDER BY shares.made DESC, shares.id"
    )
    rows = db.execute(query, {"person": person.id, "share": share})
    return [_share_of(person, row) for row in rows.fetchall()]


def _share_of(person: Person, row: tuple[object, ...]) -> Share:
    name, digest, owner, owner_name, made, may_write = row
    is_own = owner == person.id
    may_write = is_own or bool(may_write)
    return Share(str(name), str(digest), str(owner_name), float(str(made)), may_write, is_own)


def _owned(db: sqlite3.Connection, person: Person, share: str) -> bool:
    query = "SELECT 1 FROM shares WHERE id = ? AND owner = ?"
    return db.execute(query, (share, person.id)).fetchone() is not None


def _hash(secret: str) -> str:
    return sha256(secret.encode()).hexdigest()
