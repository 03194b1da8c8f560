"""What is said of a comparison, once: the Overview, reports, terminal and JSON all render this.

Numbers are plain numbers, sentences are pieces with a tone (`spans`), tables are cells of
such pieces (`tables`). Markup, colours and places belong to whoever shows them.
It imports the comparison, its tests, its n-grams and other metrics; screens and reports import it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from bleu_core.explain.comparison import Comparison
from bleu_core.explain.ledger import Sources, sources
from bleu_core.explain.ngrams.families import Causes
from bleu_core.metrics import Bleu
from bleu_core.present.account.parts import Parts
from bleu_core.present.account.segments import Segment, movers
from bleu_core.present.account.verdict import Verdict, verdict
from bleu_core.segments.finder import SliceFindings
from bleu_core.significance import Significance, Test, side_by_side
from bleu_core.significance.opinions import Judged, opinion

# Segments told each way.
MOVERS = 10
# Stands before what is serious about the input.
LOOK = "Look at the input before you trust these numbers."


@dataclass(frozen=True, eq=False)
class Account:
    """What is said of a comparison; each piece is made when it is first asked for.

    Attributes
    ----------
    comparison : Comparison
    significance : Significance or None
        None where it is not known, or where the segments are too few.
    causes : Causes or None
        The families of n-grams that stand out; None where n-grams were not counted,
        or where the ledger is undefined.
    most : int
        At most so many segments are told each way.
    opinions : sequence of Judged
        What metrics other than BLEU say of the comparison.
    slices : SliceFindings or None
        What the slice finder says; None where it was not asked.
    """

    comparison: Comparison
    significance: Significance | None = None
    causes: Causes | None = None
    most: int = MOVERS
    opinions: Sequence[Judged] = ()
    slices: SliceFindings | None = None

    @property
    def names(self) -> tuple[str, str]:
        """The names of A and B."""
        return self.comparison.a, self.comparison.b

    @cached_property
    def parts(self) -> Parts:
        """What both scores are made of, and the points that each part carries."""
        return Parts.of(self.comparison)

    @cached_property
    def verdict(self) -> Verdict:
        """What happened, whether it may be chance, what carries it."""
        return verdict(self.comparison, self.significance, self.causes, self.slices)

    @cached_property
    def tests(self) -> list[Test]:
        """The tests side by side; none where significance is not known."""
        if self.significance is None:
            return []
        return list(side_by_side(self.comparison, self.significance))

    @cached_property
    def all_opinions(self) -> list[Judged]:
        """What BLEU says, with the tests that stand here, and then the other metrics."""
        bleu, found = opinion(self.comparison, Bleu(self.comparison.config)), self.significance
        tests = (found.randomization, found.bootstrap) if found else (None, None)
        return [Judged(bleu, *tests), *self.opinions]

    @cached_property
    def losses(self) -> list[Segment]:
        """The segments that carry most against B, the largest first."""
        return movers(self.comparison, -1, self.most)

    @cached_property
    def gains(self) -> list[Segment]:
        """The segments that carry most for B, the largest first."""
        return movers(self.comparison, 1, self.most)

    @property
    def sides(self) -> list[tuple[str, list[Segment]]]:
        """Both lists of segments with their titles; those that go with Δ first."""
        both = [("Most against B", self.losses), ("Most for B", self.gains)]
        return both if self.comparison.delta <= 0 else both[::-1]

    @cached_property
    def sources(self) -> Sources | None:
        """The points of Δ by what was counted; None where the ledger is undefined.

        `sources.closing` is what closes a list of n-grams to Δ.
        """
        comparison = self.comparison
        if not comparison.ledger.defined:
            return None
        return sources(comparison.ledger, comparison.stats_a, comparison.stats_b)
