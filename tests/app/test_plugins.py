"""Plugins in the app: shown as built-in parts are, named where they fail; the app stays up."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from bleu_core import EvalSet
from pages.ui import store
from tests.app.conftest import App
from tests.plugins import installed_example

REFERENCE = [f"the cat {i} sat on the mat until it slept" for i in range(40)]


@pytest.fixture
def data(tmp_path: Path) -> Iterator[str]:
    worse = [line.replace("sat on", "was at") for line in REFERENCE]
    worse[3] = worse[3].upper()
    with installed_example(tmp_path / "packages"):
        yield store.put(EvalSet({"a": REFERENCE, "b": worse}, [REFERENCE], source=REFERENCE))


def test_a_metric_is_computed_and_one_that_fails_is_named(data: str) -> None:
    app = App(data=data)

    def row(label: str) -> list[str]:
        return next(row for row in app.cells("opinions") if row[0] == label)

    app.until(lambda: row("Word F1")[1] != "" and row("WER")[1] != "")
    assert row("Word F1")[4] == "worse"
    told = app.message("opinion-problems")
    assert "'failing' of the plugin failing-pack 0.1" in told
    assert set(app.codes("opinion-problems")) == {"plugin.left_out", "screen.not_counted"}


def test_a_tokenizer_can_be_chosen_and_one_that_fails_is_named(data: str) -> None:
    app = App(data=data, tok="parts")
    assert "tok:parts-bleuscope-example-1.2" in app.signature
    app.set(settings=True)
    assert "parts: of the plugin bleuscope-example 1.2" in app.widget("Tokenizer").options
    failed = App(data=data, tok="catless")
    assert "'catless' of the plugin failing-pack 0.1" in failed.sent


def test_a_detector_and_a_column_filter_and_those_that_fail_are_named(data: str) -> None:
    app = App("segments.py", data=data, where="b.shouting")
    assert app.component("worklist")["ids"] == ["4"]
    app = App("segments.py", data=data, where="source_digits > 1")
    assert {int(line) > 10 for line in app.component("worklist")["ids"]} == {True}
    for where in ("b.wrong", "zero > 1", "a.gone"):
        failed = App("segments.py", data=data, where=where)
        assert "of the plugin failing-pack 0.1" in failed.sent, where
    app = App("slices.py", data=data, tab="degenerate")
    app.until(lambda: app.shows("degenerate-table"))
    assert "find returned an array" in app.message("degenerate-missing")


def test_a_format_can_be_chosen_and_one_that_is_left_out_is_named(data: str) -> None:
    app = App("data.py")
    app.upload(a=b"one\ntwo\n")
    [formats] = {tuple(box.options) for box in app.test.selectbox if box.label == "Format"}
    assert "triples of source, reference and output" in formats
    assert app.codes("formats-left-out") == ["plugin.left_out"]
