"""Which segments have marks of which kind: what a list of segments is filtered by."""

from __future__ import annotations

from collections.abc import Collection

from bleu_core.segments.marks import Marked
from bleu_core.workspace.database import Workspace
from bleu_core.workspace.mark_rows import counting, rows_of


def marked(
    workspace: Workspace,
    comparison: str,
    systems: Collection[int],
    annotator: str | None = None,
) -> list[Marked]:
    """The kinds of marks in the outputs of some systems, by segment, each kind once.

    Parameters
    ----------
    comparison : str
        Digest of a comparison.
    systems : collection of int
        Their places in the test set, from 0.
    annotator : str, optional
        Whose marks; everybody's without.
    """
    places = [str(place) for place in systems]
    which = f"comparison = ? AND system IN ({', '.join('?' * len(places))})"
    values = [comparison, *places]
    if annotator is not None:
        which += " AND annotator = ?"
        values.append(annotator)
    with workspace.reading() as connection:
        rows = rows_of(connection, which, tuple(values))
    return sorted(
        {
            Marked(output.segment, mark.category, mark.severity)
            for output, said in counting(rows)
            for mark in said.marks
        }
    )
