"""The bench in a link, what the browser sends, predictions and challenges."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import pytest
import sacrebleu
from hypothesis import given
from hypothesis import strategies as st

from bleu_core import BleuConfig, corpus_bleu, teaching
from bleu_core.messages import codes
from bleu_core.teaching import exercise
from bleu_core.teaching.exercise import Bench, attempt
from bleu_core.teaching.facts import Figure
from bleu_core.teaching.lessons import LONGEST, Challenge, Lesson, all_lessons, answers
from bleu_core.teaching.lessons.prediction import DONT_KNOW, can_be_read, is_right, value
from pages.ui.learn.bench import bench_data
from pages.ui.query import parse, to_params
from pages.ui.view import View

LESSONS = list(all_lessons().values())
SETTINGS = {
    "tokenize": "13a", "lowercase": False, "smooth_method": "exp", "smooth_value": "",
    "max_ngram_order": "4", "weights": "", "effective_order": False, "reference_length": "closest",
}  # fmt: skip

texts = st.text(max_size=LONGEST)
benches = st.builds(
    Bench,
    lesson=st.sampled_from(["", *all_lessons()]),
    a=texts,
    r1=texts,
    **dict.fromkeys(["b", "r2", "r3", "r4"], st.none() | texts),
    config=st.sampled_from([
        BleuConfig(),
        BleuConfig(tokenize="char", lowercase=True, smooth_method="floor", smooth_value=0.5),
        BleuConfig(max_ngram_order=2, weights=(0.75, 0.25), reference_length="average"),
    ]),
    term=st.sampled_from(["", "bp", "zero"]),
)  # fmt: skip


@given(bench=benches)
def test_a_link_carries_the_whole_bench(bench: Bench) -> None:
    assert parse(to_params(View(bench=bench))) == (View(bench=bench), [])


def test_what_a_link_cannot_mean_is_left_out_and_told() -> None:
    for name, text in {
        "lesson": "none", "term": "METEOR", "cand": "x" * (LONGEST + 1), "bench-tok": "14a",
    }.items():  # fmt: skip
        view, ignored = parse({name: text})
        assert (view, len(ignored)) == (View(), 1)
    # One text without the other is no bench.
    view, _ = parse({"lesson": "of-the", "cand": "hello"})
    assert exercise.contents(view.bench) == all_lessons()["of-the"].prepared


def edit(**changes: object) -> dict[str, object]:
    return {"candidates": ["a b"], "references": ["a c"], "settings": SETTINGS | changes}


NOW = exercise.PreparedBench(("a",), ("a",), BleuConfig(lowercase=True))


def test_an_edit_is_read() -> None:
    floor = {"smooth_method": "floor", "smooth_value": "0,2"}
    given = edit(weights="0.5, 0.5", max_ngram_order="2", **floor)
    read, problem = exercise.read_edit(given, NOW)
    assert problem == ""
    assert read.config == BleuConfig(
        max_ngram_order=2, weights=(0.5, 0.5), smooth_method="floor", smooth_value=0.2
    )
    # A smoothing value is left behind with its method.
    read, problem = exercise.read_edit(edit(smooth_method="none", smooth_value="0.2"), NOW)
    assert (read.config, problem) == (BleuConfig(smooth_method="none"), "")


def test_settings_that_cannot_be_are_told_and_the_texts_kept() -> None:
    for code, changes in (
        ("settings.sum_of_weights", {"weights": "0.9, 0.2, 0.1, 0.1"}),
        ("settings.must_be", {"weights": "half"}),
        ("settings.must_be", {"smooth_method": "floor", "smooth_value": "-1"}),
        ("settings.must_be", {"smooth_method": "add-k", "smooth_value": "abc"}),
        ("settings.must_be", {"tokenize": "14a"}),
        # It would be downloaded where the class is.
        ("settings.must_be", {"tokenize": "flores200"}),
    ):
        read, problem = exercise.read_edit(edit(**changes), NOW)
        assert codes([problem]) == [code]
        assert read == exercise.PreparedBench(("a b",), ("a c",), NOW.config)


def test_nothing_of_an_edit_is_cut_but_what_the_bench_has_no_field_for() -> None:
    longest = "x" * LONGEST
    many = {"candidates": [longest] * 9, "references": ["\ud800"] * 9}
    read, problem = exercise.read_edit(edit() | many, NOW)
    assert (read.candidates, read.references, problem) == ((longest,) * 2, ("?",) * 4, "")
    read, problem = exercise.read_edit(edit() | {"candidates": [longest + "x"]}, NOW)
    assert (read, codes([problem])) == (NOW, ["toml.too_long"])


ODD = [("",), ("\n\n", "a"), ("a\nb\nc", "")]


@pytest.mark.parametrize(
    ("lesson", "contents"),
    [(lesson, lesson.prepared) for lesson in LESSONS]
    + [
        (LESSONS[0], replace(LESSONS[0].prepared, candidates=texts, references=("", "x\ny")))
        for texts in ODD
    ],
)
def test_the_bench_draws_what_the_core_scores(
    lesson: Lesson, contents: exercise.PreparedBench
) -> None:
    sides = answers.work_out(contents)
    data = bench_data(lesson, contents, sides, serial="s:1", problem="", changes=[])
    assert json.loads(json.dumps(data)) == data
    lines, references = teaching.as_lines(contents.candidates, contents.references)
    for drawn, side in zip(data["sides"], lines, strict=True):
        score = corpus_bleu(side, references, contents.config)
        assert drawn["score"] == f"{score.score:.2f}"
        assert drawn["bp"] == f"{score.bp:.3f}"
        for n, order in enumerate(drawn["orders"]):
            assert sum(row["credited"] for row in order["rows"]) == order["credited"]
            assert sum(row["count"] for row in order["rows"]) == order["total"]
            standard = sum(row["count"] for row in order["rows"] if row["limit"])
            assert standard == order["standard"]
            if contents.config.smooth_method != "add-k":
                assert (order["credited"], order["total"]) == (score.counts[n], score.totals[n])
    assert not re.search(r"\bnan\b|\binf\b", json.dumps(data))


COUNT = all_lessons()["the-the-the"]
CHOICE = all_lessons()["more-references"]
KNOWN = {"A.m1": "2", "A.t1": "7", "A.bleu": Figure("28.57", 200 / 7), "A.c": "1,234"}
KNOWN |= {"A.p1": "2/7", "delta": "\u22120.26", "char:A.bleu": Figure("28.57", 200 / 7)}
KNOWN |= {"A.bp": Figure("0.867", 0.86688), "B.bp": "0.011", "B.p2": "5/8", "stated.gain": "+23.64"}
KNOWN |= {"B.bleu": Figure("86.94", 86.9449), "B.mean": Figure("62.5", 62.5), "stated.share": "45"}
KNOWN |= {"A.mean": Figure("5.00", 4.9967), "A.chrf": Figure("100.00", 100.0), "A.r": "6.50"}
KNOWN |= {"B.chrf": Figure("99.70", 99.7), "stated.per_cent": "62.5%"}
KNOWN |= {"A.p4": Figure("0.5/4", 0.125), "B.r": Figure("7.33", 22 / 3)}


def right(fact: str, typed: str) -> bool:
    return is_right(replace(COUNT, answer=fact), typed, KNOWN)


def test_what_is_equal_is_right_however_it_is_written() -> None:
    of_seven = (
        "2|2.0|2/7|2 of 7|2 out of 7|4/14|0.2857|0,29|.286|28.57%|29%|２",
        "1|7|7/7|2/1|3/7|0.3|2%|-2|1.0",
    )
    for fact, (same, wrong) in {
        "A.m1": of_seven,
        "A.bleu": ("28.57|28,57|28.57%|0.2857|2/7|28.6|29%|29|28.571", "28|0.28|2857|28.5|28.576"),
        "char:A.bleu": ("28.57|0.2857", "28"),
        "B.bleu": ("87|87%|0.87|86.9|86.945", "86|86.95|86.949|9"),
        "B.mean": ("62.5|62.5%|0.625|5/8|62½|62|63", "62.4|6|1999/3200"),
        "A.mean": ("5|5.0|4.997|5.00%", "4.99|6"),
        "A.c": ("1234|1 234|1,234|1.234|1,234|1234.00", "1235|123|12,34"),
        "A.bp": ("0.867|0,867|86.7%|0.87|87%|0.8669", "0.9|1|867|0.8671|0.867%"),
        "B.bp": ("0.011|1.1%", "0.015|0.01|1%"),
        "A.chrf": ("100|100%|1|1.0|1,0|1.00|1/1|+1", "1%|0.1|10|1.5|2"),
        "B.chrf": ("99.7|100|0.997|100%", "1|1.0|99.8"),
        "A.r": ("6.5|6½|6 ½|6 1/2|6 1⁄2|13/2|+6 1 / 2|6 100/200", "61/2|6¼|5 3/5|-6½"),
        "A.p1": ("2/7|0.2857|28.57%|0.29|28.57|29", "2|0.2|3/7"),
        "B.p2": ("5/8|62.5|62.5%|0.625|62|63|.63|10/16", "0.6|6/8|61|625"),
        "A.p4": ("0.5/4|0,5/4|.5/4|1/8|.125/1|0.125|12.5%|13|2.5/20", "0/4|1/4|0.5|5/4|0,5/40"),
        "B.r": ("7.3333333333333333|7\u066b33|\u0667\u066b\u0663\u0663|22/3", "7.34|73\u066b3"),
        "delta": ("-0.26|\u22120,26|\u20130.26", "0.26|-1|-1/4"),
        "stated.gain": ("+23.64|23.64|+24|＋23.6", "-23.64|+2"),
        "stated.per_cent": ("62.5|62.5%|0.625|5/8|62 1/2|63%", "6.25|1|2/3"),
        "stated.share": ("45|45%|45.0", "4500|44"),
    }.items():
        assert [one for one in same.split("|") if not right(fact, one)] == [], fact
        assert [one for one in wrong.split("|") if right(fact, one)] == [], fact
        assert all(can_be_read(replace(COUNT, answer=fact), one) for one in wrong.split("|"))


def test_what_is_no_number_cannot_be_read() -> None:
    for typed in [
        "",
        " ",
        "ten",
        "1e9",
        "inf",
        "nan",
        "1/0",
        "2/",
        "%",
        ".",
        "-",
        "6 1",
        "6 3/2",
        "40 320/7",
        "1 1 1/2",
        "1 2 of 7",
        "6 1/0",
        "1,234/2,000",
        "1/0.0",
        "\u20141",
    ]:
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


WORDS = "the cat sat on a mat"


def asking(**constraint: object) -> Lesson:
    """A lesson that asks for the best candidate A in place of "the cat sat on a mat"."""
    lesson = all_lessons()["the-the-the"]
    prepared = replace(lesson.prepared, candidates=(WORDS,))
    challenge = Challenge("Raise BLEU.", **constraint)  # type: ignore[arg-type]
    return replace(lesson, prepared=prepared, challenge=challenge)


def test_what_is_not_allowed_is_told() -> None:
    for constraint, text, faults in (
        ({}, "anything at all", {}),
        ({"most_tokens": 6}, "the cat is on the mat", {}),
        ({"most_tokens": 6}, "the cat is on the mat.", {"many_tokens": [7, 6]}),
        ({"most_changes": 2}, "the cat is on the mat", {}),
        ({"most_changes": 2}, "a cat is on the mat", {"many_changes": [3, 2]}),
        # Inserted, deleted, replaced: each is one change.
        ({"most_changes": 3}, "see the dog sat on mat", {}),
        ({"most_changes": 0}, "the cat sat on a hat", {"many_changes": [1, 0]}),
        ({"most_changes": 0, "most_tokens": 6, "keeps": ("mat",)}, WORDS, {}),
        ({"keeps": ("sat", "mat")}, "mat sat", {}),
        ({"keeps": ("sat", "mat")}, "The cat", {"tokens_lost": [["sat", "mat"]]}),
        # As often as it is named, and as the tokenizer cuts it.
        ({"keeps": ("the", "the")}, "the cat", {"tokens_lost": [["the"]]}),
        ({"keeps": ("sat",)}, "The cat sat.", {}),
        ({}, "the cat is\non\nthe mat", {"other_lines": [3, 1]}),
        ({}, "the cat is on the mat\n", {}),
        (
            {"most_tokens": 2, "most_changes": 1, "keeps": ("sat",)},
            "the cat lay",
            {"many_tokens": [3, 2], "many_changes": [4, 1], "tokens_lost": [["sat"]]},
        ),
    ):
        told, _ = attempt(asking(**constraint), text)
        expected = {f"lesson.{code}": values for code, values in faults.items()}
        assert {one.code: [*one.values.values()] for one in told} == expected, text


@pytest.mark.parametrize("text", ["the cat is on the mat", "the the the", "", "a\nb"])
def test_the_score_is_sacrebleus(text: str) -> None:
    lines = text.split("\n")
    references = [[r, *[None] * (len(lines) - 1)] for r in asking().prepared.references]
    if len(lines) > 1:  # sacreBLEU too needs one reference a line
        references[0][1] = ""
    expected = sacrebleu.BLEU().corpus_score(lines, references).score
    assert attempt(asking(), text)[1] == pytest.approx(expected, abs=1e-9)
