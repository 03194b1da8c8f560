"""Matching of one segment: which n-grams are credited, where, and why others are not.

The clip limit of an n-gram is its largest count in any single reference (Papineni et al. 2002,
section 2.1). An occurrence in the hypothesis is credited while the limit lasts, clipped after,
and unmatched if no reference has the n-gram. Which occurrences are credited does not change
BLEU. The convention here: first those inside the longest credited n-grams, then left to right.

All results are plain values: `json.dumps(dataclasses.asdict(result))` works. N-grams are named by
their text, tokens joined by a space, which identifies the tokens because none contains white space.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from difflib import SequenceMatcher
from typing import TypeVar

from bleu_core.explain.match_results import (
    HypothesisMatch,
    HypothesisStatus,
    ReferenceMatch,
    ReferenceStatus,
    SegmentComparison,
    SegmentMatch,
    SegmentReferences,
    SegmentText,
    clipping_table,
    merged_clipping_table,
    tally_ngrams,
)
from bleu_core.metrics.statistics import reference_length
from bleu_core.text.config import BleuConfig

# An n-gram as text, or as anything that identifies it.
Ngram = TypeVar("Ngram", bound=Hashable)


def allot_credit(
    ngrams: Sequence[Sequence[Ngram]], limits: Mapping[Ngram, int]
) -> tuple[list[list[bool]], list[int]]:
    """Credit occurrences, longest n-grams first, each n-gram up to its limit.

    ngrams[n - 1][i] is the n-gram of order n that begins at token i; `limits` lacks those with
    none. Returns whether each is credited, in the same layout, and (T,) the order of the longest
    credited n-gram over each token.

    Occurrences inside a credited n-gram come first, but are not always credited. Of "x s z w s y"
    against "x s y", "x s" and "s y" are credited, but only the first "s":

    >>> words = "x s z w s y".split()
    >>> pairs = ["x s", "s z", "z w", "w s", "s y"]
    >>> credited, depth = allot_credit([words, pairs], {"x": 1, "s": 1, "y": 1, "x s": 1, "s y": 1})
    >>> [word for word, gets in zip(words, credited[0], strict=True) if gets]
    ['x', 's', 'y']
    >>> depth
    [2, 2, 0, 0, 2, 2]
    """
    left = dict(limits)
    credited: list[list[bool]] = []
    longest: list[int] = []
    for order in range(len(ngrams), 0, -1):
        here = ngrams[order - 1]
        # `longest`: for each occurrence one order up, the length of the longest credited n-gram
        # around it. An occurrence here is inside the two that begin one token before it and at it.
        above = longest or [0] * (len(here) - 1)
        inside = list(map(max, [0, *above], [*above, 0]))[: len(here)]
        gets = [False] * len(here)
        for i in sorted(range(len(here)), key=inside.__getitem__, reverse=True):
            if left.get(here[i]):
                left[here[i]] -= 1
                gets[i] = True
        longest = [held or order * own for held, own in zip(inside, gets, strict=True)]
        credited.insert(0, gets)
    return credited, longest


Status = TypeVar("Status", HypothesisStatus, ReferenceStatus)


def match_segment(
    hypothesis: str, references: Sequence[str | None], config: BleuConfig = BleuConfig()
) -> SegmentMatch:
    """Match every n-gram of one hypothesis.

    Of the references None is a missing one, '' one of length 0; ValueError if there is none.
    """
    hyp, refs = SegmentText.read(hypothesis, config), SegmentReferences.read(references, config)
    match = _match_hypothesis(hyp, refs, config)
    return SegmentMatch(match, clipping_table(hyp, refs), refs.tokens(), refs.lengths)


def compare_segment(
    hyp_a: str,
    hyp_b: str,
    references: Sequence[str | None],
    config: BleuConfig = BleuConfig(),
    most: int | None = None,
) -> SegmentComparison:
    """Match the hypotheses of two systems; arguments as in `match_segment`.

    With `most`, tokens, occurrences, depths and n-gram rows are of the first `most` tokens of each
    text (and of no more than fit in 20 characters each); counts, totals, lengths and the tally are
    of the whole texts.
    """
    a, b = SegmentText.read(hyp_a, config), SegmentText.read(hyp_b, config)
    refs = SegmentReferences.read(references, config)
    return SegmentComparison(
        match_a=_match_hypothesis(a, refs, config, most),
        match_b=_match_hypothesis(b, refs, config, most),
        ngrams=merged_clipping_table(a, b, refs, most),
        tally=tally_ngrams(a, b, refs),
        references=refs.tokens(most),
        ref_lens=refs.lengths,
    )


# Beyond this many pairs of equal tokens, or tokens, a diff could take seconds: repeated words.
MOST_PAIRS, MOST_TOKENS = 100_000, 5_000


def diff_blocks(
    a: Sequence[Hashable], b: Sequence[Hashable]
) -> Sequence[tuple[str, int, int, int, int]]:
    """The blocks of the word diff of two lists of tokens, in order: difflib's opcodes.

    A block is (kind, a_start, a_end, b_start, b_end); its kind is "equal", "replace", "delete" or
    "insert". Texts that would take seconds, thousands of tokens, are one replaced block.

    >>> diff_blocks("the cat sat".split(), "a cat sat down".split())
    [('replace', 0, 1, 0, 1), ('equal', 1, 3, 1, 3), ('insert', 3, 3, 3, 4)]
    """
    counts = Counter(b)
    if min(len(a), len(b)) > MOST_TOKENS or sum(counts[token] for token in a) > MOST_PAIRS:
        return [("replace", 0, len(a), 0, len(b))]
    return SequenceMatcher(None, a, b, autojunk=False).get_opcodes()


def word_diff(a: Sequence[str], b: Sequence[str]) -> list[list[int]]:
    """The word diff of two lists of tokens: indices of unmatched tokens in a, and in b."""
    changes = [block for block in diff_blocks(a, b) if block[0] != "equal"]
    return [
        [i for _, start, end, _, _ in changes for i in range(start, end)],
        [i for _, _, _, start, end in changes for i in range(start, end)],
    ]


def _match_hypothesis(
    hypothesis: SegmentText,
    references: SegmentReferences,
    config: BleuConfig,
    most: int | None = None,
) -> HypothesisMatch:
    limits = references.limits
    credited, depth = allot_credit(hypothesis.ngrams, limits)
    clipped = [
        [ngram in limits and not gets for ngram, gets in zip(*rows, strict=True)]
        for rows in zip(hypothesis.ngrams, credited, strict=True)
    ]
    statuses: list[tuple[HypothesisStatus, ...]] = [
        tuple(
            "credited" if gets else "clipped" if over else "unmatched"
            for gets, over in zip(*rows, strict=True)
        )
        for rows in zip(credited, clipped, strict=True)
    ]
    matches = {
        ngram: min(count, limits.get(ngram, 0)) for ngram, count in hypothesis.counts.items()
    }
    size, opened = len(hypothesis.tokens), hypothesis.opened(most)
    return HypothesisMatch(
        tokens=hypothesis.tokens[:opened],
        occurrences=_opened_statuses(statuses, opened),
        depth=tuple(depth[:opened]),
        references=tuple(
            None if text is None else _match_reference(text, matches, most)
            for text in references.texts
        ),
        counts=tuple(map(sum, credited)),
        totals=tuple(map(len, credited)),
        sys_len=size,
        ref_len=reference_length(size, references.lengths, config.reference_length),
    )


def _match_reference(
    text: SegmentText, matches: Mapping[str, int], most: int | None
) -> ReferenceMatch:
    covered, depth = allot_credit(text.ngrams, matches)
    statuses: list[tuple[ReferenceStatus, ...]] = [
        tuple("covered" if gets else "missed" for gets in row) for row in covered
    ]
    opened = text.opened(most)
    return ReferenceMatch(_opened_statuses(statuses, opened), tuple(depth[:opened]))


def _opened_statuses(
    statuses: Sequence[tuple[Status, ...]], tokens: int
) -> tuple[tuple[Status, ...], ...]:
    """The occurrences of each order within the first `tokens` tokens."""
    return tuple(row[: max(0, tokens - n)] for n, row in enumerate(statuses))
