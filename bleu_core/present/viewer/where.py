"""Where the difference lies: points of documents, or along the test set."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from bleu_core.common.formatting import format_count, format_int, format_small_delta
from bleu_core.explain.comparison import Comparison
from bleu_core.explain.ledger import ROUNDING
from bleu_core.present.document import Span
from bleu_core.present.viewer.changes import text_data
from bleu_core.present.viewer.links import hash_of
from bleu_core.segments.slice_criteria import DOCUMENT, label_values
from bleu_core.segments.slices import points_by_document, points_by_run, run_lines, run_names

# The most documents, and groups of lines where they are unknown, that have bars.
MOST_BARS, RUNS = 60, 30


def point_bars(comparison: Comparison) -> dict[str, Any] | None:
    """Points of documents, the largest losses (or gains) first; else along the test set.

    None without points.
    """
    if not (np.abs(comparison.ledger.segments) > ROUNDING).any():  # False for NaN
        return None
    found, direction = points_by_document(comparison), 1 if comparison.delta > 0 else -1
    if found is None or len(found[0]) < 2:
        edges, sums = points_by_run(comparison, RUNS)
        names = run_names(*run_lines(comparison, edges))
        every, noun, links = dict(zip(names, sums.tolist(), strict=True)), "group", {}
        shown = [*every.items()]
        title = f"points along the test set, in {format_count(len(names), noun)} of lines"
        opens = hash_of(view="segments", sort="line")
    else:
        every, noun = dict(zip(found[0], found[1].tolist(), strict=True)), "document"
        shown = sorted([*every.items()][:MOST_BARS], key=lambda item: -direction * item[1])
        of = f"{format_int(len(shown))} of " if len(shown) < len(every) else "the "
        title = f"points of {of}{format_count(len(every), noun)}"
        opens = hash_of(view="slices", by=DOCUMENT)
        assert comparison.evalset.documents is not None
        links = {
            label: hash_of(view="segments", **{f"part.{DOCUMENT}": value or ""})
            for label, value in label_values(comparison.evalset.documents).items()
        }
    closing = text_data(list(_extremes(every, direction, noun, links)))
    return {"title": title, "bars": [*map(list, shown)], "opens": opens, "closing": closing}


def _extremes(
    points: Mapping[str, float], direction: int, noun: str, links: Mapping[str, str]
) -> Iterator[Span]:
    """The part with most points in the direction of Δ, and the one with most in the other."""

    def largest(way: int) -> Iterator[Span]:
        name = max(points, key=lambda name: way * points[name])
        yield from (Span(name, "name", opens=links.get(name, "")), Span(" "))
        tone = "gain" if points[name] > 0 else "loss"
        yield Span(format_small_delta(points[name]), tone, "points")

    others = sum(-direction * value > ROUNDING for value in points.values())
    own, other = ("gain", "loss") if direction > 0 else ("loss", "gain")
    yield from (Span(f"Largest {own}: "), *largest(direction))
    if not others:
        yield Span(f"; no {noun} has a {other}.")
        return
    many = f"largest of {format_count(others, other, 'gains' if other == 'gain' else 'losses')}"
    yield Span(f"; {f'only {other}' if others == 1 else many}: ")
    yield from (*largest(-direction), Span("."))
