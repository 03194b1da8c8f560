"""Robustness in Settings, without a browser."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator

import pytest

from bleu_core import BleuConfig, Comparison, EvalSet
from bleu_core.common.formatting import format_p_cell, format_score
from bleu_core.metrics import METRIC_KEYS, get_metric
from bleu_core.significance.robustness_results import RobustnessCell as Result
from pages.ui import metric_results, store
from pages.ui.frame import settings
from tests.app.conftest import App
from tests.comparisons import compared

PRESS = "start-robustness"


def open_section(data: str, screen: str = "ngrams.py", **link: str) -> App:
    app = App(screen, data=data, **link)
    for _ in range(2):  # one is in the other
        app.set(settings=True, robustness=True)
    return app


def computed(data: str, config: BleuConfig | None = None, **link: str) -> App:
    """The section with all of its results."""
    app, comparison = open_section(data, **link), opened(data, config)
    if settings.robustness.ready(comparison) is None:
        app.click(PRESS)
    app.until(lambda: settings.robustness.ready(comparison))
    app.run()
    return app


@pytest.fixture
def few() -> str:
    """The digest of forty segments of which B has a word wrong."""
    a = [f"the cat {i} sat on the mat until it slept" for i in range(40)]
    return store.put(EvalSet({"a": a, "b": [x.replace("sat on", "was at") for x in a]}, [a]))


def test_the_grid_of_settings_agrees_with_the_overview(few: str) -> None:
    app = computed(few)
    rows = app.cells("holds-table")
    shown = sum(len(row[3].split(", ")) for row in rows if row[0] == "BLEU")
    assert shown == len(settings.robustness_settings(opened(few))) == 32
    assert rows[0][-1] == "current setting"
    assert rows[0][3] == "exp, floor, none"
    assert len({tuple(row[:5]) for row in rows}) == len(rows)
    assert app.component("holds")["sentences"]
    card = App("overview.py", data=few).overview["scorecard"]
    _, interval, p = rows[0][7:10]
    assert card["interval"] == f"95% CI {interval}"
    assert card["p"].replace("= ", "") == f"p {p}"


def test_other_metrics_are_rows_beside_the_settings(few: str) -> None:
    app = computed(few)
    rows = [row for row in app.cells("holds-table") if row[0] != "BLEU"]
    others = [key for key in METRIC_KEYS[1:] if not get_metric(key).about.is_slow]
    assert [row[0] for row in rows] == [get_metric(key).about.label for key in others]
    for key, row in zip(others, rows, strict=True):
        found = metric_results.metric_with_tests.ready(opened(few), key)
        assert found is not None
        digits = found.metric_pair.about.decimals
        assert row[5] == format_score(found.metric_pair.score_a, digits)
        assert row[9] == format_p_cell(found.p)
        assert row[11] == "own scale"
    assert "that A is better" in app.component("holds")["sentences"][-1]


def opened(digest: str, config: BleuConfig | None = None) -> Comparison:
    evalset = store.evalset(digest)
    assert evalset is not None
    return compared(evalset, config or BleuConfig())


def test_it_waits_for_a_press_and_can_be_stopped(few: str, monkeypatch) -> None:
    held = threading.Event()

    def slowly(*_: object, progress: Callable[[float], None]) -> Iterator[Result]:
        yield Result(BleuConfig(), None, ("exp",), 40, 0, 20.0, 21.0)
        assert held.wait(60)
        progress(0.5)
        raise AssertionError("it did not stop")

    monkeypatch.setattr(settings, "robustness_grid", slowly)
    app = open_section(few, lc="yes")
    (start,) = [one.label for one in app.test.button if one.key == PRESS]
    assert start.startswith("Compute 32 settings (about ")
    app.click(PRESS)
    other = open_section(few, lc="yes")  # another session sees the same task
    assert "Stop" in other.labels
    app.press("Stop")
    held.set()
    assert "Stopped." in app.message("ended-robustness")
    monkeypatch.undo()
    computed(few, BleuConfig(lowercase=True), lc="yes")
