"""Metrics of one comparison, counted and tested in the background."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from bleu_core.common.progress import Progress, part_of
from bleu_core.explain.comparison import Comparison
from bleu_core.metrics import Opinion
from bleu_core.text.streams import InputError
from bleu_core.text.tokenizers import TokenizerUnavailable
from pages.ui import opinions
from pages.ui.background import Job
from pages.ui.widgets.notice import reasons

# The part of the time that counting takes; the tests take the rest.
COUNTING = 0.8


class OpinionsJob(Job):
    """The metrics of `keys`, tested together; `problems` are of those that cannot be counted."""

    def __init__(self, comparison: Comparison, keys: Sequence[str]) -> None:
        self.keys = tuple(keys)
        self.problems: dict[str, str] = {}
        # Imported scores may be removed while the job works.
        ready = [opinions.ready(comparison, key) for key in keys]
        there = {one.about.key: one for one in ready if one is not None}
        super().__init__(partial(self._judge, comparison, there))

    def _judge(self, comparison: Comparison, found: dict[str, Opinion], progress: Progress) -> None:
        share = COUNTING / len(self.keys)
        for i, key in enumerate(self.keys):
            progress(i * share)
            counting = part_of(progress, i * share, (i + 1) * share)
            try:
                found[key] = found.get(key) or opinions.count(comparison, key, counting)
            except (InputError, TokenizerUnavailable) as error:
                self.problems[key] = reasons(error)[0]
        opinions.judge(comparison, list(found.values()), part_of(progress, COUNTING, 1))
