"""Which segments to look at: filters that combine."""

from __future__ import annotations

from dataclasses import dataclass, fields

import numpy as np
import pyarrow.compute as pc
from numpy.typing import NDArray

from bleu_core.arrow import mask
from bleu_core.comparison import Comparison
from bleu_core.metrics import Opinion, opposed
from bleu_core.rounding import rounded, within
from bleu_core.search import matches
from bleu_core.slices import DOCUMENT, members
from bleu_core.worklist.orders import NOBODY, Opinions

Range = tuple[float, float]
Mask = NDArray[np.bool_]

PLACES = ("anywhere", "source", "references", "A", "B", "A, not B", "B, not A")
SIGNS = ("any", "gain", "loss", "changed", "same")
# Which of two metrics says that B is better where the other says that it is worse.
OPPOSED = ("any", "first", "second", "either")


@dataclass(frozen=True)
class Filters:
    """What a segment is to fulfil; all of them together.

    Attributes
    ----------
    text : str
        What a text contains, case ignored; between slashes, /…/, an RE2 regular
        expression, case kept.
    place : str
        Where: one of `PLACES`. "A, not B": A contains it and B does not.
    document : str
        The label of its document under the criterion "document" of `slices`; '' for any.
    sign : str
        Of sentence Δ, one of `SIGNS`.
    differ : bool
        Leave out segments whose two outputs are identical.
    delta, score_a, score_b, length, lines : (low, high) or None
        Sentence Δ, sentence BLEU of A and of B, reference length in tokens (the mean of those that
        A and that B are measured against), line number from 1; both ends belong to the
        range, and a score that rounding errors alone put beyond an end
        (100.00000000000004) is at it.
    slice_by, slice : str
        A criterion of `slices.criteria` and the label of a part under it.
    metrics : (str, str)
        The keys of the two metrics that what follows is of.
    delta_1, delta_2 : (low, high) or None
        Δ of a segment by either metric, in its own points, whichever way is better.
    opposed : str
        Whose B is better where the other's is worse, one of `OPPOSED`.
    """

    text: str = ""
    place: str = "anywhere"
    document: str = ""
    sign: str = "any"
    differ: bool = False
    delta: Range | None = None
    score_a: Range | None = None
    score_b: Range | None = None
    length: Range | None = None
    lines: Range | None = None
    slice_by: str = ""
    slice: str = ""
    metrics: tuple[str, str] = ("bleu", "chrf")
    delta_1: Range | None = None
    delta_2: Range | None = None
    opposed: str = "any"

    def active(self) -> list[str]:
        """The names of the filters that are set; `place` and such go with another."""
        default = Filters()
        names = [f.name for f in fields(self) if getattr(self, f.name) != getattr(default, f.name)]
        return [name for name in names if name not in ("place", "slice_by", "metrics")]

    def metrics_asked(self) -> tuple[str, ...]:
        """The keys of the metrics whose opinions `select` needs."""
        return self.metrics if OF_METRICS & set(self.active()) else ()


# The filters that are of `Filters.metrics`.
OF_METRICS = frozenset({"delta_1", "delta_2", "opposed"})


class FilterError(ValueError):
    """A filter that means nothing for a comparison; `name` is its field in `Filters`."""

    def __init__(self, name: str, problem: str) -> None:
        super().__init__(problem)
        self.name = name


def select(comparison: Comparison, filters: Filters, opinions: Opinions = NOBODY) -> Mask:
    """(S,) which segments fulfil the filters; opinions are needed of `filters.metrics_asked`.

    Raises
    ------
    FilterError
        For a regular expression that is none, or a part that is not there, saying why.
    """
    evalset = comparison.evalset
    chosen = np.ones(len(comparison), bool)
    if filters.text:
        chosen &= _contains(comparison, filters)
    if filters.document:
        chosen &= _part(comparison, "document", DOCUMENT, filters.document)
    if filters.sign != "any":
        deltas = rounded(comparison.sentence_deltas)
        chosen &= {
            "gain": deltas > 0,
            "loss": deltas < 0,
            "changed": deltas != 0,
            "same": deltas == 0,
        }[filters.sign]
    if filters.slice:
        chosen &= _part(comparison, "slice", filters.slice_by, filters.slice)
    if filters.differ:
        systems = evalset.systems
        chosen &= ~mask(pc.equal(systems[comparison.a], systems[comparison.b]))
    if filters.metrics_asked():
        chosen &= _said(filters, *(opinions[metric] for metric in filters.metrics))
    for limits, values in (
        (filters.delta, comparison.sentence_deltas),
        (filters.score_a, comparison.sentences_a),
        (filters.score_b, comparison.sentences_b),
        (filters.length, comparison.stats_a.ref_len),
        (filters.lines, np.arange(1, len(comparison) + 1)),
    ):
        if limits is not None:
            chosen &= within(values, *limits)
    return chosen


def _said(filters: Filters, one: Opinion, other: Opinion) -> Mask:
    """(S,) which segments two metrics say of what is asked."""
    chosen = np.ones(len(one.a), bool)
    for limits, opinion in ((filters.delta_1, one), (filters.delta_2, other)):
        if limits is not None:
            chosen &= within(opinion.sentence_deltas, *limits)
    if filters.opposed != "any":
        sides = {"first": [1], "second": [-1], "either": [1, -1]}[filters.opposed]
        chosen &= np.isin(opposed(one, other), sides)
    return chosen


def _part(comparison: Comparison, name: str, how: str, label: str) -> Mask:
    try:
        return members(comparison, how, label)
    except ValueError as error:
        raise FilterError(name, str(error)) from None


def searched_lines(place: str, references: int) -> list[str]:
    """The lines of a segment that a search looks for text in: "source", "a", "b" or "0", "1" …"""
    columns = [str(r) for r in range(references)]
    lines = {"source": ["source"], "references": columns, "A": ["a"], "B": ["b"]}
    lines |= {"A, not B": ["a"], "B, not A": ["b"]}
    return lines.get(place, ["source", *columns, "a", "b"])


def _contains(comparison: Comparison, filters: Filters) -> Mask:
    evalset = comparison.evalset
    streams = {"a": evalset.systems[comparison.a], "b": evalset.systems[comparison.b]}
    streams |= {str(r): column for r, column in enumerate(evalset.references)}
    streams |= {"source": evalset.source} if evalset.source is not None else {}

    def found(*names: str) -> Mask:
        try:
            hits = [matches(streams[name], filters.text) for name in names if name in streams]
        except ValueError as error:
            raise FilterError("text", str(error)) from None
        return np.logical_or.reduce(hits) if hits else np.zeros(len(comparison), bool)

    hits = found(*searched_lines(filters.place, len(evalset.references)))
    others = {"A, not B": "b", "B, not A": "a"}
    return hits & ~found(others[filters.place]) if filters.place in others else hits
