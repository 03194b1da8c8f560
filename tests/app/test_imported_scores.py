"""Imported scores on Data: columns are chosen, nothing is guessed, all outlives a restart."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

import numpy as np
import pytest

from bleu_core import BleuConfig, workspace
from bleu_core.metrics import ImportedScores
from bleu_core.workspace import Workspace
from pages.ui import metric_results, store
from pages.ui.data.scores import HIGHER, LOWER
from pages.ui.store import load_sample
from tests.app.asking import answered
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


NAME, WAY = "Score name", "Direction"
COLUMNS = "Scores of A, the baseline", "Scores of B, the candidate"


class Scores(App):
    """The place on Data, with what stands on it."""

    def __init__(self, **params: str) -> None:
        super().__init__("data.py", **params)

    def give(self, *files: tuple[str, bytes]) -> None:
        given = [(name, data, "application/octet-stream") for name, data in files]
        self.choose("file-scores", given)

    @property
    def is_ready(self) -> bool:
        return not self.widget("Import scores").disabled

    @property
    def chosen(self) -> list[Any]:
        return [self.widget(label).value for label in COLUMNS]

    def bring(self, name: str, way: str, *files: tuple[str, bytes]) -> None:
        """All that is to be said, and the button."""
        self.give(*files)
        if self.chosen == [None, None]:
            for number, label in enumerate(COLUMNS):
                self.choose(label, number)
        self.choose(NAME, name)
        self.choose(WAY, way)
        self.press("Import scores")

    @property
    def listed(self) -> list[list[str]]:
        return self.cells("imported-scores")


def test_nothing_is_imported_before_all_is_said() -> None:
    app = Scores()
    assert app.listed == []
    assert "Import scores" not in app.labels
    app.give(("a.txt", lines(A)), ("b.txt", lines(B)))
    assert (app.chosen, app.is_ready) == ([None, None], False)
    for label, value in (*zip(COLUMNS, (0, 1), strict=True), (NAME, "COMET")):
        app.choose(label, value)
        assert not app.is_ready
    app.choose(WAY, HIGHER)
    assert app.is_ready
    assert app.cells("scores-preview")[:2] == [["1", "0.0", "0.0"], ["2", "0.1", "0.1"]]
    assert app.listed == []


@pytest.mark.parametrize(
    ("way", "better", "tone"), [(HIGHER, "higher", "loss"), (LOWER, "lower", "gain")]
)
def test_means_and_their_difference_are_listed(way: str, better: str, tone: str) -> None:
    app = Scores()
    app.bring("COMET", way, ("t.tsv", table_of(A, B)))
    mean_a, mean_b = sum(A) / SIZE, sum(B) / SIZE
    [row] = app.listed
    assert row == ["COMET", better, f"{mean_a:.4f}", f"{mean_b:.4f}",
                   f"−{mean_a - mean_b:.4f}", "0", "t.tsv, column “comet apertium-direct”",
                   "t.tsv, column “comet apertium-pivot”"]  # fmt: skip
    assert app.component("imported-scores")["rows"][0][4]["tone"] == tone
    assert "COMET" in app.message("scores-imported")
    # The next import has a name and a direction of its own.
    assert (app.widget(NAME).value, app.widget(WAY).value) == ("", None)
    assert not app.is_ready


def test_they_outlive_a_restart_where_there_is_a_workspace(space: Workspace) -> None:
    app = Scores()
    name = "a *b* <i>c</i> $d$"
    app.bring(name, HIGHER, ("t.tsv", table_of(A, ["", *B[1:]])))
    before, digest = app.listed, load_sample().digest
    assert before[0][5] == "1"
    assert "scores.missing" in app.codes("scores-imported")
    store.forget(digest)  # as a server that was started anew
    app = Scores()
    assert app.listed == before
    assert [row[0] for row in before] == [name]
    app.press("Delete scores")
    assert app.listed == []
    assert workspace.load_scores(space, digest) == {}


@pytest.mark.parametrize("is_app", [True, False])
@pytest.mark.parametrize("key", ["metric:imported:COMET", "column:delta.imported:COMET"])
def test_orders_filters_and_slices_are_those_of_scores_imported_again(
    space: Workspace, key: str, is_app: bool
) -> None:
    data, config = load_sample(), BleuConfig()
    a, b = data.systems

    def scores(values: np.ndarray) -> ImportedScores:
        return ImportedScores("COMET", True, {a: np.zeros(SIZE), b: values}, {a: "f", b: "f"})

    def found() -> list[Any]:
        view = urlencode({"sort": key, "where": "`delta.imported:COMET` > 9"})
        rows = answered("rows", view, **{"from": "0", "count": "3"})
        slices = answered("slices", urlencode({"metric": "imported:COMET"}))
        return [rows["total"], rows["rows"], slices["groups"]]

    first = np.arange(SIZE, dtype=float)
    metric_results.add_imported_scores(data, config, scores(first))
    before = found()
    if is_app:
        metric_results.add_imported_scores(data, config, scores(first[::-1] * 2))
    else:  # another process, such as a command
        workspace.import_scores(space, data.digest, scores(first[::-1] * 2))
    again = found()
    store.forget(data.digest)
    assert again == found() != before
