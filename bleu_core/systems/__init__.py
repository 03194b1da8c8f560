"""Many systems on one test set: counted in one pass, ranked, and tested pair by pair; or the runs
of a sequence, with the effect of each step.

A chosen pair is a `Comparison`. `gates` decides whether a candidate fails against its baseline.
"""

from typing import TYPE_CHECKING

from bleu_core.common import lazy

if TYPE_CHECKING:
    from bleu_core.systems.axis import interval_axis
    from bleu_core.systems.by_document import DocumentScores, score_documents
    from bleu_core.systems.rank import rank_systems
    from bleu_core.systems.ranking import Pair, Ranked, Ranking
    from bleu_core.systems.scored import ScoredSystems
    from bleu_core.systems.sequence import (
        RunSequence,
        Step,
        StepTest,
        StepTests,
        breaking_step,
        falls,
        follow_runs,
        judge_steps,
    )
    from bleu_core.systems.spread import Spread, spread_of
    from bleu_core.systems.wins import segments_won

__all__ = [
    "DocumentScores",
    "Pair",
    "Ranked",
    "Ranking",
    "RunSequence",
    "ScoredSystems",
    "Spread",
    "Step",
    "StepTest",
    "StepTests",
    "breaking_step",
    "falls",
    "follow_runs",
    "interval_axis",
    "judge_steps",
    "rank_systems",
    "score_documents",
    "segments_won",
    "spread_of",
]

if not TYPE_CHECKING:
    __getattr__ = lazy.names(
        __name__,
        {
            "axis": "interval_axis",
            "by_document": "DocumentScores score_documents",
            "rank": "rank_systems",
            "ranking": "Pair Ranked Ranking",
            "scored": "ScoredSystems",
            "sequence": (
                "RunSequence Step StepTest StepTests breaking_step falls follow_runs judge_steps"
            ),
            "spread": "Spread spread_of",
            "wins": "segments_won",
        },
    )
