"""Where in a data set the points lie: by document, or by run of blocks."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from bleu_core.common.arrow import as_numpy
from bleu_core.datasets.job import Job
from bleu_core.significance import BLOCK

# Bars that a strip has room for.
MOST_DOCUMENTS, MOST_RUNS = 200, 120

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]


def by_document(job: Job, most: int = MOST_DOCUMENTS) -> tuple[list[str], Floats]:
    """The documents with most points, either way, and the points of each; "" stands for none."""
    points = job.ledger.segments
    order = np.argsort(-np.abs(points), kind="stable")[:most]
    return job.tally.names.take(pa.array(order)).to_pylist(), points[order]


def by_run(job: Job, most: int = MOST_RUNS) -> tuple[Ints, Ints, Floats]:
    """The first and last line of runs of blocks, nearly equally many each, and their points.

    Only of a data set without documents, whose blocks are lines that follow one another.
    """
    numbers = as_numpy(job.tally.names)
    runs = min(most, len(numbers))
    edges = np.arange(runs + 1) * len(numbers) // runs
    end = max(fragment.first + fragment.rows for fragment in job.plan.fragments)
    first = numbers[edges[:-1]] * BLOCK + 1
    last = np.minimum((numbers[edges[1:] - 1] + 1) * BLOCK, end)
    return first, last, np.add.reduceat(job.ledger.segments, edges[:-1])
