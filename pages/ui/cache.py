"""Results computed once and shared by all sessions of the process, and background tasks.

`result` turns a function into one that remembers what it returned. A result is known by the
function and by its arguments: test sets and comparisons by their digest, and what depends on the
workspace by its state. All results share one cache, which drops the least recently used ones when
their bytes exceed the limit.
"""

from __future__ import annotations

import inspect
import logging
import math
import sys
import threading
from collections.abc import Callable, Hashable, Iterable, Mapping
from concurrent.futures import Future, wait
from functools import partial, singledispatch
from itertools import islice
from typing import Any, Generic, NamedTuple, ParamSpec, TypeVar

from cachetools import LRUCache

from bleu_core import Comparison, EvalSet
from bleu_core.common.progress import Progress
from bleu_core.metrics import MetricComparison
from bleu_core.people.meta_evaluation.human_scores import HumanScores
from bleu_core.systems import ScoredSystems
from bleu_core.text.evalset import digest_of_whole
from bleu_core.workspace import Workspace

_log = logging.getLogger(__name__)
# Bytes of results; beyond it the least recently used ones are dropped.
LIMIT = 2_000_000_000
# Seconds between looks at the progress of another's attempt.
FOLLOWED_EVERY = 0.05
# Elements of a long collection that are measured; the others are assumed to be alike.
SAMPLED = 100

Parameters = ParamSpec("Parameters")
Value = TypeVar("Value")


class _Entry(NamedTuple):
    value: Any
    nbytes: int


class _Attempt(Future[Any]):
    """An attempt to make a value; `part` of it is done, 0 to 1.

    `outdated`: the value was dropped before it was made.
    """

    def __init__(self, progress: Progress | None = None) -> None:
        super().__init__()
        self.part = 0.0
        self.outdated = False
        self.progress = progress

    def report(self, part: float) -> None:
        self.part = part
        if self.progress:
            self.progress(part)

    def follow(self, progress: Progress | None) -> None:
        """Wait for the end, and report the progress of the attempt as one's own."""
        while progress and not self.done():
            progress(self.part)
            wait([self], FOLLOWED_EVERY)
        wait([self])


