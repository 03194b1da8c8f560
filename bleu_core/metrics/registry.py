"""Metrics by key, under their default settings. Importing this module imports none of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import TYPE_CHECKING

from bleu_core.metrics.facts import METRIC_FACTS
from bleu_core.text.config import BleuConfig

if TYPE_CHECKING:
    from bleu_core.metrics.metric import TextMetric

METRIC_KEYS = tuple(METRIC_FACTS)


@cache
def metric_factories() -> Mapping[str, Callable[[BleuConfig], TextMetric]]:
    """For each key, a function that creates the metric from BLEU's settings.

    Word-based metrics take tokenizer and case from these settings. chrF and TER keep sacreBLEU's
    defaults, so that their scores equal those of its command.
    """
    from bleu_core.metrics.bleu import Bleu
    from bleu_core.metrics.chrf import Chrf
    from bleu_core.metrics.meteor import MeteorExact
    from bleu_core.metrics.nist import Nist
    from bleu_core.metrics.rouge import RougeL, RougeS
    from bleu_core.metrics.ter import Ter
    from bleu_core.metrics.wer import Wer

    return {
        "bleu": Bleu,
        "chrf": lambda config: Chrf(),
        "chrf++": lambda config: Chrf(word_order=2),
        "nist": lambda config: Nist(config.tokenize, config.lowercase),
        "ter": lambda config: Ter(),
        "wer": lambda config: Wer(config.tokenize, config.lowercase),
        "rouge-l": lambda config: RougeL(config.tokenize, config.lowercase),
        "rouge-s": lambda config: RougeS(config.tokenize, config.lowercase),
        "meteor-exact": lambda config: MeteorExact(config.tokenize, config.lowercase),
    }


def get_metric(name: str, config: BleuConfig = BleuConfig()) -> TextMetric:
    """Return the metric of a key, to be used beside BLEU.

    Parameters
    ----------
    name : str
        One of `METRIC_KEYS`, such as "chrf", "chrf++", "ter" or "wer".
    config : BleuConfig
        BLEU's settings. Word-based metrics take tokenizer and case from them; chrF and TER keep
        sacreBLEU's defaults.

    Returns
    -------
    TextMetric

    Examples
    --------
    >>> get_metric("chrf++").word_order
    2
    >>> get_metric("wer", BleuConfig(lowercase=True)).lowercase
    True
    """
    return metric_factories()[name](config)
