"""Robustness in Settings, without a browser."""

from __future__ import annotations

import pytest

from bleu_core import BleuConfig, Comparison, EvalSet
from pages.ui import store
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


def opened(digest: str, config: BleuConfig | None = None) -> Comparison:
    evalset = store.evalset(digest)
    assert evalset is not None
    return compared(evalset, config or BleuConfig())
