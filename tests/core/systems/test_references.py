"""References as outputs beside systems, and where systems disagree."""

import random
from statistics import mean

import numpy as np
import pytest
import sacrebleu
from hypothesis import given, settings
from hypothesis import strategies as st
from sacrebleu.metrics import BLEU

from bleu_core import Comparison, EvalSet, ScoredSystems, corpus_bleu
from bleu_core.systems import score_documents, score_spread
from bleu_core.systems.references import (
    ReferencePoints,
    ReferenceShares,
    count_references,
    reference_points,
    reference_shares,
)
from tests.effort import examples

LINE = st.lists(st.sampled_from(["a", "b", "c", "d", "e"]), min_size=1, max_size=9).map(" ".join)


def points_of(texts: EvalSet) -> ReferencePoints:
    counts = count_references(texts, list(texts.systems))
    assert counts
    return reference_points(counts)


def theirs(output: list[str], references: list[list[str]]) -> float:
    return float(sacrebleu.corpus_bleu(output, references).score)


@given(st.data(), st.integers(2, 4), st.integers(1, 6))
@settings(max_examples=examples(50))
def test_each_is_scored_by_sacrebleu_against_all_but_one(
    data: st.DataObject, number: int, size: int
) -> None:
    lines = st.lists(LINE, min_size=size, max_size=size)
    references, output = [data.draw(lines) for _ in range(number)], data.draw(lines)
    found = points_of(EvalSet({"new": output}, references))
    others = [references[:k] + references[k + 1 :] for k in range(number)]
    expected = {k + 1: theirs(references[k], others[k]) for k in range(number)}
    expected[0] = float(np.mean([theirs(output, some) for some in others]))
    assert {point.reference: point.score for point in found.points} == pytest.approx(expected)
    scores = [point.score for point in found.points]
    assert scores == sorted(scores, reverse=True)


def test_segments_that_lack_a_reference_are_left_out() -> None:
    first = [f"they came home on day {i} of the year" for i in range(40)]
    second = [None if i % 4 == 0 else line.replace("home", "back") for i, line in enumerate(first)]
    found = points_of(EvalSet({"new": first}, [first, second]))
    assert (found.segments, found.references) == (30, 2)
    for point in found.points:
        assert point.ci_low is not None
        assert point.ci_high is not None
        assert point.ci_low <= point.score <= point.ci_high


def test_there_is_nothing_to_compare_with_for_a_single_reference() -> None:
    assert count_references(EvalSet({"new": ["a"]}, [["a"]]), ["new"]) is None
    apart = EvalSet({"new": ["a", "b"]}, [["a", None], [None, "b"]])
    assert count_references(apart, ["new"]) is None


def shares_of(texts: EvalSet) -> ReferenceShares:
    counts = count_references(texts, ["a", "b"])
    assert counts
    return reference_shares(Comparison.of(texts), counts)


@given(st.data(), st.integers(2, 4), st.integers(1, 6))
@settings(max_examples=examples(50))
def test_what_is_lost_without_a_reference(data: st.DataObject, number: int, size: int) -> None:
    lines = st.lists(LINE, min_size=size, max_size=size)
    references, a, b = [data.draw(lines) for _ in range(number)], data.draw(lines), data.draw(lines)
    found = shares_of(EvalSet({"a": a, "b": b}, references))
    full = [corpus_bleu(output, references) for output in (a, b)]
    assert (found.matches_a, found.matches_b) == tuple(sum(score.counts) for score in full)
    for share, reference in zip(found.shares, references, strict=True):
        others = [one for one in references if one is not reference]
        without = [corpus_bleu(output, others) for output in (a, b)]
        lost = [sum(f.counts) - sum(w.counts) for f, w in zip(full, without, strict=True)]
        assert [share.matches_a, share.matches_b] == lost
        assert share.delta == pytest.approx(without[1].score - without[0].score)
        for output, lengths in ((a, share.lengths_a), (b, share.lengths_b)):
            sets = 0
            for i, line in enumerate(output):
                own, sizes = len(line.split()), [len(one[i].split()) for one in references]
                closest = min(sizes, key=lambda length: (abs(length - own), length))
                sets += len(reference[i].split()) == closest
            assert lengths == sets


