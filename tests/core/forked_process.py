"""A process of a test, forked from one that has everything imported."""

import multiprocessing
from collections.abc import Callable
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerProcess
from typing import Any

PATIENCE = 60.0  # longer than anything takes: then it has hung


def start(target: Callable[..., object], *arguments: Any) -> ForkServerProcess:
    """A process of its own."""
    context = multiprocessing.get_context("forkserver")
    # pyarrow imports pandas by itself, at its first array.
    context.set_forkserver_preload(["pytest", "pandas", "bleu_core.workspace"])
    process = context.Process(target=target, args=arguments, daemon=True)
    process.start()
    return process


def result_of(target: Callable[..., Any], *arguments: Any) -> Any:
    """What a function of a test module answers in a process of its own."""
    ours, theirs = multiprocessing.Pipe(duplex=False)
    process = start(_answer, theirs, target, *arguments)
    theirs.close()
    assert ours.poll(PATIENCE)
    answer = ours.recv()
    process.join(PATIENCE)
    return answer


def _answer(pipe: Connection, target: Callable[..., Any], *arguments: Any) -> None:
    pipe.send(target(*arguments))
