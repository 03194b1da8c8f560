"""A note on the n-gram orders without a match: smoothed, or the reason for a score of 0."""

from __future__ import annotations

from bleu_core.common.numerals import component_name, plural, points
from bleu_core.common.wording import listed
from bleu_core.teaching.workings import Order, Workings


def smoothing_note(workings: Workings) -> str:
    """A phrase on what smoothing changed, or on orders without a match; '' for neither."""
    used = [order for order in workings.orders if order.weight]
    smoothed = [order for order in used if order.is_smoothed]
    if smoothed:
        without = next(s.score.score for s in workings.smoothings if s.method == "none")
        method = workings.stats.config.smooth_method
        return f"{_names(smoothed)} smoothed by {method}; without smoothing {points(without)}"
    zero = [order for order in used if not order.precision]
    if not zero:
        return ""
    has = plural(len(zero), "has", "have")
    return f"{_names(zero)} {has} no match and {plural(len(zero), 'is', 'are')} not smoothed"


def _names(orders: list[Order]) -> str:
    return listed([component_name(f"p{order.n}") for order in orders])
