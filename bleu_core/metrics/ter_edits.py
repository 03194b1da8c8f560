"""TER edits computed by sacreBLEU. A separate module, so that child processes start fast."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from bleu_core.common.processes import Reporter

# A hypothesis and its references; its edits and the mean length of these, in words.
Row: TypeAlias = tuple[str, Sequence[str]]
Counts: TypeAlias = tuple[int, float]


def count_edits(settings: Mapping[str, bool], rows: Sequence[Row]) -> list[Counts]:
    """Edits and reference length of each row, under these settings of sacreBLEU's TER."""
    from sacrebleu.metrics.ter import TER

    metric = TER(**settings)  # type: ignore[arg-type]  # of no name that takes references
    scores = [metric.sentence_score(hypothesis, references) for hypothesis, references in rows]
    return [(score.num_edits, score.ref_length) for score in scores]


def count_block(task: tuple[Mapping[str, bool], Sequence[Row]], report: Reporter) -> list[Counts]:
    """The same, in a child process."""
    return count_edits(*task)
