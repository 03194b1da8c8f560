"""Metrics of one comparison, counted and tested in the background."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from bleu_core import Comparison, InputError
from bleu_core.progress import Progress, part_of
from bleu_core.tokenizers import TokenizerUnavailable
from pages.ui import opinions
from pages.ui.background import Job

# The part of the time that counting takes; the tests take the rest.
COUNTING = 0.8


class OpinionsJob(Job):
    """The metrics of `keys`, tested together; `problems` are of those that cannot be counted."""

    def __init__(self, comparison: Comparison, keys: Sequence[str]) -> None:
        self.keys = tuple(keys)
        self.problems: dict[str, str] = {}
        super().__init__(partial(self._judge, comparison))

    def _judge(self, comparison: Comparison, progress: Progress) -> None:
        share = COUNTING / len(self.keys)
        for i, key in enumerate(self.keys):
            progress(i * share)
            try:
                opinions.count(comparison, key, part_of(progress, i * share, (i + 1) * share))
            except (InputError, TokenizerUnavailable) as error:
                self.problems[key] = str(error)
        counted = [key for key in self.keys if key not in self.problems]
        opinions.judge_together(comparison, counted, part_of(progress, COUNTING, 1))
