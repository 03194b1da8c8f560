"""The comparison of the chosen files, assembled and counted while the user looks at them."""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable, Sequence
from contextlib import suppress
from functools import partial
from typing import NamedTuple

import streamlit as st

from bleu_core import BleuConfig, EvalSet, InputError
from bleu_core.common.progress import Progress, sub_progress
from bleu_core.readers import Assembled, Parts, assemble, sandbox
from bleu_core.readers.input_checks import find_prefix, repair_lengths
from bleu_core.readers.input_checks.misalignment import RepairedInput
from bleu_core.text.evalset import MisalignedColumns, default_pair
from bleu_core.text.tokenizers import TokenizerUnavailable
from pages.ui import results, store
from pages.ui.cache import BackgroundTask

# Seconds between looks at a comparison that is being assembled, and for which a page waits for it.
TICK, MOMENT = 0.05, 0.15
_KEY = "ahead"
# Assembles the test set; reports progress.
Assembly = Callable[[Progress], Assembled]


class Repairs(NamedTuple):
    """How columns of different lengths can be compared: realigned, or their first segments."""

    realigned: RepairedInput | None = None
    prefix: RepairedInput | None = None


def find_repairs(error: InputError) -> Repairs:
    """Find the repairs of columns of different lengths; none for other problems."""
    if not isinstance(error, MisalignedColumns):
        return Repairs()
    return Repairs(repair_lengths(error.columns), find_prefix(error.columns))


class Preparation:
    """A comparison in the making: first the test set, or why there is none, then its results.

    The results are those of the test set's digest, where the screens look for them.
    """

    def __init__(self, key: Hashable, work: Assembly, config: BleuConfig) -> None:
        self.key = key
        self.made: Assembled | None = None
        self.error: InputError | None = None
        self.repairs = Repairs()
        self._assembled = threading.Event()
        self._task = BackgroundTask(partial(self._work, work, config))

    @property
    def stopped(self) -> bool:
        """Whether it ended without a test set and without a reason."""
        return self._task.stopped or self._task.failed

    def stop(self) -> None:
        self._task.stop()

    def wait(self, progress: Progress | None = None, seconds: float = MOMENT) -> None:
        """Wait until there is a test set; without `progress` only so many seconds."""
        while not self._assembled.wait(TICK if progress else seconds) and progress:
            progress(self._task.part)

    def _work(self, assembly: Assembly, config: BleuConfig, progress: Progress) -> None:
        try:
            self.made = assembly(progress)
        except InputError as error:
            self.repairs = find_repairs(error)
            self.error = error
            return
        finally:
            self._assembled.set()
        # The screen that opens it says why it cannot be counted.
        with suppress(InputError, TokenizerUnavailable):
            _count(self.made.evalset, config, progress)


def _count(data: EvalSet, config: BleuConfig, progress: Progress) -> None:
    """Compute what the Overview shows first."""
    store.systems(data, config, sub_progress(progress, 0, 0.5))
    pair = store.comparison(data, config, *default_pair(list(data.systems)))
    results.significance(pair, sub_progress(progress, 0.5, 1))


def prepare(
    key: Hashable,
    parts: Sequence[Parts],
    baseline: str,
    by: str,
    config: BleuConfig,
    *,
    wanted: bool,
) -> Preparation:
    """Return the preparation of a comparison; begin it, and stop that of another one.

    One that was stopped begins again only if it is `wanted`.
    """
    former: Preparation | None = st.session_state.get(_KEY)
    if former and former.key == key and not (wanted and former.stopped):
        return former
    stop()
    work = partial(_assemble, parts, baseline, by)
    found = st.session_state[_KEY] = Preparation(key, work, config)
    return found


def _assemble(parts: Sequence[Parts], baseline: str, by: str, progress: Progress) -> Assembled:
    if all(part.ids is None for part in parts):
        return assemble(parts, baseline, "", by)  # line by line: no slower than another process
    return sandbox.run(assemble, parts, baseline, "", by, progress=progress)


def stop() -> None:
    """Stop what this session prepares."""
    if former := st.session_state.pop(_KEY, None):
        former.stop()


def stop_here() -> None:
    """Stop it, and do not begin the same again before it is wanted."""
    if former := st.session_state.get(_KEY):
        former.stop()


def release() -> None:
    """Let the preparation go on although its files are gone: its comparison has been opened."""
    st.session_state.pop(_KEY, None)
