"""The systems that a lesson states: BLEU and judges, a point each, and how far they go together."""

from __future__ import annotations

from bleu_core.common.numerals import points
from bleu_core.metrics.additive import FloatArray
from bleu_core.teaching.lessons import Lesson
from bleu_core.teaching.stated_systems import read_stated_systems
from pages.ui.widgets.table import Cell, table


def systems(lesson: Lesson) -> None:
    """A row a system, as the lesson lists them; right is better in both columns of points."""
    held = read_stated_systems(lesson.stated)
    sides = (held.scores, held.means)
    rows: list[list[Cell]] = [
        [name, *[cell for values in sides for cell in _place(values, i)]]
        for i, name in enumerate(held.names)
    ]
    columns = [
        {"label": "System"},
        {"label": "BLEU", "align": "right", "narrow": True, "term": "bleu"},
        {"label": "better →", "wide": True},
        {"label": lesson.stated["judges"], "align": "right", "narrow": True},
        {"label": "better →"},
    ]
    table(columns, rows, key="systems", label="BLEU and judges, system by system")


def _place(values: FloatArray, i: int) -> list[Cell]:
    """The number, and the point on the way from the worst to the best."""
    value = float(values[i])
    written = points(value)
    axis = [float(values.min()), float(values.max())]
    return [written, {"range": [None, value, None], "axis": axis, "title": written}]
