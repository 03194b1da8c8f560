"""The n-gram evidence against counting by hand, and where it is known what there is to find."""

from collections import Counter
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import binomtest, false_discovery_control

from bleu_core import BleuConfig, Comparison, EvalSet
from bleu_core.common.stats import false_discovery_rates, sign_test
from bleu_core.explain import ngram_corpus, ngram_counting
from bleu_core.explain.concordance import concordance
from bleu_core.explain.ngram_corpus import Corpus
from bleu_core.explain.ngrams import NgramTable, evidence
from bleu_core.text.tokenizers import tokenize_line
from tests.core.nasty_texts import corpora, files
from tests.core.reference_exact import grams
from tests.core.refusing import refused
from tests.core.watching import check_progress
from tests.effort import examples

COLUMNS = ("count_a", "count_b", "limit", "matches_a", "matches_b", "wins_a", "wins_b")

Corpora = tuple[list[str], list[list[str | None]]]
Row = dict[str, int]


def compared(corpus: Corpora, order: int, documents: list[str] | None = None) -> Comparison:
    """The hypotheses as A; as B the same, half of them with their words turned around."""
    lines, references = corpus
    b = [" ".join(text.split()[::-1]) if i % 2 else text for i, text in enumerate(lines)]
    b = b[1:] + b[:1]
    evalset = EvalSet({"a": lines, "b": b}, references, documents=documents)
    return Comparison.of(evalset, BleuConfig(max_ngram_order=order))


def of_texts(a: list[str], b: list[str], reference: list[str], **extra: list[str]) -> Comparison:
    config = BleuConfig(tokenize="none")
    return Comparison.of(EvalSet({"a": a, "b": b}, [reference], **extra), config)


def counted_by_hand(comparison: Comparison) -> tuple[dict[str, Row], dict[str, list[Row]]]:
    """For each n-gram its sums, and what it is in every segment."""
    evalset, config = comparison.evalset, comparison.config
    systems = [evalset.systems[name].to_pylist() for name in (comparison.a, comparison.b)]
    references = [stream.to_pylist() for stream in evalset.references]
    orders = range(1, config.max_ngram_order + 1)

    def ngrams(text: str | None) -> Counter[str]:
        tokens = tokenize_line(text or "", config)
        found = [grams(tokens, n) for n in orders]
        return Counter({" ".join(g): n for counts in found for g, n in counts.items()})

    segments: dict[str, list[Row]] = {}
    for index, (text_a, text_b, *refs) in enumerate(zip(*systems, *references, strict=True)):
        a, b, limit = ngrams(text_a), ngrams(text_b), Counter[str]()
        for ref in refs:
            limit |= ngrams(ref)
        for gram in {**a, **b, **limit}:
            matches_a, matches_b = min(a[gram], limit[gram]), min(b[gram], limit[gram])
            sums = (a[gram], b[gram], limit[gram], matches_a, matches_b)
            row = dict(
                zip(COLUMNS, (*sums, matches_a > matches_b, matches_b > matches_a), strict=True)
            )
            segments.setdefault(gram, []).append(row | {"segment": index})
    totals = {g: {c: sum(r[c] for r in rows) for c in COLUMNS} for g, rows in segments.items()}
    return totals, segments


def rows_of(table: NgramTable) -> dict[str, Row]:
    texts = table.texts(np.arange(len(table))).to_pylist()
    assert len(set(texts)) == len(texts)
    columns = [table.column(name).tolist() for name in COLUMNS]
    return {
        g: dict(zip(COLUMNS, row, strict=True)) for g, *row in zip(texts, *columns, strict=True)
    }


def is_evidence(row: Row, least: int) -> bool:
    over = [row[f"count_{s}"] - row[f"matches_{s}"] for s in "ab"]
    missed = [row["limit"] - row[f"matches_{s}"] for s in "ab"]
    return max(row["wins_a"] + row["wins_b"], *over, *missed) >= least


