"""The report of a ranking: the ranking, the best pairs, the input."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from bleu_core.common.numerals import p_value, whole
from bleu_core.common.progress import Progress
from bleu_core.metrics import Bleu, MetricStatistics, TextMetric, measure
from bleu_core.metrics.metric import About
from bleu_core.metrics.signature import sacrebleu_command
from bleu_core.present.account import Account
from bleu_core.present.account.ranking import about_tests, headline, leading
from bleu_core.present.account.spans import Span
from bleu_core.present.report.content import Input
from bleu_core.present.report.gathering import inputs_of
from bleu_core.readers.health import Finding, summarize
from bleu_core.significance import SEED, TRIALS, clusters_of, judge
from bleu_core.systems import Ranking, ScoredSystems, rank_systems

BLEU = "bleu"
# Pairs with a verdict.
MOST_PAIRS = 5


class Told(NamedTuple):
    """A pair of the best systems with its verdict; A ranks before B."""

    account: Account
    after_holm: str


@dataclass(frozen=True, eq=False)
class Standings:
    """A ranking of the systems of a test set, with all that its report shows.

    Attributes
    ----------
    scored : ScoredSystems
    rankings : mapping from the requested name of a metric to Ranking
        The first one ranks the systems; all have the same baseline.
    metrics : mapping from these names to About
    signatures : mapping from these names to text
    findings : sequence of Finding
        On the input, serious ones first.
    files : mapping
        Paths by the SHA-256 of the files' contents.
    """

    scored: ScoredSystems
    rankings: Mapping[str, Ranking]
    metrics: Mapping[str, About]
    signatures: Mapping[str, str]
    findings: Sequence[Finding] = ()
    files: Mapping[str, str] = field(default_factory=dict)

    @property
    def by(self) -> str:
        """The key of the metric that ranks."""
        return next(iter(self.rankings))

    @property
    def ranking(self) -> Ranking:
        return self.rankings[self.by]

    @property
    def about(self) -> About:
        return self.metrics[self.by]

    @property
    def segments(self) -> int:
        return len(self.scored.evalset)

    @cached_property
    def findings_told(self) -> list[Finding]:
        """The findings, with those common to many systems combined."""
        return summarize(self.findings, self.scored.evalset)

    @cached_property
    def headline(self) -> list[Span]:
        return headline(self.ranking, self.segments, self.about)

    @cached_property
    def about_tests(self) -> list[str]:
        return about_tests(self.ranking, self.scored.evalset)

    @cached_property
    def best(self) -> list[Told]:
        """Pairs of the first system: those not significantly worse, and the first that is.

        The verdicts are on BLEU, so there are none if another metric ranks.
        """
        if self.by != BLEU:
            return []
        first, *others = self.ranking.systems
        alike = leading(self.ranking)[1:MOST_PAIRS]
        apart = [one for one in others if self.ranking.pair(first.name, one.name).significant]
        return [self._told(first.name, one.name) for one in [*alike, *apart[:1]]]

    def _told(self, a: str, b: str) -> Told:
        ranking, comparison = self.ranking, self.scored.pair(a, b)
        found = judge(comparison, ranking.trials, seed=ranking.seed) if ranking.tested else None
        pair, after = ranking.pair(a, b), ""
        if pair.p_holm is not None and ranking.family > 1:
            can = "can" if pair.significant else "cannot"
            after = (
                f"That is of this pair alone. Among all {whole(ranking.family)} pairs the two "
                f"{can} be told apart: {p_value(pair.p_holm)} after Holm."
            )
        return Told(Account(comparison, found), after)

    @cached_property
    def inputs(self) -> list[Input]:
        """The texts that were scored, each with the file that holds just it, if one is known."""
        systems = [("system", name) for name in self.scored.names]
        found = inputs_of(self.scored.evalset, systems)
        return [one._replace(file=self.files.get(one.sha256, "")) for one in found]

    @property
    def sacrebleu_command(self) -> str:
        """The command that gives the same scores of BLEU; '' if none does."""
        systems = [one.file or one.name for one in self.inputs if one.role == "system"]
        references = [
            one.file or f"REFERENCE-{one.name}" for one in self.inputs if one.role == "reference"
        ]
        return sacrebleu_command(self.scored.config, references, systems)


def measured(
    scored: ScoredSystems,
    metrics: Mapping[str, TextMetric],
    progress: Mapping[str, Progress] | None = None,
) -> dict[str, list[MetricStatistics]]:
    """The statistics of all systems for BLEU, which exist already, and for other metrics."""
    bleu = Bleu(scored.config)
    first = [MetricStatistics(s.matrix, bleu, s.num_refs) for s in scored.statistics.values()]
    systems, references = list(scored.evalset.systems.values()), scored.evalset.references
    return {BLEU: first} | {
        key: measure(metric, systems, references, (progress or {}).get(key))
        for key, metric in metrics.items()
    }


def stand(
    scored: ScoredSystems,
    statistics: Mapping[str, Sequence[MetricStatistics]],
    by: str = BLEU,
    baseline: str | None = None,
    trials: int = TRIALS,
    seed: int = SEED,
    tested: Sequence[str] = (),
    findings: Sequence[Finding] = (),
    files: Mapping[str, str] | None = None,
    progress: Progress | None = None,
) -> Standings:
    """Rank systems by one metric, with the scores of the others.

    Parameters
    ----------
    scored : ScoredSystems
    statistics : mapping from the names of metrics to statistics
        From `measured`.
    by : str
        The name of the metric that ranks.
    baseline : str, optional
        The first system unless given.
    trials, seed : int
        0 trials leave all tests out.
    tested : sequence of names
        Other metrics of which pairs are tested too.
    """
    clusters = clusters_of(scored.evalset)
    order = [by, *(key for key in statistics if key != by)]
    rankings = {
        key: rank_systems(
            statistics[key],
            scored.names,
            baseline,
            trials if key in (by, *tested) else 0,
            seed=seed,
            clusters=clusters,
            progress=progress,
            higher_is_better=statistics[key][0].metric.about.higher_is_better,
        )
        for key in order
    }
    return Standings(
        scored,
        rankings,
        {key: statistics[key][0].metric.about for key in order},
        {key: statistics[key][0].corpus().signature for key in order},
        findings,
        files or {},
    )
