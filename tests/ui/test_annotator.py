"""Whose name what is said here carries."""

from __future__ import annotations

import pytest
import streamlit as st

from bleu_core.team.person import Person
from pages.ui import login
from pages.ui.judgements import annotator


def test_on_a_server_with_a_login_what_is_said_carries_the_name_of_that(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Whatever the browser says that its visitor is called."""
    monkeypatch.setattr(st, "session_state", {"annotator": "Bob"})
    assert annotator.me() == "Bob"
    who: list[Person | None] = [Person("https://login.example.org", "1", "Ann")]
    monkeypatch.setattr(login, "is_asked", lambda: True)
    monkeypatch.setattr(login, "person", lambda: who[0])
    assert annotator.me() == "Ann"
    who[0] = None
    assert annotator.me() == ""
