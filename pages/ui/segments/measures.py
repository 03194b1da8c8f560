"""Numbers in the rows of the worklist: those of its order, and two more."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

import numpy as np

from bleu_core import Comparison
from bleu_core.common.escaping import visible
from bleu_core.common.numerals import NONE, component_name, delta, fine_delta, level, points
from bleu_core.metrics import Opinion, rank_disagreement
from bleu_core.metrics.additive import FloatArray
from bleu_core.segments.columns import Column
from bleu_core.segments.worklist import COMPONENTS, SORTS, metrics_of
from pages.ui import store
from pages.ui.segments import by_column, metrics
from pages.ui.widgets.cells import signed
from pages.ui.widgets.table import Cell

LONGEST_HEADING = 12
# Significant digits in the column of an order.
SIGNIFICANT = 4


class Measure(NamedTuple):
    """A column: numbers per segment, title, and formatting."""

    heading: str
    term: str
    values: FloatArray
    write: Callable[[float], Cell]
    tone: str = ""
    help: str = ""

    def cell(self, segment: int) -> Cell:
        value = float(self.values[segment])
        return NONE if np.isnan(value) else self.write(value)


class Bars(NamedTuple):
    """A bar per segment: positive is better; the largest fills the width."""

    values: FloatArray
    reach: float

    def cell(self, segment: int) -> Cell:
        return {"bar": float(np.nan_to_num(self.values[segment] / self.reach))}


def shown(comparison: Comparison) -> tuple[Bars, list[Measure]]:
    """The bars, the column of their numbers, and two related columns."""
    sort = metrics.sort_here(comparison)
    opinions = metrics.of(comparison, metrics_of(sort.removeprefix("-")))
    bars, main = of_order(comparison, sort.removeprefix("-"), list(opinions.values()))
    by = _column(comparison, sort)
    return bars, [by or main, *_two(comparison, list(opinions.values()))]


def _column(comparison: Comparison, sort: str) -> Measure | None:
    """The column of the order."""
    table, column = by_column.table(comparison, sort), by_column.column(comparison, sort)
    if table is None or column is None:
        return None
    return of_column(column, table.numbers(column.name))


def of_column(column: Column, values: FloatArray) -> Measure:
    """Values of a column, for some or all segments."""
    heading = visible(column.name, LONGEST_HEADING)
    write = partial(level, digits=SIGNIFICANT)
    return Measure(heading, "", values, write, help=visible(column.about))


def of_order(
    comparison: Comparison, key: str, opinions: Sequence[Opinion] = ()
) -> tuple[Bars, Measure]:
    """The numbers of the order: points, a metric's Δ, or disagreement; otherwise Δ."""
    if len(opinions) == 2:
        apart = _disagreement(comparison, *opinions)
        write = partial(signed, write=partial(delta, digits=0))
        return Bars(apart, 100.0), Measure("apart", "rank-disagreement", apart, write)
    if opinions:
        return Bars(opinions[0].gains, _reach(opinions[0].gains)), _delta_of(opinions[0])
    if key in ("carried", "points", *COMPONENTS) and comparison.ledger.defined:
        carried = SORTS["points" if key == "carried" else key](comparison)
        heading = f"{component_name(key)} points" if key in COMPONENTS else "points"
        measure = Measure(heading, "points", carried, partial(signed, write=fine_delta))
        return Bars(carried, _reach(carried)), measure
    deltas = comparison.sentence_deltas
    write = partial(signed, write=partial(delta, digits=1))
    return Bars(deltas, 100.0), Measure("B − A", "sentence-delta", deltas, write)


def _two(comparison: Comparison, opinions: list[Opinion]) -> list[Measure]:
    """Δ by the two metrics in order or expression; for one metric, the scores of A and B."""
    pair = opinions if len(opinions) == 2 else _chosen_by(comparison)
    if pair:
        return [_delta_of(one) for one in pair]
    if not opinions:
        return of_sentences(comparison)
    (one,) = opinions
    write = partial(points, digits=one.about.decimals)
    return _sides(one.about.term, write, one.sentences_a, one.sentences_b)


def of_sentences(comparison: Comparison) -> list[Measure]:
    """Sentence BLEU of A and of B."""
    write = partial(points, digits=1)
    return _sides("sentence-bleu", write, comparison.sentences_a, comparison.sentences_b)


def _sides(term: str, write: Callable[[float], Cell], *sentences: FloatArray) -> list[Measure]:
    return [Measure(s, term, v, write, s.lower()) for s, v in zip("AB", sentences, strict=True)]


def _chosen_by(comparison: Comparison) -> list[Opinion]:
    """Opinions that segments are selected by; two of them, with BLEU if there is only one."""
    selecting = metrics.chosen_by(comparison)[:2]
    keys = ("bleu", *selecting) if len(selecting) == 1 else selecting
    return list(metrics.of(comparison, keys).values())


def _delta_of(one: Opinion) -> Measure:
    about = one.about
    write = partial(delta, digits=about.decimals)
    signs = partial(signed, write=write, higher_is_better=about.higher_is_better)
    return Measure(
        f"Δ {visible(about.label, LONGEST_HEADING)}", about.term, one.sentence_deltas, signs
    )


def _disagreement(comparison: Comparison, one: Opinion, other: Opinion) -> FloatArray:
    pair = one.about.key, other.about.key
    make = partial(rank_disagreement, one, other)
    result: FloatArray = store.result("disagreement", comparison, pair, make, lambda v: v.nbytes)
    return result


def _reach(values: FloatArray) -> float:
    """The largest absolute value."""
    return float(np.nanmax(np.abs(values), initial=0)) or 1.0
