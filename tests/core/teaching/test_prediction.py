"""Predictions, read however they are written."""

from __future__ import annotations

from dataclasses import replace

from bleu_core.teaching.lessons import all_lessons
from bleu_core.teaching.lessons.prediction import DONT_KNOW, can_be_read, is_right, value

COUNT = all_lessons()["the-the-the"]
CHOICE = all_lessons()["more-references"]
KNOWN = {"A.m1": "2", "A.t1": "7", "A.bleu": "28.57", "A.c": "1,234", "A.bp": "0.867"}
KNOWN |= {"A.p1": "2/7", "A.delta": "\u22120.26", "char:A.bleu": "28.57"}


def right(fact: str, typed: str) -> bool:
    return is_right(replace(COUNT, answer=fact), typed, KNOWN)


def test_what_is_equal_is_right_however_it_is_written() -> None:
    of_seven = "2|2.0|2/7|4/14|0.2857|0,29|.286|28.57%|29%|２", "1|7|7/7|2/1|3/7|0.3|2%|-2|1.0"
    for fact, (same, wrong) in {
        "A.m1": of_seven,
        "A.bleu": ("28.57|28,57|28.57%|0.2857|2/7|28.6|29%", "28|29|0.28|2857|28.5"),
        "char:A.bleu": ("28.57|0.2857", "28"),
        "A.c": ("1234|1 234|1,234|1.234|1,234|1234.00", "1235|123|12,34"),
        "A.bp": ("0.867|0,867|86.7%|0.87|87%", "0.9|1|867"),
        "A.p1": ("2/7|0.2857|28.57%|0.29", "2|0.2|3/7"),
        "A.delta": ("-0.26|\u22120,26", "0.26|-1"),
    }.items():
        assert [one for one in same.split("|") if not right(fact, one)] == [], fact
        assert [one for one in wrong.split("|") if right(fact, one)] == [], fact
        assert all(can_be_read(replace(COUNT, answer=fact), one) for one in wrong.split("|"))


def test_what_is_no_number_cannot_be_read() -> None:
    for typed in ["", " ", "ten", "1e9", "inf", "nan", "1/0", "2/", "%", ".", "-"]:
        assert not can_be_read(COUNT, typed)
        assert not is_right(COUNT, typed, KNOWN)
        assert value(COUNT, typed, KNOWN) is None


def test_a_comma_before_three_digits_separates_thousands_unless_a_decimal_is_right() -> None:
    typed = ["1,000", "1.000", "5,123"]
    assert [value(COUNT, each, KNOWN) for each in typed] == [1000, 1, 5123]
    known = {"A.c": "1,234", "A.bp": "5.123"}
    long = replace(COUNT, answer="A.c")
    assert [value(long, each, known) for each in ("1.234", "1,235")] == [1234, 1235]
    assert value(replace(COUNT, answer="A.bp"), "5,123", known) == 5.123


def test_a_choice_is_one_of_those_that_there_are() -> None:
    known = KNOWN | {CHOICE.answer: "rises"}
    told = [(can_be_read(CHOICE, t), is_right(CHOICE, t, known)) for t in ("rises", "falls", "It")]
    assert told == [(True, True), (True, False), (False, False)]
    # Who does not know is understood, and not right.
    for lesson in (COUNT, CHOICE):
        assert can_be_read(lesson, DONT_KNOW)
        assert not is_right(lesson, DONT_KNOW, known)
