"""Pairs of systems that a metric and people order differently."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from bleu_core.common.numerals import bare, plain, points
from bleu_core.people.against.correlation import pairs_of
from bleu_core.people.against.soft_pairwise import PERMUTATIONS
from bleu_core.people.against.standings import Against
from bleu_core.people.against.systems import Measured
from bleu_core.present.account.people_numbers import FINE
from bleu_core.present.account.spans import Span
from bleu_core.present.document import Column, Table

# The first cell of a row of `turned_table` opens "pair:" and its number among all pairs.
PAIR = "pair:"


def turned(held: Against, found: Measured) -> list[int]:
    """The pairs of systems (by `pairs_of`) that are in the other order; the surest first.

    Ordered by the distance between the confidences of the metric and of people: what soft
    pairwise accuracy loses most by.
    """
    differ = np.flatnonzero(held.orders[0] != held.orders[1])
    far = np.nan_to_num(found.confidence.distances[differ])
    return differ[np.argsort(-far, kind="stable")].tolist()


def turned_table(held: Against, found: Measured, pairs: Sequence[int]) -> Table:
    """Pairs of systems: which one people prefer and which the metric, each with its p."""
    label = held.about.label
    columns = [
        Column("people prefer", is_text=True),
        Column("by", "", "people-said"),
        Column("p", "", "soft-pairwise-accuracy"),
        Column(f"{label} prefers", is_text=True),
        Column("by", "", held.about.glossary_key),
        Column("p", "", "soft-pairwise-accuracy"),
    ]
    first, second = pairs_of(len(held))
    rows = []
    for pair in pairs:
        i, j = int(first[pair]), int(second[pair])
        people = _preferred(held, held.means, i, j, float(found.confidence.people[pair]), FINE)
        metric = _preferred(
            held, held.scores, i, j, float(found.confidence.metric[pair]), held.about.decimals
        )
        rows.append([people[0]._replace(opens=f"{PAIR}{pair}"), *people[1:], *metric])
    return Table(f"Pairs that {label} and people have in another order", columns, rows)


def _preferred(
    held: Against, values: np.typing.NDArray[np.float64], i: int, j: int, p: float, decimals: int
) -> list[Span]:
    """The better of two, by how much, and the one-sided p of that."""
    by = float(values[i] - values[j])
    name = Span("neither", "muted") if by == 0 else Span(held.names[i if by > 0 else j], "quoted")
    p = p if by >= 0 else 1 - p
    # It is a share of permutations: none of them does not mean never.
    told = f"< {plain(1 / PERMUTATIONS)}" if p < 1 / PERMUTATIONS else bare(p)
    return [name, Span(points(abs(by), decimals)), Span(told)]