def test_the_interval_is_of_the_difference_without_the_reference() -> None:
    first = [f"they came home on day {i} of the year" for i in range(40)]
    second = [line.replace("home", "back") for line in first]
    found = shares_of(EvalSet({"a": first, "b": second}, [first, second]))
    for share in found.shares:
        assert share.ci_low is not None
        assert share.ci_high is not None
        assert share.ci_low <= share.delta <= share.ci_high
    assert found.shares[0].delta == -found.shares[1].delta > 0


WORDS = "abcdefgh"


def texts(seed: int, systems: int, segments: int, documents: list[str] | None = None) -> EvalSet:
    rng = random.Random(seed)
    references = [rng.choices(WORDS, k=rng.randint(1, 9)) for _ in range(segments)]
    outputs = {
        f"s{k}": [
            " ".join(word if rng.random() < 0.8 else rng.choice(WORDS) for word in reference)
            for reference in references
        ]
        for k in range(systems)
    }
    return EvalSet(outputs, [[" ".join(words) for words in references]], documents=documents)


@settings(max_examples=examples(15))
@given(seed=st.integers(0, 99), systems=st.integers(1, 5))
def test_spread_is_the_range_of_sacrebleus_sentence_scores(seed: int, systems: int) -> None:
    data = texts(seed, systems, 12)
    found = score_spread(ScoredSystems.of(data))
    metric = BLEU(effective_order=True)
    references = data.references[0].to_pylist()
    scores = [
        [
            metric.sentence_score(line, [reference]).score
            for line, reference in zip(lines.to_pylist(), references, strict=True)
        ]
        for lines in data.systems.values()
    ]
    assert found.scores == pytest.approx(np.array(scores), abs=1e-8)
    spreads = [max(column) - min(column) for column in zip(*scores, strict=True)]
    assert found.spreads == pytest.approx(spreads, abs=1e-8)
    assert found.order.tolist() == sorted(range(12), key=lambda i: (-round(spreads[i], 8), i))
    assert found.differing == sum(spread > 1e-8 for spread in spreads)
    for i, column in enumerate(zip(*scores, strict=True)):
        worst, best = found.extremes(i)
        assert column[worst] == pytest.approx(min(column), abs=1e-8)
        assert column[best] == pytest.approx(max(column), abs=1e-8)


def test_a_document_is_scored_as_a_corpus_and_not_by_sentences() -> None:
    documents = [["one", "", "two", "three"][i % 4] for i in range(40)]
    data = texts(1, 4, 40, documents)
    found = score_documents(ScoredSystems.of(data))
    assert found.names == ("one", "two", "three")
    assert found.sizes.tolist() == [10, 10, 10]
    references = data.references[0].to_pylist()
    for d, name in enumerate(found.names):
        rows = [i for i, document in enumerate(documents) if document == name]
        expected = [
            BLEU()
            .corpus_score([lines.to_pylist()[i] for i in rows], [[references[i] for i in rows]])
            .score
            for lines in data.systems.values()
        ]
        assert found.scores[:, d].tolist() == expected
        gaps = [score - mean(expected) for score in expected]
        assert found.gaps[:, d].tolist() == pytest.approx(gaps)
    ranges = np.ptp(found.scores, axis=0)
    assert ranges[found.order].tolist() == sorted(ranges, reverse=True)
    # Where no document is known there is nothing.
    assert score_documents(ScoredSystems.of(texts(1, 2, 5))) is None
    assert score_documents(ScoredSystems.of(texts(1, 2, 5, [""] * 5))) is None
