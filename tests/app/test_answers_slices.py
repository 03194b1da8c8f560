"""Answers about slices: the numbers of the core, each with the filter that opens its segments."""

from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

import numpy as np
import pytest

from bleu_core import Comparison, EvalSet, workspace
from bleu_core.segments.finder import FoundSlice, SliceFindings
from bleu_core.segments.saved_slices import SavedSlice
from bleu_core.segments.slices import SliceScores, slice_by
from bleu_core.workspace import VERDICT, Workspace
from pages.ui import results, segment_filter, state, store
from pages.ui.judgements.annotator import COOKIE
from pages.ui.store import load_sample
from pages.ui.view import View
from pages.ui.viewer.answers import compared
from pages.ui.viewer.slice_answers import slice_rows

from . import asking

KIND = 'kind = "news"'


def answered(name: str = "slices", cookie: str = "", **view: str) -> Any:
    return asking.answered(name, urlencode(view), cookie)


def group(**view: str) -> Any:
    (only,) = answered(**view)["groups"]
    return only


def told(note: list[list[str]]) -> str:
    return "".join(span[0] for span in note)


def numbers(row: dict[str, Any]) -> list[Any]:
    return [row[name] for name in ("segments", "a", "b", "delta", "low", "high", "points")]


def expected(one: SliceScores) -> list[Any]:
    return [one.n, one.score_a, one.score_b, one.delta, one.ci_low, one.ci_high, one.points]


@pytest.fixture
def sample() -> Comparison:
    return Comparison.of(load_sample())


@pytest.mark.parametrize("by", ["kind", "document", "reference length", "length difference"])
def test_each_slice_is_scored_as_a_corpus_of_its_own(by: str, sample: Comparison) -> None:
    rows = group(by=by)["rows"]
    assert {row["label"]: numbers(row) for row in rows} == {
        one.label: pytest.approx(expected(one)) for one in slice_by(sample, by)
    }
    points = [row["points"] for row in rows]
    assert sum(points) == pytest.approx(sample.delta)


@pytest.mark.parametrize("sides", [(0, 1), (1, 0)])
def test_slices_that_contribute_most_in_the_direction_of_delta_are_first(
    sample: Comparison, sides: tuple[int, int]
) -> None:
    names = [*sample.evalset.systems]
    a, b = (names[side] for side in sides)
    compared = Comparison.of(sample.evalset, sample.config, a, b)
    slices = slice_by(compared, "document")
    slices = [*slices, *(replace(one, label=f"{one.label} again") for one in slices)]
    order = sorted(slices, key=lambda one: one.points, reverse=compared.delta > 0)  # stable
    for is_ordered, expected in ((False, order), (True, slices)):
        rows = slice_rows(compared, slices, [""] * len(slices), is_ordered)
        assert [row["label"] for row in rows] == [one.label for one in expected]


def test_flags_are_those_of_the_thresholds() -> None:
    a = [f"the cat {i} sat on the mat until it slept" for i in range(80)]
    b = [line + " until it slept" * (i % 5) for i, line in enumerate(a)]
    digest = store.put(EvalSet({"a": a, "b": b}, [a]))
    for limit, number in ((2, 48), (3, 32), (4, 16)):
        view = {"data": digest, "limits": f"repeat:{limit}"}
        rows = {row["label"]: row["segments"] for row in group(by="b.repeat", **view)["rows"]}
        assert rows == {"no": 80 - number, "yes": number}
        filtered = urlencode(view | {"where": "b.repeat"})
        assert asking.answered("rows", filtered, **{"from": "0", "count": "1"})["total"] == number


@pytest.mark.parametrize(
    ("by", "part", "where"),
    [
        ("question", "no", "not question"),
        ("a.copy", "no", "not a.copy"),
        ("source.length", "12 to 14", "source.length >= 12 and source.length < 15"),
        ("kind", "news", KIND),
    ],
)
def test_any_column_cuts_and_a_row_has_the_filter_of_its_segments(by, part, where) -> None:
    rows = group(by=by)["rows"]
    (own,) = (row["where"] for row in rows if row["label"] == part)
    assert own == where
    with state.asked_for(View()):
        comparison = compared(View())
        for row in rows:
            mask, _ = segment_filter.filtered_segments(comparison, row["where"])
            assert mask.sum() == row["segments"]


# ---- The slice finder.


