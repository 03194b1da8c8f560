"""Options of scores: metrics, and their settings under sacreBLEU's names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from bleu_core.cli.errors import as_bad_input
from bleu_core.cli.options import PluginChoice, option, options_class
from bleu_core.common.formatting import join_words
from bleu_core.messages import option as messages
from bleu_core.metrics.registry import METRIC_KEYS, plugin_metrics
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

# The metrics that a setting applies to, by the first word of its option.
_APPLIES_TO = {"chrf": ("chrf", "chrf++"), "ter": ("ter",)}
# Word n-grams are what makes chrF++, so their order is not a setting of chrF++.
_FIXED = {("chrf++", "word_order")}


class Scoring(NamedTuple):
    """The settings of BLEU, and other metrics by name."""

    config: BleuConfig
    metrics: dict[str, TextMetric]


METRIC = PluginChoice(METRIC_KEYS, plugin_metrics)
TOKENIZER = PluginChoice(TOKENIZERS, plugin_tokenizers)


def metrics_option(purpose: str, default: str = "") -> Any:
    """The field of -m: one or more distinct names."""
    return option(
        "--metrics", "-m", type=METRIC, multiple=True, metavar="NAME...",
        callback=lambda ctx, parameter, names: tuple(dict.fromkeys(names)),
        help=f"{purpose}: one or more of {join_words(METRIC_KEYS)}, or a plugin's metric. Word "
        "metrics use BLEU's tokenizer and case; chrf, chrf++ and ter have options of their own. To "
        f"name a file like a metric, write ./chrf.{default}",
    )  # fmt: skip


@options_class
class BleuOptions:
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


@options_class
class ScoringOptions(BleuOptions):
    """Settings of BLEU and of other metrics; None if not given."""

    chrf_char_order: int | None = option(
        "--chrf-char-order", "-cc", type=click.IntRange(1), metavar="N",
        help="Maximum character n-gram order of chrf and chrf++.  [default: 6]",
    )  # fmt: skip
    chrf_word_order: int | None = option(
        "--chrf-word-order", "-cw", type=click.IntRange(0), metavar="N",
        help="Maximum word n-gram order of chrf.  [default: 0; chrf++ has 2]",
    )  # fmt: skip
    chrf_beta: int | None = option(
        "--chrf-beta", type=click.IntRange(0), metavar="N",
        help="Weight of recall relative to precision in chrf and chrf++.  [default: 2]",
    )  # fmt: skip
    chrf_whitespace: bool | None = option(
        "--chrf-whitespace", is_flag=True, default=None,
        help="Include whitespace in the character n-grams of chrf and chrf++.",
    )  # fmt: skip
    chrf_eps_smoothing: bool | None = option(
        "--chrf-eps-smoothing", is_flag=True, default=None,
        help="Smooth chrf and chrf++ with a small epsilon instead of the effective order.",
    )  # fmt: skip
    chrf_lowercase: bool | None = option(
        "--chrf-lowercase",
        is_flag=True,
        default=None,
        help="Lowercase the text for chrf and chrf++.",
    )
    ter_normalized: bool | None = option(
        "--ter-normalized", is_flag=True, default=None,
        help="Separate punctuation from words before computing ter.",
    )  # fmt: skip
    ter_no_punct: bool | None = option(
        "--ter-no-punct", is_flag=True, default=None,
        help="Remove punctuation before computing ter.",
    )  # fmt: skip
    ter_asian_support: bool | None = option(
        "--ter-asian-support", is_flag=True, default=None,
        help="Apply --ter-normalized or --ter-no-punct to Chinese and Japanese text too.",
    )  # fmt: skip
    ter_case_sensitive: bool | None = option(
        "--ter-case-sensitive", is_flag=True, default=None, help="Respect case in ter."
    )

    def scoring(self, names: Sequence[str], language_pair: str | None) -> Scoring:
        """BLEU and the named metrics; UsageError for settings of other metrics."""
        config = self.config(language_pair)
        settings: dict[str, dict[str, Any]] = {name: {} for name in names if name != "bleu"}
        for parameter, value in vars(self).items():
            metric, _, setting = parameter.partition("_")
            if metric not in _APPLIES_TO or value is None:
                continue
            applies_to = [name for name in _APPLIES_TO[metric] if (name, setting) not in _FIXED]
            chosen = [name for name in applies_to if name in settings]
            if not chosen:
                flag = f"--{parameter.replace('_', '-')}"
                raise click.UsageError(messages.metric_not_chosen(flag, applies_to))
            for name in chosen:
                settings[name][setting] = value
        if not settings:
            return Scoring(config, {})
        from bleu_core.metrics import get_metric

        with as_bad_input():
            return Scoring(
                config,
                # Every metric is a dataclass of its settings, which a protocol cannot express.
                {name: replace(get_metric(name, config), **settings[name]) for name in settings},  # type: ignore[type-var]
            )


def _numbers(text: str) -> tuple[float, ...]:
    try:
        return tuple(float(part) for part in text.split(","))
    except ValueError:
        raise ValueError(messages.malformed_weights(text)) from None
