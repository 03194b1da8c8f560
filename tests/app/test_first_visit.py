"""Three cards for a first visit: gone for good once dismissed or something of one's own is open."""

from __future__ import annotations

from bleu_core import workspace
from bleu_core.workspace import Workspace
from pages.ui.overview.first_visit import COOKIE

from .conftest import App, uploaded

LINES = b"The cat sat.\nIt was glad.\n"


def test_the_cards_lead_on_until_they_are_dismissed(cookies) -> None:
    app = App()
    cards = app.component("first-visit")["cards"]
    assert [card["screen"] for card in cards] == ["segments.py", "data.py", "learn.py"]
    app.send("first-visit", go="nowhere.py")  # which no browser sends
    app.send("first-visit", go="learn.py")
    assert "lesson" in app.components
    cookies[COOKIE] = "seen"
    assert not App().shows("first-visit")


def test_something_of_one_s_own_ends_them(space: Workspace) -> None:
    app = uploaded(a=LINES, b=LINES, references=[LINES])
    assert app.component("first-visit-over")["cards"] == []
    for kept in workspace.recent_comparisons(space):
        workspace.delete_comparison(space, kept.digest)
    app.go_to("data.py")
    app.press("Open the sample")
    app.go_to("overview.py")
    assert not app.shows("first-visit")


def test_nothing_is_offered_where_something_was_saved(space: Workspace) -> None:
    assert App().shows("first-visit")
    uploaded(a=LINES, b=LINES, references=[LINES])
    assert not App().shows("first-visit")
