"""How to do what messages advise to choose: by an option, or a control, where they are shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bleu_core.messages import Message

ENCODING = "encoding"
FORMAT = "format"
SYSTEM = "system"
SEVERAL_A_LINE = "several_per_line"


def ways(problems: Sequence[str], known: Mapping[str, str]) -> list[str]:
    """The ways, of those that are known by their advice, to do what the problems advise."""
    advised = {one for told in problems if isinstance(told, Message) for one in told.advice}
    return [way for advice, way in known.items() if advice in advised]
