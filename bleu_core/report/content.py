"""What a report says of a comparison, as plain results that every format renders."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from bleu_core.annotations import Annotations
from bleu_core.comparison import Comparison
from bleu_core.config import BleuConfig
from bleu_core.health import Finding
from bleu_core.ledger import Sources
from bleu_core.ngrams.families import Causes
from bleu_core.numerals import fine_delta, plain
from bleu_core.parts import Part
from bleu_core.signature import sacrebleu_command
from bleu_core.significance import Significance, Test
from bleu_core.verdict import Verdict


class Segment(NamedTuple):
    """A segment that carries much. `row` is from 0; `points` are NaN if the ledger is undefined.

    Scores are sentence BLEU with effective order. A reference is None where it is missing.
    """

    row: int
    document: str | None
    points: float
    delta: float
    score_a: float
    score_b: float
    a: str
    b: str
    references: list[str | None]
    source: str | None

    @property
    def carried(self) -> str:
        """The points as text."""
        return fine_delta(self.points)


class Phrase(NamedTuple):
    """An n-gram that carries much: clipped matches, segments won, sign test, points.

    It is listed for its size among many, so that p says little and q is what counts;
    NaN where fewer than six segments tell A and B apart. `points_with_folded` has
    also what the shorter n-grams inside it carry that stand and fall with it.
    """

    text: str
    order: int
    matches_a: int
    matches_b: int
    wins_a: int
    wins_b: int
    p: float
    q: float
    points: float
    points_with_folded: float


class Input(NamedTuple):
    """A text that was compared; `sha256` is that of its segments, each ended by a line feed.

    `file` is the path of a file that holds just this, if one is known.
    """

    role: str
    name: str
    sha256: str
    file: str = ""


LOOK = "Look at the input before you trust these numbers."


@dataclass(frozen=True, eq=False)
class Content:
    """Everything that a report says.

    Attributes
    ----------
    comparison : Comparison
    significance : Significance or None
        None where it was not asked for, or where the segments are too few.
    findings : list of Finding
        On the input, what is serious first; they stand before the verdict.
    verdict : Verdict
    causes : Causes or None
        None where n-grams were not counted, or where the ledger is undefined.
    parts : list of Part
    tests : list of Test
    losses, gains : list of Segment
        Those that carry most against B, and for B, the largest first.
    phrases : list of Phrase
        Those with most points either way, with what is folded under them, the
        largest first; no match is in two of them.
    sources : Sources or None
        The points of Δ by what was counted; None where the ledger is undefined.
        `sources.closing` is what closes a list of n-grams to Δ.
    inputs : list of Input
    annotations : Annotations
        What was said of segments, of all of them.
    annotated : list of Segment
        The first of those, in file order.
    """

    comparison: Comparison
    significance: Significance | None
    findings: list[Finding]
    verdict: Verdict
    causes: Causes | None
    parts: list[Part]
    tests: list[Test]
    losses: list[Segment]
    gains: list[Segment]
    phrases: list[Phrase]
    sources: Sources | None
    inputs: list[Input]
    annotations: Annotations
    annotated: list[Segment]

    @property
    def serious(self) -> list[Finding]:
        """The findings for which the numbers do not mean what they seem to."""
        return [finding for finding in self.findings if finding.severity == "serious"]

    @property
    def sacrebleu_command(self) -> str:
        """The command that gives the same scores; '' if none does. Files that are not known have
        the names of their roles."""
        outputs = [one.file or one.role for one in self.inputs if one.role in ("A", "B")]
        references = [
            one.file or f"REFERENCE-{one.name}" for one in self.inputs if one.role == "reference"
        ]
        return sacrebleu_command(self.comparison.config, references, outputs)

    @property
    def names(self) -> tuple[str, str]:
        """The names of A and B."""
        return self.comparison.a, self.comparison.b

    def closing(self, listed: Iterable[Phrase]) -> list[tuple[str, float]]:
        """What a list of n-grams, each with what is folded under it, leaves of Δ; and Δ."""
        if self.sources is None:
            return []
        return self.sources.closing(sum(phrase.points_with_folded for phrase in listed))

    @property
    def sides(self) -> list[tuple[str, list[Segment]]]:
        """Both lists of segments with their titles; those that go with Δ first."""
        both = [("Most against B", self.losses), ("Most for B", self.gains)]
        return both if self.comparison.delta <= 0 else both[::-1]


def settings(config: BleuConfig) -> dict[str, str]:
    """The settings of a score in words."""
    smoothing = config.smooth_method + (f" ({plain(config.smoothing)})" if config.smoothing else "")
    weights = ", ".join(map(plain, config.weights or ())) or "equal"
    return {
        "tokenizer": config.tokenize,
        "case": "lower-cased" if config.lowercase else "as written",
        "smoothing": smoothing,
        "n-gram orders": f"1 to {config.max_ngram_order}",
        "weights": weights,
        "effective order": "yes" if config.effective_order else "no",
        "reference length": config.reference_length,
    }
