"""Comparisons that are kept: their texts, names, settings and time."""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass

import pyarrow as pa

from bleu_core.config import BleuConfig
from bleu_core.evalset import EvalSet, column_digest, combined_digest
from bleu_core.workspace import texts
from bleu_core.workspace.database import Gone, Workspace


@dataclass(frozen=True)
class Kept:
    """A comparison in the workspace, without its texts.

    Attributes
    ----------
    digest : str
        That of the EvalSet: what links and `load` ask for it with.
    test_set : str
        The same for all comparisons against the same references.
    title : str
        As somebody called it, '' if nobody did.
    systems : tuple of str
        Names; the first two are A and B.
    segments : int
    config : BleuConfig
        The settings that it was last seen under.
    made, opened : float
        Seconds since 1970 when it was first kept, and last opened.
    """

    digest: str
    test_set: str
    title: str
    systems: tuple[str, ...]
    segments: int
    config: BleuConfig
    made: float
    opened: float


def keep(workspace: Workspace, evalset: EvalSet, config: BleuConfig = BleuConfig()) -> None:
    """Keep a comparison, or note that it was opened under these settings if it is there.

    Memory: the compressed texts of one column at a time.
    """
    now = time.time()
    # The names take time on long texts: others need not wait for that.
    row = evalset.digest, name_of_test_set(evalset), len(evalset), _written(config), now, now
    with workspace.writing() as connection:
        connection.execute(
            "INSERT INTO comparisons (digest, test_set, segments, settings, made, opened) "
            "VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (digest) DO UPDATE "
            "SET settings = excluded.settings, opened = excluded.opened",
            row,
        )
        there = "SELECT 1 FROM parts WHERE comparison = ?"
        if not connection.execute(there, (evalset.digest,)).fetchone():
            for role, place, name, column in _parts(evalset):
                part = evalset.digest, role, place, name, texts.put(connection, column)
                connection.execute("INSERT INTO parts VALUES (?, ?, ?, ?, ?)", part)


def touch(workspace: Workspace, digest: str, config: BleuConfig) -> None:
    """Note that a comparison was opened under these settings, if it is kept."""
    with workspace.writing() as connection:
        connection.execute(
            "UPDATE comparisons SET settings = ?, opened = ? WHERE digest = ?",
            (_written(config), time.time(), digest),
        )


def load(workspace: Workspace, digest: str) -> EvalSet | None:
    """The texts of a comparison, or None where it is not kept."""
    found: dict[str, dict[str, pa.Array]] = {}
    with workspace.reading() as connection:
        rows = connection.execute(
            "SELECT role, name, hash FROM parts WHERE comparison = ? ORDER BY role, place",
            (digest,),
        )
        for role, name, column in rows.fetchall():
            found.setdefault(role, {})[name] = texts.get(connection, column)
    if not found:
        return None
    return EvalSet(
        systems=found["system"],
        references=list(found["reference"].values()),
        source=found.get("source", {}).get(""),
        documents=found.get("documents", {}).get(""),
        metadata=found.get("metadata", {}),
    )


def find(workspace: Workspace, digest: str) -> Kept | None:
    """One comparison, or None where it is not kept."""
    with workspace.reading() as connection:
        return next(_kept(connection, "WHERE digest = ?", (digest,)), None)


def recent(workspace: Workspace, limit: int = 50) -> list[Kept]:
    """The comparisons that are kept, the one opened last first."""
    with workspace.reading() as connection:
        return list(_kept(connection, "ORDER BY opened DESC, made DESC, digest LIMIT ?", (limit,)))


def rename(workspace: Workspace, digest: str, title: str) -> None:
    """Call a comparison something; '' takes the name away.

    Raises
    ------
    Gone
        If it was deleted.
    """
    with workspace.writing() as connection:
        done = connection.execute(
            "UPDATE comparisons SET title = ? WHERE digest = ?", (title.strip(), digest)
        )
        if not done.rowcount:
            raise Gone


def delete(workspace: Workspace, digest: str) -> None:
    """Delete a comparison with all that was said of it, and texts that no other one has."""
    with workspace.writing() as connection:
        connection.execute("DELETE FROM comparisons WHERE digest = ?", (digest,))
        texts.drop_unused(connection)
    workspace.compact()


def name_of_test_set(evalset: EvalSet) -> str:
    """What test set an EvalSet is on: the hash of its references in their order."""
    return combined_digest(column_digest(column) for column in evalset.references)


def _parts(evalset: EvalSet) -> Iterator[tuple[str, int, str, pa.Array]]:
    """Role, place, name and text of each column."""
    for place, (name, column) in enumerate(evalset.systems.items()):
        yield "system", place, name, column
    for place, column in enumerate(evalset.references):
        yield "reference", place, str(place + 1), column
    for role, optional in (("source", evalset.source), ("documents", evalset.documents)):
        if optional is not None:
            yield role, 0, "", optional
    for place, (name, column) in enumerate(evalset.metadata.items()):
        yield "metadata", place, name, column


def _kept(connection: sqlite3.Connection, which: str, values: tuple[object, ...]) -> Iterator[Kept]:
    columns = "digest, test_set, title, segments, settings, made, opened"
    rows = connection.execute(f"SELECT {columns} FROM comparisons {which}", values)
    for digest, test_set, title, segments, settings, made, opened in rows.fetchall():
        names = connection.execute(
            "SELECT name FROM parts WHERE comparison = ? AND role = 'system' ORDER BY place",
            (digest,),
        )
        systems = tuple(name for (name,) in names)
        config = _read(settings)
        yield Kept(digest, test_set, title, systems, segments, config, made, opened)


def _written(config: BleuConfig) -> str:
    return json.dumps(asdict(config))


def _read(settings: str) -> BleuConfig:
    """The settings, or the default ones where another version wrote what is unknown here."""
    try:
        return BleuConfig(**json.loads(settings))
    except (TypeError, ValueError):
        return BleuConfig()
