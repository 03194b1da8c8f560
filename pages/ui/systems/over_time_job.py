"""The tests of all steps from run to run, in the background."""

from __future__ import annotations

from functools import partial

from bleu_core.common.progress import Progress
from bleu_core.significance import clusters_of
from bleu_core.systems import ScoredSystems, StepTests, judge_steps
from pages.ui.cache import BackgroundTask, result


class StepsTask(BackgroundTask):
    """Tests the steps from run to run; `tests` has the result."""

    def __init__(self, systems: ScoredSystems) -> None:
        self.tests: StepTests | None = None
        super().__init__(partial(self._judge, systems))

    def _judge(self, systems: ScoredSystems, progress: Progress) -> None:
        statistics = list(systems.statistics.values())
        clusters = clusters_of(systems.evalset)
        self.tests = judge_steps(statistics, clusters=clusters, progress=progress)


@result()
def steps_task(systems: ScoredSystems) -> StepsTask:
    """Return the task that tests the steps, started by whoever comes first."""
    return StepsTask(systems)
