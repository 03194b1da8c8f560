"""Results: each computed once for all sessions, where it is needed or in a thread of its own.

`result` makes a function a `Result`: calling it returns the value, `start` begins to compute it,
and `task` says how far that is. Screens draw this by `draw_result` of `widgets.progress_bars`;
for answers to the viewer, `computed` returns the value or raises `Computing`.

The cache is bounded: the least recently used values are dropped.
"""

from __future__ import annotations

import inspect
import logging
import math
import sys
import threading
from collections.abc import Callable, Hashable, Iterable, Mapping
from concurrent.futures import Future, wait
from contextvars import ContextVar
from functools import partial, singledispatch
from itertools import islice
from typing import Any, Generic, ParamSpec, TypeVar, cast

from cachetools import LRUCache

from bleu_core import Comparison, EvalSet
from bleu_core.common.progress import Progress
from bleu_core.metrics import MetricComparison
from bleu_core.people.meta_evaluation.human_scores import HumanScores
from bleu_core.systems import ScoredSystems
from bleu_core.text.evalset import digest_of_whole
from bleu_core.workspace import Workspace

_log = logging.getLogger(__name__)
LIMIT = 2_000_000_000  # bytes of results
MOST_TASKS = 1_000  # tasks that failed, were stopped, or run
FOLLOWED_EVERY = 0.05  # seconds between looks at the progress of another's task
PATIENCE = 0.3  # seconds that an answer waits: what takes no longer needs no progress
# Elements of a long collection that are measured; the others are assumed to be alike.
SAMPLED = 100

Parameters = ParamSpec("Parameters")
Value = TypeVar("Value")


class Stopped(Exception):
    """Raised in a computation that a user stopped, at its next report."""


class Task:
    """A computation of a result: `part` of it is done, 0 to 1; `stopped` by a user."""

    def __init__(self, progress: Progress | None = None) -> None:
        self.part = 0.0
        self.stopped = False
        self._progress = progress
        self._future: Future[Any] = Future()

    @property
    def running(self) -> bool:
        """Whether it has neither ended nor been stopped."""
        return not (self._future.done() or self.stopped)

    @property
    def error(self) -> BaseException | None:
        """The error that ended it, unless a user did; the server's log has it too."""
        return None if self.stopped or self.running else self._future.exception()

    def stop(self) -> None:
        """End the work at its next report."""
        self.stopped = True

    def result(self) -> Any:
        """Return what it computed, or raise its error."""
        return self._future.result()

    def wait(self, seconds: float | None) -> None:
        """Wait for its end, but no longer than that."""
        wait([self._future], seconds)

    def report(self, part: float) -> None:
        self.part = part
        if self.stopped:
            raise Stopped
        if self._progress:
            self._progress(part)

    def follow(self, other: Task) -> None:
        """Wait for the end of another task, and report its progress."""
        while not other._future.done():
            self.report(other.part)
            other.wait(FOLLOWED_EVERY)

    def run(self, work: Callable[[], Any]) -> Any:
        """Do the work, and note how it ended; a stop by Streamlit is no `Exception`."""
        try:
            value = work()
        except BaseException as error:
            self._future.set_exception(error)
            raise
        self._future.set_result(value)
        return value


