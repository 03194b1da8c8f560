"""Who may judge a blind session, and what its screen says where nobody can; without a browser."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bleu_core import workspace
from bleu_core.judgements.sessions.plan_file import digest_of
from bleu_core.judgements.sessions.task import task_of
from bleu_core.workspace import Workspace, sessions, unblinding
from tests.core.blind_session import evalset, plan

from .conftest import App

Open = Callable[..., App]
ID = digest_of(plan())


@pytest.fixture
def space(space: Workspace) -> Workspace:
    workspace.keep(space, evalset())
    sessions.keep_session(space, plan(), task_of(plan(), evalset()))
    return space


def begin(app: App, name: str) -> None:
    app.widget("blind-name").set_value(name)
    app.press("Begin")


def test_without_a_workspace_nothing_is_judged() -> None:
    assert App("judge.py", task=ID).shows("blind-nowhere")


def test_an_unknown_session_is_told(space: Workspace) -> None:
    app = App("judge.py", task="0" * 64)
    assert app.shows("blind-unknown")


def test_only_who_is_named_in_the_plan_judges(space: Workspace) -> None:
    app = App("judge.py", task=ID)
    assert not app.shows("blind")
    begin(app, "Eve")
    assert app.codes("blind-name-wrong-told") == ["press.unknown_name"]
    begin(app, "ana")
    given = app.component("blind")
    assert (given["annotator"], given["size"], given["states"]) == ("Ana", 6, "......")
    assert "Ben" not in str(given)
    assert not any(name in str(given) for name in plan().systems)


def test_a_session_that_was_unblinded_is_closed(space: Workspace) -> None:
    unblinding.unblind(space, ID, "Mia", unblinding.GIVEN_UP)
    app = App("judge.py", task=ID)
    begin(app, "Ana")
    given = app.component("blind")
    assert given["closed"]
    assert given["items"] == {}
