"""Predictions on Learn: the first counts, what cannot be read is asked again, nothing flashes."""

from __future__ import annotations

import json

import pytest

from bleu_core.teaching.lessons import all_lessons, lesson_set
from bleu_core.teaching.lessons.prediction import DONT_KNOW
from pages.ui.learn import covering, predictions

L = all_lessons()


@pytest.fixture
def predict(monkeypatch):
    """predict(app, "2"): the lesson that is open is answered, as by its component."""

    def send(app, text: str) -> None:
        may_see = covering.may_see

        def make_and_see(lesson) -> bool:
            predictions.make(lesson, text)
            return may_see(lesson)

        with monkeypatch.context() as patched:
            patched.setattr(covering, "may_see", make_and_see)
            app.run()

    return send


def kept(**answers: str) -> str:
    """The cookie of a browser in which these lessons were answered."""
    pairs = (f"{predictions.key(L[name.replace('_', '-')])}={a}" for name, a in answers.items())
    return "&".join(pairs)


def test_the_first_prediction_counts(open_app, predict) -> None:
    app = open_app("learn.py", lesson="the-the-the")
    predict(app, "7")
    lesson = app.component("lesson")
    assert (lesson["prediction"], lesson["reveal"]["right"]) == ("7", False)
    assert lesson["keep"] == [predictions.key(L["the-the-the"]), "7"]
    predict(app, "2")
    lesson = app.component("lesson")
    assert (lesson["prediction"], lesson["reveal"]["right"]) == ("7", False)


def test_what_cannot_be_read_is_asked_for_again(open_app, predict) -> None:
    app = open_app("learn.py", lesson="the-the-the")
    predict(app, "two of them")
    lesson = app.component("lesson")
    assert (lesson["unreadable"], lesson["prediction"]) == ("two of them", None)
    assert (lesson["reveal"], lesson["keep"]) == (None, None)
    assert app.component("bench")["covered"]
    predict(app, "2/7")
    lesson = app.component("lesson")
    assert (lesson["unreadable"], lesson["reveal"]["right"]) == ("", True)
    assert not app.component("bench")["covered"]


def test_who_does_not_know_is_told_and_has_not_predicted_right(open_app, predict) -> None:
    app = open_app("learn.py", lesson="the-the-the")
    predict(app, DONT_KNOW)
    assert app.component("lesson")["reveal"]["right"] is None
    assert app.component("lesson")["reveal"]["answer"] == "2"


def test_the_browser_brings_what_was_predicted_with_its_first_request(open_app, cookies) -> None:
    cookies[predictions.COOKIE] = kept(the_the_the="2", of_the="50", more_references="?")
    app = open_app("learn.py", lesson="the-the-the")
    assert app.component("lesson")["reveal"]["right"]
    assert not app.component("bench")["covered"]
    app.test.query_params["lesson"] = "two-candidates"
    app.run()
    assert app.component("lesson")["reveal"] is None
    assert app.component("bench")["covered"]


@pytest.mark.parametrize("text", ["=", "&&&", "%ff=%00&a", "x=" + "9" * 9000, "a=1&" * 5000])
def test_a_cookie_may_hold_anything(open_app, cookies, text: str) -> None:
    cookies[predictions.COOKIE] = text
    assert open_app("learn.py").component("lesson")["reveal"] is None


def test_a_kept_prediction_that_no_longer_can_be_read_counts_for_nothing(open_app, cookies) -> None:
    cookies[predictions.COOKIE] = kept(the_the_the="two", more_references="sideways")
    for name in ("the-the-the", "more-references"):
        assert open_app("learn.py", lesson=name).component("lesson")["reveal"] is None


def test_a_lesson_is_the_same_in_any_set_and_not_by_its_name_alone() -> None:
    zero = lesson_set("zero,chance").lessons["zero"]
    assert predictions.key(zero) == predictions.key(L["zero"])
    assert len({predictions.key(lesson) for lesson in L.values()}) == len(L)


def test_teachers_mode_outlives_a_reload(open_app, cookies) -> None:
    cookies[predictions.COOKIE] = "teacher=yes"
    app = open_app("learn.py", lesson="the-the-the")
    assert app.test.toggle(key="teacher").value
    assert app.component("lesson")["reveal"]["right"] is None


def test_the_wall_covers_what_the_reader_has_seen(open_app, cookies, predict) -> None:
    cookies[predictions.COOKIE] = "teacher=yes&" + kept(the_the_the="2")
    app = open_app("learn.py", lesson="the-the-the", wall="yes")
    assert app.component("lesson")["reveal"] is None
    assert app.component("bench")["covered"]
    predict(app, "7")
    lesson = app.component("lesson")
    assert (lesson["reveal"]["right"], lesson["keep"]) == (False, None)


def test_nothing_that_is_sent_before_tells_the_answer(open_app) -> None:
    lesson = open_app("learn.py", lesson="the-the-the").component("lesson")
    assert "2/7" not in json.dumps(lesson)
