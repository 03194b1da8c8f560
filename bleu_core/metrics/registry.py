"""Metrics by key, under their default settings: built-in ones, and those of plugins.

Importing this module imports none of them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

from bleu_core.metrics.facts import METRIC_FACTS, MetricInfo
from bleu_core.text.config import BleuConfig
from bleu_core.text.plugins import Plugins, load_plugins

if TYPE_CHECKING:
    from bleu_core.metrics.metric import TextMetric

MetricFactory = Callable[[BleuConfig], "TextMetric"]

# The keys of the built-in metrics.
METRIC_KEYS = tuple(METRIC_FACTS)


@cache
def metric_factories() -> Mapping[str, MetricFactory]:
    """For each key, a function that creates the metric from BLEU's settings.

    Word-based metrics take tokenizer and case from these settings. chrF and TER keep sacreBLEU's
    defaults, so that their scores equal those of its command.
    """
    from bleu_core.metrics.bleu import Bleu
    from bleu_core.metrics.chrf import Chrf
    from bleu_core.metrics.meteor import MeteorExact
    from bleu_core.metrics.nist import Nist
    from bleu_core.metrics.ter import Ter
    from bleu_core.metrics.wer import Wer

    return {
        "bleu": Bleu,
        "chrf": lambda config: Chrf(),
        "chrf++": lambda config: Chrf(word_order=2),
        "nist": lambda config: Nist(config.tokenize, config.lowercase),
        "ter": lambda config: Ter(),
        "wer": lambda config: Wer(config.tokenize, config.lowercase),
        "meteor-exact": lambda config: MeteorExact(config.tokenize, config.lowercase),
    }


def get_metric(name: str, config: BleuConfig = BleuConfig()) -> TextMetric:
    """Return the metric of a key, to be used beside BLEU.

    Parameters
    ----------
    name : str
        One of `metric_keys()`, such as "chrf", "chrf++", "ter" or "wer".
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
    if name in METRIC_KEYS:
        return metric_factories()[name](config)
    from bleu_core.metrics.plugin_metric import plugin_metric

    return plugin_metric(plugin_metrics().found[name], config)


def metric_keys() -> tuple[str, ...]:
    """The keys of all metrics: built-in ones in their order, then those of plugins."""
    return (*METRIC_KEYS, *plugin_metrics().found)


def metric_info(key: str) -> MetricInfo:
    """Facts about a metric under its default settings; built-in metrics are not imported."""
    return METRIC_FACTS[key] if key in METRIC_KEYS else get_metric(key).about


def is_metric(key: str) -> bool:
    """Whether a key is that of a metric; plugins are read only if it is not a built-in one."""
    return key in METRIC_KEYS or key in plugin_metrics().found


def plugin_metrics() -> Plugins:
    """The metrics of plugins, by key: functions that create them from BLEU's settings."""

    def check(create: Any) -> None:
        from bleu_core.metrics.plugin_metric import check_create

        check_create(create)

    return load_plugins("metric", METRIC_KEYS, check)
