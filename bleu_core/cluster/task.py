"""What is sent to a worker: a call, and who sent it."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from dataclasses import dataclass
from socket import gethostname
from typing import Any, Generic, TypeVar

from bleu_core.common.version import __version__
from bleu_core.messages.cluster import other_version
from bleu_core.text.streams import InputError

Item = TypeVar("Item")


class ClusterError(InputError):
    """A cluster that cannot do the work, whatever the item: a message for each reason."""


def sent(function: Callable[[Item], Any], item: Item) -> bytes:
    """The call of a function, as bytes: `pickle.loads` of them makes it, and is its result.

    So nobody on the way needs to know what it is. Sent as a function, it ends each worker that
    cannot import it, without a word of why.
    """
    return pickle.dumps(_Call(function, item, __version__))


@dataclass(frozen=True)
class _Call(Generic[Item]):
    function: Callable[[Item], Any]
    item: Item
    version: str

    def __reduce__(self) -> tuple[Any, ...]:
        return _called, (self.function, self.item, self.version)


def _called(function: Callable[[Item], Any], item: Item, version: str) -> Any:
    # Each worker is asked, as some may join later. One of another version would count by other
    # rules, and keep it under other names.
    if version != __version__:
        raise ClusterError([other_version(gethostname(), __version__, version)])
    return function(item)
