"""N-grams that cannot be counted or searched for."""

from __future__ import annotations

from collections.abc import Sequence

from bleu_core.messages import message

# N-grams that cannot be counted or searched for.


@message(area="ngram")
def no_token() -> str:
    return "An n-gram has at least one token."


@message(area="ngram")
def shape_of_points(shape: Sequence[int], order: int) -> str:
    return f"points_per_match has shape {tuple(shape)}; it is to be ({order},)."


@message(area="ngram")
def min_count(given: int) -> str:
    return f"min_count is {given}; it is to be 1 or 2."
