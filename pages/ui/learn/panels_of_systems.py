"""Systems stated in a lesson: BLEU and human scores as points, and their correlation."""

from __future__ import annotations

from bleu_core.common.numerals import points
from bleu_core.metrics.additive import FloatArray
from bleu_core.teaching.lessons import Lesson
from bleu_core.teaching.stated_systems import read_stated_systems
from pages.ui.widgets.table import Cell, table


def systems(lesson: Lesson) -> None:
    """A row a system, as the lesson lists them; right is better in both columns of points."""
    stated = read_stated_systems(lesson.stated)
    sides = (stated.scores, stated.means)
    rows: list[list[Cell]] = [
        [name, *[cell for values in sides for cell in _place(values, i)]]
        for i, name in enumerate(stated.names)
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
    """The number, and the point between the worst and the best."""
    value = float(values[i])
    written = points(value)
    axis = [float(values.min()), float(values.max())]
    return [written, {"range": [None, value, None], "axis": axis, "title": written}]
