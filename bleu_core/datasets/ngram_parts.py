"""The n-grams that tell A and B apart in part of a data set, and the same of several parts.

No memory holds all n-grams of a thousand million segments. So of each part those are kept
that were moved most, and with the part a number that none of the others exceeds there. Parts
are merged, and what is left out stays bounded: a mergeable summary as in Agarwal et al. (2012),
"Mergeable Summaries", PODS.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from bleu_core.common.arrow import as_arrow, as_numpy
from bleu_core.explain.comparison import Comparison
from bleu_core.explain.ngrams.corpus import Corpus
from bleu_core.explain.ngrams.counting import count_ngrams

# N-grams that are kept of a part.
KEEP = 200_000
# What is summed of each n-gram, beside its text and its order: clipped matches that B has more than
# A; segments that A, and B, wins; and `moved`, the differences in clipped matches whichever way,
# segment by segment, which none of the others exceeds.
SUMS = ("gained", "wins_a", "wins_b", "moved")
_KEY = ["ngram", "order"]


@dataclass(frozen=True, eq=False)
class NgramPart:
    """What is known of the n-grams of some segments.

    Attributes
    ----------
    rows : pyarrow Table
        The columns "ngram", tokens joined by a space; "order"; `SUMS`, of what was kept; and
        "left_out": at most so much more has been moved, in parts where it was not kept.
    bound : int
        No n-gram without a row was moved more than this.
    """

    rows: pa.Table
    bound: int


def part_of(comparison: Comparison, keep: int = KEEP) -> NgramPart:
    """The n-grams that tell A and B apart in the segments of a comparison.

    Examples
    --------
    >>> from bleu_core import EvalSet
    >>> texts = EvalSet({"A": ["a a b"], "B": ["b c"]}, [["a a c"]])
    >>> found = part_of(Comparison.of(texts)).rows.select(["ngram", *SUMS]).to_pylist()
    >>> [tuple(row.values()) for row in found if " " not in row["ngram"]]
    [('a', -2, 1, 0, 2), ('c', 1, 0, 1, 1)]
    """
    corpus = Corpus.of(comparison)
    # Twice: what is matched is in an output and in a reference.
    _, credited = count_ngrams(corpus, comparison.config.max_ngram_order, min_count=2)
    size = len(credited.order)

    def summed(numbers: np.ndarray) -> np.ndarray:
        return np.bincount(credited.ngram, numbers, size).astype(np.int64)

    sums = {
        "gained": summed(credited.gained),
        "wins_a": summed(credited.gained < 0),
        "wins_b": summed(credited.gained > 0),
        "moved": summed(np.abs(credited.gained)),
    }
    rows = np.flatnonzero(sums["moved"])
    order = credited.order[rows]
    columns = {
        "ngram": corpus.texts(credited.start[rows], order),
        "order": as_arrow(order),
        **{name: as_arrow(numbers[rows]) for name, numbers in sums.items()},
        "left_out": as_arrow(np.zeros(len(rows), np.int64)),
    }
    return _pruned(pa.table(columns), 0, keep)


def merged_parts(parts: Sequence[NgramPart], keep: int = KEEP) -> NgramPart:
    """Several parts as one.

    What a part did not keep of an n-gram is at most its bound, and is added to "left_out".
    """
    bound = sum(part.bound for part in parts)
    # A row brings what may be left out in its part, less what would be if it had none.
    tables = [
        part.rows.set_column(
            part.rows.column_names.index("left_out"),
            "left_out",
            pc.subtract(part.rows["left_out"], part.bound),
        )
        for part in parts
    ]
    sums = [(name, "sum") for name in (*SUMS, "left_out")]
    rows = pa.concat_tables(tables).group_by(_KEY, use_threads=False).aggregate(sums)
    rows = rows.rename_columns([name.removesuffix("_sum") for name in rows.column_names])
    left_out = pc.add(rows["left_out"], bound)
    rows = rows.set_column(rows.column_names.index("left_out"), "left_out", left_out)
    return _pruned(rows.select([*_KEY, *SUMS, "left_out"]), bound, keep)


def _pruned(rows: pa.Table, bound: int, keep: int) -> NgramPart:
    """The rows that may have been moved most; ties stand and fall together."""
    if len(rows) > keep:
        most = as_numpy(rows["moved"]) + as_numpy(rows["left_out"])
        least = np.partition(most, -keep)[-keep]
        kept = most > least if (most >= least).sum() > keep else most >= least
        bound = max(bound, int(most[~kept].max()))
        rows = rows.filter(as_arrow(kept.view(np.uint8)).cast(pa.bool_()))
    return NgramPart(rows.combine_chunks(), bound)
