"""Match the hypotheses of one segment against its references."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import chain

import numpy as np

from bleu_core.config import BleuConfig
from bleu_core.matching.credit import allot
from bleu_core.matching.results import (
    ComparedNgram,
    HypothesisMatch,
    HypothesisStatus,
    Ngram,
    Outcome,
    ReferenceMatch,
    ReferenceStatus,
    SegmentComparison,
    SegmentMatch,
)
from bleu_core.spans import Token, tokens_with_spans
from bleu_core.statistics import reference_lengths


def match_segment(
    hypothesis: str, references: Sequence[str | None], config: BleuConfig = BleuConfig()
) -> SegmentMatch:
    """Account for every n-gram of one hypothesis.

    Parameters
    ----------
    hypothesis : str
    references : sequence of R strings or None
        None is a reference that is missing, '' one of length 0.
    config : BleuConfig

    Raises
    ------
    ValueError
        If there is no reference.
    """
    hyp, refs = _read(hypothesis, config), _References.read(references, config)
    return SegmentMatch(_match(hyp, refs, config), _table(hyp, refs), refs.tokens, refs.lengths)


def compare_segment(
    hyp_a: str, hyp_b: str, references: Sequence[str | None], config: BleuConfig = BleuConfig()
) -> SegmentComparison:
    """Account for every n-gram of two systems' hypotheses; arguments as in `match_segment`."""
    a, b, refs = _read(hyp_a, config), _read(hyp_b, config), _References.read(references, config)
    match_a, match_b = _match(a, refs, config), _match(b, refs, config)
    return SegmentComparison(
        match_a=match_a,
        match_b=match_b,
        ngrams=_merged_table(a, b, refs),
        references=refs.tokens,
        ref_lens=refs.lengths,
    )


def words_apart(a: Sequence[str], b: Sequence[str]) -> list[list[int]]:
    """The word diff of two lists of tokens: indices of those of a, and of b, without a partner.

    >>> words_apart("the cat sat".split(), "a cat sat down".split())
    [[0], [0, 3]]
    """
    opcodes = SequenceMatcher(None, a, b, autojunk=False).get_opcodes()
    steps = [step for step in opcodes if step[0] != "equal"]
    return [
        [i for _, start, end, _, _ in steps for i in range(start, end)],
        [i for _, _, _, start, end in steps for i in range(start, end)],
    ]


@dataclass(frozen=True, slots=True)
class _Text:
    """A text's tokens, its n-grams (ngrams[n - 1][i] begins at token i) and their counts."""

    tokens: tuple[Token, ...]
    ngrams: list[list[str]]
    counts: dict[str, int]


def _read(text: str, config: BleuConfig) -> _Text:
    tokens = tuple(tokens_with_spans(text, config))
    words = [token.text for token in tokens]
    ngrams = [
        [" ".join(words[i : i + order]) for i in range(len(words) - order + 1)]
        for order in range(1, config.max_ngram_order + 1)
    ]
    return _Text(tokens, ngrams, dict(Counter(chain.from_iterable(ngrams))))


@dataclass(frozen=True, slots=True)
class _References:
    """The references of a segment, None where one is missing, and the clip limits they set."""

    texts: tuple[_Text | None, ...]
    limits: dict[str, int]

    @classmethod
    def read(cls, references: Sequence[str | None], config: BleuConfig) -> _References:
        if isinstance(references, str):
            raise ValueError("references is a string; for one reference write [reference].")
        if all(reference is None for reference in references):
            raise ValueError("The segment has no reference; it needs at least one.")
        texts = tuple(None if text is None else _read(text, config) for text in references)
        limits: dict[str, int] = {}
        for text in filter(None, texts):
            for ngram, count in text.counts.items():
                limits[ngram] = max(count, limits.get(ngram, 0))
        return cls(texts, limits)

    @property
    def tokens(self) -> tuple[tuple[Token, ...] | None, ...]:
        return tuple(None if text is None else text.tokens for text in self.texts)

    @property
    def lengths(self) -> tuple[int | None, ...]:
        return tuple(None if text is None else len(text.tokens) for text in self.texts)

    def counts(self, ngrams: Sequence[str]) -> list[tuple[int, ...]]:
        """How often each n-gram occurs in each reference."""
        columns = [
            [0] * len(ngrams) if text is None else [text.counts.get(ngram, 0) for ngram in ngrams]
            for text in self.texts
        ]
        return list(zip(*columns, strict=True))


