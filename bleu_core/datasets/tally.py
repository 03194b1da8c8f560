"""Sums of statistics: of a fragment, or of several. What tasks return, and all that they return."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np

from bleu_core.additive import Rows


@dataclass(frozen=True, eq=False)
class Tally:
    """Sums of the statistics of both systems. Whole numbers: the same in any order.

    Attributes
    ----------
    segments : int
    num_refs : int
        References a segment; -1 where that varies.
    blocks : mapping from a block to a (2, 2 + 2N) array
        The sums of A and of B by document, or by number of 1,024 segments each.
    """

    segments: int
    num_refs: int
    blocks: Mapping[str | int, Rows]

    @property
    def sums(self) -> Rows:
        """(2, 2 + 2N) the sums of all segments, of A and of B."""
        total: Rows = np.sum([*self.blocks.values()], axis=0)
        return total


def merged(tallies: Iterable[Tally]) -> Tally:
    """Several as one; a document may be in more than one of them."""
    blocks: dict[str | int, Rows] = {}
    segments, references = 0, set()
    for tally in tallies:
        segments += tally.segments
        references.add(tally.num_refs)
        for block, sums in tally.blocks.items():
            blocks[block] = blocks[block] + sums if block in blocks else sums
    return Tally(segments, references.pop() if len(references) == 1 else -1, blocks)
