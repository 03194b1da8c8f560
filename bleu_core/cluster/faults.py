"""What may come between, as messages."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, cast

from bleu_core.cluster.task import ClusterError
from bleu_core.common.version import __version__
from bleu_core.datasets import DAMAGE
from bleu_core.messages import cluster as messages
from bleu_core.text.streams import InputError

# Seconds for which a scheduler may be silent at the start.
PATIENCE = 10.0


class WorkersEnded(InputError):
    """Each worker that was given an item ended."""


@contextmanager
def connected(cluster: Any) -> Iterator[Any]:
    """A client of a cluster, or of the one at an address."""
    try:
        from distributed import Client

        client = cast(Any, Client)(cluster, timeout=PATIENCE, set_as_default=False)
    except ImportError as error:
        raise ClusterError([messages.not_installed()]) from error
    except (OSError, RuntimeError, ValueError) as error:
        raise ClusterError([messages.unreachable(str(cluster), str(error))]) from error
    with client:
        yield client


@contextmanager
def lost() -> Iterator[None]:
    """What a client says when its scheduler is gone, as a sentence."""
    try:
        yield
    except OSError as error:
        raise ClusterError([messages.lost()]) from error


def fault_of(future: Any) -> Exception:
    """What kept an item from its result, where that is the item's fault.

    Raises
    ------
    ClusterError
        Where it would have kept any other.
    """
    from distributed import KilledWorker

    if future.cancelled():
        raise ClusterError([messages.lost()])
    error = future.exception()
    if isinstance(error, ClusterError):
        raise error
    if isinstance(error, KilledWorker):
        return WorkersEnded([messages.workers_ended()])
    if isinstance(error, DAMAGE):
        return error
    if isinstance(error, ImportError):
        raise ClusterError([messages.lacks_bleuscope(__version__, str(error))])
    raise error
