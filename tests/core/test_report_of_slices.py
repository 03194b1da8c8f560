"""Found slices and degenerate output stand in every report, and their text stays text."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import openpyxl
import pytest

from bleu_core import Comparison, EvalSet
from bleu_core.detectors import Counts
from bleu_core.finder import FoundSlice, SliceFindings
from bleu_core.report import render
from bleu_core.report.content import Content
from bleu_core.report.gathering import gather

EXPRESSION = 'kind = "=<b>|`x`"'


@pytest.fixture
def content() -> Content:
    texts = {"A": ["a b c d e"] * 4, "B": ["a b c d x"] * 4}
    data = EvalSet(texts, [["a b c d e"] * 4])
    one = FoundSlice(
        EXPRESSION, np.array([0, 2]), 0.5, -1.5, 0.75, 30.0, 20.0, -10.0, -15.0, -5.0, 0.02, True,
        True,
    )  # fmt: skip
    other = FoundSlice(
        "b.cut", np.array([1]), 0.25, -1.0, 0.5, 30.0, 10.0, -20.0, None, None, None, False, False,
        untested="It is chosen by one system.",
    )  # fmt: skip
    found = SliceFindings([one], [other], 12, 34, 2, 2, "segment", 1)
    counts = [
        Counts("cut", "cut off", "The rule.", a=1, b=3, only_b=2, p=0.5, points=-0.25),
        Counts("copy", "copy of the source", "Another rule.", missing="There is no source."),
    ]
    return gather(Comparison.of(data), slices=found, detectors=counts)


@pytest.mark.parametrize("suffix", [".html", ".md", ".tex"])
def test_slices_and_detectors_stand_in_it(content, suffix) -> None:
    text = render(content, suffix).decode()
    assert "34 combinations of 12 conditions" in text.replace("\u202f", " ")
    for piece in (
        "b.cut",
        "1 slice is described and not tested: It is chosen by one system.",
        "cut off",
        "0.020",
        "75.0",
    ):
        assert piece in text, piece
    assert "copy of the source" not in text
    assert EXPRESSION not in text or suffix == ".md"
    # Markdown has it in a code span, where "|" would end a cell.
    cells = [line for line in text.splitlines() if suffix != ".md" or line.startswith("|")]
    assert not any("=<b>|" in line for line in cells)


def test_no_cell_is_a_formula_and_all_numbers_are_full(content, tmp_path: Path) -> None:
    book = openpyxl.load_workbook(io.BytesIO(render(content, ".xlsx")))
    rows = list(book["slices"].values)
    assert (EXPRESSION, 2, 0.5, -1.5, 0.75, 30, 20, -10, -15, -5, 0.02, "yes") in rows
    assert rows[-1][-1] == "not tested"
    assert ("cut off", 1, 3, 0, 2, 0.5, -0.25, "The rule.") in list(book["degenerate"].values)
