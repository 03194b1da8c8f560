"""The tab of Slices on degenerate output, without a browser."""

from __future__ import annotations

import csv
import io

import numpy as np

from bleu_core import BleuConfig, EvalSet
from bleu_core.segments.columns import table_of
from bleu_core.segments.detectors import Thresholds
from bleu_core.segments.expressions import mask, parse
from pages.ui import store
from pages.ui.overview.verdict import make_report
from pages.ui.store import load_sample
from tests.app.conftest import App
from tests.comparisons import compared

LOOP = "the cat sat on the cat sat on the cat sat on the cat sat"


def planted() -> EvalSet:
    """Twenty segments: A loops in one; B copies two and drops the number of seven."""
    source = [f"Mačka číslo {i} sedí dnes doma na novom koberci." for i in range(20, 40)]
    reference = [f"Cat number {i} sits at home on the new rug today." for i in range(20, 40)]
    a, b = list(reference), list(reference)
    a[3] = LOOP + " 23."
    b[:2] = source[:2]
    b[5:12] = ["A cat sits at home on the new rug today."] * 7
    return EvalSet({"first": a, "second": b}, [reference], source=source)


def counts(app: App) -> dict[str, list[str]]:
    return {row[0]: row[3:7] for row in app.cells("degenerate-table")}


def test_what_was_planted_is_counted_and_a_row_opens_its_segments() -> None:
    data = planted()
    app = App("slices.py", tab="degenerate", data=store.put(data))
    found = counts(app)
    assert found["repetition"] == ["1", "0", "1", "0"]
    assert found["copy of the source"] == ["0", "2", "0", "2"]
    assert found["numbers"] == ["0", "7", "0", "7"]
    assert found["empty"] == ["0", "0", "0", "0"]
    row = next(row for row in app.cells("degenerate-table") if row[0] == "numbers")
    # 7 of 7 have the chance 2/2⁷; of nine tests it is the smallest.
    assert row[7] == f"{9 * 2 / 2**7:.2g}"
    points = compared(data, BleuConfig()).ledger.segments
    row = next(row for row in app.cells("degenerate-table") if row[0] == "copy of the source")
    assert float(row[8].replace("−", "-")) == round(points[:2].sum(), 3)
    table = app.component("degenerate-table")
    place = [row[0]["t"] for row in table["rows"]].index("numbers")
    app.send("degenerate-table", open=str(place))
    where = app.view.where
    assert where == "a.numbers or b.numbers"
    chosen = mask(parse(where), table_of(compared(data, BleuConfig())))
    assert np.flatnonzero(chosen).tolist() == list(range(5, 12))


def test_the_csv_report_has_the_detectors_by_the_chosen_thresholds() -> None:
    comparison = compared(planted(), BleuConfig())
    for thresholds, repeats in ((Thresholds(), "yes"), (Thresholds(repeat=9), "no")):
        written = make_report(comparison, None, {}, thresholds, ".csv").decode("utf-8-sig")
        rows = list(csv.DictReader(io.StringIO(written)))
        assert rows[3]["a.repeat"] == repeats


def test_thresholds_and_what_a_row_opens_are_chosen() -> None:
    app = App("slices.py", tab="degenerate", data=store.put(planted()), limits="repeat:9")
    assert counts(app)["repetition"] == ["0", "0", "0", "0"]
    assert app.widget("limit-repeat").value == 9
    app.choose("limit-copy_run", 5)
    assert "copy_run:5" in app.link["limits"]
    app.choose("degenerate-opens", "only_b")
    app.send("degenerate-table", open="1")
    assert app.view.where == "b.copy and not a.copy"


def test_without_a_source_it_says_what_is_not_looked_for() -> None:
    data = load_sample()
    bare = EvalSet(dict(data.systems), list(data.references))
    app = App("slices.py", tab="degenerate", data=store.put(bare))
    assert app.shows("degenerate-missing")
    found = counts(app)
    assert found["copy of the source"] == ["–"] * 4
    assert "–" not in found["repetition"]
