"""How numbers read."""

from __future__ import annotations

import re
from collections.abc import Callable

import plotly.graph_objects as go
import pytest

from bleu_core.figures.look import quiet
from bleu_core.numerals import THIN, delta, fraction, p_value, points, whole
from tests.places import ROOT


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (whole(0), "0"),
        (whole(999), "999"),
        (whole(12345), "12\u202f345"),
        (whole(1_000_000), "1\u202f000\u202f000"),
        (whole(17.0), "17"),
        (whole(1234.5), "1\u202f234.5"),
        (points(21.7143), "21.71"),
        (points(0), "0.00"),
        (points(100), "100.00"),
        (points(0.98765, 4), "0.9877"),
        (points(-1.5), "\u22121.50"),
        (delta(1.337), "+1.34"),
        (delta(-0.3), "\u22120.30"),
        (delta(0), "0.00"),
        (delta(-0.001), "0.00"),
        (delta(0.001), "0.00"),
        (delta(-0.001, 4), "\u22120.0010"),
        (delta(-12, 0), "\u221212"),
        (fraction(10, 17), "10/17"),
        (fraction(1234, 20000.5), "1\u202f234/20\u202f000.5"),
        (p_value(0.03141), "p = 0.031"),
        (p_value(0.5), "p = 0.50"),
        (p_value(0.03), "p = 0.030"),
        (p_value(0.00012), "p = 0.00012"),
        (p_value(0.0001), "p = 0.00010"),
        (p_value(0.00009999), "p < 0.0001"),
        (p_value(0), "p < 0.0001"),
        (p_value(0.0499), "p = 0.0499"),
        (p_value(0.0501), "p = 0.0501"),
        (p_value(0.04997), "p = 0.04997"),
        (p_value(0.05), "p = 0.050"),
        (p_value(0.0494), "p = 0.049"),
        (p_value(0.00999, 0.01), "p = 0.00999"),
    ],
)
def test_numbers_read_so(text: str, expected: str) -> None:
    assert text == expected


@pytest.mark.parametrize("write", [whole, points, delta])
def test_no_number_is_broken_over_two_lines(write: Callable[[float], str]) -> None:
    assert not set(write(1234567.25)) & set(" \t\n\u2009")


def test_there_is_one_way_to_write_thousands() -> None:
    """ "3,004" beside "3 004": text goes through `whole`, also where it goes to a terminal."""
    for path in (*ROOT.glob("bleu_core/**/*.py"), *ROOT.glob("pages/**/*.py")):
        if path.name != "words.py":
            text = path.read_text(encoding="utf-8")
            # Plotly's own "%{y:,}" is written as the figure's `separators` say.
            assert not re.search(r"(?<!%)\{[^{}]*:,[.\d]*f?\}", text), path
    assert quiet(go.Figure()).layout.separators[1] == THIN
