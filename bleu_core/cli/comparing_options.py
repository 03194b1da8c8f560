"""Options that `compare` and `rank` share."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from bleu_core.cli.gates import GateOptions, TestOptions
from bleu_core.cli.inputs import InputOptions, RepairOptions, SourceOptions
from bleu_core.cli.metrics import Scoring, ScoringOptions, metrics_option
from bleu_core.cli.options import group, options_class
from bleu_core.cli.output import SavingOptions
from bleu_core.cli.scores import ScoreFiles, find_scores, scores_option
from bleu_core.cli.testset import TestSetOptions

if TYPE_CHECKING:
    from bleu_core.systems.scorers import Scorer


@options_class
class ComparingOptions:
    """Input, metrics, tests and gates of two or more systems."""

    files: InputOptions = group(InputOptions)
    test_set: TestSetOptions = group(TestSetOptions)
    beside: SourceOptions = group(SourceOptions)
    changing: RepairOptions = group(RepairOptions)
    saving: SavingOptions = group(SavingOptions)
    gates: GateOptions = group(GateOptions)
    tests: TestOptions = group(TestOptions)
    metrics: Sequence[str] = metrics_option("Metrics to compute in addition to BLEU")
    scores: list[ScoreFiles] = scores_option()
    scoring: ScoringOptions = group(ScoringOptions)

    @cached_property
    def sources(self) -> list[ScoreFiles | Scorer]:
        """The files or the scorer of each name of --scores."""
        return find_scores(self.scores, self.test_set.campaign)

    def check(self, metrics: Sequence[str], gates: Sequence[object] = ()) -> Scoring:
        """Reject what cannot work before any file is read; the scoring of these metrics too."""
        self.gates.check(self.tests.trials, self.saving.open_app, gates)
        assert self.sources is not None  # BadInput for an unknown name
        names = [*self.metrics, *metrics, *self.gates.computed]
        return self.scoring.scoring(names, self.test_set.pair)
