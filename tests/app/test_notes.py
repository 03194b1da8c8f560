"""What was said of segments, on the screens: worklist, filters, the dialog; nothing when off."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pandas as pd
import pytest

from bleu_core import Comparison, workspace
from bleu_core.workspace import NOTE, VERDICT, Item, Kind, Workspace
from pages.ui import notes
from pages.ui.store import sample

from .conftest import App

Open = Callable[..., App]
WORST, BEST = 149, 91  # of the sample, by the sign of sentence Δ


@pytest.fixture
def space(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Workspace:
    monkeypatch.setenv("BLEUSCOPE_HOME", str(tmp_path / "home"))
    space = Workspace.open(tmp_path / "home")
    workspace.keep(space, sample())
    return space


def say(space: Workspace, segment: int, item: Item, text: str) -> None:
    workspace.say(space, sample().digest, segment, item, text, "")


def numbers(app: App) -> list[str]:
    return [row[0] for row in app.cells("worklist")]


def test_without_a_workspace_there_is_nothing_to_say_it_with(open_app: Open) -> None:
    app = open_app("segments.py")
    assert not app.shows("judging")
    assert "Notes" not in [button.label for button in app.test.button]
    assert "said" not in [column["label"] for column in app.component("worklist")["columns"]]


def test_the_segment_shows_what_was_said_of_it(open_app: Open, space: Workspace) -> None:
    say(space, 4, VERDICT, "same")
    say(space, 4, Item("label", "A", "omission"), "major")
    app = open_app("segments.py", seg="5", sort="line")
    said = app.component("judging")["said"]
    assert said["verdict"] == "same"
    assert said["labels"] == [{"system": "A", "name": "omission", "severity": "major"}]
    assert app.cells("worklist")[4][1] == "=\u00a01⚑"


def test_filters_by_what_was_said_add_to_the_others(open_app: Open, space: Workspace) -> None:
    for segment, text in ((1, "A better"), (2, "B better"), (3, "A better")):
        say(space, segment, VERDICT, text)
    say(space, 2, NOTE, "**why**")
    say(space, 3, Item("label", "B", "addition"), "minor")
    assert numbers(open_app("segments.py", sort="line", verdict="A better")) == ["2", "4"]
    assert numbers(open_app("segments.py", sort="line", verdict="given")) == ["2", "3", "4"]
    assert "2" not in numbers(open_app("segments.py", sort="line", verdict="none"))
    assert numbers(open_app("segments.py", sort="line", label="addition")) == ["4"]
    assert numbers(open_app("segments.py", sort="line", noted="yes")) == ["3"]
    narrowed = open_app("segments.py", sort="line", verdict="given", lines="3~3")
    assert numbers(narrowed) == ["3"]
    narrowed.press("verdict ✕")
    assert narrowed.test.query_params.get("verdict") is None


def test_an_unknown_verdict_in_a_link_is_told(open_app: Open, space: Workspace) -> None:
    app = open_app("segments.py", verdict="excellent")
    assert "verdict=excellent" in app.message("ignored")


def test_the_dialog_sums_up(open_app: Open, space: Workspace) -> None:
    deltas = Comparison.of(sample()).sentence_deltas
    assert deltas[WORST] < 0 < deltas[BEST]
    say(space, WORST, VERDICT, "A better")
    say(space, BEST, VERDICT, "A better")
    say(space, BEST, Item("label", "B", "omission"), "critical")
    app = open_app("segments.py")
    app.press("Notes")
    table = {row[0]: row[1:] for row in app.cells("agreement")}
    assert table["A better"] == ["1", "1", "0"]
    assert any("1/2 segments (50.0 %)" in text.value for text in app.test.markdown)
    assert app.cells("label-counts") == [
        ["omission", "A", "0", "0", "0", "0"],
        ["omission", "B", "0", "0", "1", "1"],
    ]


def test_a_comparison_that_is_not_kept_can_be(
    compare: Open, space: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = str(space.folder)
    monkeypatch.setenv("BLEUSCOPE_HOME", "off")
    app = compare(a=b"one two\n", b=b"one\n", references=[b"one two\n"])
    monkeypatch.setenv("BLEUSCOPE_HOME", home)
    app.test.switch_page("segments.py")
    app.run()
    assert not app.shows("judging")
    app.press("Keep this comparison, to take notes")
    assert app.shows("judging")
    assert len(workspace.recent(space)) == 2


@pytest.mark.parametrize("empty", [None, ""])
def test_an_empty_cell_of_the_labels_is_empty(empty: str | None) -> None:
    rows = [["register", empty, empty], ["style", "y", "How it reads."]]
    kinds = notes.kinds_of(pd.DataFrame(rows, columns=list(notes.COLUMNS)))
    assert kinds == [Kind("register"), Kind("style", "y", "How it reads.")]


@pytest.mark.parametrize("screen", ["", "segments.py", "ngrams.py", "learn.py", "data.py"])
def test_an_unusable_workspace_is_told_and_the_app_goes_on(
    open_app: Open, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, screen: str
) -> None:
    folder = tmp_path / "home"
    folder.mkdir()
    (folder / "workspace.sqlite").write_text("This is no database. " * 100)
    monkeypatch.setenv("BLEUSCOPE_HOME", str(folder))
    app = open_app(screen)
    app.run()
    assert "cannot be used" in app.message("workspace-problem")
    assert app.component("masthead")["signature"]


def test_a_comparison_is_made_where_nothing_can_be_kept(
    compare: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BLEUSCOPE_HOME", "/dev/null/nowhere")
    app = compare(a=b"one two\n", b=b"one\n", references=[b"one two\n"])
    assert app.component("masthead")["signature"]
    assert "cannot be used" in app.message("workspace-problem")
