"""Many systems on one test set, ranked or as runs over time; gates.

- `scored`: all systems, counted in one pass; a pair of them as a `Comparison`
- `ranking`: ranks systems, and tests every pair
- `grades`: grades of systems against a baseline
- `sequence`: runs over time: the change at each step
- `scorers`: metrics that other programs compute, and their saved scores
- `oracle`: the best output per segment
- `references`: references as outputs, and what each contributes
- `gates`: whether a candidate fails against its baseline
- `gate_conditions`: conditions such as "bleu<-0.5 and chrf<0"
"""

from typing import TYPE_CHECKING

from bleu_core.common import lazy

if TYPE_CHECKING:
    from bleu_core.systems.ranking import (
        RankedSystem,
        Ranking,
        SystemPair,
        rank_systems,
        segments_won,
    )
    from bleu_core.systems.scored import (
        DocumentScores,
        ScoredSystems,
        ScoreSpread,
        score_documents,
        score_spread,
    )
    from bleu_core.systems.sequence import (
        RunSequence,
        RunStep,
        SequenceSignificance,
        StepSignificance,
        breaking_step,
        follow_runs,
        run_step_tests,
        significant_falls,
    )

__all__ = [
    "DocumentScores",
    "RankedSystem",
    "Ranking",
    "RunSequence",
    "RunStep",
    "ScoreSpread",
    "ScoredSystems",
    "SequenceSignificance",
    "StepSignificance",
    "SystemPair",
    "breaking_step",
    "follow_runs",
    "rank_systems",
    "run_step_tests",
    "score_documents",
    "score_spread",
    "segments_won",
    "significant_falls",
]

if not TYPE_CHECKING:
    __getattr__ = lazy.lazy_attributes(
        __name__,
        {
            "ranking": "rank_systems SystemPair RankedSystem Ranking segments_won",
            "scored": "DocumentScores score_documents ScoredSystems ScoreSpread score_spread",
            "sequence": "RunSequence RunStep StepSignificance SequenceSignificance breaking_step "
            "significant_falls follow_runs run_step_tests",
        },
    )
