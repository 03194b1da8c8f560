"""The expression that chooses segments of a part of a data set, or with an n-gram, for Segments."""

from __future__ import annotations

from bleu_core.datasets.counting import DOCUMENT
from bleu_core.datasets.job import Job
from bleu_core.datasets.slicing import DataSlice
from bleu_core.explain.comparison import Comparison
from bleu_core.segments.expressions import (
    LONGEST,
    And,
    Compared,
    Name,
    Node,
    Or,
    conjunction,
    written,
)
from bleu_core.segments.slices import names_of
from bleu_core.segments.worklist import part_is
from bleu_core.text.config import BleuConfig
from bleu_core.text.evalset import EvalSet
from bleu_core.text.tokenizers import tokenize_line

_LENGTH = Name("reference.length")


def slice_is(job: Job, how: str, part: DataSlice) -> str:
    """Chooses the segments of a slice by a column, or of a band of lengths."""
    if part.lengths is not None:
        return _length_is(*part.lengths)
    return value_is(job, how, part.value or "")


def value_is(job: Job, how: str, value: str) -> str:
    """Chooses the segments that have a value under `DOCUMENT` or a column of metadata.

    "" stands for the segments without any.
    """
    columns = {key: [""] for key in [DOCUMENT, *job.plan.metadata]} | {how: [value]}
    documents = columns.pop(DOCUMENT)
    # A segment that has it: so that columns are called as they are on Segments.
    data = EvalSet({"A": [""], "B": [""]}, [[""]], documents=documents, metadata=columns)
    column = data.documents if how == DOCUMENT else data.metadata[how]
    label = next(iter(names_of(column)))
    return part_is(Comparison.of(data), how, label)


def _length_is(low: int, high: int | None) -> str:
    if high == 1:
        return written(Compared(_LENGTH, "=", (0,)))
    # The mean of two lengths may be a half: what has any token begins above 0, not at 1.
    parts: list[Node] = [
        Compared(_LENGTH, ">", (0,)) if low == 1 else Compared(_LENGTH, ">=", (low,))
    ]
    if high is not None:
        parts.append(Compared(_LENGTH, "<", (high,)))
    return written(conjunction(parts))


def ngram_is_matched(text: str, config: BleuConfig) -> str:
    """Chooses the segments in which A or B matches an n-gram, tokens joined by a space.

    "" where no expression does: one too long, or whose tokens are not found again in their text,
    as pieces of words are not.
    """
    if tokenize_line(text, config) != text.split():
        return ""
    reference, a, b = (Compared(Name(name), "has", (text,)) for name in ("reference", "a", "b"))
    expression = written(And((reference, Or((a, b)))))
    return expression if len(expression) <= LONGEST else ""
