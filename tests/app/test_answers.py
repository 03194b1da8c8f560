"""Answers to the viewer: by the view in the question alone, and what takes long in parts."""

import threading

import pytest

from bleu_core import Comparison
from pages.ui import computing, results, segment_filter, state
from pages.ui.cache import result
from pages.ui.view import View
from pages.ui.viewer import answers
from pages.ui.viewer.ngram_answers import CONTEXTS

from .asking import ask


def test_an_answer_is_about_the_view_in_the_question(monkeypatch) -> None:
    def tell(comparison: Comparison, asked: dict[str, str]) -> dict[str, object]:
        return {"a": comparison.a, "size": len(comparison), "asked": asked}

    monkeypatch.setitem(answers.ANSWERS, "told", tell)
    whole = {"a": "apertium-direct", "size": 252, "asked": {"more": "1"}}
    assert ask("told", more="1") == (200, whole)
    swapped = "a=apertium-pivot&b=apertium-direct&where=line+<+11&only=yes"
    assert ask("told", swapped) == (200, {"a": "apertium-pivot", "size": 10, "asked": {}})
    status, answer = ask("told", "data=" + "0" * 64)
    assert status == 410
    assert answer["problem"]
    assert ask("unknown") == (404, None)


def test_what_takes_long_is_told_and_can_be_stopped(monkeypatch) -> None:
    go_on, begun = threading.Event(), []

    @result()
    def slow(comparison: Comparison, progress=None) -> str:
        begun.append(comparison.a)
        progress(0.25)
        go_on.wait(60)
        progress(0.5)  # a task that is stopped ends here
        return "done"

    def tell(comparison: Comparison, asked: dict[str, str]) -> str | None:
        return computing.computed("Counting", slow, comparison)

    monkeypatch.setitem(answers.ANSWERS, "slow", tell)
    monkeypatch.setattr(computing, "PATIENCE", 0.01)
    while (told := ask("slow"))[1]["part"] == 0:
        pass
    assert told == (202, {"what": "Counting", "part": 0.25})
    assert ask("slow", stop="yes") == told
    go_on.set()
    while ask("slow")[0] != 200:
        pass
    assert ask("slow") == (200, "done")
    assert len(begun) == 2  # it was stopped once


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_the_failure_of_a_result_is_raised_and_it_is_tried_again() -> None:
    tried = []

    @result()
    def failing(comparison: Comparison) -> str:
        tried.append(1)
        raise ValueError("wrong")

    with state.asked_for(View()):
        comparison = answers.compared(View())
        for _ in range(2):
            with pytest.raises(RuntimeError):
                computing.computed("Counting", failing, comparison)
    assert len(tried) == 2


@pytest.mark.parametrize("ngram", ["in", "the box", r"/\p{Pd}/"])
def test_the_groups_of_a_concordance_count_the_wins_of_the_evidence(ngram: str) -> None:
    status, found = ask("concordance", ngram=ngram)
    assert status == 200
    groups = dict(found["groups"])
    assert sum(groups.values()) == found["segments"]
    with state.asked_for(View()):
        comparison = segment_filter.part_of(answers.compared(View()))
    table = results.ngram_evidence(comparison)
    rows = {text: i for i, text in enumerate(table.texts(table.rows(folded=True)).to_pylist())}
    if ngram in rows:
        row = table.rows(folded=True)[rows[ngram]]
        wins = [table.column("wins_a")[row], table.column("wins_b")[row]]
        assert [groups["A more"], groups["B more"]] == wins
    assert len(found["rows"]) == min(CONTEXTS, groups[found["group"]])
    assert found["document"]["set"]["size"] == len(found["rows"])
    numbers = found["document"]["set"]["numbers"]
    assert numbers == [row + 1 for row in found["rows"]]


def test_n_grams_are_those_with_a_text() -> None:
    _, everything = ask("ngrams")
    _, found = ask("ngrams", find='"box"')
    assert found["rows"]
    assert all("box" in row[0].split() for row in found["rows"])
    assert found["families"] == everything["families"]
