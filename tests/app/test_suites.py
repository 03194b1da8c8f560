"""Suites: what a saved run shows, its other runs, and the sample suite where there is none."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qsl

import numpy as np

from bleu_core.workspace import Workspace
from bleu_core.workspace.suite_runs import save_run, suite_titles
from pages.ui import state
from pages.ui.view import View
from pages.ui.viewer.answers import compared
from tests.kept_suites import FELL, nightly

from .asking import answered
from .conftest import App


def shown(app: App) -> dict[str, Any]:
    """The `SuiteScreen` of the run."""
    return app.component("view-suites")["suite"]


def states(app: App) -> list[tuple[str, str, str]]:
    return [
        (row["set"], row["system"], row["state"]) for row in shown(app)["rows"] if not row["slice"]
    ]


def sentence(app: App) -> str:
    return "".join(words for words, *_ in shown(app)["sentence"])


def test_the_last_run_is_shown_with_its_reasons_and_what_each_row_opens(space: Workspace) -> None:
    nightly(space)
    app = App("suites.py")
    assert states(app) == [
        ("news", "new", "failed"),
        ("talk", "", "not compared"),
        ("news", "small", "no verdict"),
        ("web", "new", "passed"),
    ]
    [card] = shown(app)["cards"]
    assert [gate["label"] for gate in card["gates"]] == [FELL]
    assert "39 lines" in sentence(app)
    assert [row["name"] for row in shown(app)["board"]["sets"]] == ["news", "talk", "web"]
    for row, b in zip(shown(app)["rows"][::3], ("new", "small"), strict=False):
        params = dict(parse_qsl(row["opens"].removeprefix("./?")))
        assert App(**params).pair == ("old.en", b)


def test_the_segments_that_cost_most_are_answered_with_their_texts(space: Workspace) -> None:
    nightly(space)
    opens = shown(App("suites.py"))["cards"][0]["opens"]
    told = answered("changed", opens.removeprefix("./?"))
    rows = [one["row"] for one in told["segments"]["rows"]]
    assert told["document"]["set"]["numbers"] == [row + 1 for row in rows]
    data = App(**dict(parse_qsl(opens.removeprefix("./?")))).view.data
    view = View(data=data, a="old.en", b="new")
    with state.asked_for(view):
        points = compared(view).ledger.segments
    assert points[rows[0]] == np.min(points)


def test_a_run_is_chosen_and_the_last_one_needs_no_word_in_the_link(space: Workspace) -> None:
    nightly(space)
    app = App("suites.py")
    app.test.selectbox[1].select_index(2)
    app.run()
    assert shown(app)["rows"][0]["scores"][1] == 30.0
    assert app.link["suite-run"] == "1700000000.0"
    app.test.selectbox[1].select_index(0)
    app.run()
    assert "suite-run" not in app.link
    # One that a later version wrote is passed over.
    save_run(space, "Nightly", 1.8e9, True, '{"form": 99}', [])
    assert states(App("suites.py"))[0] == ("news", "new", "failed")


def test_without_a_run_the_sample_suite_is_run_and_shown(space: Workspace, monkeypatch) -> None:
    app = App("suites.py")
    command, file = (code.value for code in app.test.code)
    assert command == "bleuscope suite bleu.toml --keep"
    assert file.startswith('title = "Sample suite"')
    assert file.count("[[set]]") == 1
    app.press("Open the sample suite")
    assert suite_titles(space) == ["Sample suite"]
    assert [state for *_, state in states(app)] == ["failed", "passed", "passed"]
    [card] = shown(app)["cards"]
    assert all(gate["numbers"] for gate in card["gates"])
    monkeypatch.setenv("BLEUSCOPE_HOME", "off")
    app = App("suites.py")
    assert app.codes("no-suite") == ["screen.keeping_off"]
    assert app.widget("Open the sample suite").disabled
