"""Sessions on the Judge screen: planned, imported, judged, unblinded and deleted."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from bleu_core import workspace
from bleu_core.people.sessions import session_files
from bleu_core.people.sessions.plan import plan_digest
from bleu_core.people.sessions.task import ItemAnswer, blind_task
from bleu_core.workspace import Workspace, answers, sessions
from tests.app import asking
from tests.app.conftest import App
from tests.core.blind_session import evalset, plan

ID = plan_digest(plan())
TASK = blind_task(plan(), evalset())
ANSWERS = [ItemAnswer(n, "Ana", skipped="scripted") for n in range(3)]


@pytest.fixture
def space(space: Workspace) -> Workspace:
    """A test set of three systems is kept."""
    workspace.save_comparison(space, evalset())
    return space


def judge(name: str = "Mia", **params: str) -> App:
    """The tab, seen by somebody."""
    app = App("judge.py", data=evalset().digest, **params)
    app.set(annotator=name)
    return app


def send(app: App, text: str) -> App:
    """A file is given; what came of it is told."""
    app.choose("session-file", [("sent.jsonl", text.encode(), "application/jsonl")])
    return app


def test_a_session_is_planned_and_judged(space: Workspace) -> None:
    app = judge()
    assert app.cells("sessions") == []
    app.click("new-session")
    app.widget("plan-name").set_value("Friday")
    app.widget("plan-annotators").set_value("Mia\n Ben  B \n\n")
    app.choose("plan-number", 5)
    assert "Each annotator judges 5 items: 5 segments." in app.message("plan-drawn")
    app.choose("plan-repeats", 40)
    assert "5 segments and 2 repeats" in app.message("plan-drawn")
    app.press("Create session")
    (session,) = sessions.load_sessions(space)
    made = session.plan
    assert made is not None
    assert (made.name, made.made_by, made.annotators) == ("Friday", "Mia", ("Mia", "Ben B"))
    assert (made.systems, made.repeats, made.ask) == (("Alpha-1", "Beta-2"), 0.4, "better")
    assert made.shows == ("source",)
    (row,) = app.cells("sessions")
    assert row[:3] == ["Friday", "in progress", "Mia 0 of 7 · Ben B 0 of 7"]
    app.press("Judge")
    assert session.id in app.link["task"]


def test_a_quick_look_starts_at_one_press_under_a_default_name(space: Workspace) -> None:
    workspace.save_annotation(space, evalset().digest, 0, workspace.NOTE, "a note")
    app = judge(name="")
    app.click("plan-as-quick")
    (session,) = sessions.load_sessions(space)
    assert session.id in app.link["task"]
    assert session.plan is not None
    assert session.plan.annotators == (session.plan.made_by,) == ("Annotator 1",)
    # What visitors without a name wrote stays theirs: it may be that of several people.
    assert [workspace.count_segments(space, name) for name in ("", "Annotator 1")] == [1, 0]
    judge(name="Annotator 1").click("start-quick")
    names = {one.task.name for one in sessions.load_sessions(space)}
    assert names == {"Quick look", "Quick look 2"}


def test_a_task_is_imported_and_judged_by_those_whom_it_names(space: Workspace) -> None:
    app = judge(name="Ana")
    assert (
        send(app, session_files.write_task(TASK)).component("session-came-told")["tone"] == "info"
    )
    assert sessions.find_session(space, ID).plan is None
    assert {"Judge", "Delete …"} <= app.labels
    assert "Unblind …" not in app.labels
    other = judge(name="Zoe")
    assert "Judge" not in [button.label for button in other.test.button]
    assert any("Ana or Ben" in text.value for text in other.test.text)


def test_answers_that_came_back_are_imported_once_and_no_other_file_is(space: Workspace) -> None:
    sessions.save_session(space, plan(), TASK)
    app, sent = judge(), session_files.write_answers(TASK, ANSWERS)
    assert send(app, sent).codes("session-came-told") == ["screen.answers_imported"]
    assert app.cells("sessions")[0][2] == "Ana 3 of 6 · Ben 0 of 6"
    wrong = sent.replace('"skipped": "scripted"', '"better": "Alpha-1"', 1)
    for text, problem in (
        (wrong, "line 2"),
        ("{}", "Nothing was imported"),
        (session_files.write_answers(TASK, []), "sent.jsonl"),
    ):
        app = send(judge(), text)
        assert app.component("session-came-told")["tone"] == "error"
        assert problem in app.message("session-came-told")


def test_who_made_it_and_judges_exports_only_own_answers_until_it_is_unblinded(space) -> None:
    own = replace(plan(), annotators=("Mia", "Ana"))
    task = blind_task(own, evalset())
    sessions.save_session(space, own, task)
    answers.import_answers(space, task.session, ANSWERS)  # Ana's
    assert judge().test.get("download_button")[1].proto.disabled
    answers.unblind(space, task.session, "Mia")
    assert not judge().test.get("download_button")[1].proto.disabled


def test_only_who_made_it_unblinds_and_deletes_it_after_being_asked(space: Workspace) -> None:
    sessions.save_session(space, plan(), TASK)
    answers.import_answers(space, ID, ANSWERS)
    # Nothing tells which system is which.
    app = judge(name="Ana")
    assert not {"Unblind …", "Delete …"} & app.labels
    shown = f"{app.cells('sessions')}"
    shown += " ".join(text.value for text in app.test.text)
    for name in ("Alpha-1", "Beta-2", "Gamma-3", str(plan().seed)):
        assert name not in shown
    app = judge()
    app.press("Unblind …")
    assert "Ana 3 and Ben 6" in app.message("unblind-confirm")
    assert app.codes("unblind-confirm") == ["screen.session_incomplete"]
    app.press("Cancel")
    assert sessions.find_session(space, ID).unblinded is None
    app.press("Unblind …")
    app.press("Unblind incomplete session")
    assert sessions.find_session(space, ID).unblinded
    assert app.view.judge_tab == "results"
    app = judge()
    assert "Unblind …" not in app.labels
    app.press("Results")
    assert app.view.judge_tab == "results"
    app = judge()
    app.press("Delete …")
    app.press("Cancel")
    app.press("Delete …")
    app.press("Delete permanently")
    assert sessions.load_sessions(space) == []
    assert app.cells("sessions") == []


def test_a_damaged_session_hides_no_other(space: Workspace) -> None:
    other = plan(name="Other")
    sessions.save_session(space, other, blind_task(other, evalset()))
    sessions.save_session(space, plan(), TASK)
    with space.writing() as db:
        db.execute("UPDATE sessions SET task = '{' WHERE id = ?", (ID,))
    app = judge()
    assert [row[0] for row in app.cells("sessions")] == ["Other"]
    assert app.codes("sessions-unread") == ["session.unreadable"]
    assert judge(judge_tab="results").shows("sessions-unread")
    assert App("judge.py", task=ID).codes("blind-unread") == ["session.unreadable"]


# Who judges.


def begin(app: App, name: str) -> None:
    app.widget("annotator-typed").set_value(name)
    app.press("Save name")


def test_where_there_is_no_session_nothing_is_judged(space: Workspace, monkeypatch) -> None:
    app = App("judge.py", task="0" * 64)
    assert app.shows("blind-unknown")
    assert not app.shows("header")
    monkeypatch.setenv("BLEUSCOPE_HOME", "off")
    assert App("judge.py", task=ID).shows("blind-nowhere")


def test_only_who_is_named_in_the_plan_judges_until_it_is_unblinded(space: Workspace) -> None:
    sessions.save_session(space, plan(), TASK)
    app = App("judge.py", task=ID)
    assert not app.shows("blind")
    begin(app, "Eve")
    assert "“Eve” is not an annotator" in app.message("blind-who")
    begin(app, "Ana")
    given = app.component("blind")
    assert (given["annotator"], given["size"], len(given["items"])) == ("Ana", 6, 6)
    assert not any(item["answer"] for item in given["items"])
    assert "Ben" not in str(given)
    assert not any(name in str(given) for name in plan().systems)
    answers.unblind(space, ID, "Mia")
    app = App("judge.py", task=ID)
    begin(app, "Ana")
    given = app.component("blind")
    assert given["closed"]
    assert given["items"] == []


def test_a_judgement_is_saved_before_it_is_acknowledged(space: Workspace) -> None:
    sessions.save_session(space, plan(), TASK)

    def press(at: int = 0, session: str = ID, **answer: str) -> dict[str, str]:
        change = {"id": "x", "session": session, "annotator": "Ana", "at": at}
        change["text"] = json.dumps(answer)
        return asking.send({"changes": [change]}, name="judgements")[1]["answers"]["x"]

    assert press(better="left") == {}
    (answer,) = answers.load_answers(space, ID)
    assert (answer.annotator, answer.item) == ("Ana", dict(TASK.orders)["Ana"][0])
    assert answer.better == "left"
    assert all(["problem" in press(better="up"), "problem" in press(at=99, better="left")])
    assert "deleted" in press(session="0" * 64, better="left")["problem"]
    answers.unblind(space, ID, "Mia")
    assert "unblinded" in press(better="right")["problem"]
