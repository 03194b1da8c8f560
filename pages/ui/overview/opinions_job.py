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
from pages.ui.cache import BackgroundTask, result
from pages.ui.widgets.notice import reasons

# Counting's part of the time; the tests take the rest.
COUNTING = 0.8


class OpinionsTask(BackgroundTask):
    """Counts the metrics of `keys` and tests them together; `problems` has errors by key."""

    def __init__(self, comparison: Comparison, keys: Sequence[str]) -> None:
        self.keys = tuple(keys)
        self.problems: dict[str, str] = {}
        # Imported scores may be removed while the task works.
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


@result()
def opinions_task(comparison: Comparison, name: str, _keys: Sequence[str] = ()) -> OpinionsTask:
    """Return the task of a name: the key of a metric, or that of all quick metrics."""
    return OpinionsTask(comparison, _keys)
