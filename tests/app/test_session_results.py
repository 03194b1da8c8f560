"""Results of a session on the Judge screen. Its annotators are scripted: nobody judged anything."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bleu_core import EvalSet, workspace
from bleu_core.people.sessions.plan import SessionPlan, plan_digest
from bleu_core.people.sessions.task import blind_task
from bleu_core.workspace import Workspace, answers, sessions
from tests.app.conftest import App
from tests.core.scripted import pairs, plan_of, prefers

SIZE = 40
NAMES = ("<b>base</b>", "=cand")


def evalset() -> EvalSet:
    return EvalSet(
        {
            name: [f"{word} cat number {n} sat <i>here</i>" for n in range(SIZE)]
            for name, word in zip(NAMES, ("one", "two"), strict=True)
        },
        [[f"the cat number {n} sat here" for n in range(SIZE)]],
        documents=["d1"] * 25 + ["d2"] * 15,
    )


def plan() -> SessionPlan:
    made = plan_of(pairs(SIZE, systems=NAMES), systems=NAMES)
    return replace(made, test_set=evalset().digest, name="Friday")


ID = plan_digest(plan())


@pytest.fixture
def space(space: Workspace) -> Workspace:
    """A session that two scripted annotators judged: both prefer the candidate, Ben not always."""
    workspace.save_comparison(space, evalset())
    sessions.save_session(space, plan(), blind_task(plan(), evalset()))
    for who in ("Ada", "Ben"):
        for number, item in enumerate(plan().items):
            wanted = NAMES[number % 4 != 0] if who == "Ben" else NAMES[number % 8 != 0]
            said = prefers(item, wanted)
            answers.save_answer(space, ID, who, number, {"better": said})
    return space


def results(**params: str) -> App:
    return App("judge.py", data=evalset().digest, judge="results", **params)


def test_what_is_blind_tells_nothing(space: Workspace) -> None:
    for params in ({}, {"session": ID}):
        app = results(**params)
        assert not app.shows("results-headline")
        assert not app.shows("results-preferences")
        assert not app.test.get("download_button")


def test_the_headline_and_the_table_count_segments(space: Workspace) -> None:
    answers.unblind(space, ID, "Ada")
    app = results()
    told = app.says("results-headline")
    assert told.startswith("Annotators prefer =cand to <b>base</b>: it wins 30 of 35 segments")
    (row,) = app.cells("results-preferences")
    assert row[:6] == ["<b>base</b>", "=cand", "5", "30", "5", "0"]
    assert "α = 0.59" in app.says("results-agreement")
    assert [row[0] for row in app.cells("results-conduct")] == ["Ada", "Ben"]
    assert app.cells("results-conduct")[0][1:3] == ["40/40", "0"]
    app = results(session="0" * 64)
    assert app.codes("no-such-session") == ["link.unknown_session"]
