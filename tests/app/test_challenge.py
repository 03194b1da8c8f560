"""The challenge of a lesson: shown with the bench, with what is not allowed and what A scores."""

from __future__ import annotations

from bleu_core.teaching.challenge import attempt
from bleu_core.teaching.lessons import all_lessons

GAME = all_lessons()["game"]


def opened(open_app, **link: str):
    app = open_app("learn.py", lesson="game", **link)
    app.test.toggle(key="teacher").set_value(True)
    app.run()
    return app


def test_it_waits_for_the_prediction(open_app) -> None:
    assert not open_app("learn.py", lesson="game").shows("challenge")
    assert not open_app("learn.py", lesson="zero").shows("challenge")


def test_it_tells_what_is_asked_for_and_what_a_scores(open_app) -> None:
    assert GAME.challenge
    shown = opened(open_app).component("challenge")
    assert (shown["tone"], shown["title"]) == ("info", GAME.challenge.goal)
    score = f"{attempt(GAME, GAME.prepared.candidates[0]).score:.2f}"
    assert shown["sentences"] == [
        f"Against the lesson's references A scores {score}, and as it was prepared {score}."
    ]


def test_an_edit_that_is_not_allowed_is_told(open_app) -> None:
    mended = GAME.variants["mend"][1].candidates[0]
    shown = opened(open_app, cand=mended, ref="anything").component("challenge")
    assert shown["tone"] == "warning"
    assert f"scores {attempt(GAME, mended).score:.2f}," in shown["sentences"][0]
    assert shown["sentences"][1:] == ["A must keep “opened”."]


def test_a_lesson_without_one_shows_none(open_app) -> None:
    app = open_app("learn.py", lesson="zero")
    app.test.toggle(key="teacher").set_value(True)
    app.run()
    assert app.shows("bench")
    assert not app.shows("challenge")
