"""What is known of a segment by name, for the sheet of segments."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from bleu_core.columns import FLAG, NUMBER, Table, table_of
from bleu_core.report.content import Content

# What the sheet has under names of its own, as statistics; and of texts what counts itself.
ELSEWHERE = {"line", "points", "delta", "gain", "a.bleu", "b.bleu", "a.length", "b.length"}
ELSEWHERE |= {f"{side}.matches{n}" for side in "ab" for n in range(1, 20)}
TEXTS = ("script",)


def named(content: Content) -> Iterator[tuple[str, NDArray[np.float64] | list[str | None]]]:
    """The columns that expressions name and that the sheet does not have otherwise: (S,) each.

    A flag is "yes" or "no"; what there is not for this comparison is left out.
    """
    table = table_of(content.comparison, content.thresholds)
    for name, column in table.columns.items():
        if column.missing or name in ELSEWHERE:
            continue
        if column.kind == NUMBER:
            yield name, table.numbers(name)
        elif column.kind == FLAG:
            yield name, np.where(table.flags(name), "yes", "no").tolist()
        elif name in TEXTS:
            yield name, _only(table, name)


def _only(table: Table, name: str) -> list[str | None]:
    """The text of each segment, where it has one at most."""
    ((texts, _),) = table.texts(name).parts
    found: list[str | None] = texts.to_pylist()
    return found
