"""What may come between: told in sentences."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, cast

from bleu_core.cluster.task import ClusterError
from bleu_core.datasets import DAMAGE
from bleu_core.streams import InputError
from bleu_core.version import __version__

NOT_INSTALLED = 'Work in many processes needs Dask: pip install "bleuscope[cluster]".'
GO_ON = "What has been counted is kept: the same command goes on with the rest."
NO_WORKERS = f"The cluster has had no worker for a minute. {GO_ON}"
LOST = f"The connection to the cluster is lost. {GO_ON}"
UNEQUAL = (
    f"All workers of the cluster need bleuscope {__version__} installed, as this machine has it; "
    "one says: "
)
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
        raise ClusterError([NOT_INSTALLED]) from error
    except (OSError, RuntimeError, ValueError) as error:
        raise ClusterError([f"There is no cluster at {cluster}: {error}."]) from error
    with client:
        yield client


@contextmanager
def lost() -> Iterator[None]:
    """What a client says when its scheduler is gone, as a sentence."""
    try:
        yield
    except OSError as error:
        raise ClusterError([LOST]) from error


def fault_of(future: Any) -> Exception:
    """What kept an item from its result, where that is the item's fault.

    Raises
    ------
    ClusterError
        Where it would have kept any other.
    """
    from distributed import KilledWorker

    if future.cancelled():
        raise ClusterError([LOST])
    error = future.exception()
    if isinstance(error, ClusterError):
        raise error
    if isinstance(error, KilledWorker):
        return WorkersEnded(
            ["each worker that was given it ended, most likely for lack of memory."]
        )
    if isinstance(error, DAMAGE):
        return error
    if isinstance(error, ImportError):
        raise ClusterError([f"{UNEQUAL}{error}."])
    raise error
