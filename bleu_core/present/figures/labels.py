"""Positions for the labels of a scatter, with little overlap."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from bleu_core.metrics.additive import FloatArray

# Places beside a point, the best first, as plotly calls them, with the direction of each.
PLACES = {
    "middle right": (1, 0),
    "middle left": (-1, 0),
    "top center": (0, 1),
    "bottom center": (0, -1),
    "top right": (1, 1),
    "top left": (-1, 1),
    "bottom right": (1, -1),
    "bottom left": (-1, -1),
}
# Pixels of a character, of a line, and of a point with its margin.
CHARACTER, LINE, POINT = 7.2, 15.0, 12.0


def label_places(
    x: FloatArray, y: FloatArray, labels: Sequence[str], size: tuple[float, float]
) -> list[str]:
    """One of `PLACES` for each point, chosen greedily for the least overlap.

    Area outside the figure costs as much as overlap.

    Parameters
    ----------
    x, y : (K,) arrays
        Points in pixels from the lower left.
    labels : list of K str
    size : (width, height)
        Size of the figure in pixels.

    Examples
    --------
    A point at the right edge has its name on the left, and one in the middle has it on the right.

    >>> label_places(np.array([290.0, 90]), np.array([50.0, 90]), ["one", "two"], (300, 100))
    ['middle left', 'middle right']
    """
    inside = np.array([0.0, 0.0, *size])
    stands = [_box(px, py, POINT, POINT, (0, 0)) for px, py in zip(x, y, strict=True)]
    found = []
    for px, py, label in zip(x, y, labels, strict=True):
        boxes = {
            place: _box(px, py, CHARACTER * len(label), LINE, way) for place, way in PLACES.items()
        }
        cost = {
            place: sum(_shared(box, one) for one in stands) + _area(box) - _shared(box, inside)
            for place, box in boxes.items()
        }
        best = min(cost, key=cost.__getitem__)
        stands.append(boxes[best])
        found.append(best)
    return found


def _box(x: float, y: float, width: float, height: float, way: tuple[int, int]) -> FloatArray:
    """(left, bottom, right, top) of a box beside a point, or on it for the direction (0, 0)."""
    right, up = way
    middle = np.array(
        [x + right * (POINT + width) / 2, y + up * (POINT + height) / 2 * (0.8 if right else 1)]
    )
    half = np.array([width, height]) / 2
    return np.concatenate([middle - half, middle + half])


def _area(box: FloatArray) -> float:
    return float(np.prod(box[2:] - box[:2]))


def _shared(one: FloatArray, other: FloatArray) -> float:
    """The area that two boxes have in common."""
    sides = np.minimum(one[2:], other[2:]) - np.maximum(one[:2], other[:2])
    return float(np.prod(np.maximum(sides, 0)))
