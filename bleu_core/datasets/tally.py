"""Sums of statistics: of a fragment, or of several. What tasks return, and all that they return."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from bleu_core.common.arrow import as_arrow, as_numpy
from bleu_core.metrics.additive import Rows

# Blocks that are held before they are summed, so that few documents in many fragments take little.
HELD = 100_000


@dataclass(frozen=True, eq=False)
class Tally:
    """Sums of the statistics of both systems. Whole numbers: the same in any order.

    Attributes
    ----------
    segments : int
    num_refs : int
        References a segment; -1 where that varies.
    names : (B,) pyarrow array
        Of the blocks, ascending, each once: documents, or numbers of 1,024 segments each, from 0.
    blocks : (B, 2, 2 + 2N) array
        The sums of A and of B in each.
    """

    segments: int
    num_refs: int
    names: pa.Array
    blocks: Rows

    @property
    def sums(self) -> Rows:
        """(2, 2 + 2N) the sums of all segments, of A and of B."""
        total: Rows = self.blocks.sum(axis=0)
        return total


def merged(tallies: Iterable[Tally]) -> Tally | None:
    """Several as one, None of none; a document may be in more than one of them."""
    held: list[Tally] = []
    waiting = 0
    for tally in tallies:
        held.append(tally)
        waiting += len(tally.names)
        # All anew only when as much has come as there is: no block is summed often.
        if waiting > HELD + 2 * len(held[0].names):
            held, waiting = [_as_one(held)], 0
    return _as_one(held) if held else None


def _as_one(tallies: list[Tally]) -> Tally:
    names = pa.concat_arrays([tally.names for tally in tallies])
    order = pc.sort_indices(names)
    names = names.take(order)
    begins = np.ones(len(names), bool)
    begins[1:] = as_numpy(pc.not_equal(names[1:], names[:-1]))
    starts = np.flatnonzero(begins)
    blocks = np.concatenate([tally.blocks for tally in tallies])
    references = {tally.num_refs for tally in tallies}
    return Tally(
        sum(tally.segments for tally in tallies),
        references.pop() if len(references) == 1 else -1,
        names.take(as_arrow(starts)),
        np.add.reduceat(blocks[as_numpy(order)], starts, axis=0),
    )