class ResultCache:
    """Values by key, each made once; the least recently used are dropped beyond the limit."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        # Its own limit would refuse a value that is larger.
        self._entries: LRUCache[Hashable, _Entry] = LRUCache(math.inf, lambda entry: entry.nbytes)
        self._pending: dict[Hashable, _Attempt] = {}
        self._lock = threading.Lock()

    def get(self, key: Hashable) -> Any | None:
        """Return the value under a key, or None."""
        with self._lock:
            entry = self._entries.get(key)
        return None if entry is None else entry.value

    def put(self, key: Hashable, value: Any, nbytes: int) -> None:
        """Store a value, in place of a former one under the key."""
        with self._lock:
            self._entries[key] = _Entry(value, nbytes)
        self.trim()

    def trim(self) -> None:
        """Drop values beyond the limit; the most recently used one stays."""
        with self._lock:
            while self._entries.currsize > self._limit and len(self._entries) > 1:
                self._entries.popitem()

    def discard(self, key: Hashable, value: Any) -> None:
        """Drop the value under a key if it is this one."""
        with self._lock:
            if key in self._entries and self._entries[key].value is value:
                del self._entries[key]

    def drop(self, which: Callable[[Hashable], bool]) -> None:
        """Drop the values whose keys fulfil a condition, and those that are being made."""
        with self._lock:
            for key in filter(which, list(self._entries)):
                del self._entries[key]
            for key in filter(which, list(self._pending)):
                self._pending.pop(key).outdated = True

    def get_or_make(
        self,
        key: Hashable,
        make: Callable[[], Any],
        size: Callable[[Any], int],
        attempt: _Attempt | None = None,
    ) -> Any:
        """Return the value under a key; made once, even when several sessions ask at once.

        A waiting session sees the progress, and makes the value itself if that attempt fails.
        """
        own = attempt or _Attempt()
        while True:
            with self._lock:
                if (entry := self._entries.get(key)) is not None and entry.value is not None:
                    return entry.value
                if (pending := self._pending.get(key)) is None:
                    self._pending[key] = own
            if pending is None:
                break
            pending.follow(own.progress)
            if pending.exception() is None and not pending.outdated:
                return pending.result()
        try:
            value = make()
            self._finish(key, own, _Entry(value, size(value)))
        except BaseException as error:  # a stop by Streamlit is no Exception
            self._finish(key, own)
            own.set_exception(error)
            raise
        own.set_result(value)
        self.trim()
        return value

    def _finish(self, key: Hashable, own: _Attempt, made: _Entry | None = None) -> None:
        """End an attempt; store what it made, unless that was dropped meanwhile."""
        with self._lock:
            if self._pending.get(key) is own:
                del self._pending[key]
                if made is not None:
                    self._entries[key] = made


CACHE = ResultCache(LIMIT)


class Result(Generic[Parameters, Value]):
    """A function whose results are cached: call it to get the result, computed once.

    `make` is the function itself, which computes without the cache.
    """

    def __init__(
        self,
        function: Callable[Parameters, Value],
        size: Callable[[Any], int],
        key: Callable[..., Iterable[object]] | None,
    ) -> None:
        self.__doc__ = function.__doc__
        self.make = function
        self._name = f"{function.__module__}.{function.__qualname__}"
        self._signature = inspect.signature(function)
        names = self._signature.parameters
        self._names = [n for n in names if n != "progress" and not n.startswith("_")]
        self._size = size
        self._key = key

    def __call__(self, *args: Parameters.args, **kwargs: Parameters.kwargs) -> Value:
        bound = self._signature.bind(*args, **kwargs)
        attempt = _Attempt(bound.arguments.get("progress"))
        if attempt.progress:
            bound.arguments["progress"] = attempt.report
        make = partial(self.make, *bound.args, **bound.kwargs)
        return CACHE.get_or_make(self.key(*args, **kwargs), make, self._size, attempt)

    def ready(self, *args: Parameters.args, **kwargs: Parameters.kwargs) -> Value | None:
        """Return the result if it has been computed and is still here."""
        return CACHE.get(self.key(*args, **kwargs))

    def put(self, value: Value, *args: Parameters.args, **kwargs: Parameters.kwargs) -> None:
        """Store a result that was computed elsewhere."""
        CACHE.put(self.key(*args, **kwargs), value, self._size(value))

    def renew(
        self, former: Value | None, *args: Parameters.args, **kwargs: Parameters.kwargs
    ) -> Value:
        """Compute the result again if it still is the former one."""
        self.forget(former, *args, **kwargs)
        return self(*args, **kwargs)

    def forget(
        self, former: Value | None, *args: Parameters.args, **kwargs: Parameters.kwargs
    ) -> None:
        """Drop the result if it still is this one."""
        CACHE.discard(self.key(*args, **kwargs), former)

    def with_progress(
        self, *args: Parameters.args, **kwargs: Parameters.kwargs
    ) -> Callable[[Progress], Value]:
        """Return the work of computing the result, which reports its progress if it knows it."""
        reports = "progress" in self._signature.parameters

        def work(progress: Progress) -> Value:
            more: Any = {"progress": progress} if reports else {}
            return self(*args, **kwargs, **more)

        return work

    def key(self, *args: Parameters.args, **kwargs: Parameters.kwargs) -> Hashable:
        """Return the key of the result."""
        if self._key is not None:
            parts = self._key(*args, **kwargs)
        else:
            bound = self._signature.bind(*args, **kwargs)
            bound.apply_defaults()
            parts = (bound.arguments[name] for name in self._names)
        return (self._name, *map(identity, parts))


def result(
    *, size: Callable[[Any], int] | None = None, key: Callable[..., Iterable[object]] | None = None
) -> Callable[[Callable[Parameters, Value]], Result[Parameters, Value]]:
    """Cache what a function returns, but not None.

    `size` returns the bytes of a result (default: `size_of`): give it for results that grow later.
    `key`, called with the same arguments, returns the parts of the key, by their `identity`.
    Default: all arguments but `progress` and, as in Streamlit, those that begin with "_".
    """

    def decorate(function: Callable[Parameters, Value]) -> Result[Parameters, Value]:
        return Result(function, size_of if size is None else size, key)

    return decorate


@singledispatch
def identity(part: Any) -> Hashable:
    """Return the form of an argument in keys: itself, or the digest of its content."""
    return part


@identity.register
def _(part: EvalSet) -> Hashable:
    # Whether a part can be tested depends on the expression that selected it.
    return (part.digest, part.no_test_reason) if part.no_test_reason else part.digest


@identity.register
def _(part: Comparison) -> Hashable:
    return identity(part.evalset), part.config, part.a, part.b


@identity.register
def _(part: ScoredSystems) -> Hashable:
    return identity(part.evalset), part.config


@identity.register
def _(part: MetricComparison) -> Hashable:
    return part.about.key


@identity.register
def _(part: HumanScores) -> Hashable:
    return part.digest


@identity.register
def _(part: Workspace) -> Hashable:
    # With its state: results of saved data are computed again after anything was written.
    return part.folder, part.state()


def depends_on(key: Hashable, digest: str) -> bool:
    """Whether a result was computed from a test set, or from a part of it."""
    if isinstance(key, tuple):
        return any(depends_on(part, digest) for part in key)
    return isinstance(key, str) and digest_of_whole(key) == digest


def size_of(value: object) -> int:
    """Estimate the bytes of a value without the test sets and comparisons that it refers to."""
    if isinstance(value, EvalSet | Comparison | ScoredSystems):
        return 0  # counted where they are cached
    if isinstance(nbytes := getattr(value, "nbytes", None), int):
        return nbytes
    own = sys.getsizeof(value)
    if isinstance(value, Mapping):
        return own + _size_of_all(value) + _size_of_all(value.values())
    if isinstance(value, list | tuple | set | frozenset):
        return own + _size_of_all(value)
    if callable(value):
        return own
    return own + _size_of_all(getattr(value, "__dict__", {}).values())


def _size_of_all(values: Any) -> int:
    step = max(1, len(values) // SAMPLED)
    sampled = [size_of(value) for value in islice(values, 0, None, step)]
    return len(values) * sum(sampled) // len(sampled) if sampled else 0


class Stopped(Exception):
    """Raised in a task that a user stopped."""


class BackgroundTask:
    """Work in a thread of its own: it survives reruns and page switches, and all sessions see it.

    `work` is called with a function to report progress. `part` is the part that is done, 0 to 1.
    """

    nbytes = 1_000

    def __init__(self, work: Callable[[Progress], object]) -> None:
        self.part = 0.0
        self.stopped = False
        self._future: Future[None] = Future()
        # Not from an executor: the process need not wait for its tasks when it ends.
        threading.Thread(target=self._run, args=(work,), daemon=True).start()

    @property
    def running(self) -> bool:
        """Whether it has neither ended nor been stopped."""
        return not (self._future.done() or self.stopped)

    def stop(self) -> None:
        """End the work at its next report."""
        self.stopped = True

    @property
    def error(self) -> BaseException | None:
        """The error that ended it; the server's log has it too."""
        return self._future.exception() if self._future.done() else None

    @property
    def failed(self) -> bool:
        """Whether an error ended it."""
        return self.error is not None

    def wait(self, seconds: float) -> None:
        """Wait for its end, but no longer than that: short work needs no progress bar."""
        wait([self._future], seconds)

    def _run(self, work: Callable[[Progress], object]) -> None:
        try:
            work(self._report)
        except Stopped:
            self._future.set_result(None)
        except BaseException as error:
            _log.exception("A task failed.")
            self._future.set_exception(error)
        else:
            self._future.set_result(None)

    def _report(self, part: float) -> None:
        self.part = part
        if self.stopped:
            raise Stopped


def is_running(task: BackgroundTask | None) -> bool:
    """Whether there is a task, and it is running."""
    return task is not None and task.running
