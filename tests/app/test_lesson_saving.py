"""A question on one's own bench, asked on Learn: a lesson file, and opened as a lesson."""

from __future__ import annotations

from bleu_core.teaching.lessons import lesson_set

LINK = {"lesson": "zero", "cand": "the <b>cat</b> sat", "ref": "the cat slept"}


def form(open_app):
    app = open_app("learn.py", **LINK)
    app.test.session_state["teacher"] = True
    app.test.session_state["ask"] = True
    app.run()
    return app


def test_a_question_becomes_a_lesson_that_opens(open_app) -> None:
    app = form(open_app)
    app.test.text_input(key="ask-title").set_value("Cats")
    app.test.text_area(key="ask-question").set_value("How many words?")
    app.test.selectbox(key="ask-fact").set_value("A.m1")
    app.press("Make the lesson")
    assert "Download the lesson file" in [b.label for b in app.test.get("download_button")]
    app.press("Open it here")
    (own,) = lesson_set(app.test.query_params["lessons"]).lessons.values()
    assert (own.title, own.answer) == ("Cats", "A.m1")
    assert own.prepared.candidates == (LINK["cand"],)
    assert app.component("lesson")["title"] == "Cats"


def test_what_is_missing_is_told(open_app) -> None:
    app = form(open_app)
    app.press("Make the lesson")
    assert "“title” is missing" in app.message("ask-faults")


def test_it_is_not_offered_while_the_question_of_the_lesson_is_open(open_app) -> None:
    app = open_app("learn.py", lesson="zero")
    app.test.session_state["ask"] = True
    app.run()
    assert "ask-title" not in [field.key for field in app.test.text_input]
