"""ROUGE-L and ROUGE-S against the package rouge-score, the papers, and the formula written out."""

from collections import Counter
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rouge_score.rouge_scorer import RougeScorer
from rouge_score.tokenizers import Tokenizer

from bleu_core import BleuConfig
from bleu_core.metrics import RougeL, RougeS, measure, rouge, rouge_l_statistics, rouge_s_statistics
from bleu_core.text.tokenizers import tokenize_line
from tests.core import sample
from tests.core.nasty_texts import corpora, files
from tests.core.refusing import refused
from tests.effort import examples

References = list[list[str | None]]
Corpus = tuple[list[str], References]


class Ours(Tokenizer):
    """Our tokens, for the package."""

    def __init__(self, config: BleuConfig) -> None:
        self.config = config

    def tokenize(self, text: str) -> list[str]:
        return tokenize_line(text, self.config)


def of_the_package(name: str, corpus: Corpus, config: BleuConfig = BleuConfig()) -> list[float]:
    """Each segment's F, of the best reference, by rouge-score."""
    scorer = RougeScorer([name], tokenizer=Ours(config))
    hypotheses, references = corpus
    segments = zip(hypotheses, zip(*references, strict=True), strict=True)
    return [
        100 * scorer.score_multi([r for r in refs if r is not None], hypothesis)[name].fmeasure
        for hypothesis, refs in segments
    ]


def transcribed(hypothesis: str, reference: str, max_skip: int) -> float:
    """ROUGE-S of a pair, by its definition."""
    pairs = [
        Counter(
            (tokens[i], tokens[j])
            for i, j in combinations(range(len(tokens)), 2)
            if j - i - 1 <= max_skip
        )
        for tokens in (tokenize_line(text, BleuConfig()) for text in (hypothesis, reference))
    ]
    shared = (pairs[0] & pairs[1]).total()
    if not shared:
        return 0.0
    precision, recall = (shared / pair.total() for pair in pairs)
    return 100 * (2 * precision * recall / (precision + recall))


SAMPLE: Corpus = sample.PIVOT, sample.REFERENCES


@pytest.mark.parametrize("lowercase", [False, True])
def test_rouge_l_of_the_sample_is_the_packages(lowercase: bool) -> None:
    expected = of_the_package("rougeL", SAMPLE, BleuConfig(lowercase=lowercase))
    found = rouge_l_statistics(*SAMPLE, lowercase=lowercase)
    assert found.sentence_scores().tolist() == expected
    assert found.corpus().score == pytest.approx(np.mean(expected), rel=1e-12)


@settings(max_examples=examples(200))
@given(corpora(files))
def test_rouge_l_of_any_text_is_the_packages(corpus: Corpus) -> None:
    assert rouge_l_statistics(*corpus).sentence_scores().tolist() == of_the_package(
        "rougeL", corpus
    )


@given(corpora(files))
def test_rouge_s_of_adjacent_words_is_the_packages_rouge_2(corpus: Corpus) -> None:
    found = rouge_s_statistics(*corpus, max_skip=0)
    assert found.sentence_scores().tolist() == of_the_package("rouge2", corpus)


@settings(max_examples=examples(200))
@given(corpora(files), st.integers(0, 9))
def test_rouge_s_is_the_formula(corpus: Corpus, max_skip: int) -> None:
    hypotheses, references = corpus
    segments = zip(hypotheses, zip(*references, strict=True), strict=True)
    expected = [
        max(transcribed(hypothesis, ref, max_skip) for ref in refs if ref is not None)
        for hypothesis, refs in segments
    ]
    found = rouge_s_statistics(hypotheses, references, max_skip=max_skip)
    assert found.sentence_scores().tolist() == expected


def test_rouge_s_of_the_sample_is_the_formula_whatever_the_blocks(monkeypatch) -> None:
    hypotheses, references = SAMPLE
    expected = [
        max(transcribed(hypothesis, str(ref), 4) for ref in refs)
        for hypothesis, *refs in zip(hypotheses, *references, strict=True)
    ]
    assert rouge_s_statistics(*SAMPLE).sentence_scores().tolist() == expected
    for words in (1, 300):
        monkeypatch.setattr(rouge, "BLOCK_WORDS", words)
        assert rouge_s_statistics(*SAMPLE).sentence_scores().tolist() == expected


def test_four_words_have_six_skip_bigrams() -> None:
    """Lin (2004), section 5, whose examples are in the docstring."""
    lengths = np.array([4, 0, 1, 2, 30])
    assert rouge.count_skip_bigrams(lengths, 4).tolist() == [6, 0, 0, 1, 135]


def test_of_several_references_the_best_counts_and_of_segments_the_mean() -> None:
    hypotheses = ["a b c d", "x", ""]
    references: References = [["a b", "y", "z"], ["a b c d", None, ""]]
    for found in (rouge_l_statistics(hypotheses, references),
                  rouge_s_statistics(hypotheses, references)):  # fmt: skip
        assert found.matrix.tolist() == [[100, 1], [0, 1], [0, 1]]
        assert found.corpus().score == 100 / 3


def test_a_segment_of_ten_thousand_words_costs_little() -> None:
    # All of its pairs would be 50,000,000; within 4 words they are 49,985.
    many = [str(i % 977) for i in range(10_000)]
    assert rouge.count_skip_bigrams(np.array([10_000]), 4).tolist() == [49_985]
    found = rouge_s_statistics([" ".join(many)], [[" ".join(many[1:])]])
    assert found.corpus().score == pytest.approx(100 * 2 * 49_980 / (49_980 + 49_985))
    assert rouge_l_statistics([" ".join(many)], [[" ".join(many)]]).corpus().score == 100


def test_settings_are_those_of_bleu_and_are_told_and_a_distance_that_cannot_be_is_refused() -> None:
    assert RougeL() != RougeS()
    assert RougeS(max_skip=9).signature(-1).startswith("nrefs:var|case:mixed|tok:13a|skip:9|")
    assert RougeL(lowercase=True).signature(2).startswith("nrefs:2|case:lc|tok:13a|version:")
    (found,) = measure(RougeL("char", True), [["AB"]], [["abx"]])
    assert found.corpus().score == pytest.approx(80)
    for wrong in (-1, 10, 2.0, True, None):
        with refused("settings.not_whole") as messages:
            RougeS(max_skip=wrong)
        values = {"name": "max_skip", "given": repr(wrong), "least": 0, "most": 9}
        assert messages[0].values == values
