"""Would people notice? How often people agreed with a metric, by how far it told systems apart.

Kocmi, Zouhar, Federmann and Post (2024), Navigating the Metrics Maze: over pairs of systems
(their collection ToShip23), the share of pairs of which people preferred the one that the
metric preferred, as a curve of the metric's difference. Their program, mt-thresholds, has
the same curves.
"""

from __future__ import annotations

import math
from dataclasses import replace

from bleu_core.metrics.bleu import Bleu
from bleu_core.metrics.two_systems import Opinion
from bleu_core.text.config import BleuConfig

# Of accuracy % = ceiling / (1 + e^(-slope |Δ|)), by key of the metric.
CURVES = {"bleu": (88.333, 0.96639), "chrf": (93.0, 1.11427)}


def agreement(key: str, delta: float) -> float | None:
    """The part of pairs with such a Δ, 0.5 to 1, on which people agreed; None: no evidence.

    At Δ = 0 the curve is at half its ceiling, which is less than one half: there tossing a coin
    would do as well. So up to a |Δ| of `least(key)` it says nothing.

    >>> round(agreement("bleu", -2.0), 3), agreement("bleu", 0.2)
    (0.772, None)
    """
    ceiling, slope = CURVES[key]
    found = ceiling / 100 / (1 + math.exp(-slope * abs(delta)))
    return found if found >= 0.5 else None


def least(key: str) -> float:
    """The |Δ| at which the curve is at one half.

    >>> round(least("bleu"), 2), round(least("chrf"), 2)
    (0.27, 0.14)
    """
    ceiling, slope = CURVES[key]
    return -math.log(ceiling / 50 - 1) / slope


def is_known(opinion: Opinion) -> bool:
    """Whether the curve is of this metric under these settings.

    It was drawn for sacreBLEU's defaults; only the tokenizer may follow the language.
    """
    metric = opinion.a.metric
    if isinstance(metric, Bleu):
        return metric.config == replace(BleuConfig(), tokenize=metric.config.tokenize)
    return metric.about.key in CURVES and metric == type(metric)()
