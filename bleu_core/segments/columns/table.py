"""A segment column, and the table of a comparison's columns, each computed on first use."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from bleu_core.explain.comparison import Comparison
from bleu_core.messages import slice as messages
from bleu_core.metrics import MetricComparison
from bleu_core.metrics.bleu import SegmentStatistics
from bleu_core.segments.detectors import Thresholds

if TYPE_CHECKING:
    from bleu_core.segments.annotations import Annotations
    from bleu_core.segments.marks import MarkedSegment

# Kinds of values: (S,) float64, NaN if missing; (S,) bool; or Texts.
NUMBER, FLAG, TEXT = "number", "flag", "text"

# What a column depends on. `INPUT` and `BOTH` do not change when A and B are swapped, so segments
# chosen by them can be tested by exchanging A and B. With `ONE`, the choice itself families a Δ.
INPUT, BOTH, ONE = "input", "both", "one"


class SegmentTexts(NamedTuple):
    """Texts of S segments (`size`): one each, or any number."""

    size: int
    # Texts, large_string, null if missing, and the segment of each; None if text i is of segment i.
    parts: tuple[tuple[pa.Array, NDArray[Any] | None], ...]


Values = NDArray[Any] | SegmentTexts


@dataclass(frozen=True, eq=False)
class SegmentColumn:
    """Column of a comparison's segments.

    Attributes
    ----------
    name : str
        Name in expressions: "points", "a.copy", "kind".
    kind : str
        `NUMBER`, `FLAG` or `TEXT`.
    about : str
        Meaning and unit, in one sentence.
    depends_on : str
        `INPUT`, `BOTH` or `ONE`: whether it depends on the input only, on both outputs, or on one.
    make : function of a SegmentTable
        Computes it for all segments; may use other columns of the table.
    missing : str
        Message on why this comparison lacks it; '' if it has it.

    Examples
    --------
    >>> from bleu_core import Comparison, EvalSet
    >>> from bleu_core.segments.columns import table_of
    >>> outputs = {"old": ["a cat sat", "it rains"], "new": ["the cat sat", "it rained"]}
    >>> table = table_of(Comparison.of(EvalSet(outputs, [["the cat sat", "it rains"]])))
    >>> column = table.column("delta")
    >>> column.kind, column.depends_on, column.about
    ('number', 'one', 'Sentence BLEU of B minus A, in points.')
    >>> table.column("source").missing
    'The test set has no source.'
    """

    name: str
    kind: str
    about: str
    depends_on: str
    make: Callable[[SegmentTable], Values]
    missing: str = ""


def of_stats(
    side: str, read: Callable[[SegmentStatistics], NDArray[Any]]
) -> Callable[[SegmentTable], NDArray[Any]]:
    """A column's `make` that reads BLEU's statistics of A or B, for side "a" or "b"."""
    return lambda table: read(table.stats(side))


# Returns cached values of a column, or computes and caches them: see `Table.keep`.
Keep = Callable[[str, Callable[[], Values]], Values]


@dataclass(frozen=True, eq=False)
class SegmentAnnotations:
    """Annotations of the segments of a comparison."""

    own: Annotations = field(default_factory=dict)  # the viewer's
    marks: tuple[MarkedSegment, ...] = ()  # everybody's, on the outputs of A and B
    own_marks: tuple[MarkedSegment, ...] = ()  # the viewer's


@dataclass(frozen=True, eq=False)
class SegmentTable:
    """Columns of a comparison's segments, each computed on first use.

    Attributes
    ----------
    comparison : Comparison
    columns : mapping from str to SegmentColumn
        All columns by name: see `table_of`.
    thresholds : Thresholds
        Thresholds of the detectors.
    annotations : SegmentAnnotations
        Annotations of the segments; empty by default.
    metric_pairs : mapping from str to MetricComparison
        Results of other metrics by key, for columns such as "delta.chrf".
    keep : callable, optional
        Cache of values, called with the name of a column and the function that computes it. By
        default, values are cached in this table.

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
    columns: Mapping[str, SegmentColumn]
    thresholds: Thresholds = field(default_factory=Thresholds)
    annotations: SegmentAnnotations = field(default_factory=SegmentAnnotations)
    metric_pairs: Mapping[str, MetricComparison] = field(default_factory=dict)
    keep: Keep | None = None
    _kept: dict[str, Values] = field(default_factory=dict, init=False, repr=False)

    def __len__(self) -> int:
        return len(self.comparison)

    def column(self, name: str) -> SegmentColumn:
        """Return the column of a name; KeyError if there is none."""
        return self.columns[name]

    def stats(self, side: str) -> SegmentStatistics:
        """BLEU's statistics of A or B, for side "a" or "b"."""
        return self.comparison.stats_a if side == "a" else self.comparison.stats_b

    def values(self, name: str) -> Values:
        """Values of a column; KeyError if unknown.

        ValueError if this comparison lacks the data for it, with a message on what is missing.
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
        """(S,) values of a number column; NaN if missing."""
        return np.asarray(self._of_kind(name, NUMBER), np.float64)

    def flags(self, name: str) -> NDArray[np.bool_]:
        """(S,) values of a flag column."""
        return np.asarray(self._of_kind(name, FLAG), np.bool_)

    def texts(self, name: str) -> SegmentTexts:
        """Values of a text column."""
        result = self._of_kind(name, TEXT)
        assert isinstance(result, SegmentTexts)
        return result

    def _of_kind(self, name: str, kind: str) -> Any:
        column = self.columns[name]
        if column.kind != kind:
            raise ValueError(messages.other_kind(name, column.kind, kind))
        return self.values(name)
