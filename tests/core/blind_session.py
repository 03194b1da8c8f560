"""A small plan over three systems with all that one can have, and its texts."""

from __future__ import annotations

from bleu_core import EvalSet
from bleu_core.people.sessions.plan import PlanItem, SessionPlan

REFERENCE = [f"the cat number {n} sat on the mat today" for n in range(6)]


def evalset() -> EvalSet:
    return EvalSet(
        {
            name: [f"{word} cat number {n} sat here" for n in range(6)]
            for name, word in (("Alpha-1", "one"), ("Beta-2", "two"), ("Gamma-3", "three"))
        },
        [REFERENCE, [None, *REFERENCE[1:]]],
        source=[f"el gato {n}" for n in range(6)],
        documents=["d1", "d1", "d1", "d1", "d2", "d2"],
    )


def plan(**changed: object) -> SessionPlan:
    everything = {
        "name": "Friday",
        "test_set": evalset().digest,
        "systems": ("Alpha-1", "Beta-2", "Gamma-3"),
        "seed": 987654321,
        "repeats": 0.25,
        "checks": 0.25,
        "annotators": ("Ana", "Ben"),
        "ask": "better",
        "shows": ("source", "references", "context"),
        "made_by": "Mia",
        "made": 1_700_000_000.5,
        "items": (
            PlanItem(2, "Alpha-1", "Beta-2"),
            PlanItem(0, "Gamma-3", "Alpha-1"),
            PlanItem(2, "Beta-2", "Alpha-1", "repeat", 0),
            PlanItem(5, "", "", "check", damaged="right"),
            PlanItem(4, "Beta-2", "Gamma-3"),
            PlanItem(3, "Gamma-3", "Alpha-1"),
        ),
    }
    return SessionPlan(**{**everything, **changed})  # type: ignore[arg-type]
