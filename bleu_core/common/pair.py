"""What every surface calls the two compared systems: A, the baseline, and B, the candidate.

Each text takes the names from here: code as `A` and `B`, messages and the glossary as {A} and {B},
scripts from `browser/pair.js`. Keys, stored values and columns such as `a.copy` are no names.
The colours of A and B are `a` and `b` of `theme.css`.
"""

from typing import Final

A: Final = "A"
B: Final = "B"
B_MINUS_A: Final = f"{B} − {A}"
SIDES: Final = {"a": A, "b": B}
# Names of systems that have none: they are saved and in digests, so they never change.
DEFAULT_NAMES: Final = ("A", "B")


def fill_names(text: str) -> str:
    """A text with the names in place of {A} and {B}."""
    return text.replace("{A}", A).replace("{B}", B)
