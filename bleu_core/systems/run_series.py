"""Runs that arrive one after another: the change of each to the previous one, and to the best."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from numpy.typing import NDArray

from bleu_core.metrics.additive import AdditiveMetric, score_of
from bleu_core.significance import MIN_SEGMENTS, SEED, TRIALS, paired_approximate_randomization


@dataclass(frozen=True)
class RunChange:
    """The change of a run relative to another one."""

    run: str  # the other run
    delta: float  # score of the run minus that of the other
    # By paired approximate randomization, not corrected for the number of runs; None if it was not
    # tested, for example because there are fewer than `MIN_SEGMENTS` segments.
    p_value: float | None


@dataclass(frozen=True)
class RunResult:
    """The score of a run, and its changes; None for the first run."""

    name: str
    score: float
    previous: RunChange | None
    best: RunChange | None


class _Run(NamedTuple):
    key: Any
    stats: AdditiveMetric
    score: float


@dataclass(eq=False)
class RunSeries:
    """Runs with their statistics on the same segments, in the order of their keys.

    Parameters
    ----------
    clusters : (S,) whole numbers, optional
        Document of each segment, as in `paired_approximate_randomization`.
    trials, seed : int
        Trials of each test, 0 for none, and seed of the draws.

    Examples
    --------
    >>> from bleu_core import segment_statistics
    >>> reference = [f"they came home on day {i}" for i in range(40)]
    >>> late = [line.replace("home", "back") for line in reference]
    >>> series = RunSeries()
    >>> series.add("step-2", 2, segment_statistics(late, [reference])).previous is None
    True
    >>> result = series.add("step-10", 10, segment_statistics(reference, [reference]))
    >>> round(result.score), result.previous.run, result.best.p_value < 0.05
    (100, 'step-2', True)
    """

    clusters: NDArray[Any] | None = None
    trials: int = TRIALS
    seed: int = SEED
    _runs: dict[str, _Run] = field(default_factory=dict, init=False)

    def __len__(self) -> int:
        return len(self._runs)

    def add(self, name: str, key: Any, stats: AdditiveMetric) -> RunResult:
        """Compare a run with those before, and add it; it replaces an earlier one of its name.

        The previous run is the last one with a lower key; the best one has the highest score of all
        others, the earliest of equals.
        """
        self._runs.pop(name, None)
        before = self.before(key)
        best = max(self._runs, key=lambda other: self._runs[other].score, default="")
        score = score_of(stats)
        changes: Mapping[str, RunChange] = {
            other: RunChange(other, score - self._runs[other].score, self._test(other, stats))
            for other in {before, best} - {""}
        }
        self._runs[name] = _Run(key, stats, score)
        return RunResult(name, score, changes.get(before), changes.get(best))

    def before(self, key: Any) -> str:
        """The run with the highest key below this one; '' if there is none."""
        earlier = [(run.key, name) for name, run in self._runs.items() if run.key < key]
        return max(earlier)[1] if earlier else ""

    def _test(self, other: str, stats: AdditiveMetric) -> float | None:
        if not self.trials or len(stats.matrix) < MIN_SEGMENTS:
            return None
        test = paired_approximate_randomization(
            self._runs[other].stats, stats, self.trials, self.seed, clusters=self.clusters
        )
        return test.p_value
