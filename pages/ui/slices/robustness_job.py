"""The task that computes the robustness of one comparison."""

from __future__ import annotations

from contextlib import suppress
from functools import partial

from bleu_core import Comparison, InputError
from bleu_core.common.progress import Progress, part_of
from bleu_core.significance.robustness import Cell as Result
from bleu_core.significance.robustness import grid, settings
from bleu_core.text.tokenizers import TokenizerUnavailable
from pages.ui import opinions
from pages.ui.cache import BackgroundTask, result


class RobustnessTask(BackgroundTask):
    """Computes the grid of settings of one comparison, then the metrics.

    Attributes
    ----------
    total : int
        Number of settings.
    cells : list of Result
        Results so far.
    metrics : list of str
        Keys of the metrics counted after them, BLEU first: quick ones and those counted already.
    judged : int
        How many of the metrics are done; `opinions` has their results.
    """

    def __init__(self, comparison: Comparison) -> None:
        self.total = len(settings(comparison))
        self.cells: list[Result] = []
        self.metrics = [
            key
            for key in opinions.available(comparison)
            if opinions.ready(comparison, key) or opinions.takes_a_moment(comparison, key)
        ]
        self.judged = 0
        # Imported scores may be removed while the task works.
        self._ready = {key: opinions.ready(comparison, key) for key in self.metrics}
        super().__init__(partial(self._fill, comparison))

    @property
    def done(self) -> int:
        """Number of settings with a result."""
        return sum(len(cell.smoothings) for cell in self.cells)

    @property
    def complete(self) -> bool:
        """Whether all settings and metrics have their result."""
        return self.done == self.total and self.judged == len(self.metrics)

    def _fill(self, comparison: Comparison, progress: Progress) -> None:
        share = self.total / (self.total + len(self.metrics))
        for done in grid(comparison, progress=part_of(progress, 0, share)):
            self.cells.append(done)
        for number, key in enumerate(self.metrics):
            ends = (share + (1 - share) * n / len(self.metrics) for n in (number, number + 1))
            part = part_of(progress, *ends)
            with suppress(InputError, TokenizerUnavailable):  # the Overview reports it
                found = self._ready[key] or opinions.count(comparison, key, part)
                opinions.judge(comparison, [found], part)
            self.judged += 1


robustness_task = result()(RobustnessTask)
