"""The Learn screen: lessons, predictions, the bench by a link; with no comparison too."""

from __future__ import annotations

import json

import pytest

from bleu_core import glossary
from bleu_core.teaching.lessons import all_lessons, answers
from pages.ui.sample import load_sample

GONE = "0" * 64


def test_the_page_opens_on_a_worked_example(open_app) -> None:
    app = open_app("learn.py")
    lesson = app.component("lesson")
    assert app.component("bench")["covered"]
    teach(app)
    bench = app.component("bench")
    assert [side["orders"][0]["credited"] for side in bench["sides"]] == [17, 8]
    assert [side["orders"][1]["total"] for side in bench["sides"]] == [17, 13]
    assert (lesson["number"], lesson["of"], lesson["reveal"]) == (1, len(all_lessons()), None)
    assert "A.p2" not in json.dumps(lesson)


def teach(app) -> None:
    """Turn the teacher's mode on: all may be seen."""
    app.test.toggle(key="teacher").set_value(True)
    app.run()


def test_it_works_where_the_comparison_is_gone(open_app) -> None:
    app = open_app("learn.py", data=GONE)
    assert not app.shows("masthead")
    teach(app)
    assert app.component("bench")["sides"]


@pytest.mark.parametrize("name", all_lessons())
def test_every_lesson_opens_by_a_link(open_app, name: str) -> None:
    app = open_app("learn.py", lesson=name)
    lesson = all_lessons()[name]
    assert app.component("lesson")["title"] == lesson.title
    assert app.component("bench")["candidates"] == list(lesson.prepared.candidates)
    assert app.test.query_params == {"lesson": name}
    # What would give the answer away waits for a prediction.
    assert not any(app.shows(panel) for panel in ("permutations", "correlation", "trials-252"))


def test_the_arrows_lead_from_lesson_to_lesson(open_app) -> None:
    names = list(all_lessons())
    ways = [
        open_app("learn.py", lesson=name).component("lesson")
        for name in (names[0], names[2], names[-1])
    ]
    assert [(way["previous"], way["next"]) for way in ways] == [
        (None, names[1]),
        (names[1], names[3]),
        (names[-2], None),
    ]


def test_teachers_mode_shows_the_answers_and_the_panels(open_app) -> None:
    for name, panel in (("permutations", "permutations"), ("judgement", "correlation")):
        app = open_app("learn.py", lesson=name)
        teach(app)
        reveal = app.component("lesson")["reveal"]
        assert reveal["right"] is None
        answer = answers.facts(all_lessons()[name], load_sample())[all_lessons()[name].answer]
        assert reveal["answer"] == dict(all_lessons()[name].choices).get(answer, answer)
        assert app.shows(panel)


def test_the_orders_are_counted(open_app) -> None:
    app = open_app("learn.py", lesson="permutations")
    teach(app)
    cells = dict(app.cells("permutations"))
    assert cells["Orders"] == "6! = 720; scored: all of them"
    same, higher, lower = (
        int(cells[f"{what} BLEU"]) for what in ("The same", "A higher", "A lower")
    )
    assert same + higher == 720
    assert lower == 0


def test_a_link_carries_an_exercise(open_app) -> None:
    link = {
        "lesson": "zero",
        "cand": "<b>the</b> cat",
        "ref": "the cat\nsat",
        "ref2": "$x$",
        "bench-tok": "char",
        "bench-order": "2",
        "bench-weights": "0.75,0.25",
    }
    app = open_app("learn.py", **link)
    teach(app)
    bench = app.component("bench")
    assert bench["candidates"] == ["<b>the</b> cat"]
    assert bench["texts"] == ["the cat\nsat", "$x$"]
    assert "tok:char" in bench["signature"]
    assert "weights:0.75,0.25" in bench["signature"]
    assert bench["notes"]
    assert app.test.query_params == link


def test_a_tokenizer_that_is_not_installed_leaves_the_bench_working(open_app) -> None:
    link = {"cand": "猫がいる", "ref": "猫がいる", "bench-tok": "ja-mecab"}
    app = open_app("learn.py", **link)
    teach(app)
    bench = app.component("bench")
    assert bench["sides"]
    if bench["problem"]:  # without MeCab
        assert "pip install 'bleuscope[ja]'" in bench["problem"]
        assert "tok:13a" in bench["signature"]


def test_a_term_opens_the_glossary(open_app) -> None:
    app = open_app("learn.py", term="bp")
    shown = app.component("glossary")
    assert shown["term"] == "bp"
    assert len(shown["entries"]) == len(glossary.entries())
    assert not app.shows("bench")
