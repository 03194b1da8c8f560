"""Figures: what a reader measures on the axes is what was computed; names stay text."""

import math
from collections.abc import Callable
from itertools import pairwise
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import numpy as np
import pytest

import bleuscope
from bleu_core import Comparison, InputError
from bleu_core.common.rounding import round_ticks
from bleu_core.present import charts
from bleu_core.present.charts import Axis, Bar, BarChart
from bleu_core.present.report.svg import chart_svg
from bleu_core.segments.slices import points_by_document
from bleuscope import figures
from tests.core.refusing import refused
from tests.places import SAMPLE


@pytest.fixture(scope="module")
def sample() -> Comparison:
    outputs = (SAMPLE / f"apertium-{name}.en" for name in ("direct", "pivot"))
    references = [SAMPLE / f"reference-{n}.en" for n in (1, 2)]
    return bleuscope.compare(*outputs, references, documents=SAMPLE / "documents.txt")


def drawn(chart: BarChart) -> Element:
    return ElementTree.fromstring(chart_svg(chart, "Title"))


def pixels(element: Element, name: str) -> float:
    return float(element.attrib[name].removesuffix("%"))


def value_of(text: str) -> float:
    return float(text.replace("−", "-").replace(",", ""))


def scale(places: dict[float, float]) -> Callable[[float], float]:
    """From a place to its value, by two labels of an axis, as a reader does it."""
    (first, at), *_, (last, to) = sorted(places.items())
    return lambda place: first + (place - at) / (to - at) * (last - first)


def y_scale(svg: Element) -> Callable[[float], float]:
    texts = [text for text in svg.findall("text") if text.get("x") == "-6"]
    grid = [pixels(line, "y1") for line in svg.findall("line[@class='grid']")]
    places = {value_of(text.text or ""): pixels(text, "y") for text in texts}
    assert list(places.values()) == grid
    return scale(places)


def rects(svg: Element) -> list[Element]:
    return [rect for rect in svg.iter("rect") if rect.get("class", "").startswith("bar ")]


def measured(svg: Element) -> list[tuple[float, float]]:
    """The lower and the upper end of each bar, in units of the axis."""
    read = y_scale(svg)
    return [
        (read(pixels(rect, "y") + pixels(rect, "height")), read(pixels(rect, "y")))
        for rect in rects(svg)
    ]


def test_the_steps_of_the_waterfall_lead_from_a_to_b(sample: Comparison) -> None:
    chart = charts.waterfall(sample)
    svg = drawn(chart)
    (_, a), *steps, (_, b) = measured(svg)
    assert (a, b) == pytest.approx((sample.score_a.score, sample.score_b.score), abs=1e-3)
    level = a
    for (low, high), step in zip(steps, sample.ledger.components.values(), strict=True):
        assert high - low == pytest.approx(abs(step), abs=1e-3)
        start, end = (low, high) if step > 0 else (high, low)
        assert start == pytest.approx(level, abs=1e-3)
        level = end
    assert level == pytest.approx(b, abs=1e-3)
    tones = [rect.attrib["class"].split()[1] for rect in rects(svg)]
    expected = ["gain" if step > 0 else "loss" for step in sample.ledger.components.values()]
    assert tones == ["a", *expected, "b"]
    # The plot is as high as its axis.
    reach, read = next(svg.iter("rect")), y_scale(svg)
    assert read(pixels(reach, "y")) == pytest.approx(chart.y.high, abs=1e-3)
    bottom = pixels(reach, "y") + pixels(reach, "height")
    assert read(bottom) == pytest.approx(chart.y.low, abs=1e-3)
    # Both ends stand on the floor of the plot, whose number the title of the axis has.
    floor = measured(svg)[0][0]
    title = next(text for text in svg.findall("text") if text.get("class") == "title")
    assert f"(axis starts at {floor:.1f})" in (title.text or "")


def test_bars_of_documents_add_up_to_delta(sample: Comparison) -> None:
    names, points = points_by_document(sample) or ([], np.zeros(0))
    svg = drawn(charts.strip(names, points, "documents"))
    found = [high if high > 1e-4 else low for low, high in measured(svg)]
    assert found == pytest.approx(points.tolist(), abs=1e-4)
    assert sum(found) == pytest.approx(sample.delta, abs=1e-3)
    lefts = [pixels(rect, "x") for rect in rects(svg)]
    apart = 100 / len(names)
    assert [b - a for a, b in pairwise(lefts)] == pytest.approx(
        [apart] * (len(names) - 1), abs=1e-4
    )
    assert {rect.attrib["width"] for rect in rects(svg)} == {rects(svg)[0].attrib["width"]}
    labels = [text.text for inner in svg.findall("svg") for text in inner]
    assert labels == names


