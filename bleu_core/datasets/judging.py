"""Whether a data set's difference may be chance: tests that exchange and draw whole blocks."""

from __future__ import annotations

import numpy as np

from bleu_core.common.progress import Progress, part_of
from bleu_core.datasets.job import Job
from bleu_core.messages import dataset
from bleu_core.significance import (
    BLOCK,
    MIN_DOCUMENTS,
    MIN_SEGMENTS,
    SAMPLES,
    SEED,
    TRIALS,
    Significance,
    paired_approximate_randomization,
    paired_bootstrap,
)


def judge_job(
    job: Job,
    trials: int = TRIALS,
    samples: int = SAMPLES,
    seed: int = SEED,
    progress: Progress | None = None,
) -> Significance | None:
    """Whether the difference of BLEU may be chance; None where `untested` says why not.

    By document where documents are known, else by block of 1,024 segments: units of which
    sums alone are at hand, as many as fit into memory.

    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> import pyarrow as pa
    >>> import pyarrow.parquet as pq
    >>> from bleu_core import BleuConfig
    >>> from bleu_core.datasets import Columns, planned, run, untested
    >>> temporary = TemporaryDirectory()
    >>> folder = Path(temporary.name)
    >>> old, new = ["a cat sat here", "it rains"] * 50, ["the cat sat here", "it rains"] * 50
    >>> texts = {"old": old, "new": new, "human": new, "kind": ["pets", "weather"] * 50}
    >>> pq.write_table(pa.table(texts), folder / "one.parquet", row_group_size=60)
    >>> plan = planned([str(folder)], Columns("old", "new", ("human",)), BleuConfig())
    >>> job, bad = run(plan, folder / "statistics")
    >>> judge_job(job) is None
    True
    >>> untested(job).code
    'dataset.few_blocks'
    """
    if untested(job):
        return None
    # Each block is a cluster of its own: p and interval are widened for the number of them.
    blocks = np.arange(len(job.stats_a))
    share = trials / (trials + 4 * samples)  # as in `judge_pair`
    test = paired_approximate_randomization(
        job.stats_a, job.stats_b, trials, seed, part_of(progress, 0, share), clusters=blocks
    )
    drawn = paired_bootstrap(
        job.stats_a, job.stats_b, samples, seed, part_of(progress, share, 1), clusters=blocks
    )
    number = len(blocks) if job.unit == "document" else None
    return Significance(test, drawn, job.unit, test.units, None, documents=number)


def untested(job: Job) -> str:
    """Why no test is made, a message; "" where there is one."""
    number = len(job.stats_a)
    if job.unit == "document":
        if job.tally.names[0].as_py() == "":  # they are in ascending order
            return dataset.documents_missing()
        few = number < MIN_DOCUMENTS
        return dataset.few_documents(number, MIN_DOCUMENTS) if few else ""
    return dataset.few_blocks(number, BLOCK, MIN_SEGMENTS) if number < MIN_SEGMENTS else ""
