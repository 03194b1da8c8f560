"""Counts of references and systems against all references but one.

They are counted once, for human reference points and for what each reference contributes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from bleu_core.common.arrays import as_arrow
from bleu_core.common.progress import Progress
from bleu_core.metrics.bleu import SegmentStatistics, statistics_of
from bleu_core.significance import documents_of
from bleu_core.significance.units import Ints, clusters_among
from bleu_core.text.config import BleuConfig
from bleu_core.text.evalset import EvalSet, present_mask

# Counting so many lines takes a few seconds.
MOST_LINES = 250_000


def most_segments(references: int, systems: int) -> int:
    """Number of segments up to which counting these references and systems takes a few seconds.

    >>> most_segments(2, systems=4)
    25000
    """
    return MOST_LINES // (references * (systems + 1))


class ReferenceCounts(NamedTuple):
    """The statistics of the segments that have all K references, each against K − 1 of them."""

    rows: Ints  # (S,) these segments
    references: list[SegmentStatistics]  # Each reference as an output, against the others
    systems: dict[str, list[SegmentStatistics]]  # Each without reference 1, without 2, and so on
    clusters: Ints | None  # (S,) document of each segment; None if segments are resampled


def count_references(
    evalset: EvalSet,
    systems: Sequence[str],
    config: BleuConfig = BleuConfig(),
    progress: Progress | None = None,
) -> ReferenceCounts | None:
    """Count the matches of references and named systems against all references but one.

    None with fewer than two references, or if no segment has all of them.
    """
    if len(evalset.references) < 2:
        return None
    rows = np.flatnonzero(np.all([present_mask(one) for one in evalset.references], axis=0))
    if not len(rows):
        return None
    taken = as_arrow(rows)
    references = [one.take(taken) for one in evalset.references]
    outputs = {name: evalset.systems[name].take(taken) for name in systems}
    people: list[SegmentStatistics] = []
    found: dict[str, list[SegmentStatistics]] = {name: [] for name in outputs}
    for place, reference in enumerate(references):
        others = references[:place] + references[place + 1 :]
        person, *counted = statistics_of([reference, *outputs.values()], others, config)
        people.append(person)
        for name, stats in zip(outputs, counted, strict=True):
            found[name].append(stats)
        if progress is not None:
            progress((place + 1) / len(references))
    documents = documents_of(evalset)
    clusters = clusters_among(None if documents is None else documents[rows], len(rows))
    return ReferenceCounts(rows, people, found, clusters)