def _match(hypothesis: _Text, references: _References, config: BleuConfig) -> HypothesisMatch:
    limits = references.limits
    credited, depth = allot(hypothesis.ngrams, limits)
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
    found = {ngram: min(count, limits.get(ngram, 0)) for ngram, count in hypothesis.counts.items()}
    size = len(hypothesis.tokens)
    return HypothesisMatch(
        tokens=hypothesis.tokens,
        occurrences=tuple(statuses),
        depth=tuple(depth),
        references=tuple(
            None if text is None else _match_reference(text, found) for text in references.texts
        ),
        counts=tuple(map(sum, credited)),
        totals=tuple(map(len, credited)),
        sys_len=size,
        ref_len=_reference_length(size, references.lengths, config.reference_length),
    )


def _match_reference(text: _Text, found: Mapping[str, int]) -> ReferenceMatch:
    covered, depth = allot(text.ngrams, found)
    statuses: list[tuple[ReferenceStatus, ...]] = [
        tuple("covered" if gets else "missed" for gets in row) for row in covered
    ]
    return ReferenceMatch(tuple(statuses), tuple(depth))


def _reference_length(sys_len: int, ref_lens: Sequence[int | None], rule: str) -> float:
    lengths = np.array([[length or 0] for length in ref_lens])
    present = np.array([[length is not None] for length in ref_lens])
    chosen: float = reference_lengths(np.array([sys_len]), lengths, present, rule)[0].item()
    return chosen


def _table(hypothesis: _Text, references: _References) -> tuple[Ngram, ...]:
    ngrams = _by_order(hypothesis.counts, references.limits)
    rows = []
    for ngram, in_refs in zip(ngrams, references.counts(ngrams), strict=True):
        in_hyp, limit = hypothesis.counts.get(ngram, 0), references.limits.get(ngram, 0)
        credited = min(in_hyp, limit)
        over = in_hyp - credited
        rows.append(
            Ngram(
                text=ngram,
                order=_order(ngram),
                in_hyp=in_hyp,
                in_refs=in_refs,
                limit=limit,
                credited=credited,
                clipped=over if limit else 0,
                unmatched=0 if limit else over,
                missed=limit - credited,
            )
        )
    return tuple(rows)


def _merged_table(a: _Text, b: _Text, references: _References) -> tuple[ComparedNgram, ...]:
    ngrams = _by_order(a.counts, b.counts, references.limits)
    rows = []
    for ngram, in_refs in zip(ngrams, references.counts(ngrams), strict=True):
        in_a, in_b = a.counts.get(ngram, 0), b.counts.get(ngram, 0)
        limit = references.limits.get(ngram, 0)
        credited_a, credited_b = min(in_a, limit), min(in_b, limit)
        rows.append(
            ComparedNgram(
                text=ngram,
                order=_order(ngram),
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


def _by_order(*ngrams: Mapping[str, int]) -> list[str]:
    """The n-grams of all, by order; within one, as they come."""
    return sorted(dict.fromkeys(chain(*ngrams)), key=_order)


def _order(ngram: str) -> int:
    return ngram.count(" ") + 1


def _outcome(credited_a: int, credited_b: int, limit: int) -> Outcome:
    if credited_a != credited_b:
        return "A" if credited_a > credited_b else "B"
    if credited_a:
        return "shared"
    return "missed" if limit else "unreferenced"
