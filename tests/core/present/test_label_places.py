"""Names in a scatter overlap little: counted by boxes drawn slowly."""

from __future__ import annotations

import json

import numpy as np

from bleu_core.people.meta_evaluation.published_results import read_marked_systems
from bleu_core.present.figures import people_scatter
from bleu_core.present.figures.people import PLACES
from tests.places import SAMPLE_DATA


def boxes(x: np.ndarray, y: np.ndarray, labels: list[str], places: list[str]) -> list[np.ndarray]:
    """Where names stand, each 7 pixels a character wide and 14 high, 6 away from its point."""
    found = []
    for px, py, label, place in zip(x, y, labels, places, strict=True):
        right, up = PLACES[place]
        width = 7 * len(label)
        left = px + (6 if right > 0 else -6 - width if right < 0 else -width / 2)
        bottom = py + (6 if up > 0 else -20 if up < 0 else -7)
        found.append(np.array([left, bottom, left + width, bottom + 14]))
    return found


def overlaps(stand: list[np.ndarray]) -> int:
    pairs = [(a, b) for i, a in enumerate(stand) for b in stand[:i]]
    return sum((np.minimum(a[2:], b[2:]) > np.maximum(a[:2], b[:2])).all() for a, b in pairs)


def test_thirteen_real_systems_do_not_overlap() -> None:
    text = (SAMPLE_DATA / "mqm-ted-2021.json").read_text("utf-8")
    held = read_marked_systems(text).versus
    points = next(t for t in people_scatter(held).data if t.mode == "markers+text")
    assert sorted(points.text) == sorted(row["name"] for row in json.loads(text)["systems"])
    (low, high), (bottom, top) = (
        (v.min() - room * np.ptp(v), v.max() + room * np.ptp(v))
        for v, room in ((held.scores, 0.2), (held.means, 0.08))
    )
    x, y = 400 * (held.scores - low) / (high - low), 320 * (held.means - bottom) / (top - bottom)
    stand = boxes(x, y, list(points.text), list(points.textposition))
    assert overlaps(stand) == 0
    assert all(box[0] >= 0 and box[2] <= 400 for box in stand)
