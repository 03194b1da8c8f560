"""A column, and the table of those of a comparison, each computed when it is first asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from bleu_core.explain.comparison import Comparison
from bleu_core.messages import column as messages
from bleu_core.metrics import Opinion
from bleu_core.segments.annotations import Annotations
from bleu_core.segments.detectors import Thresholds
from bleu_core.segments.marks import Marked

# What a column holds: (S,) float64, NaN where there is none; (S,) bool; or Texts.
NUMBER, FLAG, TEXT = "number", "flag", "text"

# What a column hangs on. `BOTH` treats the outputs of A and B alike: like `INPUT` it stays as it is
# when they change places, so that a test by exchanging them may be made on what it chooses. `ONE`
# does not: what it chooses has a Δ by its choice.
INPUT, BOTH, ONE = "input", "both", "one"


class Texts(NamedTuple):
    """Texts of S segments: one each, or any number.

    Attributes
    ----------
    size : int
        S.
    parts : tuple of (texts, segments)
        pyarrow large_string arrays, null where there is none, with the segment of each text;
        None for the first text of the first segment, the second of the second, and so on.
    """

    size: int
    parts: tuple[tuple[pa.Array, NDArray[Any] | None], ...]


Values = NDArray[Any] | Texts


@dataclass(frozen=True, eq=False)
class Column:
    """One of them.

    Attributes
    ----------
    name : str
        As expressions have it: "points", "a.copy", "kind".
    kind : str
        `NUMBER`, `FLAG` or `TEXT`.
    about : str
        A sentence that says what it is, with its unit.
    depends_on : str
        `INPUT`, `BOTH` or `ONE`.
    make : function of a Table
        Computes it for all segments; may ask the table for other columns.
    missing : str
        Why there is none for this comparison, a message such as `messages.column.no_source`; ''
        where there is.

    Examples
    --------
    >>> from bleu_core import Comparison, EvalSet
    >>> from bleu_core.segments.columns import table_of
    >>> outputs = {"old": ["a cat sat", "it rains"], "new": ["the cat sat", "it rained"]}
    >>> table = table_of(Comparison.of(EvalSet(outputs, [["the cat sat", "it rains"]])))
    >>> column = table.column("delta")
    >>> column.kind, column.depends_on, column.about
    ('number', 'one', 'Sentence BLEU of B minus that of A, in points.')
    >>> table.column("source").missing
    'There is no source.'
    """

    name: str
    kind: str
    about: str
    depends_on: str
    make: Callable[[Table], Values]
    missing: str = ""


# Finds a column's values, or makes them and keeps them: see `Table.keep`.
Keep = Callable[[str, Callable[[], Values]], Values]


@dataclass(frozen=True, eq=False)
class Said:
    """What people say of the segments of a comparison.

    Attributes
    ----------
    annotations : Annotations
        Of the person who looks.
    marks, own_marks : tuple of Marked
        On the text of A's and B's outputs: everybody's, and those of the person who looks.
    """

    annotations: Annotations = field(default_factory=dict)
    marks: tuple[Marked, ...] = ()
    own_marks: tuple[Marked, ...] = ()


@dataclass(frozen=True, eq=False)
class Table:
    """The columns of a comparison's segments, each computed when it is first asked for.

    Attributes
    ----------
    comparison : Comparison
    columns : mapping of str to Column
        All that there are, by name: see `registry.table_of`.
    thresholds : Thresholds
        Of the detectors.
    said : Said
        What people say; nothing unless given.
    opinions : mapping of str to Opinion
        What other metrics say, by key; columns such as "delta.chrf" are there for these.
    keep : optional
        Where values are kept: called with the name of a column and what makes it. In this
        table unless given.

    Examples
    --------
    >>> from bleu_core import Comparison, EvalSet
    >>> from bleu_core.segments.columns import table_of
    >>> outputs = {"old": ["a cat sat", "it rains"], "new": ["the cat sat", "it rained"]}
    >>> table = table_of(Comparison.of(EvalSet(outputs, [["the cat sat", "it rains"]])))
    >>> table.numbers("b.length").tolist(), table.flags("same").tolist()
    ([3.0, 2.0], [False, False])
    """

    comparison: Comparison
    columns: Mapping[str, Column]
    thresholds: Thresholds = field(default_factory=Thresholds)
    said: Said = field(default_factory=Said)
    opinions: Mapping[str, Opinion] = field(default_factory=dict)
    keep: Keep | None = None
    _kept: dict[str, Values] = field(default_factory=dict, init=False, repr=False)

    def __len__(self) -> int:
        return len(self.comparison)

    def column(self, name: str) -> Column:
        """One of `columns`; KeyError where there is none of the name."""
        return self.columns[name]

    def values(self, name: str) -> Values:
        """What a column holds.

        Raises
        ------
        KeyError
            Where there is no column of the name.
        ValueError
            Where this comparison lacks what it is made of, saying what.
        """
        column = self.columns[name]
        if column.missing:
            raise ValueError(column.missing)
        if self.keep is not None:
            return self.keep(name, lambda: column.make(self))
        if name not in self._kept:
            self._kept[name] = column.make(self)
        return self._kept[name]

    def numbers(self, name: str) -> NDArray[np.float64]:
        """(S,) the values of a column of numbers; NaN where there is none."""
        return np.asarray(self._of_kind(name, NUMBER), np.float64)

    def flags(self, name: str) -> NDArray[np.bool_]:
        """(S,) the values of a column of flags."""
        return np.asarray(self._of_kind(name, FLAG), np.bool_)

    def texts(self, name: str) -> Texts:
        """The values of a column of texts."""
        found = self._of_kind(name, TEXT)
        assert isinstance(found, Texts)
        return found

    def _of_kind(self, name: str, kind: str) -> Any:
        column = self.columns[name]
        if column.kind != kind:
            raise ValueError(messages.other_kind(name, column.kind, kind))
        return self.values(name)
