"""One test set of a suite: its systems scored, tested and looked at, and judged by no gate yet."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bleu_core.columns import table_of
from bleu_core.comparison import Comparison
from bleu_core.evalset import EvalSet
from bleu_core.gates.judging import grave
from bleu_core.health import Finding, apart, examine
from bleu_core.metrics import MetricStatistics, Opinion, known
from bleu_core.numerals import whole
from bleu_core.progress import Progress, part_of
from bleu_core.report.ranking.content import measured
from bleu_core.saved_slices import SavedSlice
from bleu_core.saved_slices.choosing import NoSlice, rows_of
from bleu_core.significance import MIN_SEGMENTS, SAMPLES, Bootstrap, Randomization, clusters_of
from bleu_core.significance.every_pair import resample_every_pair
from bleu_core.streams import InputError
from bleu_core.suite.baselines import Against, held_against
from bleu_core.suite.definition import Slice, TestSet
from bleu_core.suite.files import open_set
from bleu_core.suite.results import OfSet, OfSlice, OfSystem, Said
from bleu_core.systems import ScoredSystems
from bleu_core.workspace import Workspace, WorkspaceError

_BLEU = "bleu"
_NONE = math.nan

FindSlice = Callable[[str], SavedSlice | None]
# Of each metric, by its name, the tests of pairs of systems by their places in the EvalSet.
_Tests = dict[str, dict[tuple[int, int], tuple[Randomization, Bootstrap]]]


@dataclass(frozen=True, eq=False)
class MeasuredSet:
    """What was found, and what is kept of it; `against` is None where it could not be compared."""

    found: OfSet
    against: Against | None = None

    @property
    def evalset(self) -> EvalSet | None:
        return None if self.against is None else self.against.evalset


def measure_set(
    plan: TestSet,
    title: str,
    trials: int,
    seed: int,
    workspace: Workspace | None = None,
    saved_slice: FindSlice = lambda name: None,
    progress: Progress | None = None,
) -> MeasuredSet:
    """Read, score and test the systems of a set; what keeps it from that is told in `problems`.

    Parameters
    ----------
    plan : TestSet
    title : str
        Of the suite.
    trials, seed : int
        0 trials leave all tests out.
    workspace : Workspace, optional
        Where kept baselines are.
    saved_slice : function, optional
        The saved slice of a name.
    progress : optional
        Called with the part done; may raise to stop.

    Notes
    -----
    Every number is the one that `bleuscope compare` prints of the same files, seed and settings:
    each pair is tested on the draws that it would have by itself.
    """
    try:
        opened = open_set(plan, part_of(progress, 0, 0.1))
        against = held_against(plan, title, opened, workspace)
        scored = ScoredSystems.of(against.evalset, plan.config, part_of(progress, 0.1, 0.2))
        numbers = _Numbers(plan, against, scored, trials, seed, part_of(progress, 0.2, 1))
    except (InputError, WorkspaceError) as error:
        told = error.problems if isinstance(error, InputError) else [str(error)]
        return MeasuredSet(OfSet(plan.name, problems=tuple(told)))
    problems: dict[str, None] = {}
    systems = tuple(numbers.of_system(name, saved_slice, problems) for name in plan.systems)
    signature = scored.pair(*[next(iter(plan.systems))] * 2).score_a.signature
    found = OfSet(
        plan.name, len(against.evalset), signature, systems, tuple(problems), opened.notes
    )
    return MeasuredSet(found, against)


class _Numbers:
    """All that is counted and tested of a set, from which each system's part is taken."""

    def __init__(
        self,
        plan: TestSet,
        against: Against,
        scored: ScoredSystems,
        trials: int,
        seed: int,
        progress: Progress | None,
    ) -> None:
        self._plan, self._against, self._scored = plan, against, scored
        metrics = {name: known(name, plan.config) for name in plan.metrics}
        parts = {
            name: part_of(progress, 0.5 * i / len(metrics), 0.5 * (i + 1) / len(metrics))
            for i, name in enumerate(metrics)
        }
        told = {name: part for name, part in parts.items() if part is not None}
        self._statistics = measured(scored, metrics, told)
        self._findings: Sequence[Finding] = examine(against.evalset, plan.config)
        self._tests = self._tested(trials, seed, part_of(progress, 0.5, 1)) if trials else {}

    def _tested(self, trials: int, seed: int, progress: Progress | None) -> _Tests:
        clusters, names = clusters_of(self._against.evalset), self._scored.names
        pairs = [
            (names.index(baseline), names.index(system))
            for system, baseline in self._against.names.items()
        ]
        found: _Tests = {}
        for number, (key, statistics) in enumerate(self._statistics.items()):
            enough = [(a, b) for a, b in pairs if _enough(key, statistics[a], statistics[b])]
            if enough:
                size = len(self._statistics)
                part = part_of(progress, number / size, (number + 1) / size)
                found[key] = resample_every_pair(
                    statistics, trials, SAMPLES, seed, clusters, part, enough
                ).tests
        return found

    def of_system(self, name: str, saved_slice: FindSlice, problems: dict[str, None]) -> OfSystem:
        """What is said of a system; what keeps slices from being chosen goes to `problems`."""
        against, names = self._against, self._scored.names
        baseline = against.names.get(name, "")
        pair = (names.index(baseline or name), names.index(name))
        tests = self._tests.get(_BLEU, {}).get(pair) if baseline else None
        own, _ = apart(self._findings, against.evalset, {baseline or name, name})
        return OfSystem(
            name,
            against.words.get(name, ""),
            tuple(self._said(key, *pair) for key in self._statistics),
            self._slices(baseline, name, saved_slice, problems),
            tuple(finding.sentence for finding in grave(own)),
            self._plan.gates.accept_findings,
            ci_low=tests[1].ci_low if tests else _NONE,
            ci_high=tests[1].ci_high if tests else _NONE,
            notes=(against.why_not[name],) if name in against.why_not else (),
        )

    def _said(self, key: str, a: int, b: int) -> Said:
        one = Opinion(self._statistics[key][a], self._statistics[key][b])
        test = self._tests.get(key, {}).get((a, b))
        return Said(
            key,
            one.about.label,
            not one.about.higher_is_better,
            one.score_b,
            _NONE if a == b else one.score_a,
            _NONE if a == b else one.delta,
            test[0].p_value if test else None,
        )

    def _slices(
        self, baseline: str, name: str, saved_slice: FindSlice, problems: dict[str, None]
    ) -> tuple[OfSlice, ...]:
        if not self._plan.slices:
            return ()
        comparison = self._scored.pair(baseline or name, name)
        a, b = comparison.places
        opinions = [
            Opinion(one[a], one[b]) for key, one in self._statistics.items() if key != _BLEU
        ]
        table = table_of(comparison, opinions={one.about.key: one for one in opinions})
        found = []
        for one in self._plan.slices:
            try:
                expression, rows = rows_of(one.where, table, saved_slice)
            except NoSlice as no:
                problems.setdefault(_no_slice(one, no))
                continue
            part = comparison.part(rows) if len(rows) else None
            found.append(OfSlice(one.name, expression, len(rows), _of_part(part, bool(baseline))))
        return tuple(found)


def _of_part(part: Comparison | None, is_held: bool) -> Said:
    """What BLEU says of some segments."""
    return Said(
        _BLEU,
        "BLEU",
        False,
        _NONE if part is None else part.score_b.score,
        part.score_a.score if part and is_held else _NONE,
        part.delta if part and is_held else _NONE,
    )


def _no_slice(one: Slice, no: NoSlice) -> str:
    at = f"at character {whole(no.error.at + 1)} of “{no.expression}”"
    told = f"The slice “{one.name}” cannot be chosen, {at}: {no.error.problem}"
    return told if no.is_saved else f"{told} There is no saved slice “{one.where}” either."


def _enough(key: str, a: MetricStatistics, b: MetricStatistics) -> bool:
    """Whether a pair has the segments that a test needs: of BLEU all count, as in `judge`."""
    return (len(a) if key == _BLEU else Opinion(a, b).counted) >= MIN_SEGMENTS
