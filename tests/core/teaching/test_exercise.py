"""The bench in a link, what the browser sends, and the lessons' data."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bleu_core import BleuConfig, corpus_bleu, teaching
from bleu_core.messages import codes
from bleu_core.teaching import exercise
from bleu_core.teaching.exercise import Bench
from bleu_core.teaching.lessons import LONGEST, Lesson, all_lessons, answers
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
        ("lesson.weights_not_numbers", {"weights": "half"}),
        ("settings.must_be", {"smooth_method": "floor", "smooth_value": "-1"}),
        ("lesson.value_not_number", {"smooth_method": "add-k", "smooth_value": "abc"}),
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
    assert (read, codes([problem])) == (NOW, ["lesson.text_too_long"])


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
