"""Imported scores on Data: columns are chosen, nothing is guessed, faults are told by line."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bleu_core import Comparison, workspace
from bleu_core.workspace import Workspace
from pages.ui import opinions, store
from pages.ui.data import scores
from pages.ui.data.score_files import HIGHER, LOWER
from pages.ui.sample import load_sample
from tests.app.conftest import App

SIZE = len(load_sample())
A = [i % 7 / 10 for i in range(SIZE)]
B = [i % 5 / 10 for i in range(SIZE)]


@pytest.fixture(autouse=True)
def forgotten() -> Any:
    """The sample is the same for all tests: what is imported for it goes with each."""
    yield
    store.forget(load_sample().digest)


def lines(values: list[Any]) -> bytes:
    return "".join(f"{value}\n" for value in values).encode()


def table_of(
    *columns: list[Any], names: str = "comet apertium-direct\tcomet apertium-pivot"
) -> bytes:
    rows = ["\t".join(map(str, row)) for row in zip(*columns, strict=True)]
    return "\n".join([names, *rows, ""]).encode()


class Scores(App):
    """The place on Data, with what stands on it."""

    def choose(self, *files: tuple[str, bytes]) -> None:
        given = [(name, data, "application/octet-stream") for name, data in files]
        self.choose("file-scores", given)

    def widget(self, kind: str, label: str) -> Any:
        return next(one for one in self.test.get(kind) if one.label == label)

    def say(self, kind: str, label: str, value: Any) -> None:
        self.widget(kind, label).set_value(value)
        self.run()

    @property
    def button(self) -> Any:
        return self.widget("Import these scores")

    def chosen(self) -> list[Any]:
        return [
            self.widget("selectbox", f"Scores of {whose}").value
            for whose in ("A, the baseline", "B, the candidate")
        ]

    def bring(self, name: str, way: str, *files: tuple[str, bytes]) -> None:
        """All that is to be said, and the button."""
        self.choose(*files)
        if self.chosen() == [None, None]:
            self.say("selectbox", "Scores of A, the baseline", 0)
            self.say("selectbox", "Scores of B, the candidate", 1)
        self.say("text_input", "Name of the scores", name)
        self.say("radio", "Which way is better?", way)
        self.press("Import these scores")

    def listed(self) -> list[list[str]]:
        return self.cells("imported-scores")


@pytest.fixture
def data() -> Callable[..., Scores]:
    return lambda **params: Scores("data.py", **params)


def test_without_scores_the_place_says_what_belongs_there(data) -> None:
    app = data()
    assert app.listed() == []
    assert app.component("imported-scores")["empty"] == "There are none yet for this comparison."
    assert scores.ABOUT in [caption.value for caption in app.test.caption]
    assert not any(one.label == "Import these scores" for one in app.test.button)


def test_nothing_is_imported_before_all_is_said(data) -> None:
    app = data()
    app.choose(("a.txt", lines(A)), ("b.txt", lines(B)))
    assert app.chosen() == [None, None]
    assert app.button.disabled

    def to_say() -> str:
        return next(c.value for c in app.test.caption if c.value.startswith("Still to be said"))

    assert to_say() == (
        "Still to be said: the column of A, the column of B, the name and which way is better."
    )
    app.say("selectbox", "Scores of A, the baseline", 0)
    app.say("selectbox", "Scores of B, the candidate", 1)
    app.say("text_input", "Name of the scores", "COMET")
    assert to_say() == "Still to be said: which way is better."
    assert app.button.disabled
    app.say("radio", "Which way is better?", HIGHER)
    assert not app.button.disabled
    assert app.cells("scores-preview")[:2] == [["1", "0.0", "0.0"], ["2", "0.1", "0.1"]]
    assert app.listed() == []


def test_a_column_of_the_systems_name_is_proposed_and_can_be_changed(data) -> None:
    app = data()
    app.choose(("t.tsv", table_of(B, A, names="comet apertium-pivot\tcomet apertium-direct")))
    assert app.chosen() == [1, 0]
    app.say("selectbox", "Scores of A, the baseline", 0)
    assert "is given for A and for B" in app.message("scores-problems")
    assert app.button.disabled


@pytest.mark.parametrize(
    ("way", "better", "tone"), [(HIGHER, "higher", "loss"), (LOWER, "lower", "gain")]
)
def test_means_and_their_difference_are_listed(data, way: str, better: str, tone: str) -> None:
    app = data()
    app.bring("COMET", way, ("t.tsv", table_of(A, B)))
    mean_a, mean_b = sum(A) / SIZE, sum(B) / SIZE
    [row] = app.listed()
    assert row == ["COMET", better, f"{mean_a:.4f}", f"{mean_b:.4f}",
                   f"−{mean_a - mean_b:.4f}", "0", "t.tsv, column “comet apertium-direct”",
                   "t.tsv, column “comet apertium-pivot”"]  # fmt: skip
    assert app.component("imported-scores")["rows"][0][4]["tone"] == tone
    assert app.message("scores-imported").startswith("Imported: COMET.")
    # The next import has a name and a direction of its own.
    assert app.widget("text_input", "Name of the scores").value == ""
    assert app.widget("radio", "Which way is better?").value is None
    assert app.button.disabled


def test_segments_without_a_score_are_counted(data) -> None:
    app = data()
    app.bring("COMET", HIGHER, ("a.txt", lines(["", *A[1:]])), ("b.txt", lines([B[0], "", *B[2:]])))
    assert app.listed()[0][5] == "2"
    assert "2 segments have no number in A or in B, and count in neither mean." in app.message(
        "scores-imported"
    )


def test_every_fault_is_told_by_its_line_and_nothing_is_imported(data) -> None:
    app = data()
    wrong = ["n/a", "0,5", "inf", *A[3:]]
    app.choose(("<b>a</b>.txt", lines(wrong)), ("b.txt", lines(B[:-1])))
    app.say("selectbox", "Scores of A, the baseline", 0)
    app.say("selectbox", "Scores of B, the candidate", 1)
    told = app.message("scores-problems")
    assert told.splitlines() == [
        "These scores cannot be imported as they are:",
        "<b>a</b>.txt: “0,5” in line 2 has a decimal comma; write it with a point.",
        "<b>a</b>.txt: “inf” in line 3 is no finite number; where a segment has no score, leave it "
        "empty.",
        "<b>a</b>.txt: “n/a” in line 1 is no number; where a segment has no score, leave it empty.",
        f"b.txt has {SIZE - 1} lines of scores, and the test set {SIZE} segments: give one for "
        "each segment in the order of the test set, an empty one where there is no score.",
    ]
    assert app.button.disabled


def test_a_file_that_cannot_be_read_is_told_beside_one_that_can(data) -> None:
    app = data()
    app.choose(("t.tsv", table_of(A, B)), ("w.parquet", b"PAR1 and nothing more"))
    assert "w.parquet is no Parquet file" in app.message("scores-unreadable")
    assert app.chosen() == [0, 1]


def test_the_name_of_a_metric_that_is_counted_here_is_refused(data) -> None:
    app = data()
    app.choose(("t.tsv", table_of(A, B)))
    app.say("text_input", "Name of the scores", "bleu")
    assert "The name of the scores is that of a metric that is counted here." in app.message(
        "scores-problems"
    )


def test_scores_of_one_name_are_replaced_and_can_be_removed(data) -> None:
    app = data()
    app.bring("COMET", HIGHER, ("t.tsv", table_of(A, B)))
    app.say("text_input", "Name of the scores", "COMET")
    assert "There are scores of this name already" in app.message("scores-remarks")
    app.bring("COMET", LOWER, ("u.tsv", table_of(B, A)))
    assert [row[:2] for row in app.listed()] == [["COMET", "lower"]]
    app.bring("other", HIGHER, ("t.tsv", table_of(A, B)))
    assert [row[0] for row in app.listed()] == ["COMET", "other"]
    app.widget("selectbox", "Scores").set_value("COMET")
    app.press("Remove these scores")
    assert [row[0] for row in app.listed()] == ["other"]


def test_they_are_among_the_metrics_and_change_when_replaced(data) -> None:
    comparison = Comparison.of(load_sample())
    app = data()
    assert "imported:COMET" not in opinions.available(comparison)
    app.bring("COMET", HIGHER, ("t.tsv", table_of(A, B)))
    assert opinions.available(comparison)[-1] == "imported:COMET"
    said = opinions.ready(comparison, "imported:COMET")
    assert said is not None
    assert said in opinions.counted(comparison)
    (first,) = opinions.judge(comparison, [said])
    assert first.p is not None
    assert opinions.ready_judged(comparison, "imported:COMET") is first
    assert opinions.about(comparison, "imported:COMET").label == "COMET"
    app.bring("COMET", LOWER, ("u.tsv", table_of(B, A)))
    assert opinions.ready_judged(comparison, "imported:COMET") is None
    # A job that began before ends now: what it found is not taken for what stands here.
    opinions.judge(comparison, [said])
    assert opinions.ready_judged(comparison, "imported:COMET") is None
    again = opinions.count(comparison, "imported:COMET")
    assert again.delta == -said.delta
    assert again.better == said.better


def test_they_outlive_a_restart_where_there_is_a_workspace(
    data, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BLEUSCOPE_HOME", str(tmp_path))
    app = data()
    name = "a *b* <i>c</i> $d$"
    app.bring(name, HIGHER, ("t.tsv", table_of(A, ["", *B[1:]])))
    before = app.listed()
    digest = load_sample().digest
    store.forget(digest)  # as a server that was started anew
    app = data()
    assert app.listed() == before
    assert [row[0] for row in before] == [name]
    app.press("Remove these scores")
    assert app.listed() == []
    assert workspace.imported_scores(Workspace.open(tmp_path), digest) == {}


def test_json_and_parquet_become_columns_too(data) -> None:
    app = data()
    rows = [{"apertium-direct": a, "apertium-pivot": b} for a, b in zip(A, B, strict=True)]
    app.choose(("s.json", json.dumps(rows).encode()))
    assert app.chosen() == [0, 1]
