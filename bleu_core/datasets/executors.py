"""Executors: apply a function to many items, in this process or in several.

An executor is a `Map`. Another one is `bleu_core.cluster.on`, for a Dask cluster of several
machines.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from functools import partial
from typing import Any, Protocol, TypeVar

import pyarrow as pa

from bleu_core.common.parallel import threads_allowed
from bleu_core.common.processes import ProcessPool, Reporter, TaskResult
from bleu_core.messages import dataset
from bleu_core.text.evalset import InputError

Item = TypeVar("Item")
Result = TypeVar("Result")

# Errors of one item that do not concern others.
DAMAGE = (pa.ArrowException, InputError, OSError, UnicodeError, MemoryError)


class Map(Protocol):
    """An executor: applies a function to items; function and items must be picklable."""

    def __call__(
        self, function: Callable[[Item], Result], items: Sequence[Item]
    ) -> Iterator[tuple[Item, Result | Exception]]:
        """Yield each item with its result or its `DAMAGE`, in any order."""


class WorkersEnded(InputError):
    """Every process that received an item ended."""


class WorkerFault(RuntimeError):
    """The function raised an error other than `DAMAGE`: a bug in the program."""


def here(
    function: Callable[[Item], Result], items: Sequence[Item]
) -> Iterator[tuple[Item, Result | Exception]]:
    """Executor that processes one item after another, in this process."""
    for item in items:
        yield item, _outcome(function, item)


def processes(number: int | None = None) -> Map:
    """An executor that uses processes on this machine (default: one per available core).

    >>> from bleu_core.datasets.executors import processes
    >>> sorted(processes(2)(len, ["a", "bb"]))  # results come in any order
    [('a', 1), ('bb', 2)]
    """
    return partial(_mapped, number or threads_allowed())


_pool = ProcessPool("bleu_core.datasets.executors:call_in_child")


def _mapped(
    number: int, function: Callable[[Item], Result], items: Sequence[Item]
) -> Iterator[tuple[Item, Result | Exception]]:
    again: list[Item] = []
    for item, found in _in_children(number, function, items):
        if isinstance(found, WorkersEnded):
            again.append(item)
        else:
            yield item, found
    # Something temporary may have ended the process, such as a lack of memory.
    yield from _in_children(number, function, again)


def _in_children(
    number: int, function: Callable[[Item], Result], items: Sequence[Item]
) -> Iterator[tuple[Item, Result | Exception]]:
    tasks = _Pickled(function, items)
    answers = _pool.run(tasks, processes=min(number, len(items)), reuse=True)
    with closing(answers):  # if the caller stops, all processes end
        for index, answer in answers:
            yield items[index], _result(answer)


class _Pickled(Sequence[bytes]):
    """Calls of a function with items, each pickled when it is sent."""

    def __init__(self, function: Callable[[Any], Any], items: Sequence[Any]) -> None:
        self._function, self._items = function, items

    def __len__(self) -> int:
        return len(self._items)

    def __getitem__(self, index: Any) -> Any:
        return pickle.dumps((self._function, self._items[index]))


def _result(answer: TaskResult) -> Any:
    match answer.outcome:
        case "done":
            # Safe to unpickle: our own process read the same files as this one would.
            return pickle.loads(answer.value)
        case "memory":
            return MemoryError()
        case "fault":
            raise WorkerFault(answer.value[2])
        case _:
            return WorkersEnded([dataset.workers_ended()])


def call_in_child(task: bytes, report: Reporter) -> bytes:
    """Make a pickled call in a child process; return its result or `DAMAGE`, pickled."""
    return pickle.dumps(_outcome(*pickle.loads(task)))


def _outcome(function: Callable[[Item], Result], item: Item) -> Result | Exception:
    try:
        return function(item)
    except DAMAGE as error:
        return error
