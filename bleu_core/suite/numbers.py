"""All that is counted and tested of a test set, from which the part of each system is taken."""

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
    """The numbers of a set.

    Parameters
    ----------
    plan : TestSet
    against : Against
    trials, seed : int
        0 trials leave all tests out.
    progress : optional
        Called with the part done; may raise to stop.

    Notes
    -----
    Every one is what `bleuscope compare` prints of the same files, seed and settings: each pair is
    tested on the draws that it would have by itself.
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
            name: part_of(progress, 0.2 + i * each, 0.2 + (i + 1) * each) or _untold
            for i, name in enumerate(metrics)
        }
        self._statistics = measured(self.scored, metrics, parts)
        self._findings: dict[str, list[Finding]] = {}
        self._tests = self._tested(part_of(progress, 0.5, 1)) if trials else {}

    def findings(self, name: str) -> list[Finding]:
        """What is found about the input of a system and its baseline.

        Many checks hold columns against each other: beside a system that is broken all others
        stand out. So each pair is looked at by itself.
        """
        if name not in self._findings:
            data, pair = self.against.evalset, {self.against.names.get(name, name), name}
            systems = {each: text for each, text in data.systems.items() if each in pair}
            found = examine(replace(data, systems=systems), self.plan.config)
            self._findings[name] = list(found)
        return self._findings[name]

    @property
    def signature(self) -> str:
        """Of BLEU."""
        return next(iter(self.scored.statistics.values())).corpus().signature

    def _tested(self, progress: Progress | None) -> dict[str, _Tests]:
        """By metric the tests of each system with its baseline, where it has one."""
        clusters, names = clusters_of(self.against.evalset), self.scored.names
        pairs = [(names.index(a), names.index(b)) for b, a in self.against.names.items()]
        size, found = len(self._statistics), {}
        for number, (key, statistics) in enumerate(self._statistics.items()):
            enough = [(a, b) for a, b in pairs if is_enough(key, statistics[a], statistics[b])]
            part = part_of(progress, number / size, (number + 1) / size)
            if enough:
                found[key] = resample_every_pair(
                    statistics, self.trials, SAMPLES, self.seed, clusters, part, enough
                ).tests
        return found

    def comparison(self, name: str) -> Comparison:
        """A system with its baseline; with itself where it has none."""
        return self.scored.pair(self.against.names.get(name, name), name)

    def of_system(self, name: str, slices: tuple[OfSlice, ...]) -> OfSystem:
        """What is said of a system, of which the slices are known."""
        against = self.against
        judged = self.judged(name)
        interval = judged[BLEU].bootstrap
        return OfSystem(
            name,
            against.words.get(name, ""),
            tuple(said_of(key, one, name in against.names) for key, one in judged.items()),
            slices,
            tuple(finding.sentence for finding in grave(self.findings(name))),
            self.plan.gates.accept_findings,
            ci_low=interval.ci_low if interval else _NONE,
            ci_high=interval.ci_high if interval else _NONE,
            notes=(against.why_not[name],) if name in against.why_not else (),
        )

    def judged(self, name: str) -> dict[str, Judged]:
        """What each metric says of a system and its baseline, BLEU first."""
        a, b = self.comparison(name).places
        return {
            key: Judged(Opinion(one[a], one[b]), *self._tests.get(key, {}).get((a, b), ()))
            for key, one in self._statistics.items()
        }


def _untold(part: float) -> None:
    """Nobody asks how far it is."""


def is_enough(key: str, a: MetricStatistics, b: MetricStatistics) -> bool:
    """Whether a pair has the segments that a test needs: of BLEU all count, as in `judge`."""
    return (len(a) if key == BLEU else Opinion(a, b).counted) >= MIN_SEGMENTS


def said_of(key: str, judged: Judged, is_held: bool) -> Said:
    """What a metric says of a system, which may be held against nothing."""
    one = judged.opinion
    return Said(
        key,
        one.about.label,
        not one.about.higher_is_better,
        one.score_b,
        one.score_a if is_held else _NONE,
        one.delta if is_held else _NONE,
        judged.p,
    )
