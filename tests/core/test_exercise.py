"""The bench in a link, what the browser sends, and the lessons' data."""

from __future__ import annotations

import json
import math
import re
from dataclasses import replace
from urllib.parse import urlencode

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bleu_core import BleuConfig, corpus_bleu, teaching
from bleu_core.teaching import exercise
from bleu_core.teaching.exercise import Bench
from bleu_core.teaching.lessons import LONGEST, TRACKS, all_lessons, answers, prediction
from pages.ui.learn.bench import BURST, is_a_change_of_its_own
from pages.ui.learn.bench.data import bench_data
from pages.ui.query import parse, to_params
from pages.ui.sample import load_sample
from pages.ui.view import View
from tests.places import SAMPLE_DATA

LESSONS = list(all_lessons().values())
SETTINGS = {
    "tokenize": "13a",
    "lowercase": False,
    "smooth_method": "exp",
    "smooth_value": "",
    "max_ngram_order": "4",
    "weights": "",
    "effective_order": False,
    "reference_length": "closest",
}

texts = st.text(max_size=LONGEST)
benches = st.builds(
    Bench,
    lesson=st.sampled_from(["", *all_lessons()]),
    a=texts,
    b=st.none() | texts,
    r1=texts,
    r2=st.none() | texts,
    r3=st.none() | texts,
    r4=st.none() | texts,
    config=st.sampled_from(
        [
            BleuConfig(),
            BleuConfig(tokenize="char", lowercase=True, smooth_method="floor", smooth_value=0.5),
            BleuConfig(max_ngram_order=2, weights=(0.75, 0.25), reference_length="average"),
        ]
    ),
    term=st.sampled_from(["", "bp", "zero"]),
)


@given(bench=benches)
def test_a_link_carries_the_whole_bench(bench: Bench) -> None:
    params = to_params(View(bench=bench))
    assert parse(params) == (View(bench=bench), [])


def test_the_longest_link_stays_below_what_a_server_takes() -> None:
    emoji = "\U0001f600" * LONGEST
    bench = Bench("", "the-the-the", *[emoji] * 6, config=BleuConfig(tokenize="char"))
    assert len(urlencode(to_params(View(bench=bench)))) < 60_000


@pytest.mark.parametrize(
    "params",
    [{"lesson": "none"}, {"term": "METEOR"}, {"cand": "x" * (LONGEST + 1)}, {"bench-tok": "14a"}],
)
def test_what_a_link_cannot_mean_is_left_out_and_told(params: dict[str, str]) -> None:
    view, ignored = parse(params)
    assert view == View()
    assert len(ignored) == 1


def test_one_text_without_the_other_is_no_bench() -> None:
    view, _ = parse({"lesson": "of-the", "cand": "hello"})
    assert exercise.contents(view.bench) == all_lessons()["of-the"].prepared


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.name)
def test_the_prepared_bench_is_no_text_in_the_url(lesson) -> None:
    bench = exercise.own(Bench(lesson=lesson.name), lesson.prepared)
    assert to_params(View(bench=bench)) == {"lesson": lesson.name}
    for _, variant in lesson.variants.values():
        assert exercise.contents(exercise.own(bench, variant)) == variant


def edit(**changes: object) -> dict[str, object]:
    return {"candidates": ["a b"], "references": ["a c"], "settings": SETTINGS | changes}


NOW = exercise.Prepared(("a",), ("a",), BleuConfig(lowercase=True))


def test_an_edit_is_read() -> None:
    read, problem = exercise.read_edit(
        edit(weights="0.5, 0.5", max_ngram_order="2", smooth_method="floor", smooth_value="0,2"),
        NOW,
    )
    assert problem == ""
    assert read.config == BleuConfig(
        max_ngram_order=2, weights=(0.5, 0.5), smooth_method="floor", smooth_value=0.2
    )


def test_a_smoothing_value_is_left_behind_with_its_method() -> None:
    read, problem = exercise.read_edit(edit(smooth_method="none", smooth_value="0.2"), NOW)
    assert (read.config, problem) == (BleuConfig(smooth_method="none"), "")


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"weights": "0.9, 0.2, 0.1, 0.1"}, "must sum to 1"),
        ({"weights": "half"}, "Weights are numbers"),
        ({"smooth_method": "floor", "smooth_value": "-1"}, "must be a number above 0"),
        ({"smooth_method": "floor", "smooth_value": "abc"}, "value of floor is a number"),
        (
            {"smooth_method": "add-k", "smooth_value": "abc"},
            "value of add-k is a number, such as 1.",
        ),
        ({"tokenize": "14a"}, "tokenize is '14a'"),
    ],
)
def test_settings_that_cannot_be_are_told_and_the_texts_kept(changes, sentence: str) -> None:
    read, problem = exercise.read_edit(edit(**changes), NOW)
    assert sentence in problem
    assert read == exercise.Prepared(("a b",), ("a c",), NOW.config)


def test_nothing_of_an_edit_is_cut_but_what_the_bench_has_no_field_for() -> None:
    longest = "x" * LONGEST
    read, problem = exercise.read_edit(
        edit() | {"candidates": [longest] * 9, "references": ["\ud800"] * 9}, NOW
    )
    assert (read.candidates, read.references, problem) == ((longest,) * 2, ("?",) * 4, "")
    read, problem = exercise.read_edit(edit() | {"candidates": [longest + "x"]}, NOW)
    assert (read, "800 characters" in problem) == (NOW, True)