class ResultCache:
    """Values by key, each made once; beyond the limit the least recently used are dropped."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        # Values with their bytes; its own limit would refuse a value that is larger.
        self._entries: LRUCache[Hashable, tuple[Any, int]] = LRUCache(math.inf, lambda one: one[1])
        self._pending: dict[Hashable, Task] = {}
        self._started: LRUCache[Hashable, Task] = LRUCache(MOST_TASKS)
        self._lock = threading.RLock()

    def get(self, key: Hashable) -> Any | None:
        """Return the value under a key, or None."""
        with self._lock:
            value, _ = self._entries.get(key, (None, 0))
        return value

    def put(self, key: Hashable, value: Any, nbytes: int) -> None:
        """Store a value in place of a former one; the most recently used one stays in any case."""
        with self._lock:
            self._entries[key] = value, nbytes
            while self._entries.currsize > self._limit and len(self._entries) > 1:
                self._entries.popitem()

    def drop(self, which: Callable[[Hashable], bool]) -> None:
        """Drop the values whose keys fulfil a condition, and those that are being made."""
        with self._lock:
            for values in (self._entries, self._pending, self._started):
                for key in filter(which, list(values)):
                    del values[key]

    def get_or_make(
        self,
        key: Hashable,
        make: Callable[[], Any],
        size: Callable[[Any], int],
        task: Task | None = None,
    ) -> Any:
        """Return the value of a key, made once; a waiting session makes it if that fails."""
        own = task or Task()
        return own.run(lambda: self._get_or_make(key, make, size, own))

    def _get_or_make(
        self, key: Hashable, make: Callable[[], Any], size: Callable[[Any], int], own: Task
    ) -> Any:
        while True:
            with self._lock:
                if (value := self.get(key)) is not None:
                    return value
                pending = self._pending.setdefault(key, own)
            if pending is own:
                break
            own.follow(pending)
        nbytes = None
        try:
            value = make()
            nbytes = None if value is None else size(value)
            return value
        finally:
            with self._lock:
                if self._pending.get(key) is own:
                    del self._pending[key]
                    if nbytes is not None:
                        self.put(key, value, nbytes)

    def start(self, key: Hashable, work: Callable[[Task], Any]) -> Task:
        """Do the work in a thread of its own, unless such work is running."""
        with self._lock:
            task = self._started.get(key)
            if task is None or not task.running:
                task = self._started[key] = Task()
                # Not from an executor: the process need not wait for its tasks when it ends.
                threading.Thread(target=self._run, args=(key, work, task), daemon=True).start()
        return task

    def _run(self, key: Hashable, work: Callable[[Task], Any], task: Task) -> None:
        try:
            value = work(task)
        except Stopped:
            return
        except BaseException:
            _log.exception("A computation failed.")
            return
        if value is not None:
            self.forget_task(key, task)

    def task(self, key: Hashable) -> Task | None:
        """Return the last task under a key, unless its value was stored or it was forgotten."""
        with self._lock:
            return self._started.get(key)

    def forget_task(self, key: Hashable, task: Task) -> None:
        with self._lock:
            if self._started.get(key) is task:
                del self._started[key]


CACHE = ResultCache(LIMIT)


class Result(Generic[Parameters, Value]):
    """A function with cached results, computed when called; `make` computes without the cache."""

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
        task = Task(bound.arguments.get("progress"))
        if "progress" in bound.arguments:
            bound.arguments["progress"] = task.report
        make = partial(self.make, *bound.args, **bound.kwargs)
        return CACHE.get_or_make(self.key(*args, **kwargs), make, self._size, task)

    def start(self, *args: Parameters.args, **kwargs: Parameters.kwargs) -> Task:
        """Begin to compute the result in a thread of its own, for all sessions."""
        key, reports = self.key(*args, **kwargs), "progress" in self._signature.parameters

        def work(task: Task) -> Any:
            more: Any = {"progress": task.report} if reports else {}
            make = partial(self.make, *args, **kwargs, **more)
            return CACHE.get_or_make(key, make, self._size, task)

        return CACHE.start(key, work)

    def task(self, *args: Parameters.args, **kwargs: Parameters.kwargs) -> Task | None:
        """Return the task that `start` began, while it runs or if it was stopped or failed."""
        return CACHE.task(self.key(*args, **kwargs))

    def is_running(self, *args: Parameters.args, **kwargs: Parameters.kwargs) -> bool:
        """Whether `start` began to compute it and has not ended."""
        task = self.task(*args, **kwargs)
        return task is not None and task.running

    def ready(self, *args: Parameters.args, **kwargs: Parameters.kwargs) -> Value | None:
        """Return the result if it has been computed and is still here."""
        return CACHE.get(self.key(*args, **kwargs))

    def put(self, value: Value, *args: Parameters.args, **kwargs: Parameters.kwargs) -> None:
        """Store a result that was computed elsewhere."""
        CACHE.put(self.key(*args, **kwargs), value, self._size(value))

    def key(self, *args: Parameters.args, **kwargs: Parameters.kwargs) -> Hashable:
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
    return lambda function: Result(function, size or size_of, key)


class Computing(Exception):
    """Raised while a result is being computed: what, in words, and the part done, 0 to 1."""

    def __init__(self, what: str, part: float) -> None:
        super().__init__(what)
        self.what, self.part = what, part


# Whether a question of the viewer asks to stop what it would wait for.
is_to_stop: ContextVar[bool] = ContextVar("is_to_stop", default=False)


def computed(
    what: str, made: Result[Parameters, Value], *args: Parameters.args, **kwargs: Parameters.kwargs
) -> Value:
    """Return a result; raise `Computing` while it takes longer, or its error."""
    if (value := made.ready(*args, **kwargs)) is not None:
        return value
    task = made.task(*args, **kwargs)
    if task is None or task.stopped:
        task = made.start(*args, **kwargs)
    task.wait(PATIENCE)
    if task.running and is_to_stop.get():
        task.stop()
    if task.running or task.stopped:
        raise Computing(what, task.part)
    CACHE.forget_task(made.key(*args, **kwargs), task)  # the next question starts again
    return cast(Value, task.result())


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
