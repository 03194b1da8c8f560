"""The numbers of an equation as they are printed: a calculator gets what stands beside them."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bleu_core import BleuConfig
from bleu_core.common.formatting import format_score
from bleu_core.teaching import Workings
from bleu_core.teaching.facts import smoothing_note
from bleu_core.teaching.lessons import PreparedBench, all_lessons
from bleu_core.teaching.lessons.answers import work_out
from bleu_core.teaching.workings import (
    print_factors,
    print_logarithms,
    print_reference_length,
    print_weight,
)


def value(text: str) -> float:
    """What somebody types into a calculator."""
    text = text.replace(",", "").replace("\u2212", "-").replace("∞", "inf")
    top, _, under = text.partition("/")
    return float(top) / float(under or 1)


def check(side: Workings) -> None:
    """Every equation of the steps, by what is printed of it alone."""
    score, mean = side.score, side.geometric_mean
    logs, terms, log_sum = print_logarithms(
        [order.log for order in side.orders], [order.weight for order in side.orders], mean
    )
    decimals = len(log_sum.text.partition(".")[2])
    of_terms = len(terms[0].partition(".")[2])
    total = sum(value(term) for term in terms if term)
    assert format_score(total, decimals) == log_sum.text
    assert format_score(100 * math.exp(value(log_sum.text))) == format_score(mean)
    for order, log, term in zip(side.orders, logs, terms, strict=True):
        if order.weight and math.isfinite(order.log):
            product = value(print_weight(order.weight)) * value(log)
            assert abs(product - value(term)) <= 0.51 * 10**-of_terms
    bp, geometric, bleu = print_factors(score.bp, mean, score.score)
    assert (
        format_score(value(bp.text) * value(geometric.text))
        == bleu.text
        == format_score(score.score)
    )
    r = print_reference_length(score.sys_len, score.ref_len, score.bp)
    if 0 < score.sys_len < score.ref_len:
        assert format_score(math.exp(1 - value(r) / score.sys_len), 3) == format_score(score.bp, 3)


def test_a_calculator_gets_what_the_steps_of_a_lesson_print() -> None:
    for lesson in all_lessons().values():
        for prepared in (lesson.prepared, *(bench for _, bench in lesson.variants.values())):
            for side in work_out(prepared).values():
                check(side)


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
    check(work_out(PreparedBench((candidate,), tuple(references), config))["A"])


@pytest.mark.parametrize("weights", [(0.4, 0.3, 0.2, 0.1), (0.7, 0.1, 0.1, 0.1)])
def test_weights_that_are_rescaled_are_printed_as_they_are(weights: tuple[float, ...]) -> None:
    config = BleuConfig(weights=weights, effective_order=True, smooth_method="none")
    side = work_out(PreparedBench(("a b c",), ("a b c",), config))["A"]
    told = [value(print_weight(order.weight)) for order in side.orders]
    assert told == pytest.approx([w / sum(weights[:3]) for w in weights[:3]] + [0], rel=1e-9)


@pytest.mark.parametrize("method", ["exp", "add-k", "none"])
def test_what_smoothing_did_is_said(method: str) -> None:
    config = BleuConfig(smooth_method=method, max_ngram_order=2)
    told = smoothing_note(work_out(PreparedBench(("a b",), ("b a",), config))["A"])
    assert "p₂" in told
    assert (f"by {method}" in told, "0.00" in told) == (method != "none",) * 2
    assert smoothing_note(work_out(PreparedBench(("a b",), ("a b",), config))["A"]) == ""
