"""What is sent to a worker: a function, and who sent it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from socket import gethostname
from typing import Generic, TypeVar

from bleu_core.streams import InputError
from bleu_core.version import __version__

Item = TypeVar("Item")
Result = TypeVar("Result")


class ClusterError(InputError):
    """A cluster that cannot do the work, whatever the item: a sentence for each reason."""


@dataclass(frozen=True)
class Task(Generic[Item, Result]):
    """A function that is called by the version that it was sent by, or not at all.

    Each worker is asked, as some may join later: one of another version would count by other
    rules, and keep it under other names.
    """

    function: Callable[[Item], Result]
    version: str = __version__

    def __call__(self, item: Item) -> Result:
        if self.version != __version__:
            raise ClusterError(
                [
                    f"The worker on {gethostname()} has BLEUscope {__version__}, and this is "
                    f"{self.version}: all must have the same."
                ]
            )
        return self.function(item)
