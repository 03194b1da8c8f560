"""Metrics by key, under their default settings: built-in ones, and those of plugins.

Importing this module imports none of them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields, replace
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
    """Return the metric of a specification, to be used beside BLEU.

    Parameters
    ----------
    name : str
        One of `metric_keys()`, such as "chrf", "chrf++", "ter" or "wer"; with settings of its own
        after a colon: "chrf:char_order=4,lowercase". They are the fields of its class; a name
        alone is true.
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
    >>> get_metric("chrf:char_order=4,lowercase").char_order
    4
    """
    key, colon, settings = name.partition(":")
    if key in METRIC_KEYS:
        metric = metric_factories()[key](config)
    else:
        from bleu_core.metrics.plugin_metric import plugin_metric

        metric = plugin_metric(plugin_metrics().found[key], config)
    return _with_settings(metric, key, settings) if colon else metric


def _with_settings(metric: Any, key: str, text: str) -> TextMetric:
    """A metric with the settings of a specification: fields that have a default value."""
    from bleu_core.messages import scoring
    from bleu_core.text.evalset import InputError

    kinds = {each.name: type(each.default) for each in fields(metric)}
    kinds = {name: kind for name, kind in kinds.items() if kind in (bool, int, float, str)}
    settings: dict[str, Any] = {}
    for setting in text.split(","):
        name, equals, value = map(str.strip, setting.partition("="))
        if name not in kinds:
            raise InputError([scoring.unknown_metric_setting(key, name, list(kinds))])
        kind: Callable[[str], Any] = kinds[name]
        if kind is bool:
            kind = {"true": True, "false": False}.__getitem__
        try:
            settings[name] = kind(value if equals else "true")
        except (ValueError, KeyError):
            expected = "true or false" if kinds[name] is bool else "a number"
            problem = scoring.must_be(f"{key}: {name}", repr(value), expected)
            raise InputError([problem]) from None
    metric_with_settings: TextMetric = replace(metric, **settings)
    return metric_with_settings


def metric_keys() -> tuple[str, ...]:
    """The keys of all metrics: built-in ones in their order, then those of plugins."""
    return (*METRIC_KEYS, *plugin_metrics().found)


def metric_name(specification: str) -> str:
    """The key in a specification such as "chrf:char_order=4"."""
    return specification.partition(":")[0]


def metric_info(key: str) -> MetricInfo:
    """Facts about a metric under its default settings; built-in metrics are not imported."""
    return METRIC_FACTS[key] if key in METRIC_KEYS else get_metric(key).about


def is_metric(key: str) -> bool:
    """Whether a key is that of a metric; plugins are read only if it is not a built-in one."""
    return key in METRIC_KEYS or key in plugin_metrics().found


def plugin_metrics() -> Plugins:
    """The metrics of plugins, by key: functions that create them from BLEU's settings."""
    return load_plugins("metric", METRIC_KEYS, _check)


def _check(create: Any) -> None:
    from bleu_core.metrics.plugin_metric import check_create

    check_create(create)
