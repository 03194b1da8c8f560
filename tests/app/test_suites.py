"""Suites: the board, its runs, what did not pass, and what a cell opens."""

from __future__ import annotations

from urllib.parse import parse_qsl

from bleu_core.workspace import Workspace
from bleu_core.workspace.suite_runs import save_run, suite_titles
from tests.kept_suites import FELL, kept, nightly, of_set, of_system

from .conftest import App

HOSTILE = "<img src=x onerror=alert(1)> **bold** [link](javascript:1) $x$ :red[red]"


def board(app) -> dict[str, list]:
    """(score, Δ, p, how it ended) of each cell, by the name of the set."""
    return {
        row["name"]: [
            cell and (cell["score"], cell["delta"], cell["p"], cell["state"])
            for cell in row["cells"]
        ]
        for row in app.component("suite-board")["sets"]
    }


def screens(app) -> list[str]:
    return [link.rpartition("/")[2].partition("?")[0] for link in app.component("links")["links"]]


def test_without_a_suite_the_screen_is_not_offered(space: Workspace, monkeypatch) -> None:
    assert "suites" not in screens(App())
    app = App("suites.py")
    assert app.shows("no-suite")
    assert app.test.code[0].value == "bleuscope suite bleu.toml --keep"
    assert "suites" in screens(app)  # who is there sees where
    assert not app.shows("masthead")
    nightly(space)
    assert "suites" in screens(App())
    monkeypatch.setenv("BLEUSCOPE_HOME", "off")
    assert App("suites.py").codes("no-suite") == ["screen.keeping_off"]


def test_the_board_has_the_last_run_and_a_line_until_the_one_shown(space: Workspace) -> None:
    nightly(space)
    app = App("suites.py")
    assert app.component("suite-board")["systems"] == ["new", "small"]
    assert board(app) == {
        "news": [
            ("29.70", "−0.80", "p 0.0040", "failed"),
            ("20.30", "+0.20", "p 0.40", "no verdict"),
        ],
        "talk": [None, None],
        "web": [("35.00", "", "", "passed"), None],
    }
    (talk,) = (row for row in app.component("suite-board")["sets"] if row["name"] == "talk")
    assert (talk["trouble"], len(talk["problems"])) == ("not compared", 1)
    assert app.says("suite-headline").startswith("✗ Not passed. 3 comparisons on 2 test sets")
    assert "2 tests" in app.says("suite-legend")
    new = app.component("suite-board")["sets"][0]["cells"][0]
    assert new["line"] == [[30.0, True, 0], [30.5, True, 0], [29.7, False, 0]]
    assert "3 runs, 1 failure" in new["more"]
    app = App("suites.py", **{"suite-run": repr(1.7e9 + 86_400)})
    assert board(app)["news"][0] == ("30.50", "+0.50", "p 0.40", "passed")
    new = app.component("suite-board")["sets"][0]["cells"][0]
    assert new["line"] == [[30.0, True, 0], [30.5, True, 0]]


def test_what_did_not_pass_has_its_reasons_and_the_worst_is_chosen(space: Workspace) -> None:
    nightly(space)
    app = App("suites.py")
    rows = app.cells("not-passed")
    assert [row[:3] for row in rows] == [
        ["! not compared", "talk", ""],
        ["? no verdict", "news", "small"],
        ["✗ failed", "news", "new"],
    ]
    assert [row[-1] for row in rows] == [
        "new/talk.en has 39 lines, the references have 40.",
        "Half of it is empty.",
        FELL,
    ]
    assert app.component("suite-board")["chosen"] == [1, -1]
    assert "39 lines" in app.message("suite-cell-why")
    app.send("suite-board", choose=[0, 0])
    assert app.component("suite-board")["chosen"] == [0, 0]
    assert app.says("suite-cell-name") == "new on news"
    assert app.message("suite-cell-why") == f"Failed:\n{FELL}"
    assert app.link["suite-set"] == "news"
    assert app.cells("suite-metrics") == [
        ["BLEU", "29.70", "30.50", "−0.80", "[−1.80, +0.20]", "0.0040", "0.0040"],
        ["chrF2", "54.70", "55.50", "−0.80", "–", "0.0040", "–"],
        ["TER", "30.30", "29.50", "+0.80", "–", "0.0040", "–"],
    ]
    (digits,) = app.cells("suite-slices")
    assert digits == ["✗ failed", "digits", "new", "12", "24.00", "−0.90", "0.0040"]


def test_a_link_tells_more_of_a_cell_and_what_is_not_there_gives_way(space: Workspace) -> None:
    nightly(space)
    params = {"suite-set": "news", "suite-system": "small", "suite-metric": "ter"}
    app = App("suites.py", suite="Nightly", **params)
    assert app.says("suite-cell-name") == "small on news"
    cell = app.component("suite-board")["sets"][0]["cells"][0]
    # Where lower is better, a rise is a loss.
    assert (cell["score"], cell["delta"], cell["tone"]) == ("30.30", "+0.80", "loss")
    assert "p (not corrected)" in app.says("suite-legend")
    params = {"suite-set": "x", "suite-metric": "x", "suite-run": "1.5"}
    app = App("suites.py", **params)
    assert app.component("suite-board")["chosen"] == [1, -1]
    assert board(app)["news"][0][0] == "29.70"
    app = App("suites.py", suite="Monthly")
    assert "No saved runs of suite “Monthly”." in app.message("no-suite")
    app.press("Open “Nightly”")
    assert board(app)["news"][0][0] == "29.70"


def test_of_several_suites_the_one_that_ran_last_is_shown(space: Workspace) -> None:
    nightly(space)
    kept(space, "Weekly", 1.8e9, of_set("all", of_system("new", 12.0, 0.1)))
    app = App("suites.py")
    assert list(board(app)) == ["all"]
    assert app.says("suite-headline").startswith("✓ Passed.")
    assert not app.shows("not-passed")
    assert "One saved run." in app.says("suite-one-run")
    app.test.selectbox[0].select("Nightly")
    app.run()
    assert "news" in board(app)
    assert app.link["suite"] == "Nightly"


def test_a_run_is_chosen_and_the_last_one_needs_no_word_in_the_link(space: Workspace) -> None:
    nightly(space)
    app = App("suites.py")
    app.test.selectbox[1].select_index(2)
    app.run()
    assert board(app)["news"][0] == ("30.00", "", "", "passed")
    assert app.link["suite-run"] == "1700000000.0"
    app.test.selectbox[1].select_index(0)
    app.run()
    assert "suite-run" not in app.link
    save_run(space, "Nightly", 1.8e9, True, '{"form": 99}', [])
    app = App("suites.py")
    assert board(app)["news"][0][0] == "29.70"


def test_a_cell_opens_its_comparison_also_of_a_deleted_suite(space: Workspace) -> None:
    nightly(space)
    app = App("suites.py")
    cells = app.component("suite-board")["sets"][0]["cells"]
    app.press("Delete 3 runs")
    assert suite_titles(space) == []
    assert app.shows("no-suite")
    for cell, b in zip(cells, ("new", "small"), strict=True):
        link = cell["href"].removeprefix("./?")
        assert App(**dict(parse_qsl(link))).pair == ("old.en", b)
