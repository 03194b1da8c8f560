"""Thresholds of the detectors of degenerate output: in the settings, and in reports."""

from __future__ import annotations

import csv
import io

from bleu_core import BleuConfig, EvalSet
from bleu_core.segments.detectors import Thresholds
from pages.ui import store
from pages.ui.report_menu import make_report
from tests.comparisons import compared

from .conftest import App

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


def test_the_csv_report_has_the_detectors_by_the_chosen_thresholds() -> None:
    comparison = compared(planted(), BleuConfig())
    for thresholds, repeats in ((Thresholds(), "yes"), (Thresholds(repeat=9), "no")):
        written = make_report(comparison, None, {}, thresholds, ".csv").decode("utf-8-sig")
        rows = list(csv.DictReader(io.StringIO(written)))
        assert rows[3]["a.repeat"] == repeats


def test_thresholds_are_settings() -> None:
    app = App(data=store.put(planted()), limits="repeat:9")
    app.set(settings=True)
    app.set(thresholds=True)
    assert app.widget("limit-repeat").value == 9
    app.choose("limit-copy_run", 5)
    assert "copy_run:5" in app.link["limits"]
    app.press("Reset thresholds")
    assert "limits" not in app.link
