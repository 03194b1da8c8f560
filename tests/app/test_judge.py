"""The Judge screen as a whole: in every tab, without and with what people said, and by any link."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bleu_core import EvalSet, workspace
from bleu_core.people.sessions.plan import PlanItem, plan_digest
from bleu_core.people.sessions.task import ItemAnswer, blind_task
from bleu_core.segments.marks import Mark, Rating
from bleu_core.workspace import Workspace, answers, sessions
from pages.ui.view import JUDGE_TABS
from tests.app.conftest import App
from tests.core import blind_session
from tests.e2e.hostile import HOSTILE, HOSTILE_NAME


def evil() -> EvalSet:
    """Systems with hostile names, documents and texts."""
    return EvalSet(
        {
            HOSTILE_NAME: HOSTILE,
            HOSTILE_NAME + "2": [line + " more" for line in HOSTILE],
            "$x$": HOSTILE[::-1],
        },
        [[line + " than one" for line in HOSTILE]],
        source=HOSTILE,
        documents=HOSTILE,
    )


def said_of(space: Workspace, data: EvalSet) -> str:
    """An unblinded session and marks, all of whose names are hostile; the id of the session."""
    names = tuple(data.systems)
    plan = blind_session.plan(
        name=HOSTILE[1],
        test_set=data.digest,
        systems=names,
        annotators=(HOSTILE_NAME, HOSTILE[4][:60]),
        made_by=HOSTILE_NAME,
        items=tuple(PlanItem(n, names[n % 2], names[2]) for n in range(len(data))),
    )
    workspace.save_comparison(space, data)
    sessions.save_session(space, plan, blind_task(plan, data))
    mark = Mark(HOSTILE[3], "major", 0, 3, comment=HOSTILE[1])
    for k, name in enumerate(plan.annotators):
        answer = ItemAnswer(0, name, "left")
        different = replace(answer, item=1, better=("left", "right")[k])
        skipped = ItemAnswer(2, name, skipped=HOSTILE[2])
        answers.import_answers(space, plan_digest(plan), [answer, different, skipped])
    answers.unblind(space, plan_digest(plan), HOSTILE_NAME)
    ratings = [
        Rating(n, system, HOSTILE_NAME, (mark,)) for n in range(len(data)) for system in names
    ]
    workspace.import_ratings(space, data.digest, HOSTILE_NAME, ratings)
    return plan_digest(plan)


def marked_up(app: App) -> str:
    """All that Streamlit takes for Markdown."""
    kinds = (app.test.markdown, app.test.caption, app.test.subheader, app.test.header)
    labels = [button.label for button in app.test.button]
    return "\n".join([one.value for kind in kinds for one in kind] + labels)


@pytest.mark.parametrize(
    ("tab", "key"),
    [("sessions", "sessions"), ("results", "none-unblinded"), ("people", "no-people")],
)
def test_where_nothing_was_said_or_can_be_kept_each_tab_says_so(
    space: Workspace, tab, key, monkeypatch
) -> None:
    app = App("judge.py", judge=tab)
    assert app.shows(key)
    assert not app.shows("ignored")
    monkeypatch.setenv("BLEUSCOPE_HOME", "off")
    assert App("judge.py", judge=tab).sent.count("screen.keeping_off") == 1


@pytest.mark.parametrize("tab", JUDGE_TABS)
def test_names_and_texts_that_would_come_alive_stay_text(space: Workspace, tab: str) -> None:
    data = evil()
    session = said_of(space, data)
    app = App("judge.py", data=data.digest, judge=tab, session=session)
    app.set(annotator=HOSTILE_NAME)
    assert app.link["session"] == session
    raw = marked_up(app)
    for text in (*HOSTILE, HOSTILE_NAME, "$x$"):
        assert text not in raw
