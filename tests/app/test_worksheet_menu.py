"""Lessons on paper, from Learn; in a room for its teacher alone."""

from __future__ import annotations

import pytest

from bleu_core.classroom.room import Room
from pages.ui.classroom import who


def labels(app) -> list[str]:
    return [button.label for button in app.test.get("download_button")]


def opened(open_app):
    app = open_app("learn.py", lessons="zero,chance")
    app.test.session_state["on-paper"] = True
    app.run()
    return app


def test_a_worksheet_and_its_key_are_two_clicks_away(open_app) -> None:
    assert labels(opened(open_app))[:2] == ["Worksheet", "Key, with the answers"]


@pytest.mark.parametrize("teacher", [True, False])
def test_in_a_room_the_teacher_alone_gets_the_key(open_app, monkeypatch, teacher) -> None:
    monkeypatch.setattr(who, "room", lambda: Room("ABCDE"))
    monkeypatch.setattr(who, "is_teacher", lambda: teacher)
    monkeypatch.setattr(who, "student", lambda: "" if teacher else "somebody")
    assert ("Key, with the answers" in labels(opened(open_app))) is teacher
