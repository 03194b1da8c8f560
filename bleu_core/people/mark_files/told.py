"""Reports on rows: which were skipped, and notes about others."""

from __future__ import annotations

from collections.abc import Callable

from bleu_core.messages import Message, annotation
from bleu_core.people.mark_files.rows import Row

# Most messages in a report.
MOST_TOLD = 40
# Row numbers by message and its values.
_Rows = dict[tuple[Callable[..., Message], tuple[str | int, ...]], list[int]]


class Told:
    """Messages about rows, and which rows were skipped."""

    def __init__(self) -> None:
        self._out: _Rows = {}
        self._other: _Rows = {}
        self.skipped: set[int] = set()

    def skip(self, row: Row, why: Callable[..., Message], *values: str | int) -> None:
        """Skip a row: a message about rows, with its values."""
        self.skipped.add(row.number)
        self._out.setdefault((why, values), []).append(row.number)

    def note(self, row: Row, what: Callable[..., Message], *values: str | int) -> None:
        """Note something about a row that is used."""
        self._other.setdefault((what, values), []).append(row.number)

    def messages(self) -> list[Message]:
        """Messages about skipped rows, then others; at most `MOST_TOLD`."""
        result = [*_made(self._out), *_made(self._other)]
        more = len(result) - MOST_TOLD
        return [*result[:MOST_TOLD], annotation.more_findings(more)] if more > 0 else result


def _made(rows: _Rows) -> list[Message]:
    return [make(sorted(set(numbers)), *values) for (make, values), numbers in rows.items()]
