"""The numbers of a bench as they are printed, NIST and chrF among them."""

from __future__ import annotations

import math
import re

import pytest
import sacrebleu
from hypothesis import given
from hypothesis import strategies as st
from nltk.translate.nist_score import corpus_nist

from bleu_core import BleuConfig, teaching
from bleu_core.common.formatting import NO_VALUE
from bleu_core.teaching import Workings
from bleu_core.teaching.lessons import PreparedBench, all_lessons
from bleu_core.teaching.lessons.answers import work_out
from bleu_core.teaching.panels import bits_of_ngrams, group_by_bits, metric_scores, nist_sums
from bleu_core.teaching.workings import print_number
from pages.ui.learn.bench import worked_data


def value(text: str) -> float:
    """What somebody types into a calculator."""
    return float(text.replace(",", "").replace("\u2212", "-").replace("∞", "inf"))


def check(contents: PreparedBench, sides: dict[str, Workings]) -> None:
    """Every equation of the steps, by what is printed, within a unit of its last digit."""
    for side, workings in zip(worked_data(contents, sides)["sides"], sides.values(), strict=True):
        bp, mean, bleu = (value(text) for _, text in side["product"])
        assert bp * mean == pytest.approx(bleu, abs=0.01)
        assert bleu == pytest.approx(workings.score.score, abs=0.005001)
        terms = [value(term) for term in side["terms"] if term != NO_VALUE]
        assert sum(terms) == pytest.approx(value(side["log_sum"]), abs=5e-5)
        assert 100 * math.exp(value(side["log_sum"])) == pytest.approx(mean, abs=0.01)
        assert value(side["mean"][1]) == pytest.approx(mean, abs=0.01)
        for order, log, term in zip(side["orders"], side["logs"], side["terms"], strict=True):
            if term not in (NO_VALUE, "−∞"):
                product = value(order["weight"]) * value(log)
                assert product == pytest.approx(value(term), abs=5e-5 * max(1, -value(log)))
        c, r = workings.score.sys_len, value(side["r_exact"])
        if 0 < c < r:
            assert math.exp(1 - r / c) == pytest.approx(bp, abs=1e-5)


def test_a_calculator_gets_what_the_steps_of_a_lesson_print() -> None:
    for lesson in all_lessons().values():
        for prepared in (lesson.prepared, *(bench for _, bench in lesson.variants.values())):
            check(prepared, work_out(prepared))


words = st.lists(st.sampled_from("abcd"), min_size=1, max_size=12).map(" ".join)


@given(
    candidate=words,
    references=st.lists(words, min_size=1, max_size=3),
    method=st.sampled_from(["exp", "floor", "add-k", "none"]),
    order=st.integers(1, 4),
    rule=st.sampled_from(["closest", "shortest", "average"]),
)
def test_a_calculator_gets_what_the_steps_of_any_text_print(
    candidate: str, references: list[str], method: str, order: int, rule: str
) -> None:
    config = BleuConfig(smooth_method=method, max_ngram_order=order, reference_length=rule)
    bench = PreparedBench((candidate,), tuple(references), config)
    check(bench, work_out(bench))


@pytest.mark.parametrize(
    ("number", "printed"),
    [(1, ["=", "1"]), (0.125, ["≈", "0.12"]), (12.5, ["=", "12.5"]), (1e-9, ["≈", "0.00"])],
)
def test_a_rounded_number_is_marked(number: float, printed: list[str]) -> None:
    assert print_number(number) == printed


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