@settings(max_examples=examples(150))
@given(
    corpus=corpora(files, max_segments=8, max_references=3),
    order=st.integers(1, 5),
    least=st.integers(1, 2),
    block=st.sampled_from([1, 3, 20, 100_000]),
    partition=st.sampled_from([1, 7, 100_000]),
)
def test_rows_are_those_counted_by_hand(corpus, order, least, block, partition) -> None:
    comparison = compared(corpus, order)
    with (
        patch.multiple(ngram_corpus, BLOCK=block, PARTITION=partition, PARTITIONS=1_000),
        patch.object(ngram_counting, "LARGE", block),
    ):
        table = evidence(comparison, np.ones(order), least)
    totals, _ = counted_by_hand(comparison)
    expected = {gram: row for gram, row in totals.items() if is_evidence(row, least)}
    assert rows_of(table) == expected
    texts = table.texts(np.arange(len(table))).to_pylist()
    assert table.counts.order.tolist() == [text.count(" ") + 1 for text in texts]
    assert table.counts.order.tolist() == sorted(table.counts.order)


@given(corpus=corpora(files, max_segments=8), order=st.integers(1, 4), least=st.integers(1, 2))
def test_points_add_up_to_the_share_of_all_matches(corpus: Corpora, order: int, least: int) -> None:
    comparison = compared(corpus, order)
    per_match = np.arange(1, order + 1) / 7
    table = evidence(comparison, per_match, least)
    gained = (comparison.stats_b.counts - comparison.stats_a.counts).sum(axis=0)
    assert table.points.sum() + per_match @ table.rest == pytest.approx(per_match @ gained)
    assert table.points_with_folded.sum() == pytest.approx(table.points.sum())
    if least == 1:  # then every n-gram with a difference has a row
        assert not table.rest.any()


@settings(max_examples=examples(150))
@given(corpus=corpora(files, max_segments=8, max_references=2), order=st.integers(2, 4))
def test_folded_is_what_stands_and_falls_with_a_longer_one(corpus: Corpora, order: int) -> None:
    comparison = compared(corpus, order)
    table = evidence(comparison, np.ones(order), 1)
    _, segments = counted_by_hand(comparison)
    texts = table.texts(np.arange(len(table))).to_pylist()
    wins = dict(zip(texts, table.counts.wins.tolist(), strict=True))

    def behaviour(gram: str) -> dict[int, list[int]]:
        names = ("matches_a", "matches_b")
        rows = ((row["segment"], [row[name] for name in names]) for row in segments[gram])
        return {segment: values for segment, values in rows if any(values)}

    for gram, under in zip(texts, table.fold.tolist(), strict=True):
        longer = [
            other
            for other in texts
            if f" {gram} " in f" {other} "
            and other != gram
            and wins[gram]
            and behaviour(other) == behaviour(gram)
        ]
        assert (under >= 0) == bool(longer)
        if longer:
            assert texts[under] in longer
            assert texts[under].count(" ") == max(text.count(" ") for text in longer)


@settings(max_examples=examples(40))
@given(
    corpus=corpora(files, max_segments=8),
    names=st.lists(st.sampled_from(["x", "y", "z"]), min_size=8, max_size=8),
    block=st.sampled_from([1, 100_000]),
    partition=st.sampled_from([1, 100_000]),
)
def test_documents_are_those_with_a_segment_that_differs(corpus, names, block, partition) -> None:
    comparison = compared(corpus, 2, names[: len(corpus[0])])
    with (
        patch.multiple(ngram_corpus, BLOCK=block, PARTITION=partition, PARTITIONS=1_000),
        patch.object(ngram_counting, "LARGE", block),
    ):
        table = evidence(comparison, np.ones(2), 1)
    _, segments = counted_by_hand(comparison)
    expected = [
        len({names[row["segment"]] for row in segments[gram] if row["wins_a"] or row["wins_b"]})
        for gram in table.texts(np.arange(len(table))).to_pylist()
    ]
    assert table.counts.documents.tolist() == expected


