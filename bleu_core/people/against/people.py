"""What people say of outputs as numbers: what BLEU can be held against."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from bleu_core.metrics.additive import FloatArray
from bleu_core.people.penalty import Unweighted, unweighted
from bleu_core.segments.marks import Rating


@dataclass(frozen=True, eq=False)
class People:
    """What people say of the outputs of some systems, a number a segment, from one source.

    Attributes
    ----------
    key : str
        What links call it: "marks", "marks:score", "scores:NAME", or "session:ID:better" with
        what was asked.
    label : str
        What screens call it: "Errors marked by 4 people".
    unit : str
        What the numbers are: "penalty a segment (0 is best)".
    higher_is_better : bool
        Whether a higher number is better. Penalties are negative, so that it is so for them too.
    values : mapping from the name of a system to a (S,) array
        The mean of those who said something; NaN where nobody did.
    ratings : tuple of Rating
        Where people marked errors: what the numbers are made of. Else empty.
    """

    key: str
    label: str
    unit: str
    higher_is_better: bool
    values: Mapping[str, FloatArray]
    ratings: tuple[Rating, ...] = ()

    @cached_property
    def unweighted(self) -> Unweighted:
        """Which of the ratings have no penalty, and so are in no mean."""
        return unweighted(self.ratings)

    @cached_property
    def digest(self) -> str:
        """What tells these numbers from others, whoever holds what was found of them."""
        made = hashlib.blake2b(
            f"{self.key}\0{self.higher_is_better}".encode("utf-8", "surrogatepass")
        )
        for name, values in self.values.items():
            made.update(f"\0{name}\0".encode("utf-8", "surrogatepass"))
            made.update(values.tobytes())
        # Marks elsewhere in a text may cost the same.
        made.update(repr(self.ratings).encode("utf-8", "surrogatepass"))
        return made.hexdigest()
