"""Sessions in the workspace: answers are kept one by one, and the last write wins."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from bleu_core import EvalSet, InputError, workspace
from bleu_core.people.sessions.plan import PlanItem, plan_digest
from bleu_core.people.sessions.session_files import LONGEST_LINE, LONGEST_TEXT
from bleu_core.people.sessions.task import ItemAnswer, blind_task
from bleu_core.workspace import Gone, Workspace, WorkspaceError, answers, sessions
from bleu_core.workspace.validation import check_rows
from tests.core.blind_session import evalset, plan
from tests.core.refusing import refused

ID = plan_digest(plan())
SHOWN = ("outputs", "references", "source")
TASK = blind_task(plan(), evalset())


@pytest.fixture
def space(tmp_path: Path) -> Workspace:
    made = Workspace.open(tmp_path)
    workspace.save_comparison(made, evalset())
    sessions.save_session(made, plan(), TASK)
    return made


def answered(space: Workspace) -> list[ItemAnswer]:
    return answers.load_answers(space, ID)


def say(space: Workspace, item: int, **fields: object) -> None:
    answers.save_answer(space, ID, "Ana", item, fields)


def test_a_session_is_kept_with_its_plan_and_its_task(tmp_path: Path, space: Workspace) -> None:
    (session,) = sessions.load_sessions(space, evalset().digest)
    assert (session.id, session.plan, session.task) == (ID, plan(), TASK)
    assert session.unblinded is None
    assert [session] == sessions.load_sessions(space) == [sessions.find_session(space, ID)]
    assert sessions.load_sessions(space, "0" * 64) == []
    assert sessions.find_session(space, "0" * 64) is None
    sessions.save_session(space, plan(), TASK)
    assert len(sessions.load_sessions(space)) == 1
    with pytest.raises(Gone):  # where its comparison is not kept
        sessions.save_session(Workspace.open(tmp_path / "other"), plan(), TASK)


@pytest.mark.parametrize("shown", ["outputs", "references", "source", "orders"])
def test_what_could_not_be_read_again_is_not_kept(space: Workspace, shown: str) -> None:
    texts = [["x" * (LONGEST_TEXT + 1) if one == shown else "x"] * 2 for one in SHOWN]
    outputs, references, source = texts
    data = EvalSet({"Alpha-1": outputs, "Beta-2": ["y", "y"]}, [references], source=source)
    workspace.save_comparison(space, data)
    names = [f"{n:0200}" for n in range(LONGEST_LINE // 200)] if shown == "orders" else ["Ana"]
    items = (PlanItem(0, "Alpha-1", "Beta-2"),)
    long = plan(test_set=data.digest, annotators=names, items=items)
    with refused("session.too_large", error=InputError):
        sessions.save_session(space, long, blind_task(long, data))
    (session,) = sessions.load_sessions(space)
    assert session.id == ID


def test_each_answer_is_kept_by_itself_and_read_again(space: Workspace) -> None:
    say(space, 0, better="right")
    answers.save_answer(space, ID, "Ben", 3, {"skipped": "both unreadable"})
    ana, ben = answers.load_answers(space, ID)
    assert replace(ana, changed=0) == ItemAnswer(0, "Ana", "right")
    assert (ben.annotator, ben.item, ben.skipped) == ("Ben", 3, "both unreadable")
    assert answers.load_answers(space, ID, "Ben") == [ben]
    assert ana.changed > 0


def test_ratings_are_of_each_side(space: Workspace) -> None:
    other = plan(ask="rating")
    sessions.save_session(space, other, blind_task(other, evalset()))
    which = plan_digest(other), "Ana", 0
    answers.save_answer(space, *which, {"left": 4, "right": 1})
    (answer,) = answers.load_answers(space, which[0])
    assert (answer.left, answer.right) == (4, 1)
    for rating in (6, 2.5, -1, float("nan"), "3", True):
        with refused("toml.must_be"):
            answers.save_answer(space, *which, {"left": rating})
    with refused("session.not_asked"):
        answers.save_answer(space, *which, {"better": "left"})


def test_the_last_write_wins(space: Workspace) -> None:
    for better in ("left", "left", "right"):
        say(space, 1, better=better)
        assert [answer.better for answer in answered(space)] == [better]
    say(space, 1, better="")
    assert answered(space) == []


REFUSED: list[tuple[int, dict[str, object], str]] = [
    (0, {"better": "Alpha-1"}, "toml.must_be"),
    (0, {"better": ["left"]}, "toml.must_be"),
    (0, {"left": 3}, "session.not_asked"),
    (0, {"skipped": "x" * 1_001}, "toml.must_be"),
    (0, {"skipped": "\ud800"}, "toml.must_be"),
    (6, {"better": "left"}, "annotation.out_of_range"),
    (-1, {"better": "left"}, "annotation.out_of_range"),
]


def test_what_cannot_be_said_is_refused(space: Workspace) -> None:
    for item, fields, code in REFUSED:
        with refused(code):
            say(space, item, **fields)
    with refused("session.no_annotator"):
        answers.save_answer(space, ID, "Mia", 0, {"better": "left"})
    assert answers.load_answers(space, ID) == []
    with pytest.raises(Gone):
        answers.save_answer(space, "0" * 64, "Ana", 0, {"better": "left"})


def test_only_who_made_it_unblinds_and_no_answer_is_taken_then(space: Workspace) -> None:
    with refused("session.not_maker"):
        answers.unblind(space, ID, "Ana")
    answers.unblind(space, ID, "Mia")
    assert sessions.find_session(space, ID).unblinded
    with refused("session.unblinded"):
        say(space, 0, better="left")
    with refused("session.unblinded"):
        answers.import_answers(space, ID, [])


def test_a_file_of_answers_is_laid_beside_what_is_there(space: Workspace) -> None:
    say(space, 0, better="left")
    say(space, 1, better="left")
    sent = [
        ItemAnswer(0, "Ana", "right", changed=5.0),
        ItemAnswer(1, "Ana", "left", changed=6.0),
        ItemAnswer(2, "Ben", skipped="torn page", changed=7.0),
    ]
    assert answers.import_answers(space, ID, sent) == (1, 1, [("Ana", 0)])
    ana, both, ben = found = answered(space)
    assert ana.better == "left"
    assert both.better == "left"
    assert (ben.skipped, ben.changed) == ("torn page", 7.0)
    assert answers.import_answers(space, ID, sent) == (0, 2, [("Ana", 0)])
    with refused("annotation.out_of_range"):
        answers.import_answers(
            space, ID, [ItemAnswer(3, "Ana", "left"), ItemAnswer(9, "Ana", "left")]
        )
    assert str(answered(space)) == str(found)


DAMAGE = [
    ("sessions SET task = replace(task, 'left', 'lift')", sessions.find_session),
    ("sessions SET task = CAST(x'ff' AS TEXT)", sessions.find_session),
    ("sessions SET plan = '{}'", sessions.find_session),
    ("answers SET answer = '{'", answers.load_answers),
    ("answers SET answer = '[]'", answers.load_answers),
    ("answers SET item = 9", answers.load_answers),
]


@pytest.mark.parametrize(("what", "reads"), DAMAGE)
def test_a_damaged_session_is_named_and_hides_no_other(space: Workspace, what: str, reads) -> None:
    say(space, 0, better="left")
    with space.writing() as db:
        db.execute(f"UPDATE {what}")
    other = plan(name="Other")
    sessions.save_session(space, other, blind_task(other, evalset()))
    answers.save_answer(space, plan_digest(other), "Ana", 0, {"better": "left"})
    with refused("session.unreadable", error=WorkspaceError) as problems:
        reads(space, ID)
    assert ID[:7] in problems[0]
    assert str(space.path) in problems[0]
    is_listed = reads is answers.load_answers
    assert sessions.session_problems(space) == ([] if is_listed else problems)
    names = [one.task.name for one in sessions.load_sessions(space)]
    assert names == ["Other", plan().name][: 1 + is_listed]
    with pytest.raises(WorkspaceError):
        check_rows(space, space.path)
    sessions.delete_session(space, ID)
    check_rows(space, space.path)


def test_a_session_is_deleted_by_itself(space: Workspace) -> None:
    say(space, 0, skipped="an unusual reason")
    sessions.delete_session(space, ID)
    assert sessions.find_session(space, ID) is None
    assert b"unusual" not in space.path.read_bytes()
    assert workspace.find_comparison(space, evalset().digest)
    with pytest.raises(Gone):
        answers.load_answers(space, ID)
