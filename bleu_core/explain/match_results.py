"""Results of matching a segment: clipping tables and their parts.

Every fact is stored once. N orders, R references, T tokens.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Literal

from bleu_core.common.pair import LABEL_A, LABEL_B
from bleu_core.messages import scoring
from bleu_core.text.config import BleuConfig
from bleu_core.text.spans import TokenSpan, tokens_with_spans

HypothesisStatus = Literal["credited", "clipped", "unmatched"]
ReferenceStatus = Literal["covered", "missed"]
NgramOutcome = Literal["A", "B", "shared", "missed", "unreferenced"]

# The tokens of each reference; None for a missing one.
ReferenceTokens = tuple[tuple[TokenSpan, ...] | None, ...]


@dataclass(frozen=True, slots=True)
class ReferenceMatch:
    """The coverage of one reference of T tokens by a hypothesis.

    An occurrence of an n-gram is covered while credited ones of the hypothesis last, missed after.
    """

    # N tuples: occurrences[n - 1][i]: "covered" or "missed", for the n-gram of order n that begins
    # at token i; T - n + 1 of them.
    occurrences: tuple[tuple[ReferenceStatus, ...], ...]
    # tuple of T ints: the order of the longest covered n-gram over each token, 0 to N.
    depth: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class HypothesisMatch:
    """The status of every n-gram occurrence and token of a hypothesis of T tokens."""

    tokens: tuple[TokenSpan, ...]
    # N tuples: occurrences[n - 1][i]: "credited", "clipped" or "unmatched", for the n-gram of order
    # n that begins at token i; T - n + 1 of them.
    occurrences: tuple[tuple[HypothesisStatus, ...], ...]
    # tuple of T ints: the order of the longest credited n-gram over each token, 0 to N. It can be
    # above 0 where the token's own unigram is clipped.
    depth: tuple[int, ...]
    # tuple of R ReferenceMatch or None: what it covers of each reference; None for a missing one.
    references: tuple[ReferenceMatch | None, ...]
    # tuples of N ints: credited and all occurrences of each order.
    counts: tuple[int, ...]
    totals: tuple[int, ...]
    sys_len: int
    ref_len: float  # The reference length measured against; a float if it is the "average"


@dataclass(frozen=True, slots=True)
class Ngram:
    """A distinct n-gram of the hypothesis or a reference: a row of the clipping table."""

    text: str  # Its tokens, joined by spaces
    order: int
    in_hyp: int  # Occurrences in the hypothesis: credited + clipped + unmatched
    in_refs: tuple[int, ...]  # tuple of R ints: occurrences in each reference; 0 in a missing one
    limit: int  # The clip limit: the maximum of `in_refs`
    credited: int  # min(in_hyp, limit)
    clipped: int  # Occurrences beyond the limit, where the limit is above 0
    unmatched: int  # All occurrences, where the limit is 0
    missed: int  # limit - credited: occurrences in a reference that the hypothesis lacks


@dataclass(frozen=True, slots=True)
class SegmentMatch:
    """One hypothesis matched against R references."""

    match: HypothesisMatch
    ngrams: tuple[Ngram, ...]  # By order, then by first appearance in hypothesis and references
    references: ReferenceTokens  # tuple of R tuples of Token, or None
    ref_lens: tuple[int | None, ...]  # tuple of R ints, or None


@dataclass(frozen=True, slots=True)
class ComparedNgram:
    """An n-gram in two systems' hypotheses: a row of the merged clipping table.

    `text`, `order`, `in_refs` and `limit` are as in `Ngram`; `in_a`, `credited_a` and `clipped_a`
    are `in_hyp`, `credited` and `clipped` for system A; likewise for B.
    """

    text: str
    order: int
    in_a: int
    in_b: int
    in_refs: tuple[int, ...]
    limit: int
    credited_a: int
    credited_b: int
    clipped_a: int
    clipped_b: int
    # "A" or "B", the system with more credited occurrences; "shared" if both have equally many;
    # "missed" if a reference has it and neither system; "unreferenced" if no reference has it.
    outcome: NgramOutcome


@dataclass(frozen=True, slots=True)
class NgramTally:
    """Numbers of distinct n-grams in the texts of a segment."""

    differ: int  # Credited more often to one system
    clipped: int  # More frequent in a system than in any reference, which has it too
    missed: int  # In a reference, but in neither system
    all: int


@dataclass(frozen=True, slots=True)
class SegmentComparison:
    """One segment of two systems against the same R references."""

    match_a: HypothesisMatch
    match_b: HypothesisMatch
    # Every n-gram of either hypothesis or of a reference, by order; if only a part of the segment
    # is opened, those in that part.
    ngrams: tuple[ComparedNgram, ...]
    tally: NgramTally  # For the whole texts
    references: ReferenceTokens  # tuple of R tuples of Token, or None
    ref_lens: tuple[int | None, ...]  # tuple of R ints, or None


# A token of a language with spaces has five or six characters; one in a damaged file, millions.
CHARACTERS_PER_TOKEN = 20


@dataclass(frozen=True, slots=True)
class SegmentText:
    """A text's tokens, its n-grams (ngrams[n - 1][i] begins at token i) and their counts."""

    tokens: tuple[TokenSpan, ...]
    ngrams: list[list[str]]
    counts: dict[str, int]

    @classmethod
    def read(cls, text: str, config: BleuConfig) -> SegmentText:
        tokens = tuple(tokens_with_spans(text, config))
        words = [token.text for token in tokens]
        ngrams = [
            [" ".join(words[i : i + order]) for i in range(len(words) - order + 1)]
            for order in range(1, config.max_ngram_order + 1)
        ]
        return cls(tokens, ngrams, dict(Counter(chain.from_iterable(ngrams))))

    def opened(self, most: int | None) -> int:
        """How many of the first tokens are opened: at most `most`, and of limited length."""
        if most is None:
            return len(self.tokens)
        first = self.tokens[:most]
        return sum(token.end <= CHARACTERS_PER_TOKEN * most for token in first)

    def opened_ngrams(self, order: int, most: int | None) -> list[str]:
        """The n-grams of an order within the opened tokens."""
        return self.ngrams[order - 1][: max(0, self.opened(most) - order + 1)]