def test_bars_of_the_histogram_are_counts_between_their_edges(sample: Comparison) -> None:
    deltas = sample.sentence_deltas
    svg = drawn(charts.delta_histogram(deltas))
    below = [text for text in svg.findall("text") if text.attrib["x"].endswith("%")]
    places = {value_of(text.text or ""): pixels(text, "x") for text in below[:-1]}
    read = scale(places)
    counted = 0
    for rect, (low, high) in zip(rects(svg), measured(svg), strict=True):
        left, width = read(pixels(rect, "x")), pixels(rect, "width")
        right = read(pixels(rect, "x") + width)
        margin = (right - left) / 48 + 1e-4  # bars touch but for a hair
        within = (deltas != 0) & (deltas > left - margin) & (deltas < right + margin)
        assert low == pytest.approx(0, abs=1e-3)
        assert round(high) == pytest.approx(high, abs=1e-2)
        assert within.sum() == round(high)
        counted += round(high)
    assert counted == np.count_nonzero(np.abs(deltas) > 1e-9)


def test_precisions_are_drawn_for_both_systems_with_a_legend() -> None:
    zero = bleuscope.compare(["a b c d"] * 3, ["x y z"] * 3, ["a q c d"] * 3)
    chart = charts.precisions(zero)
    svg = drawn(chart)
    found = [high for _, high in measured(svg)]
    assert found == pytest.approx([bar.end for bar in chart.bars], abs=0.01)
    title = next(text for text in svg.findall("text") if text.get("class") == "title")
    assert "".join(title.itertext()).split() == ["matching", "n-grams,", "%", "■", "A", "■", "B"]
    classes = [rect.attrib["class"] for rect in rects(svg)]
    assert classes == ["bar a"] * 4 + ["bar b second"] * 4


@pytest.mark.parametrize(
    "chart",
    [
        charts.strip([], np.zeros(0), "documents"),
        charts.strip(["one"], np.array([0.0]), "documents"),
        charts.strip(["one"], np.array([-1e-12]), "documents"),
        charts.delta_histogram(np.zeros(0)),
        charts.delta_histogram(np.array([100.0])),
        charts.waterfall(bleuscope.compare(["a b c d"], ["a b c d"], ["a b c d"])),
        charts.precisions(bleuscope.compare(["a"], [""], ["b"])),
        BarChart(
            [("", [Bar(0, 1, 0, math.nan, "a", "undefined")])], Axis("x", 0, 1), Axis("y", 0, 1)
        ),
    ],
)
def test_little_or_nothing_can_be_drawn(chart: BarChart) -> None:
    svg = drawn(chart)
    assert len(svg.findall("g")) == len(chart.bars)
    assert len(rects(svg)) == sum(math.isfinite(bar.end) for bar in chart.bars)
    assert svg.attrib["aria-label"].startswith("Title. ")
    for element in svg.iter():
        numbers = [element.get(name, "0") for name in ("x", "y", "width", "height", "y1", "x1")]
        assert all(math.isfinite(float(number.removesuffix("%"))) for number in numbers)
        assert not element.get("height", "0").startswith("-")


def test_ticks_are_round_and_within_the_axis() -> None:
    rng = np.random.default_rng(1)
    for _ in range(2_000):
        low, size = rng.normal() * 10.0 ** rng.integers(-3, 4), 10.0 ** rng.uniform(-4, 6)
        most = int(rng.integers(2, 12))
        ticks = round_ticks(low, low + size, most)
        assert most / 2.5 - 1 <= len(ticks) <= most + 1
        slack = 1e-6 * size
        assert all(low - slack <= tick <= low + size + slack for tick in ticks)
        for a, b in pairwise(ticks):
            assert f"{b - a:.3e}".split("e")[0] in ("1.000", "2.000", "5.000")


def test_they_show_the_points_of_the_ledger(sample: Comparison) -> None:
    bars = figures.waterfall(sample).data[0]
    assert np.allclose(bars.y[1:-1], np.abs(list(sample.ledger.components.values())))
    carried = sample.ledger.segments.sum()
    for figure in (figures.along(sample), figures.documents(sample)):
        assert sum(figure.data[0].y) == pytest.approx(carried)


def test_what_cannot_be_drawn_is_told() -> None:
    without = bleuscope.compare(["a b c d e"], ["a b c d f"], ["a b c d g"])
    zero = bleuscope.compare(["a"], ["b"], ["c"])
    for draw, comparison, code in (
        (figures.documents, without, "column.unavailable"),
        *((draw, zero, "column.unavailable")
          for draw in (figures.waterfall, figures.concentration, figures.along)),
    ):  # fmt: skip
        with refused(code, error=InputError):
            draw(comparison)
    assert figures.precisions(zero).data
