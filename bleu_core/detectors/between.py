"""The rule of numbers and placeholders: as often as source and references have it.

Of each thing, an output has at least the least of the times that source and references have it,
and at most the most. What a translator may leave out or put in, one of them shows; what all
have, an output must have, and what none has it must not.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import reduce
from operator import and_, or_
from typing import NamedTuple


class Account(NamedTuple):
    """What of an output is not as often as it should be."""

    lost: Counter[str]
    added: Counter[str]

    def __bool__(self) -> bool:
        return bool(self.lost or self.added)


def account(output: Counter[str], others: Sequence[Counter[str]]) -> Account:
    """What is lost and what is added against at least one other.

    >>> account(Counter("aab"), [Counter("abc"), Counter("bc")])
    Account(lost=Counter({'c': 1}), added=Counter({'a': 1}))
    """
    return Account(reduce(and_, others) - output, output - reduce(or_, others))
