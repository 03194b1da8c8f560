"""The report of a comparison: its account, n-grams, input and annotations."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from bleu_core.common.numerals import bare, counted, fine_delta, plain, whole
from bleu_core.metrics.signature import sacrebleu_command
from bleu_core.present.account import Account
from bleu_core.present.account.segments import segment_of
from bleu_core.present.account.spans import Segment, Span, signed
from bleu_core.present.account.tables import closing_rows
from bleu_core.present.document import Column, Table
from bleu_core.readers.health import Finding
from bleu_core.segments.annotations import Annotations
from bleu_core.segments.detectors import Counts, Thresholds
from bleu_core.text.config import BleuConfig

# Annotated segments that are shown; each is opened in full.
MOST_ANNOTATED = 100


class Phrase(NamedTuple):
    """An n-gram that carries much: clipped matches, segments won, sign test, points.

    It is listed for its size among many, so that q counts and p says little; both are NaN if
    A and B differ in fewer than six segments. `points_with_folded` adds the points of the
    shorter n-grams inside it that depend on it.
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
class Content(Account):
    """The account of a comparison, with n-grams, findings, annotations and inputs.

    Attributes
    ----------
    findings : list of Finding
        On the input, serious ones first.
    findings_on_others : int
        The number of findings on other systems of the test set.
    phrases : list of Phrase
        The n-grams with most points either way, the largest first; no match is in two of them.
    inputs : list of Input
    annotations : Annotations
    thresholds : Thresholds
        Thresholds of the detectors, which the expression may use.
    detectors : sequence of Counts
        The counts of each detector; empty if they were not run.
    """

    findings: list[Finding] = field(default_factory=list)
    findings_on_others: int = 0
    phrases: list[Phrase] = field(default_factory=list)
    inputs: list[Input] = field(default_factory=list)
    annotations: Annotations = field(default_factory=dict)
    thresholds: Thresholds = field(default_factory=Thresholds)
    detectors: Sequence[Counts] = ()

    @property
    def where(self) -> str:
        """The expression that chose the segments that are compared; '' where none did."""
        return self.comparison.evalset.where

    @property
    def of(self) -> int:
        """The number of segments of the whole test set."""
        return len(self.comparison.evalset.whole)

    @property
    def serious(self) -> list[Finding]:
        """The findings that make the numbers unreliable."""
        return serious(self.findings)

    @property
    def among(self) -> str:
        """The number of systems in the test set, and of findings about the others; '' for two."""
        number = len(self.comparison.evalset.systems)
        if number <= 2:
            return ""
        others = self.findings_on_others
        about = counted(others, "finding on the input is", "findings on the input are")
        told = f" {about} about others, and not repeated here." if others else ""
        return f"A and B are two of the {whole(number)} systems of the test set.{told}"

    @property
    def sacrebleu_command(self) -> str:
        """The command that gives the same scores; '' if none does. Files that are not known have
        the names of their roles. It has none for a part of the files."""
        if self.comparison.evalset.whole is not self.comparison.evalset:
            return ""
        outputs = [one.file or one.role for one in self.inputs if one.role in ("A", "B")]
        references = [
            one.file or f"REFERENCE-{one.name}" for one in self.inputs if one.role == "reference"
        ]
        return sacrebleu_command(self.comparison.config, references, outputs)

    @cached_property
    def annotated(self) -> list[Segment]:
        """The segments that something was said of, in file order; of many the first, and those
        with a note before others."""
        said = self.annotations
        first = sorted(said, key=lambda i: (not said[i].note, i))[:MOST_ANNOTATED]
        return [segment_of(self.comparison, i) for i in sorted(first)]

    def closing(self, listed: Iterable[Phrase]) -> list[tuple[str, float]]:
        """The rows that complete a list of n-grams to Δ."""
        if self.sources is None:
            return []
        return self.sources.closing(sum(phrase.points_with_folded for phrase in listed))


def serious(findings: Iterable[Finding]) -> list[Finding]:
    """The findings that make the numbers unreliable."""
    return [finding for finding in findings if finding.severity == "serious"]


def phrases_table(content: Content, most: int | None = None) -> Table:
    """The n-grams with most points, all or the first, closed to Δ."""
    columns = [
        Column("n-gram", is_text=True),
        Column("n"),
        Column("matches A", "a"),
        Column("matches B", "b"),
        Column("A wins", "a"),
        Column("B wins", "b"),
        Column("q"),
        Column("own points"),
        Column("with inside"),
    ]
    listed = content.phrases[:most]
    rows = [
        [
            Span(phrase.text, "quoted"),
            Span(whole(phrase.order)),
            *(Span(whole(n)) for n in (phrase.matches_a, phrase.matches_b)),
            *(Span(whole(n)) for n in (phrase.wins_a, phrase.wins_b)),
            Span(bare(phrase.q)),
            *(signed(fine_delta(n)) for n in (phrase.points, phrase.points_with_folded)),
        ]
        for phrase in listed
    ]
    rows += closing_rows(content.closing(listed), len(columns))
    return Table("N-grams with most points", columns, rows, kind="phrases")


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
