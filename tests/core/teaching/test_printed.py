"""The numbers of an equation as they are printed: a calculator gets its result."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bleu_core import BleuConfig
from bleu_core.common.formatting import NO_VALUE
from bleu_core.teaching import Workings
from bleu_core.teaching.lessons import PreparedBench, all_lessons
from bleu_core.teaching.lessons.answers import work_out
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
