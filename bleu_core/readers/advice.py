"""Remedies that messages advise: an option or a control, depending on where they appear."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bleu_core.messages import Message

ENCODING = "encoding"
FORMAT = "format"
SYSTEM = "system"
SEVERAL_A_LINE = "several_per_line"


def ways(problems: Sequence[str], known: Mapping[str, str]) -> list[str]:
    """Known remedies, by advice, for what the problems advise."""
    advised = {
        advice for problem in problems if isinstance(problem, Message) for advice in problem.advice
    }
    return [way for advice, way in known.items() if advice in advised]
