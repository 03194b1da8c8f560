"""The effect of editing a segment on its score and on the corpus."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bleu_core.metrics.bleu_score import SegmentStatistics, score_of_row, segment_statistics


@dataclass(frozen=True)
class Edit:
    """BLEU before and after an edit: of the segment (with effective order) and of the corpus."""

    segment_before: float
    segment_after: float
    corpus_before: float
    corpus_after: float


def edited(
    stats: SegmentStatistics, segment: int, text: str, references: list[str | None]
) -> tuple[SegmentStatistics, Edit]:
    """The statistics of the edited segment, and the effect of the edit.

    Costs one segment and a sum: the corpus is its old sum, minus the old row, plus the new one.
    """
    new = segment_statistics([text], [[reference] for reference in references], stats.config)
    total = stats.matrix.sum(axis=0)
    old = stats.matrix[segment]
    rows = total, total - old + new.matrix[0]
    before, after = (score_of_row(row, stats.config, stats.num_refs).score for row in rows)
    alone = replace(stats, matrix=stats.matrix[[segment]]).rescored(effective_order=True)
    changed = new.rescored(effective_order=True)
    return new, Edit(
        segment_before=float(alone.sentence_scores()[0]),
        segment_after=float(changed.sentence_scores()[0]),
        corpus_before=before,
        corpus_after=after,
    )
