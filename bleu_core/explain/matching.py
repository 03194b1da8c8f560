"""Matching of one segment: which n-grams are credited, where, and why others are not.

An occurrence in the hypothesis is credited while the clip limit lasts (`bleu_core.explain.credit`),
clipped after, and unmatched if no reference has the n-gram. N orders, R references, T tokens.
N-grams are named by their text, tokens joined by a space, which identifies the tokens because none
contains white space.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Literal, NamedTuple

from bleu_core.explain.credit import Flags, credited_lines, diff_blocks
from bleu_core.messages import scoring
from bleu_core.messages.lines import no_references
from bleu_core.metrics.statistics import reference_length
from bleu_core.text.config import BleuConfig
from bleu_core.text.spans import TokenSpan, tokens_with_spans

HypothesisStatus = Literal["credited", "clipped", "unmatched"]
ReferenceStatus = Literal["covered", "missed"]


@dataclass(frozen=True, slots=True)
class ReferenceMatch:
    """The coverage of one reference of T tokens by a hypothesis.

    An occurrence of an n-gram is covered while credited ones of the hypothesis last, missed after.
    """

    # N tuples: the status of the n-gram of order n that begins at token i, T - n + 1 of them.
    occurrences: tuple[tuple[ReferenceStatus, ...], ...]
    depth: tuple[int, ...]  # T: the order of the longest covered n-gram over each token, 0 to N


@dataclass(frozen=True, slots=True)
class HypothesisMatch:
    """The status of every n-gram occurrence and token of a hypothesis of T tokens."""

    tokens: tuple[TokenSpan, ...]
    # N tuples: the status of the n-gram of order n that begins at token i, T - n + 1 of them.
    occurrences: tuple[tuple[HypothesisStatus, ...], ...]
    # T: the order of the longest credited n-gram over each token, 0 to N. It can be above 0 where
    # the token's own unigram is clipped.
    depth: tuple[int, ...]
    references: tuple[ReferenceMatch | None, ...]  # None for a missing reference
    # N: credited and all occurrences of each order.
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
    in_refs: tuple[int, ...]  # R: occurrences in each reference; 0 in a missing one
    limit: int  # The clip limit: the maximum of `in_refs`
    credited: int  # min(in_hyp, limit)
    clipped: int  # Occurrences beyond the limit, where the limit is above 0
    unmatched: int  # All occurrences, where the limit is 0
    missed: int  # limit - credited: occurrences in a reference that the hypothesis lacks


@dataclass(frozen=True, slots=True)
class SegmentMatch:
    """One hypothesis matched against R references, of which None is a missing one."""

    match: HypothesisMatch
    ngrams: tuple[Ngram, ...]  # By order, then by first appearance in hypothesis and references
    references: tuple[tuple[TokenSpan, ...] | None, ...]  # Their tokens
    ref_lens: tuple[int | None, ...]


class SegmentText(NamedTuple):
    """A text's tokens, its n-grams (ngrams[n - 1][i] begins at token i) and their counts."""

    tokens: tuple[TokenSpan, ...]
    ngrams: list[list[str]]
    counts: Counter[str]


def read_text(text: str, config: BleuConfig) -> SegmentText:
    """Tokenize a text, and list its n-grams."""
    tokens = tuple(tokens_with_spans(text, config))
    words = [token.text for token in tokens]
    ngrams = [
        [" ".join(words[i : i + order]) for i in range(len(words) - order + 1)]
        for order in range(1, config.max_ngram_order + 1)
    ]
    return SegmentText(tokens, ngrams, Counter(chain.from_iterable(ngrams)))


def clip_limits(references: Iterable[SegmentText | None]) -> Counter[str]:
    """The largest count of each n-gram in any single reference."""
    limits: Counter[str] = Counter()
    for reference in filter(None, references):
        limits |= reference.counts
    return limits


def match_segment(
    hypothesis: str, references: Sequence[str | None], config: BleuConfig = BleuConfig()
) -> SegmentMatch:
    """Match every n-gram of one hypothesis.

    Of the references None is a missing one, '' one of length 0; ValueError if there is none.
    """
    if isinstance(references, str):
        raise ValueError(scoring.references_one_string())
    if all(reference is None for reference in references):
        raise ValueError(no_references())
    own = read_text(hypothesis, config)
    refs = [None if text is None else read_text(text, config) for text in references]
    limits = clip_limits(refs)
    [line] = credited_lines([own.ngrams], limits)
    occurrences: list[tuple[HypothesisStatus, ...]] = [
        tuple(
            "credited" if gets else "clipped" if ngram in limits else "unmatched"
            for ngram, gets in zip(row, credited, strict=False)
        )
        for row, credited in zip(own.ngrams, line.credited, strict=True)
    ]
    lengths = tuple(None if ref is None else len(ref.tokens) for ref in refs)
    match = HypothesisMatch(
        tokens=own.tokens,
        occurrences=tuple(occurrences),
        depth=_depth(line.credited),
        references=tuple(ref and _cover(ref, own.counts & limits) for ref in refs),
        counts=tuple(line.credited.sum(axis=1).tolist()),
        totals=tuple(map(len, own.ngrams)),
        sys_len=len(own.tokens),
        ref_len=reference_length(len(own.tokens), lengths, config.reference_length),
    )
    return SegmentMatch(
        match,
        _clipping_table(own, refs, limits),
        tuple(ref and ref.tokens for ref in refs),
        lengths,
    )


def word_diff(a: Sequence[str], b: Sequence[str]) -> list[list[int]]:
    """The word diff of two lists of tokens: indices of unmatched tokens in a, and in b."""
    changes = [block for block in diff_blocks(a, b) if block[0] != "equal"]
    return [
        [i for _, start, end, _, _ in changes for i in range(start, end)],
        [i for _, _, _, start, end in changes for i in range(start, end)],
    ]


def _cover(reference: SegmentText, matches: Counter[str]) -> ReferenceMatch:
    """What the credited n-grams of a hypothesis cover of a reference."""
    [line] = credited_lines([reference.ngrams], matches)
    rows = zip(reference.ngrams, line.credited.tolist(), strict=True)
    statuses: list[tuple[ReferenceStatus, ...]] = [
        tuple("covered" if gets else "missed" for gets in covered[: len(row)])
        for row, covered in rows
    ]
    return ReferenceMatch(tuple(statuses), _depth(line.credited))


def _depth(credited: Flags) -> tuple[int, ...]:
    """(T,) the order of the longest credited n-gram over each token."""
    depth = [0] * credited.shape[1]
    for order, row in enumerate(credited.tolist(), 1):
        for start, gets in enumerate(row):
            if gets:
                depth[start : start + order] = [order] * order
    return tuple(depth)


def _clipping_table(
    own: SegmentText, references: Sequence[SegmentText | None], limits: Counter[str]
) -> tuple[Ngram, ...]:
    """The n-grams of a hypothesis and of its references."""
    texts = [own, *filter(None, references)]
    orders = {
        ngram: n for n in range(len(own.ngrams)) for text in texts for ngram in text.ngrams[n]
    }
    rows = []
    for ngram, n in orders.items():
        in_hyp, limit = own.counts[ngram], limits[ngram]
        over = max(in_hyp - limit, 0)
        row = Ngram(
            text=ngram,
            order=n + 1,
            in_hyp=in_hyp,
            in_refs=tuple(ref.counts[ngram] if ref else 0 for ref in references),
            limit=limit,
            credited=in_hyp - over,
            clipped=over if limit else 0,
            unmatched=0 if limit else over,
            missed=max(limit - in_hyp, 0),
        )
        rows.append(row)
    return tuple(rows)
