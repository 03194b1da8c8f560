"""What is said of the rows of a file: which are left out, and what is so of others that stay."""

from __future__ import annotations

from collections.abc import Callable

from bleu_core.messages import Message, annotation
from bleu_core.people.mark_files.rows import Row

# How many messages there are.
MOST_TOLD = 40
# Numbers of rows, by a message on them and what it takes beside these.
_Rows = dict[tuple[Callable[..., Message], tuple[str | int, ...]], list[int]]


class Told:
    """What is said of rows, by message; and which of them are left out."""

    def __init__(self) -> None:
        self._out: _Rows = {}
        self._other: _Rows = {}
        self.left: set[int] = set()

    def out(self, row: Row, why: Callable[..., Message], *values: str | int) -> None:
        """Why a row is left out: a message of rows, with what it takes beside them."""
        self.left.add(row.number)
        self._out.setdefault((why, values), []).append(row.number)

    def note(self, row: Row, what: Callable[..., Message], *values: str | int) -> None:
        """What is so of a row that stays."""
        self._other.setdefault((what, values), []).append(row.number)

    def messages(self) -> list[Message]:
        """Those on rows that are left out, then others; of very many the first."""
        found = [*_made(self._out), *_made(self._other)]
        more = len(found) - MOST_TOLD
        return [*found[:MOST_TOLD], annotation.more_findings(more)] if more > 0 else found


def _made(rows: _Rows) -> list[Message]:
    return [make(sorted(set(numbers)), *values) for (make, values), numbers in rows.items()]
