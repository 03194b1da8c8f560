"""The plan of a blind session: items, annotators, how items were drawn, and the hidden sides.

Anyone with the plan can unblind the session. Annotators get the `Task` made from it
(`blind_task`), in which no system has a name.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass
from typing import Any, Literal

Ask = Literal["better", "rating"]
ShownExtra = Literal["source", "references", "context"]
ItemKind = Literal["judged", "repeat", "check"]
Side = Literal["left", "right"]
ASKS: tuple[Ask, ...] = ("better", "rating")


@dataclass(frozen=True)
class PlanItem:
    """Two outputs of a segment, side by side."""

    segment: int  # Its index, from 0
    # Names of the systems on each side. In a check, the corrupted output is on side `damaged` and a
    # reference on the other: both names are ''.
    left: str
    right: str
    # "judged"; "repeat", the item `of` again, for self-agreement; or "check".
    kind: ItemKind = "judged"
    of: int = -1  # The number of the item that this one repeats; -1 for none
    damaged: str = ""  # "left" or "right" in a check, else ''


@dataclass(frozen=True)
class SessionPlan:
    """All decisions made before judging. `plan_digest` is the id of its session."""

    name: str
    test_set: str  # The digest of the EvalSet
    # Two or more of its systems; with several, pairs are drawn about equally often.
    systems: tuple[str, ...]
    seed: int  # Seed of all draws: segments, pairs, sides, order, repeats, checks
    # Their shares of the judged segments.
    repeats: float
    checks: float
    annotators: tuple[str, ...]  # Names of those who may judge
    ask: Ask  # "better": which output is; "rating": from 1 to 5, of each
    shows: tuple[ShownExtra, ...]  # The texts shown beside the two outputs
    made_by: str  # The annotator who made it and alone can unblind it
    made: float  # Seconds since 1970
    # Items in shuffled order; each annotator judges them in an order of their own.
    items: tuple[PlanItem, ...]


def plan_to_json(plan: SessionPlan) -> str:
    """The plan as the workspace saves it."""
    return json.dumps(asdict(plan), ensure_ascii=False)


def plan_from_json(text: str) -> SessionPlan:
    """The plan in a text of `plan_to_json`."""
    fields: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value
        for name, value in json.loads(text).items()
    }
    fields["items"] = tuple(PlanItem(**item) for item in fields["items"])
    return SessionPlan(**fields)


def plan_digest(plan: SessionPlan) -> str:
    """SHA-256 of a plan's contents: the id of its session."""
    return hashlib.sha256(plan_to_json(plan).encode()).hexdigest()
