"""Where the difference lies: slices with their intervals, and points along the test set."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from bleu_core.common.formatting import (
    format_count,
    format_int,
    format_small_delta,
)
from bleu_core.common.rounding import round_ticks
from bleu_core.explain.comparison import Comparison
from bleu_core.explain.ledger import ROUNDING
from bleu_core.present.account.slice_sentences import slices_sentence
from bleu_core.present.document import Span
from bleu_core.present.viewer.changes import text_data
from bleu_core.present.viewer.links import hash_of
from bleu_core.segments.columns import SegmentTable
from bleu_core.segments.slice_criteria import (
    CRITERIA,
    DOCUMENT,
    default_criterion,
    label_values,
)
from bleu_core.segments.slices import (
    intervals_note,
    points_by_document,
    points_by_run,
    run_lines,
    run_names,
    slice_by,
)
from bleu_core.segments.worklist import metadata_column

# The most slices and bars that a card shows.
MOST_SLICES, MOST_BARS = 7, 60
# Groups of lines, where documents are unknown.
RUNS = 30

Link = Callable[[str], str]


def where_data(comparison: Comparison, table: SegmentTable) -> dict[str, Any]:
    """A `Where` of overview/overview.js."""
    how = default_criterion(comparison)
    slices, link = slice_by(comparison, how), part_link(table, how)
    shown = slices if len(slices) > 1 else []
    has_points = bool((np.abs(comparison.ledger.segments) > ROUNDING).any())  # False for NaN
    if len(shown) > MOST_SLICES:
        sizes = [-abs(one.points if has_points else one.delta) for one in shown]
        largest = np.argsort(sizes, kind="stable")[:MOST_SLICES]
        shown = [shown[i] for i in np.sort(largest).tolist()]  # bands have an order
    ends = [0.0]
    ends += [
        end for one in shown for end in (one.delta, one.ci_low, one.ci_high) if end is not None
    ]
    low, high = min(ends), max(ends)
    return {
        "by": how,
        "of": len(slices),
        "sentence": text_data(slices_sentence(comparison.delta, [(how, slices)])) if shown else [],
        "note": intervals_note(slices, how),
        "ticks": round_ticks(low, high, 5) if low < high else [],
        "slices": [
            {
                "label": one.label,
                "segments": one.n,
                "few": not one.judged,
                "delta": one.delta,
                "interval": None if one.ci_low is None else [one.ci_low, one.ci_high],
                "opens": link(one.label),
            }
            for one in shown
        ],
        "bars": _bars(comparison, table) if has_points else None,
    }


def part_link(table: SegmentTable, how: str) -> Link:
    """The address of the segments of a part, by its label under a criterion of slices."""
    data = table.comparison.evalset

    def address(name: str, value: str) -> str:
        return hash_of(view="segments", **{f"part.{name}": value})

    if how in CRITERIA:
        return lambda label: address(how, label)
    if how == DOCUMENT and data.documents is not None:
        name, column = how, data.documents
    else:
        name, column = metadata_column(table, how), data.metadata[how]
    values = label_values(column)
    return lambda label: address(name, values[label] or "")


def _bars(comparison: Comparison, table: SegmentTable) -> dict[str, Any]:
    """Points of documents, the largest losses (or gains) first; else along the test set."""
    found, direction = points_by_document(comparison), 1 if comparison.delta > 0 else -1
    if found is None or len(found[0]) < 2:
        edges, sums = points_by_run(comparison, RUNS)
        names = run_names(*run_lines(comparison, edges))
        closing = _extremes(dict(zip(names, sums.tolist(), strict=True)), direction, "group")
        return {
            "title": f"points along the test set, in {format_count(len(names), 'group')} of lines",
            "bars": [[name, points] for name, points in zip(names, sums.tolist(), strict=True)],
            "opens": hash_of(view="segments", sort="line"),
            "closing": text_data(list(closing)),
        }
    labels, points = found
    number, link = len(labels), part_link(table, DOCUMENT)
    every = dict(zip(labels, points.tolist(), strict=True))
    shown = sorted(list(every.items())[:MOST_BARS], key=lambda item: -direction * item[1])
    of = f"{format_int(len(shown))} of " if len(shown) < number else "the "
    return {
        "title": f"points of {of}{format_count(number, 'document')}",
        "bars": [[name, points] for name, points in shown],
        "opens": hash_of(view="slices", by=DOCUMENT),
        "closing": text_data(list(_extremes(every, direction, "document", link))),
    }


def _extremes(
    points: dict[str, float], direction: int, noun: str, link: Link = lambda name: ""
) -> Iterator[Span]:
    """The part with most points in the direction of Δ, and the one with most in the other."""
    ways = (direction, -direction)
    best, worst = (max(points, key=lambda name: way * points[name]) for way in ways)
    others = sum(-direction * value > ROUNDING for value in points.values())
    own, other = ("gain", "loss") if direction > 0 else ("loss", "gain")
    yield from (Span(f"Largest {own}: "), Span(best, "name", opens=link(best)), Span(" "))
    yield _points(points[best])
    if not others:
        yield Span(f"; no {noun} {'gains' if other == 'gain' else 'loses'}.")
        return
    many = f"largest of {format_int(others)} {other}{'s' if other == 'gain' else 'es'}"
    yield Span(f"; {f'only {other}' if others == 1 else many}: ")
    yield from (Span(worst, "name", opens=link(worst)), Span(" "))
    yield from (_points(points[worst]), Span("."))


def _points(value: float) -> Span:
    return Span(format_small_delta(value), "gain" if value > 0 else "loss", "points")
