"""What filters choose, one after the other: the twin of the expressions that boxes write."""

from __future__ import annotations

import numpy as np
import pyarrow.compute as pc
from numpy.typing import NDArray

from bleu_core import Comparison
from bleu_core.arrow import mask
from bleu_core.metrics import Opinion, opposed
from bleu_core.rounding import rounded, within
from bleu_core.search import matches
from bleu_core.slices import DOCUMENT, members
from bleu_core.worklist import Filters, Opinions
from bleu_core.worklist.orders import NOBODY

Mask = NDArray[np.bool_]


def select(comparison: Comparison, filters: Filters, opinions: Opinions = NOBODY) -> Mask:
    """(S,) which segments fulfil the filters; opinions are needed of what it asks for."""
    evalset = comparison.evalset
    chosen = np.ones(len(comparison), bool)
    if filters.text:
        chosen &= _contains(comparison, filters)
    if filters.document != "":
        chosen &= _part(comparison, DOCUMENT, filters.document)
    if filters.sign != "any":
        deltas = rounded(comparison.sentence_deltas)
        chosen &= {
            "gain": deltas > 0,
            "loss": deltas < 0,
            "changed": deltas != 0,
            "same": deltas == 0,
        }[filters.sign]
    if filters.slice != "":
        chosen &= _part(comparison, filters.slice_by, filters.slice)
    if filters.differ:
        systems = evalset.systems
        chosen &= ~mask(pc.equal(systems[comparison.a], systems[comparison.b]))
    if {"delta_1", "delta_2", "opposed"} & set(filters.active()):
        chosen &= _said(filters, *(opinions[metric] for metric in filters.metrics))
    for limits, values in (
        (filters.delta, comparison.sentence_deltas),
        (filters.score_a, comparison.sentences_a),
        (filters.score_b, comparison.sentences_b),
        (filters.length, (comparison.stats_a.ref_len + comparison.stats_b.ref_len) / 2),
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


def _part(comparison: Comparison, how: str, name: str | None) -> Mask:
    data = comparison.evalset
    columns = {**data.metadata} | ({} if data.documents is None else {DOCUMENT: data.documents})
    if how in columns:
        return np.array([one == name if name else not one for one in columns[how].to_pylist()])
    return members(comparison, how, name or "")


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
        hits = [matches(streams[name], filters.text) for name in names if name in streams]
        return np.logical_or.reduce(hits) if hits else np.zeros(len(comparison), bool)

    hits = found(*searched_lines(filters.place, len(evalset.references)))
    others = {"A, not B": "b", "B, not A": "a"}
    return hits & ~found(others[filters.place]) if filters.place in others else hits
