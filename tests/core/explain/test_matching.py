"""The account of a segment's n-grams, against sacreBLEU, the paper and its own convention."""

from collections.abc import Sequence
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bleu_core.explain.matching import SegmentMatch, match_segment, word_diff
from bleu_core.text.config import BleuConfig
from tests.core import sample
from tests.core.metrics.test_bleu import sacrebleu_metric
from tests.core.refusing import refused
from tests.effort import examples

NAMES = ("13a", "none", "char", "zh", "intl")
WORDS = ["a", "b", "a", "b", "A", "c.", "a,b", "3-4", "你好", "&amp;", "İ", "<skipped>"]
TEXTS = st.lists(st.sampled_from(WORDS), max_size=12).map(" ".join)
REFERENCES = st.lists(st.none() | TEXTS, min_size=1, max_size=4).filter(
    lambda refs: any(ref is not None for ref in refs)
)
CONFIGS = st.builds(
    BleuConfig, tokenize=st.sampled_from(NAMES), lowercase=st.booleans(),
    max_ngram_order=st.integers(1, 9), smooth_method=st.sampled_from(["none", "exp"]),
    effective_order=st.booleans(),
)  # fmt: skip


sacrebleu = cache(sacrebleu_metric)


def check_against_sacrebleu(
    hypothesis: str, references: Sequence[str | None], config: BleuConfig
) -> SegmentMatch:
    expected = sacrebleu(config).corpus_score([hypothesis], [[ref] for ref in references])
    found = match_segment(hypothesis, references, config)
    match = found.match
    assert list(match.counts) == expected.counts
    assert list(match.totals) == expected.totals
    assert (match.sys_len, match.ref_len) == (expected.sys_len, expected.ref_len)
    assert found.ref_lens == tuple(None if t is None else len(t) for t in found.references)
    # The picture is the score: highlights, table and fractions are one.
    by_order = [
        [row for row in found.ngrams if row.order == n + 1] for n in range(len(match.counts))
    ]
    for count, total, occurrences, rows in zip(
        match.counts, match.totals, match.occurrences, by_order, strict=True
    ):
        assert occurrences.count("credited") == count == sum(row.credited for row in rows)
        assert len(occurrences) == total == sum(row.in_hyp for row in rows)
        assert occurrences.count("clipped") == sum(row.clipped for row in rows)
        assert occurrences.count("unmatched") == sum(row.unmatched for row in rows)
    check_table(found)
    return found


def ngrams_of(texts: Sequence[str], order: int) -> list[str]:
    return [" ".join(texts[i : i + order]) for i in range(len(texts) - order + 1)]


def check_table(found: SegmentMatch) -> None:
    hyp = [token.text for token in found.match.tokens]
    refs = [None if ref is None else [token.text for token in ref] for ref in found.references]
    assert len({row.text for row in found.ngrams}) == len(found.ngrams)
    for row in found.ngrams:
        assert row.in_hyp == ngrams_of(hyp, row.order).count(row.text)
        in_refs = [0 if ref is None else ngrams_of(ref, row.order).count(row.text) for ref in refs]
        assert (row.in_refs, row.limit) == (tuple(in_refs), max(in_refs))
        assert row.credited == min(row.in_hyp, row.limit)
        assert row.credited + row.clipped + row.unmatched == row.in_hyp
        assert row.in_hyp or row.missed
        assert row.missed == row.limit - row.credited
        assert row.unmatched == 0 or row.limit == 0
        assert row.clipped == 0 or row.limit > 0


def check_convention(
    texts: Sequence[str], occurrences: Sequence[Sequence[str]], depth: Sequence[int], credit: str
) -> None:
    """Brute force over all credited occurrences: rank and depth as they are defined."""
    given = [
        (order, start)
        for order, row in enumerate(occurrences, 1)
        for start, status in enumerate(row)
        if status == credit
    ]

    def longest_around(order: int, start: int) -> int:
        holding = (n for n, i in given if n > order and i <= start and start + order <= i + n)
        return max(holding, default=0)

    for order, row in enumerate(occurrences, 1):
        ngrams = ngrams_of(texts, order)
        rank = [(-longest_around(order, start), start) for start in range(len(row))]
        for ngram in set(ngrams):
            places = sorted((rank[i], row[i]) for i in range(len(row)) if ngrams[i] == ngram)
            statuses = [status == credit for _, status in places]
            assert statuses == sorted(statuses, reverse=True)
    for t, deep in enumerate(depth):
        assert deep == max((n for n, i in given if i <= t < i + n), default=0)


@settings(max_examples=examples(600))
@given(hypothesis=TEXTS, references=REFERENCES, config=CONFIGS)
def test_matching_of_random_segments(hypothesis, references, config) -> None:
    found = check_against_sacrebleu(hypothesis, references, config)
    match = found.match
    texts = [token.text for token in match.tokens]
    check_convention(texts, match.occurrences, match.depth, "credited")
    credited = {row.text: row.credited for row in found.ngrams}
    for tokens, covered in zip(found.references, match.references, strict=True):
        if tokens is None or covered is None:
            assert tokens is covered
            continue
        texts = [token.text for token in tokens]
        check_convention(texts, covered.occurrences, covered.depth, "covered")
        for order, row in enumerate(covered.occurrences, 1):
            ngrams = ngrams_of(texts, order)
            for ngram in set(ngrams):
                marked = [s for s, g in zip(row, ngrams, strict=True) if g == ngram]
                assert marked.count("covered") == min(credited[ngram], ngrams.count(ngram))


@pytest.mark.parametrize("name", NAMES)
def test_matching_of_real_segments(name: str) -> None:
    config = BleuConfig(tokenize=name, lowercase=name == "13a")
    columns = sample.DIRECT, *sample.REFERENCES
    for hypothesis, *references in list(zip(*columns, strict=True))[:20]:
        check_against_sacrebleu(hypothesis, references, config)


def test_without_references() -> None:
    for references, code in (
        ([], "lines.no_references"),
        ([None], "lines.no_references"),
        ([None, None], "lines.no_references"),
        ("a b", "comparison.references_one_string"),
    ):
        with refused(code):
            match_segment("a b", references)


@given(st.lists(st.sampled_from("abc")), st.lists(st.sampled_from("abc")))
def test_words_apart_leave_the_same_words(a: list[str], b: list[str]) -> None:
    only_a, only_b = word_diff(a, b)
    rest_a = [word for i, word in enumerate(a) if i not in only_a]
    assert rest_a == [word for i, word in enumerate(b) if i not in only_b]
    assert word_diff(["the", "old", "cat"], ["the", "cat", "sat"]) == [[1], [2]]
