"""Searches of a user that are invalid."""

from __future__ import annotations

from bleu_core.messages import message

# Searches of a user that are invalid.


@message(area="search")
def not_a_pattern(pattern: str, reason: str) -> str:
    return f"{pattern} is not a regular expression: {reason}"
