"""Bar charts as numbers and words, which `figures` draws with plotly and `report.svg` as SVG."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bleu_core.common.escaping import one_line
from bleu_core.common.formatting import (
    format_component,
    format_count,
    format_delta,
    format_int,
    format_score,
    format_small_delta,
)
from bleu_core.common.pair import A, B
from bleu_core.common.rounding import STEP, rounded
from bleu_core.explain.comparison import Comparison
from bleu_core.metrics.precision import format_precision, precisions_of

# With more bars, names would overlap; they are shown on hover.
MOST_LABELS = 24
# Characters of a name under a bar.
LABEL_LENGTH = 16
# The part of its place that a bar fills, also if bars are to touch but for a hair.
FILLED, TOUCHING = 0.8, 0.96


class Bar(NamedTuple):
    """A bar of the width `width` around `at`, from `base` to `end`."""

    at: float
    width: float
    base: float
    end: float
    tone: str  # "a", "b", "gain" or "loss"
    text: str = ""  # beside its end; like the lines of `hover`, it may contain text of users
    hover: tuple[str, ...] = ()
    key: Any = ""  # what a press on it opens in the app


class Axis(NamedTuple):
    """An axis; `labels` are the words at places, or None for round numbers, whole if `is_count`."""

    title: str
    low: float
    high: float
    labels: Sequence[tuple[float, str]] | None = None
    is_count: bool = False


@dataclass(frozen=True)
class BarChart:
    """Series of bars by name; a chart with one series has no legend."""

    series: Sequence[tuple[str, Sequence[Bar]]]
    x: Axis
    y: Axis
    zero: str = ""  # the axes at whose 0 a line is drawn
    levels: Sequence[tuple[float, float, float]] = ()  # low and high on x, value
    height: int = 300  # in pixels, with all text

    @property
    def bars(self) -> list[Bar]:
        return [bar for _, bars in self.series for bar in bars]


def waterfall(comparison: Comparison) -> BarChart:
    """From BLEU of A to BLEU of B, one step per component; the steps add up exactly."""
    names = list(comparison.ledger.components)
    steps = np.array(list(comparison.ledger.components.values()))
    a, b = comparison.score_a.score, comparison.score_b.score
    before = a + np.concatenate([[0], np.cumsum(steps)[:-1]])
    reached = [a, *(before + steps).tolist()]
    low, high = min(b, *reached), max(b, *reached)
    floor = max(0.0, low - 0.35 * max(high - low, 0.1))
    bases = [floor, *np.minimum(before, before + steps).tolist(), floor]
    ends = [a, *np.maximum(before, before + steps).tolist(), b]
    tones = ["a", *np.where(steps > 0, "gain", "loss").tolist(), "b"]
    texts = [format_score(a), *map(format_delta, steps), format_score(b)]
    labels = [A, *map(format_component, names), B]
    rows = zip(bases, ends, tones, texts, labels, ["", *names, ""], strict=True)
    bars = [
        Bar(i, FILLED, base, end, tone, text, (f"{label}: {text} BLEU points",), key)
        for i, (base, end, tone, text, label, key) in enumerate(rows)
    ]
    title = "BLEU, points" + (f" (axis starts at {format_score(floor, 1)})" if floor else "")
    y = Axis(title, floor, high + 0.12 * max(high - floor, 0.1))
    # From bar to bar, and where a step of 0 has none.
    levels = [(i + FILLED / 2, i + 1 - FILLED / 2, value) for i, value in enumerate(reached)]
    levels += [(b.at - FILLED / 2, b.at + FILLED / 2, b.end) for b in bars if b.base == b.end]
    return BarChart([("", bars)], _places("", labels), y, levels=levels, height=246)


def precisions(comparison: Comparison) -> BarChart:
    """Modified precision by n-gram order for A and B, in percent."""
    sides = ("a", A, comparison.stats_a, -0.19), ("b", B, comparison.stats_b, 0.19)
    series = []
    for tone, name, stats, aside in sides:
        bars = []
        for i, found in enumerate(precisions_of(stats)):
            text = format_precision(found)
            matches = f"{format_int(found.count)} of {format_int(found.total)} n-grams match"
            hover = f"{name} · order {format_component(f'p{i + 1}')}", matches, f"{text}%"
            bars.append(Bar(i + aside, 0.35, 0.0, found.taken, tone, text, hover))
        series.append((name, bars))
    orders = [format_component(f"p{n + 1}") for n in range(len(series[0][1]))]
    top = max([*comparison.score_a.precisions, *comparison.score_b.precisions, 1.0])
    y = Axis("matching n-grams, %", 0.0, top * 1.15)
    return BarChart(series, _places("n-gram order", orders), y)


# Bins of Δ on either side of 0, and the smallest difference of their limits, in points.
BINS_A_SIDE = 21
BIN_UNIT = 0.1


def delta_bins(deltas: NDArray[np.float64]) -> list[tuple[float, float, int, str]]:
    """Bins of equal width, with 0 a limit, of the segments whose `deltas` (S,), B − A, are not 0.

    Each has its limits, its number of segments, and these in words.

    >>> bins = delta_bins(np.array([-2.0, 0.0, 1.5, 1.52]))
    >>> len(bins), sum(segments for _, _, segments, _ in bins), bins[1][3]
    (42, 3, 'Δ from −2.0 to −1.9: 1 segment')
    """
    values = rounded(deltas)
    reach = float(np.abs(values).max(initial=0))
    width = max(1, math.ceil(reach / BINS_A_SIDE / BIN_UNIT))
    edges = [round(BIN_UNIT * width * i, 1) for i in range(-BINS_A_SIDE, BINS_A_SIDE + 1)]
    counts = np.histogram(values[values != 0], bins=edges)[0].tolist()
    limits = [format_delta(edge, digits=1) for edge in edges]
    return [
        (*ends, number, f"Δ from {low} to {high}: {format_count(number, 'segment')}")
        for ends, (low, high), number in zip(pairwise(edges), pairwise(limits), counts, strict=True)
    ]


def delta_histogram(deltas: NDArray[np.float64]) -> BarChart:
    """Histogram of sentence BLEU of B minus A; segments that did not change are only counted."""
    bins = delta_bins(deltas)
    bars = []
    for low, high, segments, text in bins:
        middle, width = (low + high) / 2, TOUCHING * (high - low)
        # The selection of a bar has both of its ends; an edge belongs to the bar that begins there.
        end = high if high == bins[-1][1] else float(rounded(high - STEP))
        tone = "gain" if middle > 0 else "loss"
        bars.append(Bar(middle, width, 0.0, segments, tone, hover=(text,), key=[low, end]))
    counts = np.array([segments for _, _, segments, _ in bins])
    same = format_int(len(deltas) - int(counts.sum()))
    x = Axis(f"Δ sentence BLEU, points ({same} unchanged, not drawn)", bins[0][0], bins[-1][1])
    y = _from_zero("segments", counts)._replace(is_count=True)
    return BarChart([("", bars)], x, y, zero="x")


def strip(labels: Sequence[str], values: NDArray[np.float64], axis: str) -> BarChart:
    """Bars of BLEU points, gains up and losses down; `labels` are shown, never interpreted."""
    bars = []
    for i, (label, value) in enumerate(zip(labels, values.tolist(), strict=True)):
        name = one_line(label)
        hover = name, f"{format_small_delta(value)} BLEU points"
        tone = "gain" if value > 0 else "loss"
        bars.append(Bar(i, FILLED, 0.0, value, tone, hover=hover, key=name))
    few = len(bars) <= MOST_LABELS
    x = _places(axis, short_labels(labels, LABEL_LENGTH) if few else [""] * len(bars))
    return BarChart([("", bars)], x, _from_zero("BLEU points", values), zero="y", height=230)


def strip_of_runs(comparison: Comparison) -> BarChart:
    """Points of groups of lines, in file order."""
    from bleu_core.segments.slices import points_by_run, run_lines, run_names

    edges, points = points_by_run(comparison)
    names = run_names(*run_lines(comparison, edges))
    return strip(names, points, "groups of lines, in file order")


def strip_of_documents(comparison: Comparison, most: int | None = None) -> BarChart:
    """Points of documents, all or those with most."""
    from bleu_core.segments.slices import points_by_document

    names, points = points_by_document(comparison) or ([], np.zeros(0))
    return strip(names[:most], points[:most], "documents, largest contributions first")


def _places(title: str, labels: Sequence[str]) -> Axis:
    """An axis with a place for each label, from 0; empty labels are not drawn."""
    shown = [(float(i), label) for i, label in enumerate(labels) if label]
    return Axis(title, -0.5, max(1, len(labels)) - 0.5, shown)


def _from_zero(title: str, values: NDArray[Any]) -> Axis:
    """An axis with 0 and all numbers, and some room around them."""
    low, high = float(values.min(initial=0)), float(values.max(initial=0))
    if low == high:
        return Axis(title, 0.0, 1.0)
    return Axis(title, low * 1.06, high * 1.06)


def short_labels(labels: Sequence[str], most: int) -> list[str]:
    """Labels on one line, cut to about `most` characters where most stay distinct; else numbered.

    >>> short_labels(["2020-news-01", "2020-news-02"], 8)
    ['2020…-01', '2020…-02']
    >>> short_labels(["01-x-2020-news", "02-x-2020-news", "01-y-2020-news"], 4)
    ['01-… #1', '02-…', '01-… #2']
    """
    labels = [one_line(label) for label in labels]
    half, kept = most // 2, most - 1

    def cuts(text: str) -> tuple[str, str, str]:
        if len(text) <= most:
            return text, text, text
        return f"{text[:kept]}…", f"{text[:half]}…{text[half - kept :]}", f"…{text[-kept:]}"

    cut = max(zip(*map(cuts, labels), strict=True), key=lambda texts: len(set(texts)), default=())
    often, met = Counter(cut), Counter[str]()
    short = []
    for text in cut:
        met[text] += 1
        short.append(text if often[text] == 1 else f"{text} #{met[text]}")
    return short
