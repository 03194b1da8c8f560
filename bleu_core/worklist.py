"""Which segments to look at, and in what order: filters that combine, sort keys."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from functools import partial
from typing import Any

import numpy as np
import pyarrow.compute as pc
from numpy.typing import NDArray

from bleu_core.arrow import mask
from bleu_core.comparison import Comparison
from bleu_core.config import MAX_ORDER
from bleu_core.rounding import rounded, within
from bleu_core.search import matches
from bleu_core.slices import DOCUMENT, members

Range = tuple[float, float]
Mask = NDArray[np.bool_]

PLACES = ("anywhere", "source", "references", "A", "B", "A, not B", "B, not A")
SIGNS = ("any", "gain", "loss", "changed", "same")


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
        Sentence Δ, sentence BLEU of A and of B, reference length in tokens, line
        number from 1; both ends belong to the range, and a score that rounding
        errors alone put beyond an end (100.00000000000004) is at it.
    slice_by, slice : str
        A criterion of `slices.criteria` and the label of a part under it.
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

    def active(self) -> list[str]:
        """The names of the filters that are set; `place` and `slice_by` go with another."""
        default = Filters()
        names = [f.name for f in fields(self) if getattr(self, f.name) != getattr(default, f.name)]
        return [name for name in names if name not in ("place", "slice_by")]


class FilterError(ValueError):
    """A filter that means nothing for a comparison; `name` is its field in `Filters`."""

    def __init__(self, name: str, problem: str) -> None:
        super().__init__(problem)
        self.name = name


COMPONENTS = (*(f"p{n}" for n in range(1, MAX_ORDER + 1)), "bp")


def _carried(comparison: Comparison, component: str) -> NDArray[np.float64]:
    """Nothing is carried by an order that these settings do not count."""
    if component not in comparison.ledger.components:
        return np.zeros(len(comparison))
    return comparison.carried(component)


def _moved(comparison: Comparison) -> NDArray[np.float64]:
    """Points carried; where the ledger is undefined, sentence Δ."""
    ledger = comparison.ledger
    return ledger.segments if ledger.defined else rounded(comparison.sentence_deltas)


SORTS: dict[str, Callable[[Comparison], NDArray[Any]]] = {
    "line": lambda c: np.arange(len(c)),
    "points": lambda c: c.ledger.segments,
    "carried": lambda c: np.abs(_moved(c)),
    "delta": lambda c: rounded(c.sentence_deltas),
    "size": lambda c: np.abs(rounded(c.sentence_deltas)),
    "a": lambda c: rounded(c.sentences_a),
    "b": lambda c: rounded(c.sentences_b),
    "length": lambda c: c.stats_a.ref_len,
    "ratio": lambda c: c.stats_b.sys_len / np.maximum(c.stats_a.sys_len, 1),
    **{name: partial(_carried, component=name) for name in COMPONENTS},
}


def order(comparison: Comparison, key: str, descending: bool = False) -> NDArray[np.int64]:
    """(S,) all segments in the order of a key of `SORTS`; ties stay in file order."""
    values = SORTS[key](comparison)
    return np.argsort(-values if descending else values, kind="stable")


def stepped(
    lines: NDArray[np.int64], everything: NDArray[np.int64], start: int, by: int
) -> tuple[int, bool]:
    """The segment `by` places after `start` on a list, before it where negative.

    A segment that a filter has taken from the list still has its place in the order: the next
    of the list after it is one step away.

    Parameters
    ----------
    lines : (L,) indices of segments
        The list, in the order of `everything`.
    everything : (S,) indices of segments
        All segments, in order.
    start : int
        A segment.
    by : int

    Returns
    -------
    (int, bool)
        The segment, and whether it is that far: the list may end before, and then it is its end.
    """
    places = np.empty_like(everything)
    places[everything] = np.arange(len(everything))
    before, after = (lines[places[lines] < places[start]], lines[places[lines] > places[start]])
    ahead = after if by > 0 else before[::-1]
    way = np.concatenate([[start], ahead])
    far = min(abs(by), len(ahead))
    return int(way[far]), far == abs(by)


def select(comparison: Comparison, filters: Filters) -> Mask:
    """(S,) which segments fulfil the filters.

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
