"""N-grams vs. error annotations on the Judge screen. The marks are scripted: nobody made them."""

from __future__ import annotations

import random
import time

import pytest

from bleu_core import BleuConfig, EvalSet
from bleu_core.common.progress import Progress
from bleu_core.people.meta_evaluation.human_scores import HumanScores, scores_from_marks
from bleu_core.people.ngram_vs_marks import count_ngrams_vs_marks
from bleu_core.present.account.error_marks import orders_table
from bleu_core.segments.marks import Mark, Rating
from pages.ui import cache, store
from pages.ui.judge import ngram_vs_marks
from tests.app.conftest import App

WORDS = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l"]


@pytest.fixture
def data() -> EvalSet:
    """Three systems, each worse than the one before."""
    rng = random.Random(11)
    references = [" ".join(rng.choices(WORDS, k=12)) for _ in range(40)]
    systems = {
        f"s{k}": [
            " ".join(word if rng.random() > 0.1 + 0.1 * k else "x" for word in line.split())
            for line in references
        ]
        for k in range(3)
    }
    return EvalSet(systems, [references])


def scripted(data: EvalSet) -> list[Rating]:
    """A script marks every fourth word, by turns minor and major, in the outputs of s0 and s2."""
    found = []
    for name in ("s0", "s2"):
        for i, text in enumerate(data.systems[name].to_pylist()):
            marks, start = [], 0
            for k, word in enumerate(text.split()):
                if k % 4 == i % 4:
                    severity = "minor" if i % 2 else "major"
                    marks.append(Mark("Style/Awkward", severity, start, start + len(word)))
                start += len(word) + 1
            found.append(Rating(i, name, "a script", tuple(marks)))
    return found


@pytest.fixture
def people(data: EvalSet, monkeypatch) -> HumanScores:
    (made,) = scores_from_marks(scripted(data), len(data))
    monkeypatch.setattr("pages.ui.judge.people_task.human_score_sources", lambda _: [made])
    return made


@pytest.fixture
def app(data: EvalSet, people: HumanScores) -> App:
    digest = store.put(data)
    ngram_vs_marks.start_ngram_marks(store.systems(data, BleuConfig()), people)
    ngram_vs_marks.ngram_marks_task.ready(store.systems(data, BleuConfig()), people).wait(60)
    return App("judge.py", data=digest, judge="people")


def test_counts_are_those_of_the_core(app: App, data: EvalSet) -> None:
    made = count_ngrams_vs_marks(data, BleuConfig(), scripted(data))
    assert app.cells("ngrams-vs-marks") == [[*row] for row in orders_table(made).texts]


def test_a_count_that_another_window_started_goes_on(
    data: EvalSet, people: HumanScores, monkeypatch
) -> None:
    def count(data: EvalSet, config: BleuConfig, ratings: list[Rating], report: Progress) -> None:
        while True:
            report(0.1)
            time.sleep(0.01)

    cache.CACHE.drop(lambda key: True)
    monkeypatch.setattr(ngram_vs_marks, "count_ngrams_vs_marks", count)
    systems = store.systems(data, BleuConfig())
    ngram_vs_marks.start_ngram_marks(systems, people)
    task = ngram_vs_marks.ngram_marks_task.ready(systems, people)
    ngram_vs_marks.start_ngram_marks(systems, people)
    assert task.running
    assert ngram_vs_marks.ngram_marks_task.ready(systems, people) is task
    task.stop()
    ngram_vs_marks.start_ngram_marks(systems, people)
    again = ngram_vs_marks.ngram_marks_task.ready(systems, people)
    assert again.running
    again.stop()


def test_where_nobody_rated_these_systems_that_is_said(data: EvalSet, monkeypatch) -> None:
    said = [Rating(0, "another", "a script")]
    (made,) = scores_from_marks(said, len(data))
    monkeypatch.setattr("pages.ui.judge.people_task.human_score_sources", lambda _: [made])
    app = App("judge.py", data=store.put(data), judge="people")
    assert app.codes("ngram-marks-failed") == ["annotation.nobody_rated"]
