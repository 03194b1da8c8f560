"""Where systems disagree: segments by the spread of sentence BLEU, and systems on each document."""

import random
from statistics import mean

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sacrebleu.metrics import BLEU

from bleu_core import EvalSet, ScoredSystems
from bleu_core.systems import score_documents, score_spread
from tests.effort import examples

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
