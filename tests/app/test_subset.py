"""Only these segments: each screen that follows shows what a test set of them alone would."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bleu_core import BleuConfig, EvalSet, workspace
from bleu_core.metrics.imported import ImportedScores
from bleu_core.workspace import Workspace
from pages.ui import metric_results, results, store
from pages.ui.cache import CACHE, depends_on

from .conftest import App
from .test_pair import counting, drawn, output, settle

LINES = 80
KINDS = ["news" if i < 40 else "talk" if i < 79 else "none" for i in range(LINES)]
FOLLOWING = ("overview.py", "ngrams.py", "slices.py")
WHOLE = ("systems.py", "segments.py", "judge.py", "data.py")
NEWS = 'kind = "news"'


def texts(name: str, salt: int = 0) -> list[str]:
    return output(salt + sum(map(ord, name)), LINES)


def made(lines: slice = slice(None), salt: int = 0) -> EvalSet:
    """With a salt another one, of which nothing has been counted yet."""
    return EvalSet(
        {name: texts(name, salt)[lines] for name in ("one", "two")},
        [output(99, LINES)[lines]],
        documents=[f"document {line // 10}" for line in range(LINES)][lines],
        metadata={"kind": KINDS[lines]},
    )


@pytest.fixture
def whole() -> str:
    return store.put(made())


def said(app: App) -> tuple[bool, str, str]:
    """Whether the switch is on, in which tone, and what the line says."""
    line = app.component("subset")
    return line["on"], line["tone"], f"{line['told']} {line['where']}".strip()


def shown(app: App, digest: str) -> dict[str, Any]:
    """All that is drawn but the lines on what is shown.

    Without NIST's row: its weights are those of the whole test set, as its note says.
    """
    found = drawn(app, digest)
    for line in ("subset", "expression"):
        found.pop(line, None)
    if "opinions" in found:
        found["opinions"] = [row for row in app.cells("opinions") if row[0] != "NIST"]
    return found


@pytest.mark.parametrize("screen", FOLLOWING)
def test_a_screen_of_a_part_is_that_of_its_segments_alone(whole: str, screen: str) -> None:
    few = store.put(made(slice(40)))
    alone = App(screen, data=few, where=NEWS)
    everything = App(screen, data=whole, where=NEWS)
    part = App(screen, data=whole, where=NEWS, only="yes")
    for app in (alone, everything, part):
        settle(app)
    there, expected = shown(part, whole), shown(alone, few)
    if screen == "overview.py":
        assert there["verdict"] != shown(everything, whole)["verdict"]
        assert len(there["opinions"]) > 3
    assert there.keys() == expected.keys()
    for key, value in expected.items():
        assert there[key] == value, key


def test_the_robustness_on_slices_is_of_the_part(whole: str) -> None:
    link = {"tab": "settings"}
    few = store.put(made(slice(40)))
    alone = App("slices.py", data=few, **link)
    part = App("slices.py", data=whole, where=NEWS, only="yes", **link)
    for app in (alone, part):
        settle(app)
    rows = [[row for row in app.cells("holds-table") if "NIST" not in row] for app in (part, alone)]
    assert rows[0] == rows[1]
    assert rows[0]


@pytest.mark.parametrize("screen", WHOLE)
def test_the_other_screens_are_of_all_and_say_so(whole: str, screen: str) -> None:
    app = App(screen, data=whole, where=NEWS, only="yes")
    on, tone, told = said(app)
    assert (on, tone) == (True, "muted")
    start = "This screen covers all 80 segments; Overview, N-grams and Slices cover only 40:"
    if screen == "segments.py":
        start = "Overview, N-grams and Slices cover these 40 of 80 segments:"
    assert told == f"{start} {NEWS}"
    assert app.component("masthead")["segments"] == "80 segments"


def test_a_filter_alone_or_one_that_means_nothing_changes_no_other_screen(whole: str) -> None:
    app = App(data=whole)
    everything = app.verdict
    assert not app.shows("subset")
    only = {"only": "yes"}
    for link, told in (
        ({"where": NEWS}, (False, "muted", f"40 of 80 segments match {NEWS}")),
        ({"where": "line > 0"} | only, (True, "strong", "All 80 segments match line > 0")),
        (only, (True, "muted", "No filter: all 80 segments.")),
    ):
        app = App(data=whole, **link)
        assert said(app) == told
        assert app.verdict == everything
    assert not App("data.py", data=whole, where=NEWS).shows("subset")
    for wrong in ("kind = ", "no.such > 3", "kind > 3"):
        app = App(data=whole, where=wrong, only="yes")
        line = app.component("subset")
        assert (line["on"], line["tone"]) == (True, "warning")
        assert (line["code"], line["where"]) == ("screen.filter_meaningless", wrong)
        assert app.verdict == everything


@pytest.mark.parametrize("screen", FOLLOWING)
def test_of_no_segment_there_is_a_way_back(whole: str, screen: str) -> None:
    app = App(screen, data=whole, where='kind = "poem"', only="yes")
    assert said(app) == (True, "strong", 'None of 80 segments matches kind = "poem"')
    assert app.shows("no-segment")
    app.press("Show all 80 segments")
    assert not app.shows("no-segment")
    assert app.link["where"] == 'kind = "poem"'
    app = App(screen, data=whole, where='kind = "poem"', only="yes")
    app.press("Remove the filter")
    assert not app.shows("subset")


@pytest.mark.parametrize("screen", FOLLOWING)
@pytest.mark.parametrize("where", ['kind = "none"', "line <= 29"])
def test_of_few_segments_every_screen_stands(whole: str, screen: str, where: str) -> None:
    app = App(screen, data=whole, where=where, only="yes")
    settle(app)
    number = 1 if "kind" in where else 29
    assert said(app)[2] == f"Only {number} of 80 segments: {where}"
    if screen == "overview.py":
        assert f"(here: {number})." in app.verdict


CHOSEN = "delta < 0 or line <= 60"


def test_segments_that_depend_on_which_output_is_which_are_not_tested(whole: str) -> None:
    app = App(data=whole, where=CHOSEN, only="yes")
    settle(app)
    assert app.component("scorecard")["outcome"] == "untested"
    assert "Significance is not tested" in app.verdict
    assert {row[5] for row in app.cells("opinions")} <= {"–", ""}
    app = App("slices.py", data=whole, where=CHOSEN, only="yes")
    settle(app)
    assert {row[5] for row in app.cells("slices-table")} <= {"none", "too few segments"}
    for tab, key in (("settings", "untested"), ("found", "found-none")):
        app = App("slices.py", data=whole, where=CHOSEN, only="yes", tab=tab)
        app.until(lambda app=app, key=key: app.shows(key))
        assert "Significance is not tested" in app.message(key)


def test_lines_are_those_of_the_whole(whole: str) -> None:
    where = 'kind = "talk"'
    app = App(data=whole, where=where, only="yes")
    app.set(overview_tabs="Largest changes")
    for key in ("movers1", "movers-1"):
        lines = [int(row[0]) for row in app.cells(key)]
        assert lines
        assert all(41 <= line <= 79 for line in lines)
        assert app.component(key)["ids"] == list(map(str, lines))
    app = App("ngrams.py", data=whole, where=where, only="yes")
    found = app.component("concordance")
    assert found["ids"]
    data = made()
    for line, row in zip(found["ids"], found["rows"], strict=True):
        assert row[0] == line
        shown = "".join(row[1]["lines"][0].get(part, "") for part in ("t", "hit", "after"))
        assert shown.strip("… ") in data.systems["one"][int(line) - 1].as_py()


def test_what_is_opened_from_a_part_is_of_the_part(whole: str) -> None:
    app = App(data=whole, where=NEWS, only="yes")
    line = app.component("worst")["ids"][0]
    app.send("worst", open=str(line))
    assert app.link["where"] == NEWS
    assert app.link["seg"] == str(line)
    app = App("slices.py", data=whole, where=NEWS, only="yes", by="document")
    app.send("slices-table", open="1")
    assert app.link["where"] == f'{NEWS} and document = "document 1"'


def test_a_part_counts_no_text_of_a_metric_again(monkeypatch) -> None:
    data = made(salt=1)
    everything = store.comparison(data, BleuConfig(), "one", "two")
    part = store.part(everything, everything.evalset.lines[:40] - 1, NEWS)
    counted = counting(data, monkeypatch)
    assert metric_results.ready_opinion(part, "chrf") is None
    found = metric_results.metric_opinion(part, "chrf")
    assert counted == [(2, LINES)]
    assert metric_results.ready_opinion(everything, "chrf") is not None
    alone = store.comparison(made(slice(40), salt=1), BleuConfig(), "one", "two")
    assert found.delta == metric_results.metric_opinion(alone, "chrf").delta


def test_imported_scores_are_those_of_the_lines_and_go_when_they_are_replaced() -> None:
    data = made(salt=2)
    everything = store.comparison(data, BleuConfig(), "one", "two")
    rows = everything.evalset.lines[40:] - 1
    part = store.part(everything, rows, 'kind != "news"')
    for shift in (1.0, 2.0):
        values = {"one": np.arange(LINES) * 1.0, "two": np.arange(LINES) + shift}
        results.put_imported_scores(data, {"COMET": ImportedScores("COMET", True, values)}, "COMET")
        found = metric_results.ready_opinion(part, "imported:COMET")
        assert found is not None
        assert found.score_a == sum(range(40, LINES)) / 40
        assert found.delta == pytest.approx(shift)


def test_what_was_found_of_a_part_goes_with_the_whole() -> None:
    data = made(salt=3)
    store.put(data)
    everything = store.comparison(data, BleuConfig(), "one", "two")
    part = store.part(everything, everything.evalset.lines[:40] - 1, NEWS)
    results.slice_scores(part, "document")
    assert any(depends_on(key, data.digest) for key in CACHE._entries)
    store.forget(data.digest)
    assert not [key for key in CACHE._entries if data.digest in repr(key)]


def test_nothing_is_kept_of_a_part(space: Workspace) -> None:
    data = made(salt=4)
    workspace.save_comparison(space, data)
    for screen in FOLLOWING:
        settle(App(screen, data=data.digest, where=NEWS, only="yes"))
    assert [one.digest for one in workspace.recent_comparisons(space)] == [data.digest]
    for path in filter(Path.is_file, space.folder.rglob("*")):
        assert f"{data.digest}/".encode() not in path.read_bytes()
