"""The scores and tests of all systems of a test set."""

from __future__ import annotations

import math
from dataclasses import replace

from bleu_core.common.progress import Progress, part_of
from bleu_core.explain.comparison import Comparison
from bleu_core.metrics import MetricStatistics, Opinion, known
from bleu_core.present.ranking_report import measured
from bleu_core.readers.health import Finding, examine
from bleu_core.significance import MIN_SEGMENTS, SAMPLES, Bootstrap, Randomization, clusters_of
from bleu_core.significance.every_pair import resample_every_pair
from bleu_core.significance.opinions import Judged
from bleu_core.suite.baselines import Against
from bleu_core.suite.definition import TestSet
from bleu_core.suite.results import OfSlice, OfSystem, Said
from bleu_core.systems import ScoredSystems
from bleu_core.systems.gates.judging import grave

BLEU = "bleu"
_NONE = math.nan

# Of pairs of systems by their places in the EvalSet.
_Tests = dict[tuple[int, int], tuple[Randomization, Bootstrap]]


class SetNumbers:
    """The scores and tests of a set.

    Parameters
    ----------
    plan : TestSet
    against : Against
    trials, seed : int
        With 0 trials nothing is tested.
    progress : optional
        Called with the part done; may raise to stop.

    Notes
    -----
    All numbers equal those of `bleuscope compare` for the same files, seed and settings: each pair
    is tested with the same draws.
    """

    def __init__(
        self,
        plan: TestSet,
        against: Against,
        trials: int,
        seed: int,
        progress: Progress | None = None,
    ) -> None:
        self.plan, self.against, self.trials, self.seed = plan, against, trials, seed
        self.scored = ScoredSystems.of(against.evalset, plan.config, part_of(progress, 0, 0.2))
        metrics = {name: known(name, plan.config) for name in plan.metrics}
        each = 0.3 / max(len(metrics), 1)
        parts = {
            name: part_of(progress, 0.2 + i * each, 0.2 + (i + 1) * each) or _ignore
            for i, name in enumerate(metrics)
        }
        self._statistics = measured(self.scored, metrics, parts)
        self._findings: dict[str, list[Finding]] = {}
        self._tests = self._tested(part_of(progress, 0.5, 1)) if trials else {}

    def findings(self, name: str) -> list[Finding]:
        """The input problems of a system and its baseline.

        Each pair is checked by itself, as many checks compare columns: beside a broken system all
        others would stand out.
        """
        if name not in self._findings:
            data, pair = self.against.evalset, {self.against.names.get(name, name), name}
            systems = {each: text for each, text in data.systems.items() if each in pair}
            findings = examine(replace(data, systems=systems), self.plan.config)
            self._findings[name] = list(findings)
        return self._findings[name]

    @property
    def signature(self) -> str:
        """The signature of BLEU."""
        return next(iter(self.scored.statistics.values())).corpus().signature

    def _tested(self, progress: Progress | None) -> dict[str, _Tests]:
        """The tests of each system with its baseline, by metric."""
        clusters, names = clusters_of(self.against.evalset), self.scored.names
        pairs = [(names.index(a), names.index(b)) for b, a in self.against.names.items()]
        size, tests = len(self._statistics), {}
        for number, (key, statistics) in enumerate(self._statistics.items()):
            enough = [(a, b) for a, b in pairs if is_enough(key, statistics[a], statistics[b])]
            part = part_of(progress, number / size, (number + 1) / size)
            if enough:
                tests[key] = resample_every_pair(
                    statistics, self.trials, SAMPLES, self.seed, clusters, part, enough
                ).tests
        return tests

    def comparison(self, name: str) -> Comparison:
        """A system with its baseline; with itself if it has none."""
        return self.scored.pair(self.against.names.get(name, name), name)

    def of_system(self, name: str, slices: tuple[OfSlice, ...]) -> OfSystem:
        """The result of a system, with its slices."""
        against = self.against
        judged = self.judged(name)
        interval = judged[BLEU].bootstrap
        return OfSystem(
            name,
            against.words.get(name, ""),
            tuple(said_of(key, each, name in against.names) for key, each in judged.items()),
            slices,
            tuple(finding.sentence for finding in grave(self.findings(name))),
            self.plan.gates.accept_findings,
            ci_low=interval.ci_low if interval else _NONE,
            ci_high=interval.ci_high if interval else _NONE,
            notes=(against.why_not[name],) if name in against.why_not else (),
        )

    def judged(self, name: str) -> dict[str, Judged]:
        """Each metric for a system and its baseline, BLEU first."""
        a, b = self.comparison(name).places
        return {
            key: Judged(Opinion(each[a], each[b]), *self._tests.get(key, {}).get((a, b), ()))
            for key, each in self._statistics.items()
        }


def _ignore(part: float) -> None:
    """Ignore the progress."""


def is_enough(key: str, a: MetricStatistics, b: MetricStatistics) -> bool:
    """Whether a pair has enough segments for a test; for BLEU all count, as in `judge`."""
    return (len(a) if key == BLEU else Opinion(a, b).counted) >= MIN_SEGMENTS


def said_of(key: str, judged: Judged, has_baseline: bool) -> Said:
    """The result of a metric for a system, which may have no baseline."""
    opinion = judged.opinion
    return Said(
        key,
        opinion.about.label,
        not opinion.about.higher_is_better,
        opinion.score_b,
        opinion.score_a if has_baseline else _NONE,
        opinion.delta if has_baseline else _NONE,
        judged.p,
    )
