"""Only these segments: what follows shows what a test set of them alone would."""

from __future__ import annotations

from urllib.parse import urlencode

import pytest

from bleu_core import EvalSet
from pages.ui import store

from .asking import answered
from .conftest import App
from .test_pair import output

LINES = 80
KINDS = ["news" if i < 40 else "talk" if i < 79 else "none" for i in range(LINES)]
FOLLOWING = ("overview.py", "ngrams.py", "slices.py")
NEWS = 'kind = "news"'


def made(lines: slice = slice(None)) -> EvalSet:
    return EvalSet(
        {name: output(sum(map(ord, name)), LINES)[lines] for name in ("one", "two")},
        [output(99, LINES)[lines]],
        documents=[f"document {line // 10}" for line in range(LINES)][lines],
        metadata={"kind": KINDS[lines]},
    )


@pytest.fixture
def whole() -> str:
    return store.put(made())


def said(app: App) -> tuple[bool, str, str]:
    """Whether only these are shown, in which tone, and what the line says."""
    line = app.component("subset")
    return (
        line["switch"] != "Show only these",
        line["tone"],
        f"{line['told']} {line['where']}".strip(),
    )


def test_the_overview_of_a_part_is_that_of_its_segments_alone(whole: str) -> None:
    few = store.put(made(slice(40)))
    alone, everything = App(data=few, where=NEWS), App(data=whole, where=NEWS)
    part = App(data=whole, where=NEWS, only="yes")
    assert part.overview == alone.overview
    assert part.verdict != everything.verdict


def test_a_filter_alone_or_one_that_means_nothing_changes_no_other_screen(whole: str) -> None:
    app = App(data=whole)
    everything = app.verdict
    assert not app.shows("subset")
    only = {"only": "yes"}
    for link, told in (
        (
            {"where": NEWS},
            (False, "muted", f"Showing all 80 segments. The filter of Segments matches 40: {NEWS}"),
        ),
        ({"where": "line > 0"} | only, (True, "strong", "80 of 80 segments: line > 0")),
    ):
        app = App(data=whole, **link)
        assert said(app) == told
        assert app.verdict == everything
    assert not App("segments.py", data=whole, where=NEWS, **only).shows("subset")
    for wrong in ("kind = ", "no.such > 3"):
        app = App(data=whole, where=wrong, only="yes")
        line = app.component("subset")
        assert (line["switch"], line["tone"]) == ("Show all 80 segments", "warning")
        assert (line["code"], line["where"]) == ("screen.filter_meaningless", wrong)
        assert app.verdict == everything


@pytest.mark.parametrize("screen", FOLLOWING)
def test_of_no_segment_nothing_is_compared(whole: str, screen: str) -> None:
    app = App(screen, data=whole, where='kind = "poem"', only="yes")
    assert said(app) == (True, "strong", 'None of 80 segments: kind = "poem"')
    assert app.shows("no-segment")


CHOSEN = "delta < 0 or line <= 60"


def test_segments_that_depend_on_which_output_is_which_are_not_tested(whole: str) -> None:
    app = App(data=whole, where=CHOSEN, only="yes")
    assert app.overview["scorecard"]["badge"] == "Not tested on these segments"
    link = urlencode({"data": whole, "where": CHOSEN, "only": "yes"})
    found = answered("slices", link)
    rows = [row for group in found["groups"] for row in group["rows"]]
    assert {row["low"] for row in rows} == {None}
    found = answered("found-slices", link)
    assert "Significance is not tested" in found["finder"]["notes"][0][0][0]
    for _ in range(2):  # one is in the other
        app.set(settings=True, robustness=True)
    assert "Significance is not tested" in app.message("untested")
