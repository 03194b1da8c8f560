"""A process of a test, forked from one that has everything imported."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable
from multiprocessing.context import ForkServerProcess
from typing import Any


def start(target: Callable[..., None], *arguments: Any) -> ForkServerProcess:
    """A process of its own, forked from one that has everything imported."""
    context = multiprocessing.get_context("forkserver")
    # pyarrow imports pandas by itself, at its first array.
    context.set_forkserver_preload(["pytest", "pandas", "bleu_core.workspace"])
    process = context.Process(target=target, args=arguments, daemon=True)
    process.start()
    return process
