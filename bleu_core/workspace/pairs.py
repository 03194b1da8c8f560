"""Annotations of A and B, and how they are stored: by the places of systems in the test set.

A label belongs to one system; a verdict to two, stored once in the order of the test set; a note
to the segment. Places count from 0: a test set with other systems, or in another order, is another
one.
"""

from __future__ import annotations

from dataclasses import replace

from bleu_core.segments.annotations import SIDES
from bleu_core.workspace.items import VERDICT, Item

# The places of A and B among the systems of a test set, from 0.
Pair = tuple[int, int]
# The default comparison.
FIRST_TWO: Pair = (0, 1)
EXCHANGED = {"A better": "B better", "B better": "A better", "A": "B", "B": "A"}


def as_stored(item: Item, text: str, pair: Pair) -> tuple[Item, str]:
    """Convert an annotation of A and B to its stored form."""
    if item.kind == "verdict":
        first, second = sorted(pair)
        exchanged = EXCHANGED.get(text, text) if pair != (first, second) else text
        return Item("verdict", str(first), str(second)), exchanged
    if item.kind == "label":
        return replace(item, system=str(pair[SIDES.index(item.system)])), text
    return item, text


def for_pair(item: Item, text: str, pair: Pair) -> tuple[Item, str] | None:
    """Convert a stored annotation to one of A and B; None if it is of other systems.

    The errors of a system that is compared with itself are those of A.
    """
    if item.kind == "verdict":
        same, exchanged = as_stored(VERDICT, text, pair)
        return (VERDICT, exchanged) if item == same else None
    if item.kind == "label":
        side = dict(zip(map(str, reversed(pair)), reversed(SIDES), strict=True)).get(item.system)
        return (replace(item, system=side), text) if side else None
    return item, text


def places_of(item: Item) -> tuple[str, ...]:
    """Return the places of the systems that a stored annotation is about."""
    return {"verdict": (item.system, item.label), "label": (item.system,)}.get(item.kind, ())
