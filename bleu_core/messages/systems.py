"""Systems that cannot be ranked."""

from __future__ import annotations

from collections.abc import Sequence

from bleu_core.messages import message
from bleu_core.numerals import counted
from bleu_core.wording import listed


@message()
def no_systems() -> str:
    return "There are no systems to rank."


@message()
def number_of_names(names: int, systems: int) -> str:
    of = counted(systems, "system")
    return f"{counted(names, 'name')} for {of}; each is to have one."


@message()
def same_name(names: Sequence[str]) -> str:
    return f"Two systems have one name: {listed(map(repr, names))}."


@message()
def unknown_baseline(baseline: str) -> str:
    return f"The baseline {baseline!r} is none of the systems."


@message()
def negative_trials(given: int) -> str:
    return f"{given} trials were asked for; there can be 0 or more."
