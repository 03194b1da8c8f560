"""Results of matching a segment, every fact stored once. N orders, R references, T tokens."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from bleu_core.text.spans import Token

HypothesisStatus = Literal["credited", "clipped", "unmatched"]
ReferenceStatus = Literal["covered", "missed"]
Outcome = Literal["A", "B", "shared", "missed", "unreferenced"]

# The tokens of each reference; None for a missing one.
ReferenceTokens = tuple[tuple[Token, ...] | None, ...]


@dataclass(frozen=True, slots=True)
class ReferenceMatch:
    """The coverage of one reference of T tokens by a hypothesis.

    An occurrence of an n-gram is covered while the credited ones of the hypothesis last, by the
    same convention, and missed after.

    Attributes
    ----------
    occurrences : N tuples
        occurrences[n - 1][i]: "covered" or "missed", for the n-gram of order n
        that begins at token i; T - n + 1 of them.
    depth : tuple of T ints
        The order of the longest covered n-gram over each token, 0 to N.
    """

    occurrences: tuple[tuple[ReferenceStatus, ...], ...]
    depth: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class HypothesisMatch:
    """The status of every n-gram occurrence and token of a hypothesis of T tokens.

    Attributes
    ----------
    tokens : tuple of T Token
    occurrences : N tuples
        occurrences[n - 1][i]: "credited", "clipped" or "unmatched", for the
        n-gram of order n that begins at token i; T - n + 1 of them.
    depth : tuple of T ints
        The order of the longest credited n-gram over each token, 0 to N. It can
        be above 0 where the token's own unigram is clipped.
    references : tuple of R ReferenceMatch or None
        What it covers of each reference; None for a missing one.
    counts, totals : tuples of N ints
        Credited and all occurrences of each order.
    sys_len : int
    ref_len : int
        The reference length measured against; a float if it is the "average".
    """

    tokens: tuple[Token, ...]
    occurrences: tuple[tuple[HypothesisStatus, ...], ...]
    depth: tuple[int, ...]
    references: tuple[ReferenceMatch | None, ...]
    counts: tuple[int, ...]
    totals: tuple[int, ...]
    sys_len: int
    ref_len: float


@dataclass(frozen=True, slots=True)
class Ngram:
    """A distinct n-gram of the hypothesis or a reference: a row of the clipping table.

    Attributes
    ----------
    text : str
        Its tokens, joined by spaces.
    order : int
    in_hyp : int
        Occurrences in the hypothesis: credited + clipped + unmatched.
    in_refs : tuple of R ints
        Occurrences in each reference; 0 in a missing one.
    limit : int
        The clip limit: the maximum of `in_refs`.
    credited : int
        min(in_hyp, limit).
    clipped : int
        Occurrences beyond the limit, where the limit is above 0.
    unmatched : int
        All occurrences, where the limit is 0.
    missed : int
        limit - credited: occurrences in a reference that the hypothesis lacks.
    """

    text: str
    order: int
    in_hyp: int
    in_refs: tuple[int, ...]
    limit: int
    credited: int
    clipped: int
    unmatched: int
    missed: int


@dataclass(frozen=True, slots=True)
class SegmentMatch:
    """One hypothesis matched against R references.

    Attributes
    ----------
    match : HypothesisMatch
    ngrams : tuple of Ngram
        By order, then by first appearance in hypothesis and references.
    references : tuple of R tuples of Token, or None
    ref_lens : tuple of R ints, or None
    """

    match: HypothesisMatch
    ngrams: tuple[Ngram, ...]
    references: ReferenceTokens
    ref_lens: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class ComparedNgram:
    """An n-gram in two systems' hypotheses: a row of the merged clipping table.

    `text`, `order`, `in_refs` and `limit` are as in `Ngram`; `in_a`, `credited_a` and `clipped_a`
    are `in_hyp`, `credited` and `clipped` for system A; likewise for B.

    Attributes
    ----------
    outcome : str
        "A" or "B", the system with more credited occurrences; "shared" if both have equally many;
        "missed" if a reference has it and neither system; "unreferenced" if no reference has it.
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
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class Tally:
    """Numbers of distinct n-grams in the texts of a segment.

    Attributes
    ----------
    differ : int
        Credited more often to one system.
    clipped : int
        More frequent in a system than in any reference, which has it too.
    missed : int
        In a reference, but in neither system.
    all : int
    """

    differ: int
    clipped: int
    missed: int
    all: int


@dataclass(frozen=True, slots=True)
class SegmentComparison:
    """One segment of two systems against the same R references.

    Attributes
    ----------
    match_a, match_b : HypothesisMatch
    ngrams : tuple of ComparedNgram
        Every n-gram of either hypothesis or of a reference, by order; if only a part of the
        segment is opened, those in that part.
    tally : Tally
        For the whole texts.
    references : tuple of R tuples of Token, or None
    ref_lens : tuple of R ints, or None
    """

    match_a: HypothesisMatch
    match_b: HypothesisMatch
    ngrams: tuple[ComparedNgram, ...]
    tally: Tally
    references: ReferenceTokens
    ref_lens: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class OtherMatch:
    """The hypothesis of one more system, relative to a baseline with the same references.

    Attributes
    ----------
    match : HypothesisMatch
    gained, lost : tuple of str
        The n-grams credited more often here than to the baseline, and less often; by order, among
        those in the opened part of either text.
    """

    match: HypothesisMatch
    gained: tuple[str, ...]
    lost: tuple[str, ...]
