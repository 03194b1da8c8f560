"""Values of settings in the words of sentences and tables."""

from __future__ import annotations

from bleu_core.common.numerals import plain, whole
from bleu_core.common.wording import listed
from bleu_core.text.config import SMOOTHING, BleuConfig


def case(config: BleuConfig) -> str:
    """As in signatures: "lc" or "mixed"."""
    return "lc" if config.lowercase else "mixed"


def effective_order(config: BleuConfig) -> str:
    return "yes" if config.effective_order else "no"


def orders(config: BleuConfig) -> str:
    """ "1 to 4, weighed alike" """
    text = f"1 to {whole(config.max_ngram_order)}"
    if config.weights is None:
        return f"{text}, weighed alike"
    return f"{text}, weighed {listed(map(plain, config.weights))}"


def smoothing(config: BleuConfig) -> str:
    """The method, with its value if it takes one: "floor 0.1"."""
    takes_value = SMOOTHING[config.smooth_method] is not None
    return (
        f"{config.smooth_method} {plain(config.smoothing)}" if takes_value else config.smooth_method
    )


def short_segments(counts_short: bool) -> str:
    """The n-grams that a segment too short for an order counts."""
    return "one n-gram each" if counts_short else "none"
