"""Answers to presses: once each, whichever session is asked again."""

from collections.abc import Iterator
from typing import Any

import pytest
import streamlit as st

from pages.ui.cache import CACHE
from pages.ui.judgements.presses import answer_once

NOTHING: dict[str, Any] = {}


@pytest.fixture(autouse=True)
def forgotten() -> Iterator[None]:
    yield
    st.session_state.clear()
    CACHE.drop(lambda key: True)


def test_what_was_saved_is_not_saved_again_by_another_session() -> None:
    there = [""]

    def save(press: dict[str, Any]) -> dict[str, Any]:
        if there[0] not in (press["seen"], press["text"]):
            return {"there": there[0]}
        there[0] = press["text"]
        return {}

    said = {"id": "1", "text": "A better", "seen": ""}
    answer_once("answers", [said], save)
    st.session_state.clear()  # another tab takes it back
    answer_once("answers", [{"id": "2", "text": "", "seen": "A better"}], save)
    st.session_state.clear()  # what a closed tab left behind
    answer_once("answers", [said], save)
    assert st.session_state["answers"] == {"1": {}}
    assert there == [""]


def test_what_could_not_be_saved_is_tried_again_and_a_step_is_not() -> None:
    asked: list[str] = []

    def fail(press: dict[str, Any]) -> dict[str, Any]:
        asked.append(press["id"])
        return {"problem": "The disk is full."}

    for name in ("1", "1", "2"):
        answer_once("answers", [{"id": name}], fail)
        assert st.session_state["answers"] == {name: {"problem": "The disk is full."}}
    answer_once("answers", [{"id": "2"}], lambda press: NOTHING)
    assert asked == ["1", "1", "2"]
    assert st.session_state["answers"] == {"2": {}}
    end = {"segment": 7, "problem": "The list ends here."}
    answer_once("answers", [{"id": "3"}], lambda press: end)
    answer_once("answers", [{"id": "3"}], fail)
    assert st.session_state["answers"] == {"3": end}