@pytest.fixture
def data() -> str:
    """The digest of eighty segments, half of them news, where B has a word wrong."""
    a = [f"the cat {i} sat on the mat until it slept" for i in range(80)]
    kinds = ["news" if i % 2 else "talk" for i in range(80)]
    b = [x.replace("sat on", "was at") if k == "news" else x for x, k in zip(a, kinds, strict=True)]
    return store.put(EvalSet({"a": a, "b": b}, [a], metadata={"kind": kinds}))


def finding(expression: str = KIND, **more: Any) -> FoundSlice:
    given = {"p_value": 0.002, "confirmed": True, "exchangeable": True} | more
    return FoundSlice(
        expression, np.arange(1, 80, 2), 0.5, -9.0, 0.4123, 100.0, 82.0, -18.0, -20.0, -16.0,
        surplus=-4.5, surplus_low=-6.0, surplus_high=-3.0, **given,
    )  # fmt: skip


def finds(monkeypatch, *slices: FoundSlice, **more: Any) -> list[Any]:
    asked: list[Any] = []

    def found(table: Any, **how: Any) -> SliceFindings:
        asked.append(how)
        return SliceFindings(list(slices), [], 12, 345, 40, 40, "segment", 12345, **more)

    monkeypatch.setattr(results, "find_slices", found)
    return asked


def test_what_is_found_says_how_and_opens_its_segments(data: str, monkeypatch) -> None:
    asked = finds(monkeypatch, finding(), finding("line > 3", confirmed=False))
    found = answered("found-slices", data=data, least="12", depth="2")
    assert found["search"] == {"least": 12, "depth": 2, "waits": False}
    assert (asked[0]["min_segments"], asked[0]["depth"]) == (12, 2)
    first, second = found["finder"]["slices"]
    assert first["where"] == KIND
    assert told(first["verdict"]).startswith("Confirmed.")
    assert told(second["verdict"]).startswith("Not confirmed.")
    assert "345 combinations" in told(found["finder"]["notes"][0])
    within = answered("found-slices", data=data, least="12", where="line > 2", only="yes")
    assert within["finder"]["slices"][0]["where"] == f"line > 2 and {KIND}"
    finds(monkeypatch, reason="There are too few segments.")
    found = answered("found-slices", data=data, least="11")
    assert told(found["finder"]["notes"][0]) == "There are too few segments."


# ---- Saved slices.


def test_saved_slices_by_annotations_are_of_the_visitor(space: Workspace) -> None:
    sample = load_sample()
    workspace.save_comparison(space, sample)
    for segment, who in enumerate(["Ana", "Mia", "Mia"]):
        workspace.save_annotation(space, sample.digest, segment, VERDICT, "same", who)
    workspace.save_slice(space, SavedSlice("own", 'verdict = "same"'))
    for who, number in (("Ana", 1), ("Mia", 2)):
        assert saved(f"{COOKIE}={who}")["own"]["segments"] == number


def test_slices_by_verdict_follow_the_verdicts(space: Workspace) -> None:
    sample = load_sample()
    workspace.save_comparison(space, sample)
    for segment, verdict in enumerate(["same", "A better", "same"]):
        workspace.save_annotation(space, sample.digest, segment, VERDICT, verdict)
        sizes = {row["label"]: row["segments"] for row in group(by="verdict")["rows"]}
        assert sizes.get("same") == 1 + (segment == 2)
        assert sizes.get("A better") == (1 if segment else None)


def saved(cookie: str = "", **view: str) -> dict[str, Any]:
    found = answered("saved-slices", cookie, **view)
    return {one["name"]: one for one in found["saved"]["slices"]}


def test_what_a_slice_does_not_mean_here_is_said(space: Workspace) -> None:
    cases = {"odd": "colour = 1", "few": "line < 3", "losers": "delta < 0", "news": KIND}
    for name, where in cases.items():
        workspace.save_slice(space, SavedSlice(name, where))
    found = saved()
    assert {name: one["where"] for name, one in found.items()} == cases
    assert "colour" in found["odd"]["note"]
    assert "fewer than 30" in found["few"]["note"]
    assert "Not tested" in found["losers"]["note"]
    assert found["odd"]["segments"] == 0
    (own,) = (row for row in group(by="kind")["rows"] if row["label"] == "news")
    assert found["news"]["segments"] == own["segments"]
    assert found["news"]["delta"] == pytest.approx(own["delta"])
    assert found["news"]["interval"]
    # Of all segments, also where only some are shown.
    assert saved(where="line < 100", only="yes")["news"]["segments"] == own["segments"]
