"""What is kept, on the screens: offered, listed, opened, deleted."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from urllib.parse import parse_qs

import pytest

from bleu_core import BleuConfig, EvalSet, workspace
from bleu_core.workspace import Workspace
from pages.ui import store
from pages.ui.data import history

from .conftest import App

REFERENCE = ["the cat sat on the mat .", "it was glad to be at home again ."]
OLD = ["a cat sat on a mat .", "it was happy to be home again ."]
MIDDLE = ["a cat sat on the mat .", "it was happy to be at home again ."]
NEW = ["the cat sat on the mat .", "it was happy to be at home again ."]
HOSTILE = "<img src=x onerror=alert(1)> **bold** [link](javascript:1) $x$ :red[red]"
GONE = "0" * 64
Keep = Callable[..., EvalSet]


@pytest.fixture
def keep(space: Workspace, monkeypatch) -> Keep:
    """keep(a=…, b=…): a comparison in the workspace, each a day after the one before."""
    days = iter(range(1, 100))

    def kept(config: BleuConfig = BleuConfig(), references=(REFERENCE,), **systems) -> EvalSet:
        made = EvalSet(systems=systems, references=list(references))
        day = next(days)
        with monkeypatch.context() as patch:
            patch.setattr("bleu_core.workspace.comparisons.time.time", lambda: 1.7e9 + 86_400 * day)
            workspace.save_comparison(space, made, config)
        return made

    return kept


def listing(**params: str) -> App:
    """Data with the list of what is kept."""
    return on_tab("Saved comparisons", **params)


def runs(**params: str) -> App:
    """Data with the runs on a test set."""
    return on_tab(history.TAB, **params)


def on_tab(tab: str, **params: str) -> App:
    app = App("data.py", **params)
    app.set(data_tab=tab)
    return app


def offered() -> list[dict]:
    return App().component("recent")["items"]


# Nothing kept.


def test_with_the_workspace_off_screens_say_that_nothing_is_kept() -> None:
    assert not App().shows("recent")
    assert App(data=GONE).codes("gone") == ["screen.comparison_dropped"]
    assert listing().codes("keeps-nothing") == ["screen.keeping_off"]
    assert runs().codes("no-history") == ["screen.keeping_off"]


def test_a_workspace_that_cannot_be_used_is_told_once(folder: Path) -> None:
    (folder / "home").mkdir()
    (folder / "home" / "workspace.sqlite").write_bytes(b"no database" * 100)
    app = App(data=GONE)
    assert app.codes("workspace-problem") == ["workspace.damaged"]
    assert app.codes("gone") == []


# The offer.


def test_what_is_offered_goes_on_where_it_was_left(keep: Keep) -> None:
    made = keep(old=OLD, new=NEW)
    App("segments.py", data=made.digest)
    assert offered()[0]["href"] == f"?data={made.digest}"
    App("segments.py", data=made.digest, sort="line", seg="2", where="line < 9", tok="char")
    (item,) = offered()
    assert parse_qs(item["href"][1:]) == {
        "data": [made.digest],
        "tok": ["char"],
        "seg": ["2"],
        "sort": ["line"],
        "where": ["line < 9"],
    }
    # Who comes by a plain link sees it from its beginning, and changes nothing of that.
    fresh = App("segments.py", data=made.digest, tok="char")
    assert fresh.link == {"data": made.digest, "tok": "char"}
    assert offered()[0]["href"] == item["href"]
    app = App()
    app.send("recent", open=made.digest)
    app.go_to("segments.py")
    assert app.component("view-segments")["params"]["seg"] == "2"
    app = App()
    app.send("recent", all=True)
    assert app.cells("kept")[0][1:3] == ["old", "new"]


def test_a_link_or_an_offer_of_what_is_not_there_says_so(space, keep: Keep) -> None:
    made = keep(old=OLD, new=NEW)
    app = App(data=GONE)
    assert app.codes("gone") == ["screen.comparison_elsewhere"]
    assert [item["id"] for item in app.component("recent")["items"]] == [made.digest]
    app, listed = App(), listing()
    workspace.delete_comparison(space, made.digest)
    store.forget(made.digest)
    app.send("recent", open=made.digest)
    assert app.codes("gone") == ["screen.comparison_elsewhere"]
    listed.send("kept", open=made.digest)
    assert listed.shows("kept-gone")
    assert listed.cells("kept") == []


# The list.


def test_the_list_opens_each_comparison_as_it_was_last_seen(space, keep: Keep) -> None:
    first = keep(old=OLD, new=NEW)
    second = keep(BleuConfig(tokenize="char"), old=OLD, other=MIDDLE)
    workspace.save_annotation(space, first.digest, 0, workspace.VERDICT, "B better")
    workspace.save_annotation(space, first.digest, 1, workspace.VERDICT, "same")
    workspace.save_annotation(space, first.digest, 1, workspace.NOTE, "a note")
    app = listing(seg="3", where='document = "news-1"')
    rows = [[cell.replace("\u00a0", " ") for cell in row] for row in app.cells("kept")]
    assert rows[0] == ["1", "old", "other", "2", "16 Nov 2023", "16 Nov 2023", "tok:char", "–"]
    assert rows[1][1:4] == ["old", "new", "2"]
    assert rows[1][6:] == ["default", "2 judgments, 1 note"]
    app.send("kept", open=second.digest)
    assert app.link == {"data": second.digest, "tok": "char"}
    assert app.shows("view-overview")


def test_deleting_asks_first_says_what_goes_and_deletes(space, keep: Keep) -> None:
    made = keep(old=OLD, new=NEW)
    workspace.save_annotation(space, made.digest, 1, workspace.NOTE, "a note")
    screens = "overview.py", "segments.py", "ngrams.py", "slices.py", "data.py"
    others = [App(screen, data=made.digest) for screen in screens]
    app = listing(data=made.digest)
    app.press("Delete …")
    assert all(
        part in app.message("kept-confirm") for part in ("old → new", "2 segments", "1 note")
    )
    app.press("Cancel")
    assert not app.shows("kept-confirm")
    assert workspace.find_comparison(space, made.digest)
    app.press("Delete …")
    app.press("Delete permanently")
    assert workspace.find_comparison(space, made.digest) is None
    assert b"a note" not in space.path.read_bytes()
    assert app.pair[0] == "apertium-direct"
    assert "data" not in app.link
    assert app.cells("kept") == []
    for other in others:  # windows in which it is still open
        other.run()
        assert other.codes("gone") == ["screen.comparison_elsewhere"]


# Names.


def test_hostile_names_stay_text_and_those_that_turn_what_follows_are_seen(keep: Keep) -> None:
    seen = "<U+202E>name"
    made = keep(**{HOSTILE: OLD, "\u202ename": NEW})
    assert offered()[0]["a"] == HOSTILE
    app = listing(data=made.digest)
    assert app.component("kept")["rows"][0][1]["title"] == HOSTILE
    assert seen in app.cells("kept")[0]
    assert app.pair == (HOSTILE, seen)
    assert App("data.py", data=made.digest).cells("current")[0][:2] == [HOSTILE, seen]
    assert "\u202e" not in str(app.component("kept"))
    assert "onerror" not in app.captions + str([one.value for one in app.test.markdown])
    app.set(data_tab=history.TAB)
    assert app.cells("runs")[1][1].endswith(HOSTILE)
    assert "\u202e" not in str(app.component("runs"))
