"""Saved comparisons: their texts, names, settings and times.

The texts of a data set stay in its own files. It is saved with the names of its systems, each with
an empty column, so that annotations of its segments have a comparison to belong to.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from itertools import product

import pyarrow as pa

from bleu_core.common.arrays import string_array
from bleu_core.messages import annotation
from bleu_core.text.config import BleuConfig, usable_settings
from bleu_core.text.evalset import EvalSet, column_digest, combined_digest
from bleu_core.workspace import texts
from bleu_core.workspace.connection import Connection, Gone, damage
from bleu_core.workspace.database import Workspace

_COLUMNS = (
    "digest", "test_set", "title", "segments", "made", "opened", "view", "delta", "beginning",
)  # fmt: skip
_PART = ("comparison", "role", "place", "name", "hash")
_OTHER_TEXTS = "the texts of a comparison are not those that were saved"
# In place of an output of a data set.
_ELSEWHERE = string_array([])
_BEGINNING = 100  # characters


@dataclass(frozen=True)
class SavedComparison:
    """A saved comparison, without its texts."""

    digest: str  # that of the EvalSet, as used in links and by `load_comparison`
    # The same for all comparisons with the same references; for a data set, its digest.
    test_set: str
    title: str  # '' if nobody set one
    systems: tuple[str, ...]  # names; the first two are A and B
    segments: int
    config: BleuConfig  # the settings when it was last opened
    made: float  # when it was first saved, in seconds since 1970
    opened: float  # when it was last opened
    # The view when it was last opened, as passed to `save_view`; '' if there was none.
    view: str = ""
    delta: float | None = None  # Δ of BLEU then
    beginning: str = ""  # the first words of its first system
    # Why its saved settings cannot be used, so that `config` has the default ones; '' if they can.
    fault: str = ""

    @property
    def is_data_set(self) -> bool:
        """Whether its texts are in the files of a data set."""
        return self.test_set == self.digest


def save_comparison(
    workspace: Workspace, evalset: EvalSet, config: BleuConfig = BleuConfig()
) -> None:
    """Save a comparison; if it is there, save that it was saved again and with which settings.

    Its texts replace damaged ones.
    """
    now = time.time()
    # Hashing long texts takes time: done before the transaction.
    digest, columns = evalset.digest, list(_parts(evalset))
    row = {
        "digest": digest,
        "test_set": test_set_digest(evalset),
        "segments": len(evalset),
        "settings": _settings_text(config),
        "made": now,
        "saved": now,
        "opened": now,
        "beginning": next(iter(evalset.systems.values()))[0].as_py()[:_BEGINNING],
    }
    with workspace.writing() as db:
        parts = [(digest, *part, texts.put(db, column)) for *part, column in columns]
        if db.rows("comparisons", "WHERE digest = ?", digest):
            _touch(db, digest, config, now)
            db.execute("UPDATE comparisons SET saved = ? WHERE digest = ?", (now, digest))
            return
        db.insert("comparisons", row)
        db.insert_all("parts", (dict(zip(_PART, part, strict=True)) for part in parts))


def save_opening(
    workspace: Workspace, digest: str, config: BleuConfig, delta: float | None = None
) -> None:
    """Save that a comparison was opened with these settings and Δ of BLEU, if it is saved."""
    with workspace.writing() as db:
        _touch(db, digest, config, time.time())
        db.execute("UPDATE comparisons SET delta = ? WHERE digest = ?", (delta, digest))


def save_view(workspace: Workspace, digest: str, view: str) -> None:
    """Save the present view of a comparison, if it is saved."""
    with workspace.writing() as db:
        db.execute("UPDATE comparisons SET view = ? WHERE digest = ?", (view, digest))


def load_comparison(workspace: Workspace, digest: str) -> EvalSet | None:
    """Load the texts of a comparison; None if it is not saved, or a data set."""
    columns: dict[str, dict[str, pa.Array]] = {}
    with workspace.reading() as db:
        of_files = "WHERE digest = ? AND test_set <> digest"
        if not db.rows("comparisons", of_files, digest):
            return None
        for part in db.rows("parts", "WHERE comparison = ? ORDER BY role, place", digest):
            columns.setdefault(part["role"], {})[part["name"]] = texts.get(db, part["hash"])
        if not {"system", "reference"} <= columns.keys():
            raise damage(_OTHER_TEXTS)
        evalset = EvalSet(
            systems=columns["system"],
            references=list(columns["reference"].values()),
            source=columns.get("source", {}).get(""),
            documents=columns.get("documents", {}).get(""),
            metadata=columns.get("metadata", {}),
        )
        if evalset.digest != digest:
            raise damage(_OTHER_TEXTS)
    return evalset


def find_comparison(workspace: Workspace, digest: str) -> SavedComparison | None:
    """Return a saved comparison, or None."""
    with workspace.reading() as db:
        return next(iter(_comparisons(db, "WHERE digest = ?", digest)), None)


def comparisons_with_outputs(
    workspace: Workspace, digest: str, pair: tuple[int, int]
) -> list[tuple[SavedComparison, tuple[int, int]]]:
    """Find two outputs of a comparison, by their places, in others with the same references.

    Returns each other comparison with the places that they have there.
    """
    which = (
        "WHERE test_set = (SELECT test_set FROM comparisons WHERE digest = ? "
        "AND test_set <> digest) AND digest <> ? ORDER BY opened DESC"
    )
    places = (
        "SELECT other.comparison, other.place FROM parts AS own JOIN parts AS other "
        "USING (role, hash) WHERE role = 'system' AND own.comparison = ? AND own.place = ?"
    )
    with workspace.reading() as db:
        a, b = ([tuple(row) for row in db.execute(places, (digest, place))] for place in pair)
        return [
            (one, (i, j))
            for one in _comparisons(db, which, digest, digest)
            for (of_a, i), (of_b, j) in product(a, b)
            if of_a == of_b == one.digest and i != j
        ]


def recent_comparisons(workspace: Workspace, limit: int = 50) -> list[SavedComparison]:
    """Return the saved comparisons, the one opened last first."""
    which = "ORDER BY opened DESC, made DESC, digest LIMIT ?"
    with workspace.reading() as db:
        return _comparisons(db, which, limit)


def rename_comparison(workspace: Workspace, digest: str, title: str) -> None:
    """Set the title of a comparison, '' to remove it; raise `Gone` if it was deleted."""
    with workspace.writing() as db:
        query = "UPDATE comparisons SET title = ? WHERE digest = ?"
        if not db.execute(query, (title.strip(), digest)).rowcount:
            raise Gone


def delete_comparison(workspace: Workspace, digest: str) -> None:
    """Delete a comparison, its annotations, and texts that only it has."""
    with workspace.writing() as db:
        texts.delete(db, digest)
    workspace.compact()


def test_set_digest(evalset: EvalSet) -> str:
    """Identify a test set: hash its references in their order, or the digest of a data set."""
    if evalset.origin:
        return evalset.digest
    return combined_digest(column_digest(column) for column in evalset.references)


def size_of(db: Connection, comparison: str) -> int:
    """Return the number of segments of a comparison; raise `Gone` if it is not saved."""
    rows = db.rows("comparisons", "WHERE digest = ?", comparison)
    if not rows:
        raise Gone
    size: int = rows[0]["segments"]
    return size


def check_segments(db: Connection, comparison: str, segments: Iterable[int]) -> None:
    """Raise ValueError if the comparison does not have a segment, `Gone` if it is not saved."""
    size = size_of(db, comparison)
    beyond = next((segment for segment in segments if not 0 <= segment < size), None)
    if beyond is not None:
        raise ValueError(annotation.out_of_range("Segment", beyond + 1, size))


def check_pair(db: Connection, comparison: str, pair: tuple[int, int]) -> None:
    """Raise ValueError if the comparison does not have both systems of a pair."""
    which = "WHERE comparison = ? AND role = 'system'"
    (size,) = db.execute(f"SELECT COUNT(*) FROM parts {which}", (comparison,)).fetchone()
    # A single system is both of the first two.
    wrong = [place + 1 for place in pair if not 0 <= place < max(size, 2)]
    if wrong:
        raise ValueError(annotation.out_of_range("System", wrong[0], size))


def _parts(evalset: EvalSet) -> Iterator[tuple[str, int, str, pa.Array]]:
    """Iterate over role, place, name and text of each column."""
    if evalset.origin:
        yield from (("system", i, name, _ELSEWHERE) for i, name in enumerate(evalset.systems))
        return
    for place, (name, column) in enumerate(evalset.systems.items()):
        yield "system", place, name, column
    for place, column in enumerate(evalset.references):
        yield "reference", place, str(place + 1), column
    for role, optional in (("source", evalset.source), ("documents", evalset.documents)):
        if optional is not None:
            yield role, 0, "", optional
    for place, (name, column) in enumerate(evalset.metadata.items()):
        yield "metadata", place, name, column


def _touch(db: Connection, digest: str, config: BleuConfig, now: float) -> None:
    query = "UPDATE comparisons SET settings = ?, opened = ? WHERE digest = ?"
    db.execute(query, (_settings_text(config), now, digest))


def _comparisons(db: Connection, which: str, *values: object) -> list[SavedComparison]:
    found = []
    systems_query = "SELECT name FROM parts WHERE comparison = ? AND role = 'system' ORDER BY place"
    for row in db.rows("comparisons", which, *values):
        systems = tuple(name for (name,) in db.execute(systems_query, (row["digest"],)))
        columns = {name: row[name] for name in _COLUMNS}
        config, fault = _settings(row["settings"])
        found.append(SavedComparison(**columns, systems=systems, config=config, fault=fault))
    return found


def _settings_text(config: BleuConfig) -> str:
    return json.dumps(asdict(config))


def _settings(written: str) -> tuple[BleuConfig, str]:
    try:
        return usable_settings(json.loads(written))
    except (TypeError, ValueError, RecursionError):
        return usable_settings(None)