class TestLessons:
    def test_they_are_numbered_in_order_and_so_are_their_tracks(self) -> None:
        assert [lesson.number for lesson in LESSONS] == list(range(1, len(LESSONS) + 1))
        tracks = [list(TRACKS).index(lesson.track) for lesson in LESSONS]
        assert tracks == sorted(tracks)

    @pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.name)
    def test_every_figure_in_a_lesson_is_known(self, lesson) -> None:
        known = answers.facts(lesson, load_sample())
        for text in (lesson.text, lesson.question, lesson.why):
            assert "{" not in answers.filled(text, known)
        assert lesson.source
        answer = known[lesson.answer]
        if lesson.choices:
            assert answer in [value for value, _ in lesson.choices]
        else:
            right = prediction.value(lesson, answer, known)
            assert right is not None
            assert prediction.is_right(lesson, f"{right + 0.004}", known)
            for wrong in (right + 0.01, right - 1, right + 1):
                assert not prediction.is_right(lesson, f"{wrong:.3f}", known)
        assert prediction.is_right(lesson, answer, known)
        assert not prediction.is_right(lesson, "nothing at all", known)
        assert set(lesson.opens) <= set(range(1, 6))

    def test_the_papers_examples_are_the_papers(self) -> None:
        path = SAMPLE_DATA / "papineni2002.json"
        counted = [
            [
                [text.removesuffix(".") for text in example[key]]
                for key in ("candidates", "references")
            ]
            for example in json.loads(path.read_text("utf-8"))["examples"]
        ]
        for lesson, (candidates, references) in zip(LESSONS[:4], counted, strict=True):
            lower = [text.lower() for text in lesson.prepared.candidates]
            assert lower == [text.lower() for text in candidates]
            refs = [text.lower() for text in lesson.prepared.references]
            assert refs == [text.lower() for text in references]

    @pytest.mark.parametrize(
        ("name", "fact", "figure"),
        [
            ("two-candidates", "A.p1", "17/18"),
            ("two-candidates", "B.p1", "8/14"),
            ("two-candidates", "A.p2", "10/17"),
            ("two-candidates", "B.p2", "1/13"),
            ("the-the-the", "A.s1", "7/7"),
            ("the-the-the", "A.p1", "2/7"),
            ("of-the", "A.p1", "2/2"),
            ("of-the", "A.p2", "1/1"),
            ("best-match-length", "A.r", "12"),
            ("best-match-length", "B.r", "15"),
            ("judgement", "stated.monolingual", "0.99"),
            ("judgement", "stated.bilingual", "0.96"),
        ],
    )
    def test_the_papers_figures(self, name: str, fact: str, figure: str) -> None:
        assert answers.facts(all_lessons()[name], load_sample())[fact] == figure

    def test_what_the_lessons_say_of_their_texts(self) -> None:
        lengths = all_lessons()["best-match-length"]
        assert [len(text.split()) for text in lengths.prepared.references] == [12, 15, 17]
        assert [len(text.split()) for text in lengths.prepared.candidates] == [12, 16]
        corpus = answers.facts(all_lessons()["sentence-and-corpus"], load_sample())
        assert float(corpus["A.sentences"]) > float(corpus["B.sentences"])
        assert float(corpus["A.bleu"]) < float(corpus["B.bleu"])
        scores = [
            answers.facts(all_lessons()["tokenization"], load_sample())[f"{t}:A.bleu"]
            for t in ("none", "13a", "intl")
        ]
        assert len(set(scores)) == 3
        # By e^(1 − 11/10) and the logarithmic mean of the two scores: about a third.
        order = answers.facts(all_lessons()["word-order"], load_sample())
        a, b = float(order["A.bleu"]), float(order["B.bleu"])
        carried = (b - a) / math.log(b / a) * (11 / 10 - 1)
        assert float(order["carried.bp"]) == pytest.approx(carried, abs=0.01)
        assert "carries +6.0" in answers.filled(all_lessons()["word-order"].why, order)
        pieces = answers.facts(all_lessons()["permutations"], load_sample())
        assert (pieces["A.c"], pieces["A.joined"], pieces["A.chunks"]) == ("15", "9", "6")
        judged = answers.facts(all_lessons()["judgement"], load_sample())
        assert float(judged["A.bleu"]) < float(judged["B.bleu"])
        chance = answers.facts(all_lessons()["chance"], load_sample())
        assert (chance["chance.often"], chance["few.often"]) == ("no", "yes")


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.name)
def test_the_bench_draws_what_the_core_scores(lesson) -> None:
    contents = lesson.prepared
    sides = answers.work_out(contents)
    data = bench_data(lesson, contents, sides, serial=None, problem="", changes=None)
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


def test_odd_texts_can_be_drawn() -> None:
    lesson = LESSONS[0]
    for texts in [("",), ("\n\n", "a"), ("a\nb\nc", "")]:
        contents = replace(lesson.prepared, candidates=texts, references=("", "x\ny"))
        data = bench_data(
            lesson, contents, answers.work_out(contents), serial="s:1", problem="", changes=[]
        )
        assert len(data["sides"]) == len(texts)


@pytest.mark.parametrize(
    ("typed", "goes_on", "pause", "own"),
    [
        (True, True, 0.5, False),
        (True, True, BURST, False),
        (True, True, BURST + 0.1, True),
        (False, True, 0.5, True),
        (True, False, 0.5, True),
    ],
)
def test_what_is_typed_without_a_pause_is_one_change(
    typed: bool, goes_on: bool, pause: float, own: bool
) -> None:
    assert is_a_change_of_its_own(typed, goes_on, pause) is own
