"""`--gate`: Δ of BLEU on some of the segments, each against its own limit."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from bleu_core.cli.choosing import Gate, pointed
from bleu_core.cli.errors import BadInput
from bleu_core.cli.keeping import saved_slice
from bleu_core.common.escaping import visible
from bleu_core.common.rounding import rounded
from bleu_core.messages import Message, option
from bleu_core.messages import gate as messages
from bleu_core.segments.expressions import chosen
from bleu_core.segments.saved_slices.choosing import NoSlice, rows_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from bleu_core.segments.columns import Table


class Held(NamedTuple):
    """A gate that was judged: the segments that it is of, and their Δ."""

    gate: Gate
    expression: str
    segments: int
    delta: float

    @property
    def fails(self) -> bool:
        return bool(rounded(self.delta) < rounded(self.gate.limit))

    @property
    def fields(self) -> dict[str, Any]:
        """As JSON has it."""
        return {
            "gate": self.gate.text,
            "expression": self.expression,
            "segments": self.segments,
            "delta": self.delta,
            "limit": self.gate.limit,
            "fails": self.fails,
        }

    @property
    def regression(self) -> Message:
        """Why it fails."""
        slice = visible(self.gate.text)
        return messages.regression(
            messages.slice_under_limit(slice, self.segments, self.delta, self.gate.limit)
        )


def held(gates: Sequence[Gate], table: Table, where: str = "") -> list[Held]:
    """Each gate, judged.

    It is of the segments that `saved_slices.choosing.rows_of` chooses.

    Parameters
    ----------
    gates : list of Gate
    table : Table
        Of all segments.
    where : str
        The expression of those that are compared at all.

    Raises
    ------
    BadInput
        With all that keeps any of them from being judged: a gate that cannot judge must not pass.
    """
    found: list[Held] = []
    problems: list[str] = []
    among = chosen(where, table) if where else np.arange(len(table))
    for gate in gates:
        try:
            expression, rows = _rows(gate.text, table)
        except BadInput as error:
            problems += error.problems
            continue
        rows = np.intersect1d(rows, among)
        change = table.comparison.part(rows).delta if len(rows) else math.nan
        if not len(rows):
            problems.append(messages.no_segment("--gate", visible(gate.text)))
        elif math.isnan(change):
            problems.append(messages.undefined("--gate", visible(gate.text)))
        found.append(Held(gate, expression, len(rows), change))
    if problems:
        raise BadInput(problems)
    return found


def _rows(text: str, table: Table) -> tuple[str, NDArray[np.int64]]:
    """The expression that is meant, and the segments that fulfil it."""
    try:
        return rows_of(text, table, saved_slice)
    except NoSlice as no:
        if no.is_saved:
            told = pointed(no.expression, no.error, f"--gate {visible(text)}")
            raise BadInput(told) from None
        told = pointed(text, no.error, "--gate")
        raise BadInput([*told, option.unknown_slice(visible(text))]) from None
