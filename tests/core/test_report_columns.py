"""The sheet of segments has what expressions name."""

from __future__ import annotations

import csv
import io

from bleu_core import Comparison, EvalSet
from bleu_core.detectors import Thresholds
from bleu_core.report import render
from bleu_core.report.gathering import gather

LONG = "one two three four five six seven eight nine ten."
DATA = EvalSet(
    {"A": ["It cost 5 dollars.", LONG], "B": ["It cost dollars.", "one"]},
    [["It cost 5 dollars.", LONG]],
    source=["Это стоит 5 $?", "Раз два три четыре пять шесть семь восемь девять десять."],
)


def rows(thresholds: Thresholds) -> list[dict[str, str]]:
    content = gather(Comparison.of(DATA), thresholds=thresholds)
    text = render(content, ".csv").decode("utf-8-sig")
    return list(csv.DictReader(io.StringIO(text)))


def test_the_columns_of_expressions_stand_in_the_sheet_of_segments() -> None:
    first, second = rows(Thresholds())
    assert (first["digits"], second["digits"]) == ("yes", "no")
    assert (first["question"], second["question"]) == ("yes", "no")
    assert (first["a.numbers"], first["b.numbers"]) == ("no", "yes")
    assert first["script"] == "Cyrillic"
    assert float(second["b.ratio"]) == 1 / 11  # the full stop is a token
    assert "verdict" not in first  # nobody said anything
    assert "a.chrf" not in first  # it was not counted
    assert len(first) == len(set(first))


def test_detectors_in_the_sheet_have_the_thresholds_of_the_report() -> None:
    assert rows(Thresholds(short=0.5))[1]["b.cut"] == "yes"
    assert rows(Thresholds(short=0.05))[1]["b.cut"] == "no"
