"""The view of a session in its address."""

from __future__ import annotations

from typing import Any

import pytest
import streamlit as st

from pages.ui import state
from pages.ui.view import View


class Url(dict[str, str]):
    """The query string that a run knows of, and all that were sent to the browser."""

    def __init__(self) -> None:
        super().__init__()
        self.sent: list[dict[str, str]] = []

    def to_dict(self) -> dict[str, str]:
        return dict(self)

    def from_dict(self, params: dict[str, str]) -> None:
        self.clear()
        self.update(params)
        self.sent.append(params)


def test_what_the_browser_may_not_show_any_more_is_sent_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    url, session = Url(), {"view": View(), "written": []}
    monkeypatch.setattr(st, "query_params", url)
    monkeypatch.setattr(st, "session_state", session)

    def run(asked_for_at: dict[str, str], **changes: Any) -> None:
        url.clear()
        url.update(asked_for_at)
        state.change(**changes)

    third, first = ({"seg": seg} for seg in "31")
    run({}, segment=3)
    run(third, segment=3)
    assert url.sent == [third]
    run(third, segment=1)
    # The browser had not seen the last one when it asked for this run.
    run(third, segment=3)
    assert url.sent == [third, first, third]
