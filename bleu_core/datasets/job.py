"""What has been counted of a data set: a comparison of two systems whose rows are blocks."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from bleu_core.datasets.plan import Plan
from bleu_core.datasets.tally import Tally
from bleu_core.explain.ledger import Ledger, attribute
from bleu_core.metrics.bleu_score import BleuScore, SegmentStatistics


@dataclass(frozen=True, eq=False)
class Job:
    """System A, the baseline, and system B, the candidate, on a data set; every Δ is B − A.

    Scores and ledger are of sums alone, so that they equal a `Comparison`'s bit for bit. Tests
    exchange and draw blocks: documents, or 1,024 segments each.

    Attributes
    ----------
    plan : Plan
    folder : Path
        Where statistics are kept.
    tally : Tally
    missing : tuple of str
        A sentence for each group of rows of the data set that could not be counted, and is not
        among the plan's.

    Examples
    --------
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> import pyarrow as pa
    >>> import pyarrow.parquet as pq
    >>> from bleu_core import BleuConfig
    >>> from bleu_core.datasets import Columns, planned, run
    >>> temporary = TemporaryDirectory()
    >>> folder = Path(temporary.name)
    >>> old, new = ["a cat sat here", "it rains"] * 50, ["the cat sat here", "it rains"] * 50
    >>> texts = {"old": old, "new": new, "human": new, "kind": ["pets", "weather"] * 50}
    >>> pq.write_table(pa.table(texts), folder / "one.parquet", row_group_size=60)
    >>> plan = planned([str(folder)], Columns("old", "new", ("human",)), BleuConfig())
    >>> job, bad = run(plan, folder / "statistics")
    >>> round(job.score_a.score, 2), round(job.score_b.score, 2), round(job.delta, 2)
    (23.64, 100.0, 76.36)
    >>> job.unit, len(job)
    ('block', 100)
    """

    plan: Plan
    folder: Path
    tally: Tally
    missing: tuple[str, ...] = ()

    def __len__(self) -> int:
        """Segments."""
        return self.tally.segments

    @property
    def a(self) -> str:
        """What A is called: its column."""
        return self.plan.columns.a

    @property
    def b(self) -> str:
        return self.plan.columns.b

    @property
    def unit(self) -> str:
        """What tests exchange and draw."""
        return "document" if self.plan.columns.document else "block"

    @cached_property
    def blocks(self) -> tuple[SegmentStatistics, SegmentStatistics]:
        """The statistics of A and of B with a row a block, in their order."""
        a, b = (
            SegmentStatistics(self.tally.blocks[:, side], self.plan.config, self.tally.num_refs)
            for side in (0, 1)
        )
        return a, b

    @property
    def stats_a(self) -> SegmentStatistics:
        """Those of A, a row a block."""
        return self.blocks[0]

    @property
    def stats_b(self) -> SegmentStatistics:
        return self.blocks[1]

    @cached_property
    def score_a(self) -> BleuScore:
        return self.blocks[0].corpus()

    @cached_property
    def score_b(self) -> BleuScore:
        return self.blocks[1].corpus()

    @property
    def delta(self) -> float:
        """BLEU of B minus BLEU of A, in points."""
        return self.score_b.score - self.score_a.score

    @cached_property
    def ledger(self) -> Ledger:
        """Where every point of Δ comes from; its `segments` are the blocks."""
        return attribute(*self.blocks)
