"""Scores that were imported for the systems of a comparison, kept with it."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from bleu_core.common.arrow import as_numpy
from bleu_core.messages import annotation as messages
from bleu_core.metrics.imported import Scores
from bleu_core.workspace import checksums, texts
from bleu_core.workspace.database import Workspace
from bleu_core.workspace.saying import size_of


def keep_scores(workspace: Workspace, comparison: str, scores: Scores) -> None:
    """Keep scores of some systems; those of other systems under the same name stay.

    Which way is better is then so for all that is kept under the name.

    Raises
    ------
    Gone
        If the comparison is not kept.
    ValueError
        If there is not one number a segment.
    """
    columns = {system: _written(values) for system, values in scores.values.items()}
    with workspace.writing() as connection:
        size = size_of(connection, comparison)
        for system, column in columns.items():
            if len(column) != size:
                raise ValueError(messages.scores_number(system, len(column), size))
        which = comparison, scores.name
        before = checksums.valid_rows(
            connection, "scores", "WHERE comparison = ? AND name = ?", which
        )
        _delete(connection, *which)
        others = [row for row in before if row["system"] not in columns]
        rows = [(row["system"], row["origin"], row["hash"]) for row in others]
        rows += [
            (system, scores.origins.get(system, ""), texts.put(connection, column))
            for system, column in columns.items()
        ]
        connection.executemany(
            "INSERT INTO scores (comparison, name, higher_is_better, system, origin, hash) "
            "VALUES (?, ?, ?, ?, ?, ?)",
            [(*which, scores.higher_is_better, *row) for row in rows],
        )
        texts.drop_unused(connection, [row["hash"] for row in before])


def imported_scores(workspace: Workspace, comparison: str) -> dict[str, Scores]:
    """The scores that are kept with a comparison, by name, in the order of their import.

    Those of a system that are damaged are left out, which `Workspace.damage` tells.
    """
    found: dict[str, Scores] = {}
    with workspace.reading() as connection:
        rows = checksums.valid_rows(
            connection, "scores", "WHERE comparison = ? ORDER BY rowid", (comparison,)
        )
        for row in rows:
            column = texts.get(connection, row["hash"])
            if column is None:
                continue
            system, higher = row["system"], bool(row["higher_is_better"])
            one = Scores(row["name"], higher, {system: _read(column)}, {system: row["origin"]})
            found[one.name] = one.with_others(found.get(one.name))
    return found


def delete_scores(workspace: Workspace, comparison: str, name: str) -> None:
    """Delete what was imported for a comparison under a name; nothing where it is gone already.

    In the backups it stays until others have taken their places.
    """
    with workspace.writing() as connection:
        before = checksums.checked_rows(
            connection, "scores", "WHERE comparison = ? AND name = ?", (comparison, name)
        )
        _delete(connection, comparison, name)
        texts.drop_unused(connection, [row["hash"] for row, _ in before])
    workspace.compact()


def _delete(connection: Connection, comparison: str, name: str) -> None:
    connection.execute("DELETE FROM scores WHERE comparison = ? AND name = ?", (comparison, name))


def _written(values: NDArray[np.float64]) -> pa.Array:
    """Numbers as text, each as short as it can be read again, None for none."""
    return pa.array(
        (None if np.isnan(value) else repr(value) for value in values.tolist()), pa.large_string()
    )


def _read(column: pa.Array) -> NDArray[np.float64]:
    numbers: NDArray[np.float64] = as_numpy(column.cast(pa.float64()).fill_null(float("nan")))
    return numbers
