"""Human scores of outputs."""

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
    """Human scores of some systems' outputs, one number per segment, from one source.

    Attributes
    ----------
    key : str
        Its key in links: "marks", "marks:score", "scores:NAME", or "session:ID:better", ending with
        the question.
    label : str
        Its name on screens: "Errors marked by 4 people".
    unit : str
        Unit of the numbers: "penalty a segment (0 is best)".
    higher_is_better : bool
        Whether higher is better. Penalties are negative, so it is true for them too.
    values : mapping from the name of a system to a (S,) array
        Mean over annotators; NaN for segments without a score.
    ratings : tuple of Rating
        The ratings behind the numbers, if errors were marked; else empty.
    """

    key: str
    label: str
    unit: str
    higher_is_better: bool
    values: Mapping[str, FloatArray]
    ratings: tuple[Rating, ...] = ()

    @cached_property
    def unweighted(self) -> Unweighted:
        """Ratings that have no penalty, and so are in no mean."""
        return unweighted(self.ratings)

    @cached_property
    def digest(self) -> str:
        """A digest that identifies these numbers in caches."""
        hashed = hashlib.blake2b(
            f"{self.key}\0{self.higher_is_better}".encode("utf-8", "surrogatepass")
        )
        for name, values in self.values.items():
            hashed.update(f"\0{name}\0".encode("utf-8", "surrogatepass"))
            hashed.update(values.tobytes())
        # Marks elsewhere in a text may have the same penalty.
        hashed.update(repr(self.ratings).encode("utf-8", "surrogatepass"))
        return hashed.hexdigest()
