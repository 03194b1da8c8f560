"""What is said of A and B, as it is kept: of systems of the test set, whichever two are compared.

An error is that of a system; a verdict is on two, kept once, in the test set's order; a note is
on the segment. Systems are kept by their places, from 0: a test set of other systems, or of the
same in another order, is another one.
"""

from __future__ import annotations

from dataclasses import replace

from bleu_core.segments.annotations import SIDES
from bleu_core.workspace.items import VERDICT, Item

# The places of A and B among the systems of a test set, from 0.
Pair = tuple[int, int]
# What is compared where nobody has chosen.
FIRST_TWO: Pair = (0, 1)
EXCHANGED = {"A better": "B better", "B better": "A better", "A": "B", "B": "A"}


def kept(item: Item, text: str, pair: Pair) -> tuple[Item, str]:
    """What is said of A and B of a pair, as it is kept."""
    if item.kind == "verdict":
        first, second = sorted(pair)
        exchanged = EXCHANGED.get(text, text) if pair != (first, second) else text
        return Item("verdict", str(first), str(second)), exchanged
    if item.kind == "label":
        return replace(item, system=str(pair[SIDES.index(item.system)])), text
    return item, text


def shown(item: Item, text: str, pair: Pair) -> tuple[Item, str] | None:
    """What is kept, as it is said of A and B of a pair; None for what is of other systems.

    The errors of a system that is compared with itself are those of A.
    """
    if item.kind == "verdict":
        same, exchanged = kept(VERDICT, text, pair)
        return (VERDICT, exchanged) if item == same else None
    if item.kind == "label":
        side = dict(zip(map(str, reversed(pair)), reversed(SIDES), strict=True)).get(item.system)
        return (replace(item, system=side), text) if side else None
    return item, text


def systems(item: Item) -> tuple[str, ...]:
    """The places of the systems that something that is kept is said of."""
    return {"verdict": (item.system, item.label), "label": (item.system,)}.get(item.kind, ())
