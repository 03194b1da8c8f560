"""Invalid thresholds of detectors."""

from __future__ import annotations

from collections.abc import Sequence

from bleu_core.common.numerals import plain
from bleu_core.common.wording import cut, listed
from bleu_core.messages import message

# Invalid thresholds of detectors.


@message(area="detector")
def unknown_threshold(name: str, known: Sequence[str]) -> str:
    return f"There is no threshold “{cut(name)}”; there are {listed(known)}."


@message(area="detector")
def no_number(name: str) -> str:
    return f"“{cut(name)}” is to be a number."


@message(area="detector")
def beyond_limits(name: str, low: float, high: float) -> str:
    return f"{name} is a number from {plain(low)} to {plain(high)}."
