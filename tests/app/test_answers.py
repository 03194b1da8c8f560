"""Answers to the viewer: by the view in the question alone, and what takes long in parts."""

import threading

from bleu_core import Comparison
from pages.ui import cache
from pages.ui.cache import result
from pages.ui.viewer import answers

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
        return cache.computed("Counting", slow, comparison)

    monkeypatch.setitem(answers.ANSWERS, "slow", tell)
    monkeypatch.setattr(cache, "PATIENCE", 0.01)
    while (told := ask("slow"))[1]["part"] == 0:
        pass
    assert told == (202, {"what": "Counting", "part": 0.25})
    assert ask("slow", stop="yes") == told
    go_on.set()
    while ask("slow")[0] != 200:
        pass
    assert ask("slow") == (200, "done")
    assert len(begun) == 2  # it was stopped once
