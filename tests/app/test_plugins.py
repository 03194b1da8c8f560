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
    with installed_example(tmp_path / "packages"):
        yield store.put(EvalSet({"a": REFERENCE, "b": worse}, [REFERENCE], source=REFERENCE))


def test_a_metric_is_computed_and_one_that_fails_is_named(data: str) -> None:
    app = App(data=data)
    app.details("metrics")

    def row(label: str) -> list[str]:
        return next(row for row in app.cells("opinions") if row[0] == label)

    app.until(lambda: row("Known words")[1] != "" and row("WER")[1] != "")
    assert row("Known words")[4] == "worse"
    told = app.message("opinion-problems")
    assert "'failing' of the plugin failing-pack 0.1" in told
    assert set(app.codes("opinion-problems")) == {"plugin.failed", "screen.not_counted"}


def test_a_tokenizer_can_be_chosen_and_one_that_fails_is_named(data: str) -> None:
    app = App(data=data, tok="parts")
    assert "tok:parts-my-plugins-1.2" in app.signature
    app.set(settings=True)
    assert "parts: of the plugin my-plugins 1.2" in app.widget("Tokenizer").options
    assert "'gone' of the plugin failing-pack 0.1" in app.message("failed-tokenizers")
    failed = App(data=data, tok="catless")
    assert "'catless' of the plugin failing-pack 0.1" in failed.sent
