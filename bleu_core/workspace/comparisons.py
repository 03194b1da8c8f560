"""Comparisons that are kept: their texts, names, settings and time."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass

import pyarrow as pa

from bleu_core.messages import workspace as messages
from bleu_core.text.config import BleuConfig
from bleu_core.text.evalset import EvalSet, column_digest, combined_digest
from bleu_core.workspace import backups, checksums, texts
from bleu_core.workspace.connection import Connection, Gone, WorkspaceError
from bleu_core.workspace.database import Workspace

_PART = ("comparison", "role", "place", "name", "hash")


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
    view : str
        What of it was last looked at, in the words of whoever showed it; '' if nobody said.
    """

    digest: str
    test_set: str
    title: str
    systems: tuple[str, ...]
    segments: int
    config: BleuConfig
    made: float
    opened: float
    view: str = ""


def keep(workspace: Workspace, evalset: EvalSet, config: BleuConfig = BleuConfig()) -> None:
    """Keep a comparison, or note that it was opened under these settings if it is there.

    What is damaged of its texts, and of its entry in the list, is mended. What
    was said of its segments stays.

    Memory: the compressed texts of one column at a time.
    """
    now = time.time()
    # The names take time on long texts: others need not wait for that.
    digest, columns = evalset.digest, list(_parts(evalset))
    row = digest, name_of_test_set(evalset), len(evalset), _written(config), now, now
    with workspace.writing() as connection:
        if checksums.valid_rows(connection, "comparisons", "WHERE digest = ?", (digest,)):
            _touch(connection, digest, config, now)
        else:
            connection.execute(
                "INSERT INTO comparisons (digest, test_set, segments, settings, made, opened) "
                "VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (digest) DO UPDATE "
                "SET test_set = excluded.test_set, segments = excluded.segments, title = '', "
                "view = '', "
                "settings = excluded.settings, made = excluded.made, opened = excluded.opened, "
                "seal = ''",
                row,
            )
        parts = [(digest, *part, texts.put(connection, column)) for *part, column in columns]
        found = checksums.valid_rows(connection, "parts", "WHERE comparison = ?", (digest,))
        if {tuple(part) for part in parts} != {tuple(one[name] for name in _PART) for one in found}:
            connection.execute("DELETE FROM parts WHERE comparison = ?", (digest,))
            connection.executemany(
                f"INSERT INTO parts ({', '.join(_PART)}) VALUES (?, ?, ?, ?, ?)", parts
            )


def touch(workspace: Workspace, digest: str, config: BleuConfig) -> None:
    """Note that a comparison was opened under these settings, if it is kept."""
    with workspace.writing() as connection:
        _touch(connection, digest, config, time.time())


def leave_at(workspace: Workspace, digest: str, view: str) -> None:
    """Note what of a comparison is looked at, if it is kept."""
    with workspace.writing() as connection:
        connection.execute("UPDATE comparisons SET view = ? WHERE digest = ?", (view, digest))


def load(workspace: Workspace, digest: str) -> EvalSet | None:
    """The texts of a comparison, or None where it is not kept.

    A damaged source, document or column is left out, which `Workspace.damage`
    tells.

    Raises
    ------
    WorkspaceError
        If a text that is needed is damaged.
    """
    found: dict[str, dict[str, pa.Array]] = {}
    with workspace.reading() as connection:
        which = "WHERE comparison = ? ORDER BY role, place"
        for part, holds in checksums.checked_rows(connection, "parts", which, (digest,)):
            if not holds:
                raise WorkspaceError(checksums.row_message(connection, "parts", part))
            column = texts.get(connection, part["hash"])
            if column is not None:
                found.setdefault(part["role"], {})[part["name"]] = column
            elif part["role"] in ("system", "reference"):
                wrong = checksums.text_damage(connection, [part["hash"]])
                raise WorkspaceError(messages.damaged_texts(wrong))
        is_whole = not connection.damaged_texts
    if not found:
        return None
    if not {"system", "reference"} <= found.keys():
        raise WorkspaceError(messages.other_texts())
    made = EvalSet(
        systems=found["system"],
        references=list(found["reference"].values()),
        source=found.get("source", {}).get(""),
        documents=found.get("documents", {}).get(""),
        metadata=found.get("metadata", {}),
    )
    if not is_whole:
        return made.known_as(digest)
    if made.digest != digest:
        raise WorkspaceError(messages.other_texts())
    return made


def find(workspace: Workspace, digest: str) -> Kept | None:
    """One comparison, or None where it is not kept."""
    with workspace.reading() as connection:
        return next(iter(_kept(connection, "WHERE digest = ?", (digest,))), None)


def recent(workspace: Workspace, limit: int = 50) -> list[Kept]:
    """The comparisons that are kept, the one opened last first."""
    with workspace.reading() as connection:
        return _kept(connection, "ORDER BY opened DESC, made DESC, digest LIMIT ?", (limit,))


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
    """Delete a comparison with all that was said of it, and texts that no other one has.

    It goes from the backups too.
    """
    with workspace.writing() as connection:
        texts.delete(connection, digest)
    workspace.compact()
    backups.forget(workspace.folder, digest)


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


def _touch(connection: Connection, digest: str, config: BleuConfig, now: float) -> None:
    connection.execute(
        "UPDATE comparisons SET settings = ?, opened = ? WHERE digest = ?",
        (_written(config), now, digest),
    )


def _kept(connection: Connection, which: str, values: tuple[object, ...]) -> list[Kept]:
    """Comparisons; also one whose entry is damaged, with what of it can be true."""
    found = []
    for row, holds in checksums.checked_rows(connection, "comparisons", which, values):
        names = connection.execute(
            "SELECT name FROM parts WHERE comparison = ? AND role = 'system' ORDER BY place",
            (row["digest"],),
        )
        systems = tuple(str(name) for (name,) in names)
        if not holds:
            if not systems:
                continue  # whose entry it was cannot be told
            numbers = {name: _plausible(row[name]) for name in ("segments", "made", "opened")}
            words = {name: str(row[name]) for name in ("test_set", "title", "view")}
            row = {**row, **words, **numbers}
        found.append(
            Kept(
                digest=row["digest"],
                test_set=row["test_set"],
                title=row["title"],
                systems=systems,
                segments=row["segments"],
                config=_read(row["settings"]),
                made=row["made"],
                opened=row["opened"],
                view=row["view"],
            )
        )
    return found


def _plausible(number: object) -> int | float:
    """A number that was damaged, or 0 where it can be neither a size nor a date."""
    if isinstance(number, int | float) and 0 <= number <= time.time():
        return number
    return 0


def _written(config: BleuConfig) -> str:
    return json.dumps(asdict(config))


def _read(settings: str) -> BleuConfig:
    """The settings, or the default ones where another version wrote what is unknown here."""
    try:
        return BleuConfig(**json.loads(settings))
    except (TypeError, ValueError):
        return BleuConfig()
