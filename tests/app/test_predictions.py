"""Predictions on Learn: the first counts, what cannot be read is asked again, nothing flashes."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bleu_core.teaching.lessons import all_lessons
from pages.ui.learn import predictions

from .conftest import App

L = all_lessons()
Predict = Callable[[App, str], dict]


@pytest.fixture
def predict(monkeypatch) -> Predict:
    """predict(app, "2"): the open lesson is answered, as by its component, which is answered."""

    def send(app: App, text: str) -> dict:
        may_see = predictions.may_see

        def make_and_see(lesson) -> bool:
            predictions.make_prediction(lesson, text)
            return may_see(lesson)

        with monkeypatch.context() as patched:
            patched.setattr(predictions, "may_see", make_and_see)
            app.run()
        return app.component("lesson")

    return send


@pytest.fixture
def app() -> App:
    return App("learn.py", lesson="the-the-the")


def kept(**answers: str) -> str:
    """The cookie of a browser in which these lessons were answered."""
    pairs = (
        f"{predictions.lesson_key(L[name.replace('_', '-')])}={a}" for name, a in answers.items()
    )
    return "&".join(pairs)


def test_the_first_prediction_that_can_be_read_counts(app: App, predict: Predict) -> None:
    lesson = predict(app, "two of them")
    assert (lesson["unreadable"], lesson["prediction"]) == ("two of them", None)
    assert (lesson["reveal"], lesson["keep"]) == (None, None)
    assert app.component("bench")["covered"]
    lesson = predict(app, "7")
    assert (lesson["unreadable"], lesson["reveal"]["right"]) == ("", False)
    assert lesson["keep"] == [predictions.lesson_key(L["the-the-the"]), "7"]
    assert not app.component("bench")["covered"]
    lesson = predict(app, "2")
    assert (lesson["prediction"], lesson["reveal"]["right"]) == ("7", False)


def test_the_browser_brings_what_was_predicted_with_its_first_request(cookies) -> None:
    cookies[predictions.COOKIE] = kept(the_the_the="2", of_the="50", more_references="?")
    app = App("learn.py", lesson="the-the-the")
    assert app.component("lesson")["reveal"]["right"]
    assert not app.component("bench")["covered"]
    app.link["lesson"] = "two-candidates"
    app.run()
    assert app.component("lesson")["reveal"] is None
    assert app.component("bench")["covered"]


def test_a_cookie_may_hold_anything(cookies) -> None:
    for text in ("=", "&&&", "%ff=%00&a", "x=" + "9" * 9000, "a=1&" * 5000):
        cookies[predictions.COOKIE] = text
        assert App("learn.py").component("lesson")["reveal"] is None
    # Predictions that can no longer be read.
    cookies[predictions.COOKIE] = kept(the_the_the="two", more_references="sideways")
    for name in ("the-the-the", "more-references"):
        assert App("learn.py", lesson=name).component("lesson")["reveal"] is None
