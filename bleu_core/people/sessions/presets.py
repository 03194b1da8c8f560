"""The usual plans of blind sessions, which fill the form for a new one."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bleu_core.common.formatting import format_count, format_int

# Of all pairs of systems: segments per pair, and at most.
PER_PAIR, MOST = 10, 200


@dataclass(frozen=True)
class SessionPreset:
    """A usual plan: its name, its purpose, and its answers to the questions of the form."""

    key: str
    title: str
    purpose: str
    segments: int
    annotators: int = 1
    repeats: int = 0  # per cent of the segments
    every_system: bool = False
    is_possible: bool = True  # with the systems of the test set

    def names(self, annotator: str) -> list[str]:
        """The names of its annotators; those of others are to be replaced."""
        return [annotator, *(f"Annotator {n}" for n in range(2, self.annotators + 1))]

    @property
    def facts(self) -> str:
        """The plan in a line."""
        pieces = [
            format_count(self.segments, "segment"),
            format_count(self.annotators, "annotator"),
        ]
        if self.repeats:
            pieces.append(f"{format_int(self.repeats)}% repeats")
        if self.every_system:
            pieces.append("all systems")
        return ", ".join(pieces)


# The plan of the form where none was chosen.
OTHER = SessionPreset("other", "New session", "", 60, repeats=10)


def usual_plans(systems: int, segments: int) -> list[SessionPreset]:
    """The usual plans for a test set, with no more segments than it has.

    >>> [plan.facts for plan in usual_plans(systems=5, segments=1_000)][1:]
    ['50 segments, 2 annotators, 10% repeats', '100 segments, 1 annotator, all systems']
    """
    pairs = systems * (systems - 1) // 2
    plans = [
        SessionPreset("quick", "Quick look", "Do readers notice the difference?", 30),
        SessionPreset("agreement", "Agreement", "Do two annotators agree?", 50, 2, repeats=10),
        SessionPreset(
            "pairs",
            "All pairs",
            f"Which of {format_int(systems)} systems do readers prefer?"
            if systems > 2
            else "Needs three or more systems.",
            min(PER_PAIR * pairs, MOST),
            every_system=True,
            is_possible=systems > 2,
        ),
    ]
    return [replace(plan, segments=min(plan.segments, segments)) for plan in plans]