@given(corpus=corpora(files, max_segments=8, max_references=3), order=st.integers(1, 4))
def test_a_concordance_has_the_segments_behind_a_row(corpus: Corpora, order: int) -> None:
    comparison = compared(corpus, order)
    texts = Corpus.of(comparison)
    _, segments = counted_by_hand(comparison)
    for gram, rows in list(segments.items())[:40]:
        found = concordance(texts, gram)
        assert found.segments.tolist() == [row["segment"] for row in rows]
        for name in ("count_a", "count_b", "limit", "matches_a", "matches_b"):
            assert getattr(found, name).tolist() == [row[name] for row in rows]
        assert sorted(np.concatenate(list(found.groups().values()))) == found.segments.tolist()


def test_the_tokens_with_a_sign_are_clipped_each_for_itself() -> None:
    comparison = of_texts(["a-b a-b c-d"], ["e-f x"], ["a-b c-d e-f"])
    found = concordance(Corpus.of(comparison), r"/\p{Pd}/")
    assert [found.count_a, found.matches_a, found.count_b, found.matches_b] == [[3], [2], [1], [1]]
    assert found.limit.tolist() == [3]


def test_nothing_and_what_cannot_be_asked() -> None:
    corpus = Corpus.of(of_texts(["a b"], ["c"], ["a b"]))
    for ngram in ("unseen", "a unseen", "b c", "a b c d e f g h i"):
        assert not len(concordance(corpus, ngram).segments)
    with refused("ngram.no_token"):
        concordance(corpus, " ")
    comparison = of_texts(["a"], ["b"], ["a"])
    with refused("settings.must_be") as messages:
        evidence(comparison, np.ones(3))
    assert messages[0].values == {
        "name": "points_per_match",
        "given": "of shape (3,)",
        "expected": "of shape (4,)",
    }
    with refused("settings.must_be"):
        evidence(comparison, np.ones(4), 3)
    table = evidence(of_texts(["", ""], ["", ""], ["", ""]), np.ones(4))
    assert len(table) == len(table.rows()) == len(table.rows(text="a")) == 0
    assert table.points_with_folded.tolist() == table.q.tolist() == table.fold.tolist()
    assert not len(concordance(table.corpus, "a b").segments)
    comparison = of_texts(["a"], ["b"], ["a"])
    check_progress(lambda tell: evidence(comparison, np.ones(4), progress=tell))


@given(wins=st.lists(st.tuples(st.integers(0, 60), st.integers(0, 400)), max_size=20))
def test_the_sign_test_is_scipys(wins: list[tuple[int, int]]) -> None:
    a, b = np.array(wins, int).reshape(-1, 2).T
    expected = [binomtest(x, x + y).pvalue if x + y else 1.0 for x, y in wins]
    assert sign_test(a, b) == pytest.approx(expected, rel=1e-9)


def test_the_sign_test_of_many_wins() -> None:
    many = [(49_900, 50_100), (49_000, 51_000), (0, 1_000), (0, 90_000)]
    expected = [binomtest(wins[0], sum(wins)).pvalue for wins in many]
    assert sign_test(*zip(*many, strict=True)) == pytest.approx(expected, rel=1e-7)


@given(p=st.lists(st.floats(0, 1) | st.sampled_from([0.01, 0.5, 1.0]), min_size=1, max_size=20))
def test_false_discovery_rates_are_scipys(p: list[float]) -> None:
    q = false_discovery_rates(np.array(p))
    assert q == pytest.approx(false_discovery_control(p, method="bh"))


def test_q_is_over_the_ngrams_with_six_wins() -> None:
    reference = [f"x y{i}" for i in range(7)]
    table = evidence(of_texts([""] * 6 + ["x"], reference, reference), np.ones(4), 1)
    row = table.texts(np.arange(len(table))).to_pylist().index("x")
    assert table.counts.wins.tolist() == [6 if i == row else 1 for i in range(len(table))]
    assert table.p[row] == table.q[row] == pytest.approx(2 / 2**6)
    assert np.isnan(np.delete(table.q, row)).all()


