"""Draw charts as SVG: static, in the colours of the page's theme, and as wide as their place.

Places along the x-axis are percentages and all else is in pixels, so that text keeps its size on
any screen; report.css leaves room for the numbers on the left. There are no ids and no inline
styles: a file may hold many figures, and its policy may forbid styles.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import pairwise

from bleu_core.common.formatting import format_count, format_number
from bleu_core.common.formatting import format_plain as number
from bleu_core.common.rounding import round_ticks
from bleu_core.present.charts import Axis, Bar, BarChart
from bleu_core.present.report.markup import Html, element

# Pixels: above the plot, left of it, text below it, and what of a chart's height is no plot.
TOP, LEFT, LINE, ROOM = 34, 60, 20, 79
# Pixels of a character, at most, and of the narrowest plot: a phone's.
CHARACTER, WIDE_CHARACTER, NARROWEST = 7.2, 12, 280
# Bars that are all read aloud; of more, the highest and the lowest.
MOST_READ = 12


def chart_svg(chart: BarChart, title: str) -> Html:
    """The chart as an image; `title` is its name, to be read aloud."""
    plot = chart.height - ROOM
    below = list(_x_axis(chart.x, plot))
    height = TOP + plot + _labels_height(chart.x) + (LINE if chart.x.title else 0)
    return element(
        "svg",
        *_y_axis(chart.y, plot),
        *(_bar(chart, bar, n, plot) for n, (_, bars) in enumerate(chart.series) for bar in bars),
        *_lines(chart, plot),
        *below,
        element("text", chart.y.title, *_legend(chart), x=number(-LEFT), y="14", class_="title"),
        class_="broad" if _is_crowded(chart) else "",
        role="img",
        aria_label=f"{title}. {_summary(chart)}".strip(),
        height=number(height),
    )


def _summary(chart: BarChart) -> str:
    """The bars in words: all of them, or the highest and the lowest of many."""
    bars = [bar for bar in chart.bars if math.isfinite(bar.end)]
    if not bars:
        return "No bars."
    if len(bars) <= MOST_READ:
        return "; ".join(" ".join(bar.hover) for bar in bars)
    low, high = min(bars, key=lambda bar: bar.end), max(bars, key=lambda bar: bar.end)
    ends = [f"highest: {' '.join(high.hover)}"]
    if low.end < 0:
        ends.append(f"lowest: {' '.join(low.hover)}")
    return f"{format_count(len(bars), 'bar')}; {'; '.join(ends)}"


def _across(axis: Axis, value: float) -> str:
    """The place of a value along the x-axis."""
    return f"{number(100 * (value - axis.low) / (axis.high - axis.low), 7)}%"


def _down(axis: Axis, value: float, plot: float) -> float:
    """The place of a value along the y-axis, from the top of the image."""
    return TOP + plot * (axis.high - value) / (axis.high - axis.low)


def _bar(chart: BarChart, bar: Bar, series: int, plot: float) -> Html:
    """A bar with its text; its whole column shows what it is on hovering."""
    left, right = bar.at - bar.width / 2, bar.at + bar.width / 2
    place = {"x": _across(chart.x, left)}
    place["width"] = _across(chart.x, chart.x.low + right - left)
    drawn = [
        element("title", "\n".join(bar.hover)),
        element("rect", y=number(TOP), height=number(plot), class_="reach", **place),
    ]
    if math.isfinite(bar.end):
        upper, lower = max(bar.base, bar.end), min(bar.base, bar.end)
        y, end = _down(chart.y, upper, plot), _down(chart.y, lower, plot)
        size = {"y": number(y, 8), "height": number(end - y, 8)}
        classes = f"bar {bar.tone}{' second' if series else ''}"
        drawn.append(element("rect", class_=classes, **place, **size))
        at = end + 15 if bar.end < bar.base else y - 5
    else:
        at = _down(chart.y, bar.base, plot) - 5
    if bar.text:
        drawn.append(
            element("text", bar.text, x=_across(chart.x, bar.at), y=number(at), class_="value")
        )
    return element("g", *drawn)


def _y_axis(axis: Axis, plot: float) -> Iterator[Html]:
    """Round numbers with lines across."""
    for value in round_ticks(axis.low, axis.high, 6):
        if axis.is_count and not value.is_integer():
            continue
        y = number(_down(axis, value, plot))
        yield element("line", x1="0", x2="100%", y1=y, y2=y, class_="grid")
        yield element("text", format_number(value), x="-6", y=y, dy="0.35em", class_="left")


def _x_axis(axis: Axis, plot: float) -> Iterator[Html]:
    """Round numbers or words below the plot, and the title below them."""
    y, turn = TOP + plot + 16, _turn(axis)
    if axis.labels is None:
        ticks = round_ticks(axis.low, axis.high, 8)
        for value in ticks:
            x = _across(axis, value)
            # Every other number has no room on a phone.
            is_odd = round(value / (ticks[1] - ticks[0])) % 2 if len(ticks) > 1 else False
            yield element(
                "text", format_number(value), x=x, y=number(y), class_="odd" if is_odd else ""
            )
    for at, label in axis.labels or ():
        x = _across(axis, at)
        if not turn:
            yield element("text", label, x=x, y=number(y))
            continue
        # A text turns around the origin of its image, which stands where percentages say.
        text = element("text", label, transform=f"rotate({-turn})", class_="left")
        yield element("svg", text, x=x, y=number(y - 4), width="1", height="1")
    if axis.title:
        bottom = number(TOP + plot + _labels_height(axis) + 12)
        yield element("text", axis.title, x="100%", y=bottom, class_="left")


def _text_width(text: str) -> float:
    return sum(WIDE_CHARACTER if ord(one) > 0x2E80 else CHARACTER for one in text)


def _turn(axis: Axis) -> int:
    """Degrees by which labels are turned, so that they do not overlap on the narrowest screen."""
    labels = axis.labels or ()
    widest = max((_text_width(label) for _, label in labels), default=0)
    if (widest + 6) * len(labels) <= NARROWEST:
        return 0
    # The first label must not reach beyond the numbers of the y-axis.
    room = LEFT + NARROWEST / (2 * len(labels))
    return 45 if len(labels) <= NARROWEST / 18 and 0.71 * (widest + LINE) <= room else 70


def _labels_height(axis: Axis) -> float:
    """Pixels of the labels or numbers below the plot."""
    if axis.labels is None:
        return LINE + 4
    widest = max((_text_width(label) for _, label in axis.labels), default=0)
    if turn := _turn(axis):
        return math.ceil(widest * math.sin(math.radians(turn))) + LINE
    return LINE + 4 if axis.labels else 6


def _is_crowded(chart: BarChart) -> bool:
    """Whether the texts of bars would overlap on the narrowest screen, which scrolls then."""
    places = sorted(bar.at for bar in chart.bars)
    nearest = min((b - a for a, b in pairwise(places)), default=math.inf)
    widest = max((_text_width(bar.text) for bar in chart.bars), default=0)
    return nearest * NARROWEST / (chart.x.high - chart.x.low) < widest


def _lines(chart: BarChart, plot: float) -> Iterator[Html]:
    """The levels between bars, and the axes at 0."""
    for left, right, value in chart.levels:
        x1, x2, y = _across(chart.x, left), _across(chart.x, right), _down(chart.y, value, plot)
        yield element("line", x1=x1, x2=x2, y1=number(y), y2=number(y), class_="zero")
    if "x" in chart.zero:
        x = _across(chart.x, 0)
        yield element("line", x1=x, x2=x, y1=number(TOP), y2=number(TOP + plot), class_="zero")
    if "y" in chart.zero:
        zero = number(_down(chart.y, 0, plot))
        yield element("line", x1="0", x2="100%", y1=zero, y2=zero, class_="zero")


def _legend(chart: BarChart) -> Iterator[str]:
    """The names of several series beside their colours."""
    if len(chart.series) < 2:
        return
    for n, (name, bars) in enumerate(chart.series):
        tone = f"bar {bars[0].tone}{' second' if n else ''}" if bars else ""
        yield "    "
        yield element("tspan", "■", class_=tone)
        yield f" {name}"
