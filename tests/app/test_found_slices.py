"""The slice finder on the screens, without a browser."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from bleu_core import EvalSet, workspace
from bleu_core.segments.finder import FoundSlice, SliceFindings
from bleu_core.segments.saved_slices import SavedSlice
from bleu_core.workspace import Workspace
from pages.ui import results, store
from tests.app.conftest import App

WHERE = 'kind = "news"'


@pytest.fixture
def data() -> str:
    """The digest of eighty segments, half of them news, where B has a word wrong."""
    a = [f"the cat {i} sat on the mat until it slept" for i in range(80)]
    kinds = ["news" if i % 2 else "talk" for i in range(80)]
    b = [x.replace("sat on", "was at") if k == "news" else x for x, k in zip(a, kinds, strict=True)]
    return store.put(EvalSet({"a": a, "b": b}, [a], metadata={"kind": kinds}))


def one(expression: str = WHERE, **more: Any) -> FoundSlice:
    rows = np.arange(1, 80, 2)
    given = {"p_value": 0.002, "confirmed": True, "exchangeable": True} | more
    return FoundSlice(
        expression, rows, 0.5, -9.0, 0.4123, 100.0, 82.0, -18.0, -20.0, -16.0, surplus=-4.5,
        surplus_low=-6.0, surplus_high=-3.0, **given,
    )  # fmt: skip


def finds(monkeypatch, *slices: FoundSlice, **more: Any) -> list[Any]:
    asked: list[Any] = []

    def found(table: Any, **how: Any) -> SliceFindings:
        asked.append(how)
        mine = [each for each in slices if each.exchangeable]
        rest = [each for each in slices if not each.exchangeable]
        return SliceFindings(mine, rest, 12, 345, 40, 40, "segment", 12345, **more)

    monkeypatch.setattr(results, "find_slices", found)
    return asked


def test_what_is_found_stands_in_its_table_with_how_it_was_searched(data: str, monkeypatch) -> None:
    asked = finds(
        monkeypatch,
        one(variants=("line > 3",)),
        one("b.copy", exchangeable=False, confirmed=False, p_value=None),
    )
    app = App("slices.py", data=data, tab="found", least="12", depth="2")
    app.until(lambda: app.shows("found-table"))
    (row,) = app.cells("found-table")
    assert row == [
        f"{WHERE} (similar: line > 3)",
        "40", "50.0%", "−9.000", "41.2% of the loss", "−18.00", "[−20.00, −16.00]",
        "−4.500 [−6.000, −3.000]", "0.0020", "yes",
    ]  # fmt: skip
    assert app.cells("described-table")[0][0] == "b.copy"
    told = "\n".join([app.captions, *(caption.help or "" for caption in app.test.caption)])
    for part in ("345 combinations", "12 conditions", "by segment (seed 12345)"):
        assert part in told
    assert (asked[0]["min_segments"], asked[0]["depth"]) == (12, 2)


def test_nothing_found_and_why_not_are_told(data: str, monkeypatch) -> None:
    finds(monkeypatch)
    app = App("slices.py", data=data, tab="found")
    app.until(lambda: app.shows("found-nothing"))
    finds(monkeypatch, why_not="There are too few segments.")
    app = App("slices.py", data=data, tab="found", least="11")
    app.until(lambda: app.shows("found-none"))
    assert "too few segments" in app.message("found-none")


def test_a_search_is_stopped_or_fails_and_is_begun_anew(data: str, monkeypatch) -> None:
    held = threading.Event()

    def slowly(table: Any, *, progress: Callable[[float], None], **how: Any) -> SliceFindings:
        progress(0.25)
        assert held.wait(60)
        progress(0.5)
        raise RuntimeError("a fault of ours")

    monkeypatch.setattr(threading, "excepthook", lambda _: None)
    monkeypatch.setattr(results, "find_slices", slowly)
    app = App("slices.py", data=data, tab="found", least="14")
    app.press("Stop")
    held.set()
    assert app.component("found-stopped")["tone"] == "info"
    app.press("Search again")  # which fails
    app.until(lambda: app.codes("found-stopped") == ["screen.work_failed"])
    finds(monkeypatch, one())
    app.press("Search again")
    app.until(lambda: app.shows("found-table"))


def test_the_best_confirmed_slice_is_in_the_verdict(data: str, monkeypatch) -> None:
    finds(monkeypatch, one("line > 2", confirmed=False), one())
    app = App("overview.py", data=data, least="15")
    app.until(lambda: WHERE in app.verdict)
    for part in ("50.0% of the test set", "41.2% of the losses", "p = 0.0020"):
        assert part in app.verdict
    assert "line > 2" not in app.verdict


def test_what_is_found_is_saved_under_a_name(data: str, monkeypatch, space: Workspace) -> None:
    finds(monkeypatch, one())
    app = App("slices.py", data=data, tab="found", least="13")
    app.until(lambda: app.shows("found-table"))
    app.choose("Slice name", "news")
    app.press("Save slice")
    assert workspace.saved_slices(space) == [SavedSlice("news", WHERE)]
