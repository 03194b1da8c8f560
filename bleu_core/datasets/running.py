"""Count all fragments of a data set, in this process or with an executor."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import NamedTuple

from bleu_core.common.progress import Progress
from bleu_core.datasets.counting import FolderError, count_fragment, has_rows
from bleu_core.datasets.executors import Map, here
from bleu_core.datasets.fragments import Fragment, FragmentError
from bleu_core.datasets.plan import DatasetPlan
from bleu_core.messages import Message, dataset
from bleu_core.text.config import BleuConfig
from bleu_core.text.tokenizers import TokenizerUnavailable


class BadFragment(NamedTuple):
    """A fragment that could not be counted, with the reason."""

    fragment: Fragment
    why: Message


def count(
    plan: DatasetPlan,
    config: BleuConfig,
    folder: Path,
    using: Map = here,
    progress: Progress | None = None,
) -> list[BadFragment]:
    """Count all fragments that have not been counted; return those that cannot be counted.

    It can be stopped at any time; the next call continues. FolderError if statistics cannot be
    saved (what was saved before remains); TokenizerUnavailable if the tokenizer is not available
    on this machine.
    """
    bad: list[BadFragment] = []
    path_of = partial(plan.statistics_path, folder, config=config)
    waiting = [one for one in plan.fragments if not has_rows(path_of(one), one.rows)]
    done = plan.segments - sum(one.rows for one in waiting)
    work = partial(count_fragment, plan.bare, config, folder)
    for fragment, result in using(work, waiting) if waiting else ():
        done += fragment.rows
        if progress:
            progress(done / plan.segments)
        if isinstance(result, FolderError | TokenizerUnavailable):
            raise result  # concerns all fragments
        if isinstance(result, Exception):
            bad.append(BadFragment(fragment, failure_reason(fragment, result)))
        elif not (path := path_of(fragment)).exists():
            raise FolderError([dataset.folder_not_shared(str(path))])
    return sorted(bad, key=lambda one: one.fragment.first)


def failure_reason(fragment: Fragment, error: Exception) -> Message:
    """A message that names a fragment and says why it could not be counted."""
    if not isinstance(error, FragmentError):
        error = fragment.fault(str(error).rstrip(".") or type(error).__name__)
    return error.problem
