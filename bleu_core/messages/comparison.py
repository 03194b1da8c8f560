"""Systems, or texts of one segment, that cannot be compared."""

from __future__ import annotations

from collections.abc import Sequence

from bleu_core.common.numerals import counted, whole
from bleu_core.common.wording import listed
from bleu_core.messages import message

# Systems, or texts of one segment, that cannot be compared.


@message(area="comparison")
def unknown_system(name: str, systems: Sequence[str]) -> str:
    return f"There is no system {name!r}, only {listed(map(repr, systems))}."


@message(area="comparison")
def unequal_segments(
    first: str, segments: int, others: Sequence[str], numbers: Sequence[int]
) -> str:
    """`others` have other `numbers` of segments than the first."""
    rest = [f"{name} has {whole(number)}" for name, number in zip(others, numbers, strict=False)]
    told = listed([f"{first} has {counted(segments, 'segment')}", *rest])
    return f"{told}; only outputs for the same segments can be compared."


@message(area="comparison")
def unequal_settings(first: str, other: str, settings: Sequence[str]) -> str:
    """`settings` differ, each with its two values: "lowercase (False, True)"."""
    return f"{first} and {other} are scored under different settings: {listed(settings)}."


@message(area="comparison")
def references_one_string() -> str:
    return "references is a string; for one reference write [reference]."


@message(area="comparison")
def no_reference() -> str:
    return "The segment has no reference; it needs at least one."