def test_rows_are_searched_and_sorted() -> None:
    reference = ["The Cat sat", "the cat sat", "a dog"] * 2
    table = evidence(of_texts(["the cat", "x", "a dog"] * 2, reference, reference), np.ones(4))
    found = table.texts(table.rows(text="CAT", folded=True)).to_pylist()
    assert sorted(found) == sorted(
        ["Cat", "The Cat", "Cat sat", "The Cat sat", "cat", "the cat", "cat sat", "the cat sat"]
    )
    sizes = np.abs(table.points_with_folded[table.largest_first(table.rows())])
    assert sizes.tolist() == sorted(sizes, reverse=True)


@given(corpus=corpora(files, max_segments=8, max_references=3), order=st.integers(1, 9))
def test_every_match_is_credited_at_an_occurrence(corpus: Corpora, order: int) -> None:
    comparison = compared(corpus, order)
    table = evidence(comparison, np.ones(order), 2)
    places = table.corpus.places
    for stream, stats in enumerate((comparison.stats_a, comparison.stats_b)):
        own = table.credit[places % table.corpus.streams == stream]
        segments = places[places % table.corpus.streams == stream] // table.corpus.streams
        for n in range(order):
            credited = np.bincount(segments, own >> n & 1, len(comparison))
            assert credited.tolist() == stats.counts[:, n].tolist()


@given(corpus=corpora(files, max_segments=8), order=st.integers(2, 5))
def test_rows_name_the_rows_of_their_parts(corpus: Corpora, order: int) -> None:
    table = evidence(compared(corpus, order), np.ones(order), 1)
    texts = table.texts(np.arange(len(table))).to_pylist()
    rows = {text: row for row, text in enumerate(texts)}
    for text, prefix, suffix in zip(
        texts, table.counts.prefix.tolist(), table.counts.suffix.tolist(), strict=True
    ):
        words = text.split(" ")
        assert prefix == rows.get(" ".join(words[:-1]), -1)
        assert suffix == rows.get(" ".join(words[1:]), -1)


def test_more_tokens_than_32_bits_can_number_are_refused(monkeypatch) -> None:
    comparison = Comparison.of(EvalSet({"a": ["a b"], "b": ["a"]}, [["a c"]]))
    monkeypatch.setattr(ngram_corpus, "MOST_TOKENS", 5)
    assert len(Corpus.of(comparison).ids) == 5
    monkeypatch.setattr(ngram_corpus, "MOST_TOKENS", 4)
    with refused("ngram.too_many_tokens"):
        evidence(comparison, comparison.ledger.per_match)


@given(keys=st.lists(st.integers(0, 6), max_size=30), least=st.integers(1, 3))
def test_large_keys_sort_as_small_ones(keys: list[int], least: int) -> None:
    numbers = np.array(keys, np.int64)
    often = sorted(key for key, count in Counter(keys).items() if count >= least)
    expected = [i for key in often for i, other in enumerate(keys) if other == key]
    for sized in (numbers.astype(np.uint16), numbers, numbers << 15, numbers << 33, numbers << 59):
        which, starts = ngram_corpus._sort(sized, least)
        assert which.tolist() == expected
        assert np.diff(starts).tolist() == [keys.count(key) for key in often]


@given(corpus=corpora(files, max_segments=8), order=st.integers(1, 4))
def test_points_with_what_stands_inside_are_the_sum_of_both(corpus: Corpora, order: int) -> None:
    table = evidence(compared(corpus, order), np.arange(1, order + 1) / 7, 1)
    under, points = table.fold.tolist(), table.points.tolist()
    for row, found in enumerate(table.points_with_folded.tolist()):
        inside = [points[i] for i, head in enumerate(under) if head == row]
        assert found == pytest.approx(0.0 if under[row] >= 0 else points[row] + sum(inside))


def test_an_ngram_longer_than_all_texts_is_not_found() -> None:
    corpus = Corpus.of(of_texts(["a"], ["a"], ["a"]))
    assert [len(corpus.find_ngram(["a"] * size)) for size in range(1, 8)] == [3, 0, 0, 0, 0, 0, 0]
