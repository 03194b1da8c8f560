"""What messages advise to choose. Where they are shown is known how: an option, a control."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

ENCODING = "choose its encoding"
FORMAT = "choose its format"
SYSTEM = "choose one by its name"
SEVERAL_A_LINE = "choose that each line holds several references"


def ways(problems: Sequence[str], known: Mapping[str, str]) -> list[str]:
    """The ways, of those that are known by their advice, to do what the problems advise."""
    return [way for advice, way in known.items() if any(advice in told for told in problems)]
