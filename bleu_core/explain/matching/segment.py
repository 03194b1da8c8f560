"""Match the hypotheses of one segment against its references."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from difflib import SequenceMatcher
from typing import TypeVar

from bleu_core.explain.matching.credit import allot
from bleu_core.explain.matching.results import (
    HypothesisMatch,
    HypothesisStatus,
    OtherMatch,
    ReferenceMatch,
    ReferenceStatus,
    SegmentComparison,
    SegmentMatch,
)
from bleu_core.explain.matching.tables import apart, merged_table, table, tally
from bleu_core.explain.matching.texts import References, Text
from bleu_core.metrics.statistics import reference_length
from bleu_core.text.config import BleuConfig

Status = TypeVar("Status", HypothesisStatus, ReferenceStatus)


def match_segment(
    hypothesis: str, references: Sequence[str | None], config: BleuConfig = BleuConfig()
) -> SegmentMatch:
    """Match every n-gram of one hypothesis.

    Parameters
    ----------
    hypothesis : str
    references : sequence of R strings or None
        None is a missing reference, '' one of length 0.
    config : BleuConfig

    Raises
    ------
    ValueError
        If there is no reference.
    """
    hyp, refs = Text.read(hypothesis, config), References.read(references, config)
    match = _match(hyp, refs, config)
    return SegmentMatch(match, table(hyp, refs), refs.tokens(), refs.lengths)


def compare_segment(
    hyp_a: str,
    hyp_b: str,
    references: Sequence[str | None],
    config: BleuConfig = BleuConfig(),
    most: int | None = None,
) -> SegmentComparison:
    """Match the hypotheses of two systems; arguments as in `match_segment`.

    most : int, optional
        Open only the first `most` tokens of each text (and of those no more than fit in 20
        characters each): tokens, occurrences, depths and n-gram rows are limited to them. Counts,
        totals, lengths and the tally still describe the whole texts.
    """
    a, b = Text.read(hyp_a, config), Text.read(hyp_b, config)
    refs = References.read(references, config)
    return SegmentComparison(
        match_a=_match(a, refs, config, most),
        match_b=_match(b, refs, config, most),
        ngrams=merged_table(a, b, refs, most),
        tally=tally(a, b, refs),
        references=refs.tokens(most),
        ref_lens=refs.lengths,
    )


def match_others(
    hypotheses: Sequence[str],
    baseline: str,
    references: Sequence[str | None],
    config: BleuConfig = BleuConfig(),
    most: int | None = None,
) -> tuple[OtherMatch, ...]:
    """Match the hypotheses of more systems against a baseline.

    Parameters
    ----------
    hypotheses : sequence of K strings
    baseline : str
        The hypothesis that each is compared with.
    references, config, most
        As in `compare_segment`.

    Returns
    -------
    tuple of K OtherMatch
    """
    base, refs = Text.read(baseline, config), References.read(references, config)
    texts = [Text.read(hypothesis, config) for hypothesis in hypotheses]
    return tuple(
        OtherMatch(_match(text, refs, config, most), *apart(base, text, refs, most))
        for text in texts
    )


def words_apart(a: Sequence[str], b: Sequence[str]) -> list[list[int]]:
    """The word diff of two lists of tokens: indices of unmatched tokens in a, and in b.

    >>> words_apart("the cat sat".split(), "a cat sat down".split())
    [[0], [0, 3]]
    """
    opcodes = SequenceMatcher(None, a, b, autojunk=False).get_opcodes()
    steps = [step for step in opcodes if step[0] != "equal"]
    return [
        [i for _, start, end, _, _ in steps for i in range(start, end)],
        [i for _, _, _, start, end in steps for i in range(start, end)],
    ]


def _match(
    hypothesis: Text, references: References, config: BleuConfig, most: int | None = None
) -> HypothesisMatch:
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
    matches = {
        ngram: min(count, limits.get(ngram, 0)) for ngram, count in hypothesis.counts.items()
    }
    size, opened = len(hypothesis.tokens), hypothesis.opened(most)
    return HypothesisMatch(
        tokens=hypothesis.tokens[:opened],
        occurrences=_opened(statuses, opened),
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


def _match_reference(text: Text, matches: Mapping[str, int], most: int | None) -> ReferenceMatch:
    covered, depth = allot(text.ngrams, matches)
    statuses: list[tuple[ReferenceStatus, ...]] = [
        tuple("covered" if gets else "missed" for gets in row) for row in covered
    ]
    opened = text.opened(most)
    return ReferenceMatch(_opened(statuses, opened), tuple(depth[:opened]))


def _opened(statuses: Sequence[tuple[Status, ...]], tokens: int) -> tuple[tuple[Status, ...], ...]:
    """The occurrences of each order within the first `tokens` tokens."""
    return tuple(row[: max(0, tokens - n)] for n, row in enumerate(statuses))
