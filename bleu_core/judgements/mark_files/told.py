"""What is said of the rows of a file: which are left out, and what is so of others that stay."""

from __future__ import annotations

from collections.abc import Sequence

from bleu_core.judgements.mark_files.rows import Row
from bleu_core.numerals import plural, whole
from bleu_core.wording import listed

# How many rows and names a sentence has, and how many sentences there are.
SHOWN, MOST_TOLD = 5, 40


class Told:
    """What is said of rows, by sentence; and which of them are left out."""

    def __init__(self) -> None:
        self._out: dict[str, list[int]] = {}
        self._other: dict[str, list[int]] = {}
        self.left: set[int] = set()

    def out(self, row: Row, why: str) -> None:
        """Why a row is left out, as its predicate."""
        self.left.add(row.number)
        self._out.setdefault(why, []).append(row.number)

    def note(self, row: Row, what: str) -> None:
        """What is so of a row that stays."""
        self._other.setdefault(what, []).append(row.number)

    def sentences(self) -> list[str]:
        found = [f"Left out, {_named(n)}: {why}." for why, n in self._out.items()]
        found += [f"{_named(n).capitalize()}: {what}." for what, n in self._other.items()]
        more = len(found) - MOST_TOLD
        if more > 0:
            found = [*found[:MOST_TOLD], f"There is more of such kinds: {whole(more)} sentences."]
        return found


def _named(numbers: Sequence[int]) -> str:
    rows = sorted(set(numbers))
    return f"{plural(len(rows), 'row')} {listed(map(whole, rows), SHOWN)}"