@dataclass(frozen=True, slots=True)
class SegmentReferences:
    """The references of a segment, None for a missing one, and their clip limits."""

    texts: tuple[SegmentText | None, ...]
    limits: dict[str, int]

    @classmethod
    def read(cls, references: Sequence[str | None], config: BleuConfig) -> SegmentReferences:
        if isinstance(references, str):
            raise ValueError(scoring.references_one_string())
        if all(reference is None for reference in references):
            raise ValueError(scoring.no_reference())
        texts = tuple(
            None if text is None else SegmentText.read(text, config) for text in references
        )
        limits: dict[str, int] = {}
        for text in filter(None, texts):
            for ngram, count in text.counts.items():
                limits[ngram] = max(count, limits.get(ngram, 0))
        return cls(texts, limits)

    def tokens(self, most: int | None = None) -> tuple[tuple[TokenSpan, ...] | None, ...]:
        """The opened tokens of each reference."""
        return tuple(
            None if text is None else text.tokens[: text.opened(most)] for text in self.texts
        )

    @property
    def lengths(self) -> tuple[int | None, ...]:
        return tuple(None if text is None else len(text.tokens) for text in self.texts)

    def counts(self, ngrams: Sequence[str]) -> list[tuple[int, ...]]:
        """Occurrences of each n-gram in each reference."""
        columns = [
            [0] * len(ngrams) if text is None else [text.counts.get(ngram, 0) for ngram in ngrams]
            for text in self.texts
        ]
        return list(zip(*columns, strict=True))


def clipping_table(hypothesis: SegmentText, references: SegmentReferences) -> tuple[Ngram, ...]:
    """The n-grams of a hypothesis and of its references."""
    ngrams = _ngrams_by_order([hypothesis, *references.texts])
    rows, counts = [], references.counts(list(ngrams))
    for (ngram, order), in_refs in zip(ngrams.items(), counts, strict=True):
        in_hyp, limit = hypothesis.counts.get(ngram, 0), references.limits.get(ngram, 0)
        credited = min(in_hyp, limit)
        over = in_hyp - credited
        row = Ngram(
            text=ngram,
            order=order,
            in_hyp=in_hyp,
            in_refs=in_refs,
            limit=limit,
            credited=credited,
            clipped=over if limit else 0,
            unmatched=0 if limit else over,
            missed=limit - credited,
        )
        rows.append(row)
    return tuple(rows)


def merged_clipping_table(
    a: SegmentText, b: SegmentText, references: SegmentReferences, most: int | None
) -> tuple[ComparedNgram, ...]:
    """The n-grams of both hypotheses and of the references, in their opened parts."""
    ngrams = _ngrams_by_order([a, b, *references.texts], most)
    rows, counts = [], references.counts(list(ngrams))
    for (ngram, order), in_refs in zip(ngrams.items(), counts, strict=True):
        in_a, in_b = a.counts.get(ngram, 0), b.counts.get(ngram, 0)
        limit = references.limits.get(ngram, 0)
        credited_a, credited_b = min(in_a, limit), min(in_b, limit)
        rows.append(
            ComparedNgram(
                text=ngram,
                order=order,
                in_a=in_a,
                in_b=in_b,
                in_refs=in_refs,
                limit=limit,
                credited_a=credited_a,
                credited_b=credited_b,
                clipped_a=in_a - credited_a if limit else 0,
                clipped_b=in_b - credited_b if limit else 0,
                outcome=_outcome(credited_a, credited_b, limit),
            )
        )
    return tuple(rows)


def tally_ngrams(a: SegmentText, b: SegmentText, references: SegmentReferences) -> NgramTally:
    """Numbers of n-grams of each kind in the whole texts."""
    differ = clipped = missed = 0
    for ngram, limit in references.limits.items():
        in_a, in_b = a.counts.get(ngram, 0), b.counts.get(ngram, 0)
        differ += min(in_a, limit) != min(in_b, limit)
        clipped += max(in_a, in_b) > limit
        missed += not (in_a or in_b)
    distinct = a.counts.keys() | b.counts.keys() | references.limits.keys()
    return NgramTally(differ=differ, clipped=clipped, missed=missed, all=len(distinct))


def _ngrams_by_order(
    texts: Iterable[SegmentText | None], most: int | None = None
) -> dict[str, int]:
    """The n-grams of the opened texts with their orders, by order, then as they appear."""
    present = [text for text in texts if text is not None]
    orders = range(1, len(present[0].ngrams) + 1)
    return {
        ngram: order
        for order in orders
        for text in present
        for ngram in text.opened_ngrams(order, most)
    }


def _outcome(credited_a: int, credited_b: int, limit: int) -> NgramOutcome:
    if credited_a != credited_b:
        return LABEL_A if credited_a > credited_b else LABEL_B
    if credited_a:
        return "shared"
    return "missed" if limit else "unreferenced"
