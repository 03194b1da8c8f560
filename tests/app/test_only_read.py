"""Where something is shared to be read, nothing is offered that cannot be done, and it is said why.

Each test opens it three ways: by a link to read, as the team's, and by a link to write, where all
of it is offered.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bleu_core import workspace
from bleu_core.messages import screen
from bleu_core.people.sessions import session_files
from bleu_core.people.sessions.plan import plan_digest
from bleu_core.people.sessions.task import blind_task
from bleu_core.workspace import Workspace, answers
from bleu_core.workspace.team import people
from tests.core.filled_workspace import filled, first, plan

from . import test_own_and_shared as shared_tests
from .conftest import App
from .data_sets import counted
from .test_own_and_shared import ANN, BOB, shared_links

home, open_as = shared_tests.home, shared_tests.open_as
OpenAs = Callable[..., App]
WHY = {
    "read": screen.only_read_share("Ann"),
    "team": screen.only_read_team(),
    "write": "",
}
SESSION = plan_digest(plan())


def to_judge(folder: Path) -> Workspace:
    """All that can be said of a comparison, with a session that is unblinded."""
    space = filled(folder)
    answers.unblind(space, SESSION, "ann", answers.GIVEN_UP)
    return space


@pytest.fixture(params=list(WHY))
def opened(request: Any, home: Path, open_as: OpenAs) -> Callable[..., tuple[App, str]]:
    """A screen of what Bob may open of another's, and why he can do nothing with it, or ''."""
    if request.param == "team":
        to_judge(home)
        said = "team"
    else:
        to_judge(people.own_folder(home, ANN))
        said = shared_links(home, first().digest)[1][request.param == "write"]

    def open_screen(screen: str, **params: str) -> tuple[App, str]:
        return open_as(BOB, screen, data=first().digest, share=said, **params), WHY[request.param]

    return open_screen


def expect_offered(app: App, why: str, *labels: str) -> None:
    """All of these where it can be done; and none of them, but the reason, where it cannot."""
    assert set(labels) & app.labels == (set() if why else set(labels))
    # The line on top says it on every screen; here it is said once more, in the place.
    assert not why or (app.captions + app.sent).count(why) >= 2


def test_sessions(opened: Callable[..., tuple[App, str]]) -> None:
    app, why = opened("judge.py")
    expect_offered(app, why, "New session", "Task or answers")
    assert app.cells("sessions")
    app.test.get_by_key("export-task")
    assert not app.shows("workspace-problem")


def test_a_session_that_is_to_be_judged(opened: Callable[..., tuple[App, str]]) -> None:
    app, why = opened("judge.py", task=SESSION)
    assert app.shows("blind-only-read") == bool(why)


def test_notes(opened: Callable[..., tuple[App, str]]) -> None:
    app, why = opened("segments.py")
    app.press("Annotations")
    file = "Import annotations exported here or by a colleague"
    expect_offered(app, why, file, "Save labels", "Reset to default labels")
    assert app.shows("labels") == bool(why)


def test_scores_and_marks(opened: Callable[..., tuple[App, str]]) -> None:
    app, why = opened("data.py")
    labels = ["Delete scores", "Files with a score per segment, for A and B"]
    expect_offered(app, why, *labels, "Undo import", "Import error annotations")
    assert app.cells("imported-scores")
    assert app.cells("mark-imports")


def test_slices(opened: Callable[..., tuple[App, str]]) -> None:
    app, why = opened("slices.py", tab="saved", where="a.repetition")
    expect_offered(app, why, "Save slice", "Slices file (TOML)")
    if why:  # slices are not copied where something is shared; the team's are there
        expect_offered(app, why, "Rename", "Delete")
    assert app.cells("saved-table")


def test_a_task_is_not_brought_into_a_share(home: Path, open_as: OpenAs) -> None:
    filled(people.own_folder(home, ANN))
    _, links = shared_links(home, first().digest)
    text = session_files.write_task(blind_task(plan(), first()))
    bob = open_as(BOB, "judge.py", data=first().digest, share=links[True])
    bob.choose("session-file", [("sent.jsonl", text.encode(), "application/jsonl")])
    assert bob.codes("session-came-told") == ["screen.task_into_share"]


def test_a_data_set_is_read_by_everybody_and_deleted_by_nobody(home: Path, open_as: OpenAs) -> None:
    (home / "home").symlink_to(home)  # where `counted` keeps it
    digest = counted(home).digest
    shown = []
    for person in (BOB, ANN):
        app = open_as(person, "segments.py", data=digest, seg="3")
        assert app.component("segment")["judging"]
        shown.append(app.cells("worklist"))
        app.set(data_tab="Saved comparisons")
        app.go_to("data.py")
        assert app.component("kept")["ids"] == [digest]
        assert "the team" in app.captions
        assert "Delete …" not in app.labels
    assert shown[0] == shown[1]
    # What somebody says of it is their own.
    space = Workspace.open(people.own_folder(home, ANN))
    workspace.save_annotation(space, digest, 2, workspace.NOTE, "a note", "", ANN.name)
    for person, note in ((BOB, ""), (ANN, "a note")):
        app = open_as(person, "segments.py", data=digest, seg="3")
        assert app.component("segment")["judging"]["said"]["note"] == note
