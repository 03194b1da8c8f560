"""The plan of a blind session: what is judged, by whom, how it was drawn, and what was shown where.

Whoever has the plan can unblind the session; who judges has the `Task` that is made from it
(`task.task_of`), in which no system has a name.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Sampling = Literal["random", "document", "slice", "balanced", "filter"]
Ask = Literal["better", "score", "spans"]
Show = Literal["source", "references", "context"]
ItemKind = Literal["judged", "repeat", "check"]
Place = Literal["left", "right"]
SAMPLINGS: tuple[Sampling, ...] = ("random", "document", "slice", "balanced", "filter")
ASKS: tuple[Ask, ...] = ("better", "score", "spans")
SHOWS: tuple[Show, ...] = ("source", "references", "context")


@dataclass(frozen=True)
class Item:
    """Two outputs of a segment, side by side.

    Attributes
    ----------
    segment : int
        Its index, from 0.
    left, right : str
        The names of the systems whose outputs stand there. In a check the damaged output stands
        in the place `damaged`, and a reference in the other: both names are ''.
    kind : str
        "judged"; "repeat", of the item `of` once more, for self-agreement; or "check".
    of : int
        The number of the item that this one repeats; -1 for none.
    damaged : str
        "left" or "right" in a check, else ''.
    """

    segment: int
    left: str
    right: str
    kind: ItemKind = "judged"
    of: int = -1
    damaged: str = ""


@dataclass(frozen=True)
class Plan:
    """All that was decided before anybody judged. `digest_of` is the id of its session.

    Attributes
    ----------
    name : str
    test_set : str
        The digest of the EvalSet.
    systems : tuple of str
        Two or more of its systems; of several, pairs are drawn, each about as often.
    sampling : str
        How segments were drawn, one of `SAMPLINGS`.
    by : str
        The slice criterion, or the filters as in a link; '' where there is none.
    seed : int
        Of all that is drawn: segments, pairs, sides, order, repeats, checks.
    repeats, checks : float
        Their shares of the segments that are judged.
    annotators : tuple of str
        Who is to judge, by name; nobody else can.
    asks : tuple of str
        Of `ASKS`, at least one.
    shows : tuple of str
        Of `SHOWS`, what stands beside the two outputs.
    made_by : str
        The annotator who made it, and who alone unblinds it.
    made : float
        Seconds since 1970.
    items : tuple of Item
        As drawn, in the order of drawing: each annotator judges them in an order of their own.
    """

    name: str
    test_set: str
    systems: tuple[str, ...]
    sampling: Sampling
    by: str
    seed: int
    repeats: float
    checks: float
    annotators: tuple[str, ...]
    asks: tuple[Ask, ...]
    shows: tuple[Show, ...]
    made_by: str
    made: float
    items: tuple[Item, ...]
