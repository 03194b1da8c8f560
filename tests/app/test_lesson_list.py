"""The list of lessons on Learn; the view for the wall; no comparison is opened."""

from __future__ import annotations

from bleu_core.teaching.lessons import TRACKS, all_lessons
from pages.ui import open_comparison
from pages.ui.learn import predictions

L = all_lessons()


def test_the_lessons_stand_in_their_tracks(open_app) -> None:
    tracks = open_app("learn.py").component("lessons")["tracks"]
    assert [track["title"] for track in tracks] == list(TRACKS.values())
    shown = [lesson["name"] for track in tracks for lesson in track["lessons"]]
    assert shown == list(L)


def test_a_chosen_set_of_lessons_is_listed_alone(open_app) -> None:
    data = open_app("learn.py", lessons="zero,of-the").component("lessons")
    assert [each["name"] for track in data["tracks"] for each in track["lessons"]] == [
        "zero",
        "of-the",
    ]
    assert data["told"] == "0 of 2 predicted right."


def test_what_was_predicted_is_marked_and_counted(open_app, cookies) -> None:
    given = {"the-the-the": "2/7", "of-the": "50", "zero": "?"}
    cookies[predictions.COOKIE] = "&".join(f"{predictions.key(L[n])}={a}" for n, a in given.items())
    data = open_app("learn.py").component("lessons")
    marks = {each["name"]: each["mark"] for track in data["tracks"] for each in track["lessons"]}
    assert {name: mark for name, mark in marks.items() if mark} == {
        "the-the-the": "right",
        "of-the": "wrong",
        "zero": "unknown",
    }
    assert data["told"] == f"1 of {len(L)} predicted right."


def test_learn_waits_for_no_comparison(open_app, monkeypatch) -> None:
    def fail() -> None:
        raise AssertionError("Learn opened a comparison.")

    app = open_app()
    monkeypatch.setattr(open_comparison, "get_or_explain", fail)
    app.test.switch_page("learn.py")
    app.run()
    assert app.shows("bench")
    assert not app.shows("masthead")


def test_the_wall_has_the_question_and_the_bench_alone(open_app) -> None:
    app = open_app("learn.py", wall="yes", lesson="of-the")
    assert app.component("lesson")["wall"]
    assert app.shows("bench")
    assert not any(app.shows(other) for other in ("lessons", "links", "masthead"))
    assert not app.test.get("tab")
