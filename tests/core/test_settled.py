"""What is settled of a session stands beside its answers, once it is unblinded. Scripted."""

from __future__ import annotations

from pathlib import Path

import pytest

from bleu_core import workspace
from bleu_core.judgements.sessions.judged import unblinded
from bleu_core.judgements.sessions.plan_file import digest_of
from bleu_core.judgements.sessions.task import task_of
from bleu_core.workspace import Gone, Workspace, answers, sessions, unblinding
from bleu_core.workspace.settled import decisions, settle
from tests.core.blind_session import evalset, plan
from tests.core.refusing import refused

ID = digest_of(plan())


@pytest.fixture
def space(tmp_path: Path) -> Workspace:
    made = Workspace.open(tmp_path)
    workspace.keep(made, evalset())
    sessions.keep_session(made, plan(), task_of(plan(), evalset()))
    answers.say_answer(made, ID, "Ana", 0, "better", "", "left", "")
    answers.say_answer(made, ID, "Ben", 0, "better", "", "right", "")
    return made


def give_up(space: Workspace) -> None:
    unblinding.unblind(space, ID, "Mia", unblinding.GIVEN_UP)


def test_a_decision_is_kept_with_its_note_and_changes_no_answer(space: Workspace) -> None:
    before = str(answers.answers(space, ID))
    give_up(space)
    settle(space, ID, "Mia", 0, "right", "=the name is wrong on the left")
    (found,) = decisions(Workspace.open(space.folder), ID)
    assert (found.answer.item, found.answer.annotator, found.answer.better) == (0, "Mia", "right")
    assert found.note == "=the name is wrong on the left"
    assert found.answer.changed > 0
    assert str(answers.answers(space, ID)) == before
    assert unblinded(plan(), [found.answer])[0].preferred == "b"


def test_the_last_decision_on_an_item_is_the_one(space: Workspace) -> None:
    give_up(space)
    settle(space, ID, "Mia", 0, "right")
    settle(space, ID, "Ana", 0, "bad", "both lose the name")
    settle(space, ID, "Ana", 1, "same")
    assert [(d.answer.annotator, d.answer.better) for d in decisions(space, ID)] == [
        ("Ana", "bad"),
        ("Ana", "same"),
    ]
    settle(space, ID, "Ben", 0, "")
    assert [d.answer.item for d in decisions(space, ID)] == [1]


def test_what_cannot_be_is_refused(space: Workspace) -> None:
    with refused("session.still_blind"):
        settle(space, ID, "Mia", 0, "left")
    give_up(space)
    for item, better, note, code in [
        (0, "Alpha-1", "", "better_unknown"),
        (99, "left", "", "no_item"),
        (-1, "left", "", "no_item"),
        (0, "left", "x" * 10_001, "note_long"),
        (0, "left", "\ud800", "note_long"),
    ]:
        with refused(f"session.{code}"):
            settle(space, ID, "Mia", item, better, note)
    assert decisions(space, ID) == []


def test_it_goes_with_the_session(space: Workspace) -> None:
    give_up(space)
    settle(space, ID, "Mia", 0, "left", "an unusual note")
    sessions.delete_session(space, ID)
    assert decisions(space, ID) == []
    assert b"unusual" not in space.path.read_bytes()
    with pytest.raises(Gone):
        settle(space, ID, "Mia", 0, "left")
