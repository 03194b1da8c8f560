"""NIST and chrF on a bench: equal to others' implementations, and told as sums that hold."""

import math
import re

import pytest
import sacrebleu
from nltk.translate.nist_score import corpus_nist

from bleu_core import BleuConfig, teaching
from bleu_core.teaching.lessons import all_lessons
from bleu_core.teaching.panels import bits_of_ngrams, group_by_bits, metric_scores, nist_sums

CONFIG = BleuConfig()
NIST = all_lessons()["nist"].prepared


def worked_out(candidates, references, config=CONFIG):
    sides, lines = teaching.as_lines(candidates, references)
    return {
        letter: teaching.work_out(side, lines, config)
        for letter, side in zip("AB", sides, strict=False)
    }


def test_scores_are_nltks_and_sacrebleus() -> None:
    references = NIST.references[0].split("\n")
    found = metric_scores(NIST.candidates, NIST.references, CONFIG)
    for letter, text in zip("AB", NIST.candidates, strict=True):
        lines = text.split("\n")
        nltk = corpus_nist(
            [[line.split()] for line in references], [line.split() for line in lines]
        )
        assert found[letter]["nist"] == pytest.approx(nltk)
        chrf = sacrebleu.CHRF().corpus_score(lines, [references]).score
        assert found[letter]["chrf"] == pytest.approx(chrf)


def test_the_weights_of_the_lesson_by_hand_add_up_to_the_score() -> None:
    bits = bits_of_ngrams(NIST.candidates, NIST.references, CONFIG)
    words = NIST.references[0].split()
    assert (len(words), words.count("the")) == (16, 4)
    assert (bits["the"], bits["volcano"]) == (math.log2(16 / 4), math.log2(16 / 1))
    assert (bits["prime minister"], bits["the volcano"]) == (0, math.log2(4 / 1))
    assert "volcano ash" not in bits  # the end of one segment and the beginning of the next
    sides = worked_out(NIST.candidates, NIST.references)
    bits = bits_of_ngrams(NIST.candidates, NIST.references, CONFIG)
    worths = group_by_bits(sides, bits)
    assert [worth[:2] for worth in worths] == [(1, 4), (1, 2), (2, 2), (2, 0)]
    found = metric_scores(NIST.candidates, NIST.references, CONFIG)
    for letter in "AB":
        total = sum(b * credited[letter] / {1: 16, 2: 14}[n] for n, b, _, credited in worths)
        assert found[letter]["nist"] == pytest.approx(total)
    texts = ["a b a c"], ["a b a c"]
    config = BleuConfig(max_ngram_order=1)
    bits = bits_of_ngrams(*texts, config)
    told = group_by_bits(worked_out(*texts, config), bits)
    assert {order for order, *_ in told} == {1}


def test_the_sum_that_is_shown_is_the_score_on_a_calculator() -> None:
    sums = nist_sums(NIST.candidates, NIST.references, CONFIG)
    assert sums["A"][1] == "54/16 + 6/14 + 0/12 + 0/10 + 0/8"
    for score, text in sums.values():
        assert sum(int(m) / int(n) for m, n in re.findall(r"(\d+)/(\d+)", text)) == (
            pytest.approx(score)
        )
    score, text = nist_sums(["a b"], ["a b c"], CONFIG)["A"]
    # Two of three words: the penalty is a half, by NIST's choice of β.
    assert text == "(3.17/2 + 0/1) × 0.500"
    assert score == pytest.approx(math.log2(3) / 2)
