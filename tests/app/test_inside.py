"""Inside BLEU on the Judge screen. The marks are scripted: no person made them."""

from __future__ import annotations

import random
import time

import pytest

from bleu_core import BleuConfig, EvalSet
from bleu_core.common.formatting import format_int, format_share
from bleu_core.common.progress import Progress
from bleu_core.people.meta_evaluation.human_scores import HumanScores, scores_from_marks
from bleu_core.people.ngram_occurrences import find_occurrences
from bleu_core.people.ngram_vs_marks import count_ngrams_vs_marks, list_ngrams
from bleu_core.present.account.error_marks import headline
from bleu_core.present.document import text as plain
from bleu_core.segments.marks import Mark, Rating
from pages.ui import cache, store
from pages.ui.judge import marked_ngrams
from tests.app.conftest import App

WORDS = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l"]
HOSTILE = "<b>**x**</b>"


@pytest.fixture
def data() -> EvalSet:
    """Three systems, each worse than the one before; some of their wrong words are hostile."""
    rng = random.Random(11)
    references = [" ".join(rng.choices(WORDS, k=12)) for _ in range(40)]
    systems = {
        f"s{k}": [
            " ".join(
                word if rng.random() > 0.1 + 0.1 * k else rng.choice(["x", HOSTILE])
                for word in line.split()
            )
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
    marked_ngrams.start_ngram_marks(store.systems(data, BleuConfig()), people)
    marked_ngrams.ngram_marks_task.ready(store.systems(data, BleuConfig()), people).wait(60)
    return App("judge.py", data=digest, judge="people")


def expect_orders(app: App, data: EvalSet, **choice: object) -> None:
    made = count_ngrams_vs_marks(find_occurrences(data, BleuConfig(), scripted(data)), **choice)
    for key, name in (("inside-refused", "false_alarms"), ("inside-credited", "not_seen")):
        cells = app.cells(key)
        assert [row[3] for row in cells] == [
            format_share(getattr(one, name)) for one in made.orders
        ]
    refused = [format_int(one.not_credited) for one in made.orders]
    assert [row[1] for row in app.cells("inside-refused")] == refused


def test_counts_are_those_of_the_core_for_all_or_the_chosen(app: App, data: EvalSet) -> None:
    expect_orders(app, data)
    made = count_ngrams_vs_marks(find_occurrences(data, BleuConfig(), scripted(data)))
    assert app.says("people-headline").endswith(plain(headline(made)))
    app.choose("inside-systems", 1)
    expect_orders(app, data, systems=["s2"])
    app.widget("inside-systems").set_value("all systems")
    app.choose("inside-severities", ["minor"])
    expect_orders(app, data, severities=["minor"])
    app.choose("inside-severities", [])
    assert {row[3] for row in app.cells("inside-refused")} == {"100.0%"}


def test_the_lists_are_searched_and_an_ngram_is_opened(app: App, data: EvalSet) -> None:
    made = count_ngrams_vs_marks(find_occurrences(data, BleuConfig(), scripted(data)))
    for which in ("not seen", "false alarms"):
        app.choose("inside-list", which)
        listed = list_ngrams(made, which, 1)
        rows = app.cells("inside-ngrams")
        assert [row[0] for row in rows] == listed.texts.to_pylist()[:10]
        assert rows[0][1] == format_int(listed.counts[0, listed.became])
    app.widget("inside-text").set_value("x x")
    app.choose("inside-order", 2)
    assert all("x x" in row[0] for row in app.cells("inside-ngrams"))
    seen = app.component("inside-seen")
    assert "x x" in seen["text"]
    assert seen["marks"][0]["annotator"] == "a script"
    assert seen["references"] == [data.references[0][app_line(app) - 1].as_py()]
    line, system = app_line(app), seen["system"]
    app.choose("inside-text", "/[/")
    assert app.shows("inside-search-error")
    app.choose("inside-text", "x x")
    app.click("inside-open")
    assert system in app.pair
    assert app.link["seg"] == str(line)


def app_line(app: App) -> int:
    return int(app.component("inside-concordance")["rows"][0][0])


def test_a_count_that_another_window_started_goes_on(
    data: EvalSet, people: HumanScores, monkeypatch
) -> None:
    def count(data: EvalSet, config: BleuConfig, ratings: list[Rating], report: Progress) -> None:
        while True:
            report(0.1)
            time.sleep(0.01)

    cache.CACHE.drop(lambda key: True)
    monkeypatch.setattr(marked_ngrams, "find_occurrences", count)
    systems = store.systems(data, BleuConfig())
    marked_ngrams.start_ngram_marks(systems, people)
    task = marked_ngrams.ngram_marks_task.ready(systems, people)
    marked_ngrams.start_ngram_marks(systems, people)
    assert task.running
    assert marked_ngrams.ngram_marks_task.ready(systems, people) is task
    task.stop()
    marked_ngrams.start_ngram_marks(systems, people)
    again = marked_ngrams.ngram_marks_task.ready(systems, people)
    assert again.running
    again.stop()


def test_where_nobody_rated_these_systems_that_is_said(data: EvalSet, monkeypatch) -> None:
    said = [Rating(0, "another", "a script")]
    (made,) = scores_from_marks(said, len(data))
    monkeypatch.setattr("pages.ui.judge.people_task.human_score_sources", lambda _: [made])
    app = App("judge.py", data=store.put(data), judge="people")
    assert app.codes("inside-failed") == ["annotation.nobody_rated"]
