"""Options of scores: metrics, and their settings under sacreBLEU's names."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from bleu_core.cli.errors import as_bad_input
from bleu_core.cli.options import PluginChoice, option, options_class
from bleu_core.common.formatting import join_words
from bleu_core.messages import option as messages
from bleu_core.metrics.registry import METRIC_KEYS, metric_name, plugin_metrics
from bleu_core.text.config import (
    LENGTH_RULES,
    MAX_ORDER,
    SMOOTHING,
    TOKENIZERS,
    BleuConfig,
    plugin_tokenizers,
    tokenizer_for,
)

if TYPE_CHECKING:
    from bleu_core.metrics import TextMetric


class Scoring(NamedTuple):
    """The settings of BLEU, and other metrics by name."""

    config: BleuConfig
    metrics: dict[str, TextMetric]


class _MetricChoice(PluginChoice):
    """A metric, with settings of its own after a colon: "chrf:char_order=4,lowercase"."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        name, colon, settings = value.partition(":")
        return f"{super().convert(name, param, ctx)}{colon}{settings}"


METRIC = _MetricChoice(METRIC_KEYS, plugin_metrics)
TOKENIZER = PluginChoice(TOKENIZERS, plugin_tokenizers)


def _distinct_metrics(
    ctx: click.Context, parameter: click.Parameter, specifications: tuple[str, ...]
) -> tuple[str, ...]:
    """Each specification once; a metric cannot have two settings, as its name is its key."""
    distinct = tuple(dict.fromkeys(specifications))
    names = [*map(metric_name, distinct)]
    for name in names:
        if names.count(name) > 1:
            raise click.BadParameter(messages.repeated(name))
    return distinct


def metrics_option(purpose: str, default: str = "") -> Any:
    """The field of -m: one or more distinct metrics."""
    return option(
        "--metrics", "-m", type=METRIC, multiple=True, metavar="NAME...",
        callback=_distinct_metrics,
        help=f"{purpose}: one or more of {join_words(METRIC_KEYS)}, or a plugin's metric. Word "
        "metrics use BLEU's tokenizer and case; other settings follow a colon, as in "
        f"chrf:char_order=4,lowercase. To name a file like a metric, write ./chrf.{default}",
    )  # fmt: skip


@options_class
class ScoringOptions:
    """Settings of BLEU, as in `BleuConfig`."""

    tokenize: str | None = option(
        "--tokenize", "-tok", type=TOKENIZER,
        help="Tokenizer for BLEU and word metrics, one of these or a plugin's.  [default: 13a]",
    )  # fmt: skip
    lowercase: bool = option(
        "--lowercase", "-lc", is_flag=True, help="Lowercase the text for BLEU and word metrics."
    )
    smooth_method: str = option(
        "--smooth-method", "-s", type=click.Choice(list(SMOOTHING)), default="exp",
        show_default=True, help="Smoothing of n-gram orders without a match.",
    )  # fmt: skip
    smooth_value: float | None = option(
        "--smooth-value", "-sv", type=float, metavar="VALUE",
        help="Smoothing value, for floor and add-k.",
    )  # fmt: skip
    max_ngram_order: int = option(
        "--max-order", "--max-ngram-order", type=click.IntRange(1, MAX_ORDER), default=4,
        show_default=True, metavar="N", help="Maximum n-gram order.",
    )  # fmt: skip
    weights: str | None = option(
        "--weights", help="Weights of the n-gram orders, e.g. 0.4,0.3,0.2,0.1.  [default: equal]"
    )
    effective_order: bool = option(
        "--effective-order", is_flag=True,
        help="Average only over the n-gram orders that occur in the output.",
    )  # fmt: skip
    reference_length: str = option(
        "--reference-length", type=click.Choice(LENGTH_RULES), default="closest",
        show_default=True,
        help="Reference length of a segment that has several references.",
    )  # fmt: skip

    def config(self, language_pair: str | None = None) -> BleuConfig:
        """The settings; without --tokenize, the tokenizer is that of the language pair."""
        settings = {each.name: getattr(self, each.name) for each in fields(BleuConfig)}
        settings["tokenize"] = self.tokenize or tokenizer_for(language_pair)
        with as_bad_input():
            settings["weights"] = _numbers(self.weights) if self.weights else None
            return BleuConfig(**settings)

    def scoring(self, metrics: Iterable[str], language_pair: str | None) -> Scoring:
        """BLEU and metrics by name; the first of a name counts, which may have settings."""
        config = self.config(language_pair)
        by_name: dict[str, str] = {}
        for specification in metrics:
            by_name.setdefault(metric_name(specification), specification)
        by_name = {name: text for name, text in by_name.items() if text != "bleu"}
        if not by_name:
            return Scoring(config, {})
        from bleu_core.metrics import get_metric

        with as_bad_input():
            return Scoring(config, {name: get_metric(by_name[name], config) for name in by_name})


def _numbers(text: str) -> tuple[float, ...]:
    try:
        return tuple(float(part) for part in text.split(","))
    except ValueError:
        problem = messages.malformed(f"--weights {text}", "numbers separated by commas")
        raise ValueError(problem) from None
